import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ProvError } from '../errors.ts';
import { runBounded } from '../git/process/bounded.ts';
import { forgetAnswers } from '../git/process/ask-once.ts';
import { git } from '../git/process/process.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { readSettings } from '../git/repository/git-settings.ts';
import { whyNot } from '../git/signatures/sign.ts';
import { ALLOWED_SIGNERS, isLiteral, readSigning } from '../git/signatures/signing-settings.ts';
import { dataDir } from '../recorder/data-dir.ts';
import type { UserPlace } from './user-paths.ts';

/** Keys that ssh uses by default and that sign in git's way, the preferred one first. */
const USUAL_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa'] as const;
/** Creates keys. Git itself runs it to sign. */
const KEYGEN = 'ssh-keygen';
/** Time limit for ssh-keygen in milliseconds. */
const KEYGEN_MS = 10_000;
/** The file name of the key that we create in the data folder when the user has none. */
const OWN_KEY = 'signing_ed25519';

/**
 * Turns on signing of notes in a repository: finds or creates an SSH key, adds it to the repository's list of allowed
 * signers, and sets `prov.sign`. Keeps settings of the user; a second run changes nothing.
 * @returns one sentence for each thing done
 * @throws ProvError `data` when no key can be created, `git` when git's configuration cannot be written
 */
export async function setUpSigning(place: UserPlace, repo: Repo): Promise<string[]> {
  const done: string[] = [];
  const set = async (name: string, value: string): Promise<void> => {
    await git(['config', '--local', name, value], inRepo(repo));
    forgetAnswers();
    done.push(`Set ${name} to ${value} in this repository.`);
  };
  const signing = await readSigning(repo);
  const isChosen = (await readSettings(['gpg', 'user'], repo)).has('gpg.format') || signing.key !== undefined;
  if (isChosen && signing.scheme !== 'ssh') {
    if (!signing.on) await set('prov.sign', 'true');
    return [...done, 'Notes are signed with the key that git signs commits with; gpg decides whom to trust.'];
  }
  if (!isChosen) await set('gpg.format', 'ssh');
  const key = signing.key ?? (await findKey(place, repo, done));
  if (signing.key === undefined) await set('user.signingKey', key);
  if (!signing.on) await set('prov.sign', 'true');
  await allow(repo, publicKey(key), done);
  return done;
}

async function findKey(place: UserPlace, repo: Repo, done: string[]): Promise<string> {
  const usual = USUAL_KEYS.map((name) => join(place.home, '.ssh', name));
  const found = usual.find((file) => existsSync(file) && existsSync(`${file}.pub`));
  if (found !== undefined) return found;
  const own = join(dataDir(place), OWN_KEY);
  if (existsSync(own)) return own;
  mkdirSync(dirname(own), { recursive: true, mode: 0o700 });
  const args = ['-q', '-t', 'ed25519', '-N', '', '-C', 'git-prov', '-f', own];
  const ended = await runBounded(KEYGEN, args, { cwd: repo.cwd, env: place.env, timeout: KEYGEN_MS });
  if (ended.code !== 0)
    throw new ProvError('data', 'No SSH key could be made.', {
      cause: whyNot(KEYGEN, ended),
      hint: 'Install ssh-keygen, or set user.signingKey to a key that you have.',
    });
  done.push(`Made the SSH key ${own}, without a passphrase, because hooks cannot ask for one.`);
  return own;
}

// The type and the key, without the comment, which may be private.
function publicKey(key: string): string {
  const text = isLiteral(key) ? key.replace(/^key::/, '') : readPublic(key);
  return text.trim().split(/\s+/).slice(0, 2).join(' ');
}

function readPublic(key: string): string {
  const file = key.endsWith('.pub') ? key : `${key}.pub`;
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ProvError('data', `The public key ${file} cannot be read.`, {
      cause,
      hint: 'Set user.signingKey to a key that has a public half beside it.',
    });
  }
}

async function allow(repo: Repo, key: string, done: string[]): Promise<void> {
  const { allowedSigners } = await readSigning(repo);
  const file = allowedSigners ?? join(repo.workTree!, ALLOWED_SIGNERS);
  if (allowedSigners === undefined) refuseLinks(repo.workTree!);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text.includes(key)) return;
  const email = (await readSettings(['user'], repo)).get('user.email')?.trim() || repo.env['GIT_COMMITTER_EMAIL'];
  if (!email)
    throw new ProvError('data', 'Git knows no e-mail address of yours.', { hint: 'Set user.email, then try again.' });
  mkdirSync(dirname(file), { recursive: true });
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${start}${email} namespaces="git" ${key}\n`);
  done.push(`Added ${email} to ${file}. Commit that file, and protect it by review, as CODEOWNERS is.`);
}

// A repository can hold links that lead anywhere: what is added to the list must stay in it.
function refuseLinks(top: string): void {
  for (let path = ALLOWED_SIGNERS; path !== '.'; path = dirname(path)) {
    const found = lstatSync(join(top, path), { throwIfNoEntry: false });
    if (found && !(path === ALLOWED_SIGNERS ? found.isFile() : found.isDirectory()))
      throw new ProvError(
        'data',
        `${path} is a link or something else that is not a ${path === ALLOWED_SIGNERS ? 'file' : 'folder'}.`,
        {
          hint: 'Remove it, or set gpg.ssh.allowedSignersFile to a list of yours.',
        },
      );
  }
}
