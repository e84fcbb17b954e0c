import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProvError } from '../../errors.ts';
import { isOid, isZero, type Oid } from '../../model/ids.ts';
import { DURABLE } from '../objects/pack.ts';
import { git } from '../process/process.ts';
import { mayHaveRef } from '../repository/refs-here.ts';
import { inRepo, type Repo } from '../repository/repo.ts';

/** `lost`: another process moved the ref; `actual` is its current value. */
export type Swap = { readonly kind: 'done' } | { readonly kind: 'lost'; readonly actual: Oid | undefined };

/** A ref to be set in the same transaction, whatever it was before. */
export interface AlsoSet {
  readonly ref: string;
  readonly next: Oid;
}

export interface SwapOptions {
  readonly also?: readonly AlsoSet[];
  /** How long to try while another process holds the ref's lock, in milliseconds. */
  readonly patience?: number;
}

/** A ref that cannot be read or written before it is repaired. */
export class UnusableRef extends ProvError {}

const DOCTOR = { hint: 'Run git prov doctor --fix.' };
/** How long git itself waits for a lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 500;
const UPDATE_TIMEOUT_MS = 3000;

/** Sets refs, whatever they were, all or none. Flushed to the disk. @throws ProvError `git` when git refuses */
export async function setRefs(repo: Repo, sets: readonly AlsoSet[], message: string): Promise<void> {
  for (const { ref } of sets) checkName(ref);
  const input = sets.map(({ ref, next }) => `update ${ref}\0${next}\0\0`).join('');
  const args = [...DURABLE, 'update-ref', '-m', message.replaceAll(/\s+/g, ' '), '-z', '--stdin'];
  await git(args, inRepo(repo, { env: plain(repo.env), input }));
}

/** Removes refs, whatever they were, all or none; those that are not there are no fault. @throws ProvError `git` when git refuses */
export async function dropRefs(repo: Repo, refs: readonly string[]): Promise<void> {
  for (const ref of refs) checkName(ref);
  const input = refs.map((ref) => `delete ${ref}\0\0`).join('');
  await git([...DURABLE, 'update-ref', '-z', '--stdin'], inRepo(repo, { env: plain(repo.env), input }));
}

/** Renames refs. If the new name exists, the old ref is only deleted. @throws ProvError `git` when git refuses */
export async function moveRefs(repo: Repo, moves: readonly (readonly [string, string])[]): Promise<void> {
  for (const [from, to] of moves) {
    const id = await resolveRef(repo, from);
    if (id && !(await resolveRef(repo, to))) await setRefs(repo, [{ ref: to, next: id }], 'git prov: renamed');
    if (id) await dropRefs(repo, [from]);
  }
}

/**
 * What a ref points at, by its full name (`refs/…`) and nothing that git would guess from it.
 * @throws ProvError `git` when the ref is broken, such as an empty file after a power loss
 */
export async function resolveRef(repo: Repo, ref: string): Promise<Oid | undefined> {
  checkName(ref);
  const loose = readLoose(repo, ref);
  if (loose !== undefined) return loose;
  return isShared(ref) && !mayHaveRef(repo, ref) ? undefined : askGit(repo, ref);
}

/**
 * Moves `ref` from `expected` (undefined: it does not exist) to `next`, or does nothing. Flushed to the disk.
 * @param message one line for the reflog
 * @throws ProvError `git` when it fails for another reason than that the ref has moved
 */
export async function compareAndSwap(
  repo: Repo,
  ref: string,
  next: Oid,
  expected: Oid | undefined,
  message: string,
  { also = [], patience = UPDATE_TIMEOUT_MS }: SwapOptions = {},
): Promise<Swap> {
  for (const name of [ref, ...also.map((set) => set.ref)]) checkName(name);
  const lines = [`update ${ref}\0${next}\0${expected ?? '0'.repeat(next.length)}\0`];
  for (const set of also) lines.push(`update ${set.ref}\0${set.next}\0\0`);
  const args = [
    ...DURABLE,
    '-c',
    `core.filesRefLockTimeout=${Math.min(LOCK_TIMEOUT_MS, patience)}`,
    '-c',
    `reftable.lockTimeout=${Math.min(LOCK_TIMEOUT_MS, patience)}`,
    'update-ref',
    '--create-reflog',
    '-m',
    message.replaceAll(/\s+/g, ' '),
    '-z',
    '--stdin',
  ];
  const options = inRepo(repo, { env: plain(repo.env), input: lines.join(''), accept: [0, 1, 128] });
  for (const until = Date.now() + patience; ;) {
    const { code, stderr } = await git(args, options);
    if (code === 0) return { kind: 'done' };
    const actual = await resolveRef(repo, ref);
    if (actual === next) return { kind: 'done' }; // another process wrote the same value
    if (actual !== expected) return { kind: 'lost', actual };
    if (Date.now() >= until || !(isLocked(stderr) || hadMoved(stderr))) throw refused(ref, stderr);
    await sleep(5 + Math.random() * 45);
  }
}

