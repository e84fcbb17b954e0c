import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ProvError } from '../../errors.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { readIf } from '../apply.ts';
import { hooksPathValues } from '../git-config.ts';
import { FILE_HOOK, GIT_HOOKS } from './hook-names.ts';
import { type HookTool, toolOf } from './hook-tools.ts';
import { readJournal } from '../install-journal.ts';
import { configPath } from '../user-paths.ts';
import { isShim } from './shim.ts';
import { filesOf } from '../../git/repository/local-files.ts';
import { readRegular } from '../../git/objects/regular-file.ts';

/** Of the `package.json` that may name a program for hooks. */
const MAX_PACKAGE_BYTES = 4 * 1024 * 1024;

/**
 * The location of our hooks. `beside`: in the repository's own hooks folder; the user's hook of the same name becomes
 * `<hook>.user`. `redirect`: in our own folder, set by core.hooksPath; each hook passes the call on to the former folder.
 * This is for folders that are tracked, shared with other repositories or rewritten by a program (husky). It is not the
 * default, because pre-commit refuses to install its hooks when core.hooksPath is set.
 */
export type HookPlace = (
  | { readonly kind: 'beside'; readonly dir: string }
  | { readonly kind: 'redirect'; readonly dir: string; readonly former: string }
) & {
  /** Git 2.54 runs the recording hooks from its configuration. Only pre-push is a file. */
  readonly configured: boolean;
};

/**
 * Chooses the location of the hooks, ignoring settings of an earlier `init`.
 * @param formerLocal the values of core.hooksPath in the repository's configuration before an older version set ours
 */
export async function hookPlace(repo: Repo, formerLocal: readonly string[]): Promise<HookPlace> {
  const { hooks, redirect } = filesOf(repo);
  const ours = configPath(hooks);
  const values = await hooksPathValues(repo);
  const isOldRedirect = values.some(({ scope, value, file }) => scope === 'local' && value === ours && !isIn(file));
  const isRedirected = isOldRedirect || existsSync(redirect);
  const others = values.filter(({ value }) => value !== ours);
  const before = isOldRedirect ? formerLocal.at(-1)?.replace(/^~(?=\/)/, repo.env['HOME'] ?? '~') : undefined;
  const former =
    others.findLast(({ scope }) => scope === 'local')?.value ??
    before ??
    others.findLast(({ scope }) => scope === 'global' || scope === 'system')?.value;
  if (former?.includes('\n'))
    throw new ProvError('data', 'core.hooksPath holds a line break.', {
      hint: 'Give the folder of hooks another name.',
    });

  const configured = await runsConfigured(repo);
  const own = join(repo.commonDir, 'hooks');
  const isOwn = former === undefined || sameFolder(resolve(repo.cwd, former), own);
  const isLink = lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isRedirected && !isLink && isOwn && !isRewritten(repo, own, configured))
    return { kind: 'beside', dir: own, configured };
  // An empty or missing hooks folder means that the user has no hooks.
  return { kind: 'redirect', dir: hooks, former: former === undefined ? own : former || '/dev/null', configured };
}

const isIn = (file: string): boolean => file.endsWith('prov/redirect');

// Whether a program rewrites the hooks folder at each of its installations, so that our hooks would not last there. Not
// with pre-commit, which installs nothing while core.hooksPath is set.
function isRewritten({ workTree, commonDir }: Repo, own: string, configured: boolean): boolean {
  const names = statSync(own, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(own) : [];
  const tools = new Map(names.map((name) => [name, toolAt(join(own, name))]));
  const has = (tool: HookTool): boolean => [...tools.values()].includes(tool);
  if (has('pre-commit') || (workTree !== undefined && existsSync(join(workTree, '.pre-commit-config.yaml'))))
    return false;
  if (has('simple-git-hooks')) return true;
  if (workTree !== undefined && REWRITERS.test(readRegular(join(workTree, 'package.json'), MAX_PACKAGE_BYTES) ?? ''))
    return true;
  const wasBeside = readJournal(filesOf({ commonDir }).journal).changes.some(
    (change) => change.kind === 'file' && change.role === 'hook',
  );
  const hooks = configured ? [FILE_HOOK] : GIT_HOOKS;
  return (
    wasBeside &&
    hooks.some((hook) => names.includes(hook) && tools.get(hook) !== 'lefthook' && !isOurs(join(own, hook)))
  );
}

const REWRITERS = /"(?:husky|simple-git-hooks)"\s*:/;

const toolAt = (path: string): HookTool | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile() && !path.endsWith('.sample') ? toolOf(readIf(path)) : undefined;

function isOurs(path: string): boolean {
  const bytes = existsSync(path) ? readIf(path) : undefined;
  return bytes !== undefined && isShim(bytes);
}

/** Whether this git can run hooks from its configuration. */
export async function runsConfigured(repo: Repo): Promise<boolean> {
  const { stdout } = await git(['version'], inRepo(repo));
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout.toString('utf8')) ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 54);
}

/** Whether two paths lead to the same folder. */
const sameFolder = (a: string, b: string): boolean =>
  resolve(a) === resolve(b) || (existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b));
