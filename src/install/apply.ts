import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { never, ProvError } from '../errors.ts';
import { openRegular } from '../git/objects/regular-file.ts';
import { forgetAnswers } from '../git/process/ask-once.ts';
import { inverse, pathOf, same, type InstallChange, type FileChange } from './install-change.ts';

/** Called before each change. Tests throw from it to make a change fail. */
export type Watch = (change: InstallChange) => void;

/** Another program wrote a file between the plan and its change. Nothing was changed; plan again. */
class Outdated extends ProvError {}

/** Makes a plan and applies it. Starts again when another program changed a file first. Returns the plan. */
export async function planAndApply<T extends { readonly steps: readonly InstallChange[] }>(
  plan: () => Promise<T>,
  watch?: Watch,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const planned = await checked(plan);
    try {
      apply(planned.steps, watch);
      return planned;
    } catch (error) {
      if (!(error instanceof Outdated) || attempt === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS * attempt * Math.random()));
    }
  }
}

/** Makes a plan and checks that it could be applied, for a dry run. */
export async function checked<T extends { readonly steps: readonly InstallChange[] }>(
  plan: () => Promise<T>,
): Promise<T> {
  const planned = await plan();
  checkWritable(planned.steps);
  return planned;
}

const MAX_ATTEMPTS = 8;
const PAUSE_MS = 40;
// A lock older than this was left by a killed process. We hold a lock for a few milliseconds only.
const STALE_LOCK_MS = 10_000;

/** The bytes of a file, or `undefined` when it does not exist. @throws ProvError `data` when it cannot be read */
export function readIf(path: string): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openRegular(path);
    return readFileSync(fd);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return undefined;
    throw new ProvError('data', `${path} cannot be read.`, { cause, hint: 'Make it readable and try again.' });
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/**
 * Makes all changes in order, or none: when one fails, those before it are undone.
 * @throws ProvError `data` that names the file, with the cause
 */
export function apply(changes: readonly InstallChange[], watch: Watch = () => undefined): void {
  const done: InstallChange[] = [];
  try {
    for (const change of changes) {
      watch(change);
      if (make(change)) done.push(change);
    }
  } catch (cause) {
    for (const change of done.toReversed()) tryUndo(change);
    if (cause instanceof ProvError) throw cause;
    const at = changes.find((change) => !done.includes(change));
    throw new ProvError('data', `${at ? pathOf(at) : 'A file'} could not be changed; nothing was changed.`, {
      cause,
      hint: 'Check that the file and its folder are writable, then run the command again.',
    });
  }
}

/**
 * Checks that every change is possible before the first one is made.
 * @throws ProvError `data` that names the one that is not
 */
export function checkWritable(changes: readonly InstallChange[]): void {
  for (const change of changes) {
    const path = change.kind === 'move' ? change.to : target(change.path);
    let folder = change.kind === 'folder' && existsSync(path) ? path : dirname(path);
    while (!existsSync(folder)) folder = dirname(folder);
    if (!statSync(folder).isDirectory())
      throw new ProvError('data', `${folder} is not a folder, so ${path} cannot be written.`);
    if (existsSync(path) && change.kind === 'file') checkFile(path);
    if (!allowed(folder))
      throw new ProvError('data', `${folder} is read-only, so ${path} cannot be written.`, {
        hint: 'Make the folder writable and try again; nothing was changed.',
      });
  }
}

function checkFile(path: string): void {
  if (!statSync(path).isFile()) throw new ProvError('data', `${path} is not a plain file.`);
  if (!allowed(path))
    throw new ProvError('data', `${path} is read-only.`, {
      hint: 'Make the file writable and try again; nothing was changed.',
    });
}

// Makes a change. Returns whether anything changed.
function make(change: InstallChange): boolean {
  switch (change.kind) {
    case 'file':
      replace(change);
      return true;
    case 'folder':
      return change.gone ? removeFolder(change.path) : makeFolder(change.path, change.mode);
    case 'move':
      if (linkExists(change.to)) throw new ProvError('data', `${change.to} is in the way.`);
      renameSync(change.from, change.to);
      return true;
    default:
      return never(change);
  }
}

// Writes the new bytes to a lock file beside the file, as git does: only one writer can create it. Compares the file once
// more with the content at planning time, then renames the new one into place.
function replace(change: FileChange): void {
  const path = target(change.path);
  const lock = change.role === 'config' ? `${path}.lock` : `${path}.git-prov-lock`;
  const file = openLock(lock, change.role === 'config');
  let held = true;
  try {
    try {
      if (!same(readIf(path), change.before))
        throw new Outdated('data', `${path} was changed by another program.`, { hint: 'Run the command again.' });
      for (let rest = change.after ?? Buffer.alloc(0); rest.length > 0;) rest = rest.subarray(writeSync(file, rest));
      chmodSync(lock, change.before === undefined ? change.mode : statSync(path).mode & 0o7777);
    } finally {
      closeSync(file);
    }
    if (change.after === undefined) unlinkSync(path);
    else {
      renameSync(lock, path);
      held = false;
    }
    if (change.role === 'config') forgetAnswers();
  } finally {
    if (held) unlinkSync(lock);
  }
}

function openLock(lock: string, isGits: boolean): number {
  try {
    return openSync(lock, 'wx', 0o600);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
    if (!isGits && Date.now() - statSync(lock).mtimeMs > STALE_LOCK_MS) {
      unlinkSync(lock);
      return openSync(lock, 'wx', 0o600);
    }
    throw new (isGits ? ProvError : Outdated)('data', `${lock} exists: another program is changing the file.`, {
      cause,
      hint: 'Wait for it to end; if none is running, remove the lock file.',
    });
  }
}

function makeFolder(path: string, mode: number): boolean {
  if (existsSync(path)) return false;
  mkdirSync(path, { mode });
  return true;
}

// Removes a folder, unless it still contains a file.
function removeFolder(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (cause) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(cause))) return false;
    throw cause;
  }
}

// Undoes a change if possible. The caller reports the first error, so errors here are ignored.
function tryUndo(change: InstallChange): void {
  try {
    make(inverse(change));
  } catch {
    // The journal still contains the change, so the next init or deinit repairs it.
  }
}

/** Whether the name exists, even as a broken link. */
export function linkExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    if (codeOf(cause) === 'ENOTDIR') return false;
    throw cause;
  }
}

// A file that is a link (for example into a folder of dotfiles) stays a link. Its target is changed.
const target = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

function allowed(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const codeOf = (cause: unknown): string => String((cause as { code?: unknown } | undefined)?.code ?? '');