// The ref as a file of its own, without a process. It is what counts when it is there; otherwise git is asked, which
// knows packed refs, symbolic refs and reftable.
function readLoose(repo: Repo, ref: string): Oid | undefined {
  if (!isShared(ref)) return undefined;
  const id = readShort(join(repo.commonDir, ref)).trimEnd();
  if (id.length === 0) throw broken(ref);
  return isOid(id) && !isZero(id) ? id : undefined;
}

// Each work tree has its own refs of the other kinds.
const isShared = (ref: string): boolean => !/^refs\/(?:worktree|bisect|rewritten)\//.test(ref);

function readShort(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return 'absent';
  }
}

async function askGit(repo: Repo, ref: string): Promise<Oid | undefined> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname) %(symref)', ref]; // the pattern matches refs below it too
  const { stdout, stderr } = await git(args, inRepo(repo, { env: plain(repo.env) }));
  for (const line of stdout.toString('utf8').split('\n')) {
    const [id = '', name, target = ''] = line.split(' ');
    if (OURS.test(ref) && name?.startsWith(`${ref}/`)) throw hidden(ref, name);
    if (name !== ref) continue;
    if (target !== '' && OURS.test(ref)) throw symbolic(ref, target);
    if (isOid(id)) return id;
  }
  if (/broken ref|bad ref/i.test(stderr)) throw broken(ref);
  return undefined;
}

/** Refs that only git prov writes. A symbolic one would lead its writes to a branch. */
const OURS = /^refs\/(?:notes\/provenance$|prov\/)/;

const symbolic = (ref: string, target: string): UnusableRef =>
  new UnusableRef('git', `${ref} is a symbolic ref, to ${target}.`, {
    cause: 'What git prov writes there would go to that ref.',
    ...DOCTOR,
  });

const hidden = (ref: string, below: string): UnusableRef =>
  new UnusableRef('git', `${ref} cannot be written, because ${below} exists.`, {
    cause: 'Git keeps no ref with the name of a folder that contains another ref.',
    hint: `Run git update-ref -d ${below}, and then git prov doctor.`,
  });

const broken = (ref: string): UnusableRef => new UnusableRef('git', `The ref ${ref} is broken.`, DOCTOR);

function refused(ref: string, stderr: string): ProvError {
  const why = stderr.trim().split('\n').at(-1) ?? '';
  return new ProvError('git', `git could not update ${ref}: ${why}`, isLocked(stderr) ? DOCTOR : {});
}

// Of reftables, git says no more than that.
const isLocked = (stderr: string): boolean =>
  /Unable to create '.*\.lock'|\.lock': File exists|cannot lock references/s.test(stderr);

// It had moved when git looked, and has moved back since.
const hadMoved = (stderr: string): boolean => /but expected|already exists|unable to resolve reference/.test(stderr);

// Messages in English, as `isLocked` reads them.
const plain = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, LC_ALL: 'C', LANGUAGE: '' });

/** Whether it is the full name of a ref that git would take. */
export const isFullName = (ref: string): boolean =>
  /^refs\/[^\s~^:?*[\\\u0000-\u001f\u007f]+$/.test(ref) && !/(?:^|\/)\.|\.\.|\/\/|\.lock(?:\/|$)|[/.]$/.test(ref);

function checkName(ref: string): void {
  if (!isFullName(ref)) throw new ProvError('bug', `Not a full ref name: ${JSON.stringify(ref)}.`);
}
