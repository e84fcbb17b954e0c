import type { Repo } from '../../git/repository/repo.ts';
import { readSigning } from '../../git/signatures/signing-settings.ts';
import { readAllowedSigners } from '../../notes/standing/vouched.ts';
import { identity, isPerson, speakerOf } from '../../recorder/declare.ts';

/** Who may accept proposals. */
export interface WhoAccepts {
  /** The person who runs the command, as git knows them; undefined in an agent's shell, and where git knows no name. */
  readonly person: string | undefined;
  /** The command runs in an agent's shell. */
  readonly isAgent: boolean;
  /** Whether an acceptance is signed (`prov.sign`). */
  readonly signs: boolean;
  /** The people on the list of allowed signers; undefined without a list. */
  readonly signers: readonly string[] | undefined;
}

/** Finds out who may accept proposals in a repository. */
export async function whoAccepts(repo: Repo): Promise<WhoAccepts> {
  const signing = await readSigning(repo);
  const speaker = await speakerOf(repo, repo.env).catch(() => undefined);
  const isAgent = speaker !== undefined && !isPerson(speaker);
  const person = isAgent ? undefined : await identity(repo);
  const listed = signing.allowedSigners === undefined ? undefined : readAllowedSigners(repo, signing);
  return { person, isAgent, signs: signing.on, signers: listed === undefined ? undefined : principalsIn(listed) };
}

// The first field of a line; it may hold several names, and may be quoted.
function principalsIn(listed: string): string[] {
  const names = listed.split('\n').flatMap((line) => {
    const field = /^\s*(?:"([^"]*)"|([^\s#"][^\s]*))/.exec(line);
    return field ? (field[1] ?? field[2]!).split(',') : [];
  });
  return [...new Set(names.filter((name) => name !== ''))].sort();
}
