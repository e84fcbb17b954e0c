import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolveRef } from '../git/history/ref-updates.ts';
import { filesOf } from '../git/repository/local-files.ts';
import type { Repo } from '../git/repository/repo.ts';
import { replaceFile } from '../git/repository/replace-file.ts';
import { NOTES_REF } from '../notes/refs.ts';
import { trackingRef } from '../notes/transport/tracking.ts';
import { withoutPassword } from './address.ts';
import type { Pushed } from './sync-settings.ts';

/** Lines that are kept, one for each remote. */
const MAX_LINES = 20;

/** The length of HEAD's reflog: what is committed later, nobody has looked at. */
export const loggedSize = (repo: Repo): number | undefined =>
  statSync(join(repo.commonDir, 'logs/HEAD'), { throwIfNoEntry: false })?.size;

/**
 * Records that a remote has all notes that are here. The file has the length of HEAD's reflog, then a line for each remote:
 * `TIP REMOTE ADDRESS`, in git's words to the hook. While the tip and git's configuration stay as they are, and the reflog grows by
 * checkouts only, hooks/git starts no program for a push to the remote. Does nothing where notes are here that the remote
 * does not have, such as those of commits that were not pushed.
 * @param of the remote's name for our refs, and what `loggedSize` was before the notes were made
 */
export async function rememberSent(
  repo: Repo,
  { remote, url = '' }: Pushed,
  { name, logged }: { readonly name: string; readonly logged: number | undefined },
): Promise<void> {
  const tip = await resolveRef(repo, NOTES_REF);
  if (tip === undefined || tip !== (await resolveRef(repo, trackingRef(name)))) return;
  if (withoutPassword(url) !== url || /\n/.test(`${remote}${url}`)) return;
  const line = `${tip} ${remote} ${url}`;
  const file = filesOf(repo).sent;
  const others = read(file).filter((one) => one.startsWith(`${tip} `) && one !== line);
  if (logged !== undefined)
    replaceFile(file, `${[logged, ...[...others, line].slice(-MAX_LINES)].join('\n')}\n`, 'cache');
}

function read(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
