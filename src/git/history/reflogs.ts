import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withoutLocalEnv } from '../repository/repo.ts';

/** The reflog of one HEAD, in the form of git's own files: an entry a line, the oldest first. */
export interface HeadLog {
  readonly gitDir: string;
  readonly bytes: Buffer;
  /** Where git keeps it in reftables: which ones, see `tablesOf`. */
  readonly tables: string | undefined;
}

/** Of git's output no more than this is read, in bytes. */
const MAX_BYTES = 1 << 30;
/** An entry: commit, `ref@{seconds zone}`, name, mail, message. */
const FORMAT = '--format=%H%x00%gD%x00%gn%x00%ge%x00%gs';
const SELECTOR = /^(.*)@\{(\d+ [+-]\d{4})\}$/;
/** The message of an entry before which its ref pointed at nothing. */
const FIRST = /^commit \(initial\)/;

/** The git dirs of all work trees, the main one first. */
export function gitDirs(commonDir: string): string[] {
  const linked = join(commonDir, 'worktrees');
  return [commonDir, ...(existsSync(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [])];
}

/**
 * When a linked work tree was created, in milliseconds since the epoch: git writes this file at that time and never again. Undefined
 * for the main work tree and for a deleted one.
 */
export function bornAt(gitDir: string): number | undefined {
  const time = statSync(join(gitDir, 'commondir'), { throwIfNoEntry: false })?.mtimeMs;
  return time === undefined ? undefined : Math.round(time);
}

/** Size of the file of a HEAD's reflog in bytes; 0 if it is missing. */
export const logSize = (gitDir: string): number =>
  statSync(join(gitDir, 'logs', 'HEAD'), { throwIfNoEntry: false })?.size ?? 0;

/**
 * The names of the reftables of a git dir: they change with every entry of its reflogs. Undefined where refs and reflogs are files.
 * Starts no process.
 */
export function tablesOf(gitDir: string): string | undefined {
  try {
    return readFileSync(join(gitDir, 'reftable', 'tables.list'), 'latin1');
  } catch {
    return undefined;
  }
}

/**
 * Reads the reflogs of HEAD of some work trees. Unreadable ones are left out: for a branch without a commit, git does not show the
 * content of a reftable.
 */
export function headLogs(commonDir: string, dirs: readonly string[]): HeadLog[] {
  const inTables = dirs.flatMap((gitDir) => {
    const tables = tablesOf(gitDir);
    return tables === undefined ? [] : [{ gitDir, tables, ref: headOf(commonDir, gitDir) }];
  });
  // After the names: what is written meanwhile is seen the next time.
  const texts =
    inTables.length > 0
      ? readTables(
          commonDir,
          inTables.map(({ ref }) => ref),
        )
      : undefined;
  const found: HeadLog[] = [];
  for (const gitDir of dirs) {
    const { ref, tables } = inTables.find((one) => one.gitDir === gitDir) ?? {};
    const file = join(gitDir, 'logs', 'HEAD');
    const bytes = ref === undefined ? existsSync(file) && readFileSync(file) : texts?.get(ref);
    if (bytes) found.push({ gitDir, bytes, tables });
  }
  return found;
}

/** The reflog of a shared ref, in the form of `headLogs`; undefined when it does not exist. */
export function refLog(commonDir: string, ref: string): Buffer | undefined {
  if (tablesOf(commonDir) !== undefined) return readTables(commonDir, [ref]).get(ref);
  const file = join(commonDir, 'logs', ref);
  // A folder, if refs below this one have logs.
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file) : undefined;
}

const headOf = (commonDir: string, gitDir: string): string =>
  gitDir === commonDir ? 'main-worktree/HEAD' : `${gitDir.slice(commonDir.length + 1).replaceAll('\\', '/')}/HEAD`;

// Only git reads reftables: one process for all reflogs. It goes through each from its end. Waits for git, so that a
// reader of reflogs need not care which kind they are of.
function readTables(commonDir: string, refs: readonly string[]): Map<string, Buffer> {
  const args = ['log', '-g', '-s', '--ignore-missing', '--no-show-signature', '--encoding=UTF-8', '--date=raw', FORMAT];
  const { stdout, status } = spawnSync('git', [...args, ...refs, '--'], {
    cwd: commonDir,
    env: { ...withoutLocalEnv(process.env), GIT_DIR: commonDir },
    maxBuffer: MAX_BYTES,
    windowsHide: true,
  });
  const logs = new Map<string, string[][]>();
  for (const line of status === 0 ? stdout.toString('latin1').split('\n') : []) {
    const [next = '', selector = '', name = '', mail = '', message = ''] = line.split('\0');
    const [, ref, time] = SELECTOR.exec(selector) ?? [];
    if (ref === undefined || time === undefined) continue;
    if (!logs.has(ref)) logs.set(ref, []);
    logs.get(ref)!.push([next, `${name} <${mail}> ${time}${message && `\t${message}`}\n`, message]);
  }
  return new Map([...logs].map(([ref, entries]) => [utf8(ref), asFile(entries.toReversed())]));
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

// What a ref was before an entry is what it was after the one before.
function asFile(entries: readonly string[][]): Buffer {
  let old = '';
  const lines = entries.map(([next = '', rest = '', message = '']) => {
    const before = old === '' || FIRST.test(message) ? '0'.repeat(next.length) : old;
    old = next;
    return `${before} ${next} ${rest}`;
  });
  return Buffer.from(lines.join(''), 'latin1');
}
