import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isStale } from '../../recorder/spool/lock.ts';
import { filesOf, localFiles } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import type { CommandInput } from '../../model/behaviours/behaviour.ts';
import { isObject } from '../../recorder/spool/json-fields.ts';

/** A command that a behaviour asked for. */
export interface Waiting {
  /** The id of the action that asks for it. */
  readonly key: string;
  readonly run: string;
  readonly behaviour: string;
  /** The name that `prov.run.NAME` gives a command. */
  readonly command: string;
  readonly depth: number;
  /** The content of the file that declares it. */
  readonly content: string;
  /** What the command gets. */
  readonly input: CommandInput;
}

/** A larger file is damaged (bytes). */
const MAX_BYTES = 256 * 1024;
const WAITING = '.json';
const STARTED = '.started';

/** The folder of the commands that wait. */
export function queueOf(repo: { readonly commonDir: string }): string {
  const dir = join(filesOf(repo).behaviours, 'runs');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** Whether a command runs in this clone now. */
export function isRunning(repo: { readonly commonDir: string }): boolean {
  const { lock } = localFiles(queueOf(repo));
  return existsSync(lock) && !isStale(lock);
}

/** Puts a command into the queue, on disk when this returns. It runs once its action was recorded. */
export const enqueue = (dir: string, waiting: Waiting): void =>
  replaceFile(join(dir, `${waiting.key}${WAITING}`), `${JSON.stringify(waiting)}\n`);

/** The commands that wait, and those that a killed process had started. A damaged one is removed. */
export function waitingIn(dir: string): { waiting: Waiting[]; interrupted: Waiting[] } {
  const found: { waiting: Waiting[]; interrupted: Waiting[] } = { waiting: [], interrupted: [] };
  for (const name of existsSync(dir) ? readdirSync(dir).sort() : []) {
    const isStarted = name.endsWith(STARTED);
    if (!isStarted && !name.endsWith(WAITING)) continue;
    const one = readWaiting(join(dir, name));
    if (one && name.startsWith(`${one.key}.`)) found[isStarted ? 'interrupted' : 'waiting'].push(one);
    else rmSync(join(dir, name), { force: true });
  }
  return found;
}

/** Marks a command as started: from now on no process starts it, whatever happens to this one. */
export const markStarted = (dir: string, { key }: Waiting): void =>
  renameSync(join(dir, `${key}${WAITING}`), join(dir, `${key}${STARTED}`));

/** Removes a command from the queue. */
export function remove(dir: string, { key }: Waiting): void {
  for (const ending of [WAITING, STARTED]) rmSync(join(dir, `${key}${ending}`), { force: true });
}

function readWaiting(file: string): Waiting | undefined {
  if (statSync(file).size > MAX_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const isWhole =
      isObject(value) &&
      ['key', 'run', 'behaviour', 'command', 'content'].every((name) => typeof value[name] === 'string') &&
      Number.isSafeInteger(value['depth']) &&
      isObject(value['input']);
    return isWhole ? (value as unknown as Waiting) : undefined;
  } catch {
    return undefined;
  }
}
