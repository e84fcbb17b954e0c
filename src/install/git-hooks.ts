import { accessSync, constants, existsSync, lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { ProvError } from '../errors.ts';
import type { Repo } from '../git/repo.ts';
import { linkExists, readIf } from './apply.ts';
import { hooksPathValues } from './git-config.ts';
import { provFiles } from './paths.ts';
import type { Plan } from './plan.ts';

/** The git hooks that record something, and the one that brings a remote the notes. `reference-transaction` is not among them: a rebase calls it dozens of times. */
export const GIT_HOOKS = ['post-commit', 'post-rewrite', 'post-merge', 'post-applypatch', 'pre-push'] as const;

// Every other hook, for the case that ours is the hooks folder and has to pass the call on.
const PASSED_ON = [
  'applypatch-msg',
  'pre-applypatch',
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'commit-msg',
  'pre-rebase',
  'post-checkout',
  'pre-receive',
  'update',
  'post-receive',
  'post-update',
  'pre-auto-gc',
  'sendemail-validate',
];
// That these exist changes what git does, or they run very often: passed on only where the user has one.
const PASSED_ON_IF_THERE = [
  'push-to-checkout',
  'proc-receive',
  'reference-transaction',
  'post-index-change',
  'fsmonitor-watchman',
  'p4-changelist',
  'p4-prepare-changelist',
  'p4-post-changelist',
  'p4-pre-submit',
];

/**
 * Where our hooks go. `beside`: into the repository's own hooks folder, the user's hook of that name becoming
 * `<hook>.user`. `redirect`: into a folder of ours that core.hooksPath is pointed at, each hook passing the call on to
 * the former folder; for where that folder is tracked, shared with other repositories or rewritten by a tool (husky).
 * Not used everywhere, because with core.hooksPath set other hook installers refuse to work, and a repository that is
 * moved would lose its hooks without a word.
 */
export type HookPlace =
  | { readonly kind: 'beside'; readonly dir: string }
  | { readonly kind: 'redirect'; readonly dir: string; readonly former: string };

/** Decides where the hooks go, leaving out of account what an earlier `init` set. */
export async function hookPlace(repo: Repo, formerLocal: readonly string[]): Promise<HookPlace> {
  const ours = configPath(provFiles(repo).hooks);
  const values = await hooksPathValues(repo);
  const isRedirected = values.some(({ scope, value }) => scope === 'local' && value === ours);
  const local = isRedirected
    ? formerLocal.map((value) => value.replace(/^~(?=\/)/, repo.env['HOME'] ?? '~'))
    : values.filter(({ scope }) => scope === 'local').map(({ value }) => value);
  const wider = values.filter(({ scope }) => scope === 'system' || scope === 'global').map(({ value }) => value);
  const former = local.at(-1) ?? wider.at(-1);

  const own = join(repo.commonDir, 'hooks');
  const isLink = lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isRedirected && !isLink && (former === undefined || sameFolder(resolve(repo.cwd, former), own)))
    return { kind: 'beside', dir: own };
  if (former?.includes('\n'))
    throw new ProvError('data', 'core.hooksPath holds a line break.', {
      hint: 'Give the folder of hooks another name.',
    });
  // An empty or absent folder of hooks means: none.
  return { kind: 'redirect', dir: provFiles(repo).hooks, former: former === undefined ? own : former || '/dev/null' };
}

/**
 * Plans the hooks' files. A folder of ours is made by the caller, with the rest of the local state.
 * @param shim the bytes of hooks/git
 * @throws ProvError `data` when a hook of the user's is in the way of another
 */
export function planHooks(plan: Plan, repo: Repo, place: HookPlace, shim: Buffer): void {
  if (place.kind === 'beside') {
    plan.folder(place.dir, 0o777 & ~umask());
    for (const hook of GIT_HOOKS) planBeside(plan, join(place.dir, hook), shim);
    return;
  }
  const folder = isAbsolute(place.former) ? place.former : resolve(repo.cwd, place.former);
  const rare = PASSED_ON_IF_THERE.filter((hook) => isRunnable(join(folder, hook)));
  const say = `passes the call on to ${place.former}, and records`;
  plan.file(join(place.dir, 'former'), Buffer.from(`${place.former}\n`), { ...OWN, mode: 0o600, say });
  for (const hook of [...GIT_HOOKS, ...PASSED_ON, ...rare])
    plan.file(join(place.dir, hook), shim, { ...OWN, mode: 0o700, say });
}

function planBeside(plan: Plan, path: string, shim: Buffer): void {
  const theirs = `${path}.user`;
  const current = linkExists(path) && existsSync(path) ? readIf(path) : undefined;
  const about = { role: 'hook', mode: 0o777 & ~umask(), before: undefined, say: 'records' } as const;
  if (current && isShim(current)) {
    if (linkExists(theirs)) plan.moved(path, theirs);
    plan.file(path, shim, about);
    return;
  }
  if (linkExists(path)) {
    if (linkExists(theirs))
      throw new ProvError(
        'data',
        `${path} and ${theirs} both exist, and git prov would have to move the one over the other.`,
        {
          hint: 'Merge the two into the first, remove the second, and run init again.',
        },
      );
    plan.move(path, theirs);
  }
  plan.file(path, shim, { ...about, current: undefined });
}

/** Whether a hook's bytes are those of hooks/git, of whatever version. */
export const isShim = (bytes: Buffer): boolean => bytes.subarray(0, 200).toString('latin1').includes('\n# git prov: ');

/** Whether git would run this file as a hook. */
export function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A folder's path as git's configuration and sh want it, on Windows too. */
export const configPath = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);

/** Whether two paths lead to one folder. */
const sameFolder = (a: string, b: string): boolean =>
  resolve(a) === resolve(b) || (existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b));

const OWN = { role: 'own', before: undefined } as const;
const umask = (): number => process.umask();
