import { committerIn, IDENTITY_QUESTION } from '../git/process/ask-ahead.ts';
import { git } from '../git/process/process.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import type { NewObject } from '../git/objects/pack.ts';
import type { Oid } from '../model/ids.ts';

/** The committer of notes where git knows no name. */
const FALLBACK = 'git-prov <git-prov@localhost>';

/** Milliseconds since the epoch. */
export type Clock = () => number;

/**
 * Returns the committer line of a commit of notes: the user's name from git, otherwise a fixed one, so that
 * recording never fails because `user.name` is missing. Git is asked once (each time where GIT_COMMITTER_DATE is set).
 * @param known the name and address, in Latin-1, where git need not be asked for them
 */
export function identityOf(repo: Repo, clock: Clock, known?: string): () => Promise<string> {
  const ask = async (): Promise<string> => {
    const inEnv = committerIn(repo.env);
    if (inEnv !== undefined) return inEnv;
    const { code, stdout } = await git(IDENTITY_QUESTION, inRepo(repo, { accept: [0, 128] }));
    return code === 0 ? stdout.toString('latin1').trim() : '';
  };
  let name = known === undefined ? undefined : Promise.resolve(known);
  return async () => {
    if (repo.env['GIT_COMMITTER_DATE']) {
      const whole = await ask();
      if (whole) return whole;
    }
    name ??= ask().then((whole) => whole.replace(/ [0-9]+ [-+][0-9]{4}$/, '') || FALLBACK);
    return `${await name} ${Math.floor(clock() / 1000)} +0000`;
  };
}

/** A commit of notes. @param identity a committer line in Latin-1, so that its bytes survive */
export function encodeCommit(tree: Oid, parents: readonly Oid[], identity: string, message: string): NewObject {
  const head = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${identity}`,
    `committer ${identity}`,
  ];
  const line = message.replaceAll(/\s+/g, ' ').trim();
  const bytes = Buffer.concat([Buffer.from(`${head.join('\n')}\n\n`, 'latin1'), Buffer.from(`${line}\n`, 'utf8')]);
  return { type: 'commit', bytes };
}
