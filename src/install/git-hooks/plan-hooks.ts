import { accessSync, constants, existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Repo } from '../../git/repository/repo.ts';
import { linkExists, readIf } from '../apply.ts';
import { same } from '../install-change.ts';
import { FILE_HOOK, GIT_HOOKS, LFS_HOOK, PASSED_ON, PASSED_ON_IF_THERE } from './hook-names.ts';
import type { HookPlace } from './hook-place.ts';
import { foreignIn, planRescue } from './rescue.ts';
import { freeName, sparesOf } from './spares.ts';
import { toolOf } from './hook-tools.ts';
import { configPath } from '../user-paths.ts';
import type { Plan } from '../plan.ts';
import { isShim, tailBeside, tailOf, withTail } from './shim.ts';
import { filesOf } from '../../git/repository/local-files.ts';

/**
 * Plans the hook files. The caller creates our folder together with the other local state.
 * @param shim the bytes of hooks/git
 * @param lfs whether Git LFS is in use
 */
export function planHooks(
  plan: Plan,
  repo: Repo,
  place: HookPlace,
  { shim, lfs }: { shim: Buffer; lfs: boolean },
): void {
  const files = filesOf(repo);
  for (const hook of configuredHooks(place, lfs))
    plan.file(join(files.configured, hook), shim, {
      ...OWN,
      mode: 0o700,
      say: 'records; git runs it by its configuration',
    });
  if (place.kind === 'beside') {
    plan.folder(place.dir, 0o777 & ~umask());
    for (const hook of place.configured ? [FILE_HOOK] : GIT_HOOKS) planBeside(plan, join(place.dir, hook), shim);
    const checkout = join(place.dir, LFS_HOOK);
    const current = existsSync(checkout) ? readIf(checkout) : undefined;
    // An existing foreign hook already contains the one of Git LFS, or Git LFS chose not to add it.
    if (!place.configured && (current ? isShim(current) : lfs && !linkExists(checkout)))
      planBeside(plan, checkout, shim);
    return;
  }
  planRedirect(plan, repo, place, shim);
}

/** The hooks that git runs from its configuration. They need no file in a hooks folder. */
export const configuredHooks = ({ configured }: HookPlace, lfs: boolean): string[] =>
  configured ? [...GIT_HOOKS.filter((hook) => hook !== FILE_HOOK), ...(lfs ? [LFS_HOOK] : [])] : [];

/** The settings that make git run these hooks. The command finds the folder again after the repository was moved. */
export function gitConfigBytes(repo: Repo, hooks: readonly string[]): Buffer {
  const { configured } = filesOf(repo);
  const each = hooks.map((hook) => {
    const path = configPath(join(configured, hook)).replaceAll("'", `'\\''`);
    const again = `"$(git rev-parse --git-common-dir)/prov/configured/${hook}"`;
    const command = `f='${path}'; [ -x "$f" ] || f=${again}; [ ! -x "$f" ] || "$f"`;
    return `[hook "git-prov-${hook}"]\n\tcommand = ${quoted(command)}\n\tevent = ${hook}\n`;
  });
  return Buffer.from(`${INCLUDED}${each.join('')}`);
}

/** The setting that makes git use our hooks folder. */
export const redirectBytes = (repo: Repo): Buffer =>
  Buffer.from(`${INCLUDED}[core]\n\thooksPath = ${quoted(configPath(filesOf(repo).hooks))}\n`);

const INCLUDED = '# git prov: included by the configuration of the repository.\n';

const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

function planRedirect(plan: Plan, repo: Repo, place: HookPlace & { readonly kind: 'redirect' }, shim: Buffer): void {
  const folder = isAbsolute(place.former) ? place.former : resolve(repo.cwd, place.former);
  for (const { name, bytes } of foreignIn(place.dir)) planRescue(plan, join(folder, name), bytes);
  const rare = PASSED_ON_IF_THERE.filter((hook) => isRunnable(join(folder, hook)) || existsSync(join(place.dir, hook)));
  const say = `passes the call on to ${place.former}, and records`;
  plan.file(join(place.dir, 'former'), Buffer.from(`${place.former}\n`), { ...OWN, mode: 0o600, say });
  for (const hook of [...GIT_HOOKS, ...PASSED_ON, ...rare]) {
    const path = join(place.dir, hook);
    const current = readIf(path);
    const tail = current && isShim(current) ? tailOf(current) : undefined;
    plan.file(path, withTail(shim, tail), { ...OWN, mode: 0o700, say });
    for (const spare of sparesOf(path)) plan.remove(spare, 'our hook, which another program had renamed');
  }
}

function planBeside(plan: Plan, path: string, shim: Buffer): void {
  const theirs = `${path}.user`;
  const current = linkExists(path) && existsSync(path) ? readIf(path) : undefined;
  const about = { role: 'hook', mode: 0o777 & ~umask(), before: undefined, say: 'records' } as const;
  const legacy = `${path}.legacy`;
  const spares = sparesOf(path);
  // pre-commit runs the hook that it found, which is ours.
  if (current && toolOf(current) === 'pre-commit' && !isShim(current) && spares.includes(legacy)) {
    plan.file(legacy, shim, about);
    return;
  }
  for (const spare of spares) plan.remove(spare, 'our hook, which another program had renamed');
  if (current && isShim(current)) {
    if (linkExists(theirs)) plan.moved(path, theirs);
    const own = existsSync(theirs) ? readIf(theirs) : undefined;
    plan.file(path, withTail(shim, tailBeside(current, own)), about);
    return;
  }
  if (linkExists(path)) {
    if (linkExists(theirs)) {
      const old = existsSync(theirs) ? readIf(theirs) : undefined;
      const isOutdated = same(old, current) || (toolOf(old) !== undefined && toolOf(old) === toolOf(current));
      if (isOutdated && old) plan.remove(theirs, 'an older state of that hook');
      else plan.move(theirs, freeName(`${path}.old`), 'your earlier hook, which another program replaced');
    }
    plan.move(path, theirs, 'your hook, which ours runs first');
  }
  plan.file(path, shim, { ...about, current: undefined });
}

/** Whether git would run this file as a hook. */
export function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const OWN = { role: 'own', before: undefined } as const;
const umask = (): number => process.umask();
