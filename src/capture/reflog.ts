import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, isZero, type Oid } from '../graph/ids.ts';

/** A commit that came to be in this repository, as the reflog of a work tree's HEAD tells it. */
export interface Landing {
  readonly commit: Oid;
  readonly gitDir: string;
  /** Seconds since the epoch. */
  readonly time: number;
  /** The reflog's message, such as `commit (amend): Fix`. */
  readonly message: string;
}

/** Operations that make a commit; the others only go to one. */
const MAKES =
  /^(?:commit(?: \([\w -]+\))?|cherry-pick|revert|am|rebase(?: \S+)*? \((?:pick|reword|squash|fixup|edit|continue|start)\)|pull(?: \S+)* \((?:pick|reword|squash|fixup|continue)\)|merge [^:]*: Merge made)/;
const ENTRY = /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d{4}\t?(.*)$/;

/**
 * The commits that were made since the last look, in the order of each reflog, over all work trees of the repository.
 * @param read how much of each reflog was read, by git dir; brought up to date here
 * @param since seconds since the epoch: entries before it are from a time when nothing was watched
 */
export function landings(commonDir: string, read: Record<string, number>, since: number): Landing[] {
  const found: Landing[] = [];
  for (const { gitDir, bytes, start, end } of unread(commonDir, read)) {
    read[gitDir] = end;
    for (const { old, next, time, message } of entries(bytes, start, end))
      if (isOid(next) && !isZero(next) && old !== next && time >= since && MAKES.test(message))
        found.push({ commit: next, gitDir, time, message });
  }
  return found;
}

/** What HEAD was, by git dir, before what happened since the last look; only where something did. All zeros: nothing. */
export function headsBefore(
  commonDir: string,
  read: Readonly<Record<string, number>>,
  since: number,
): Map<string, string> {
  const heads = new Map<string, string>();
  for (const { gitDir, bytes, start, end } of unread(commonDir, read)) {
    const first = entries(bytes, start, end).find(({ time }) => time >= since);
    if (first) heads.set(gitDir, first.old);
  }
  return heads;
}

interface Unread {
  readonly gitDir: string;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

function unread(commonDir: string, read: Readonly<Record<string, number>>): Unread[] {
  const all: Unread[] = [];
  for (const gitDir of gitDirs(commonDir)) {
    const file = join(gitDir, 'logs', 'HEAD');
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const from = read[gitDir] ?? 0;
    if (size === from) continue;
    const bytes = readFileSync(file);
    // A reflog that became shorter was expired: what is left is looked at again, which does no harm.
    all.push({ gitDir, bytes, start: size < from ? 0 : from, end: bytes.lastIndexOf(10) + 1 });
  }
  return all;
}

function entries(
  bytes: Buffer,
  start: number,
  end: number,
): { old: string; next: string; time: number; message: string }[] {
  return bytes
    .toString('utf8', start, end)
    .split('\n')
    .map((line) => ENTRY.exec(line))
    .filter((entry) => entry !== null)
    .map(([, old, next, time, message]) => ({ old: old!, next: next!, time: Number(time), message: message! }));
}

/** Whether commits may have been made that were not looked at. */
export const hasLandings = (commonDir: string, read: Readonly<Record<string, number>>): boolean =>
  gitDirs(commonDir).some(
    (dir) => (statSync(join(dir, 'logs', 'HEAD'), { throwIfNoEntry: false })?.size ?? 0) !== (read[dir] ?? 0),
  );

function gitDirs(commonDir: string): string[] {
  const linked = join(commonDir, 'worktrees');
  return [commonDir, ...(existsSync(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [])];
}
