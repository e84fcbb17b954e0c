import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { git, gitText } from '../../git/process/process.ts';
import { readSettings } from '../../git/repository/git-settings.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { readIf } from '../apply.ts';
import { isRunnable } from './plan-hooks.ts';
import { FILE_HOOK, GIT_HOOKS } from './hook-names.ts';
import { runsConfigured } from './hook-place.ts';
import { foreignIn } from './rescue.ts';
import { type HookTool, toolOf, toolOfFolder } from './hook-tools.ts';
import { isShim, tailBeside, tailOf } from './shim.ts';
import { filesOf } from '../../git/repository/local-files.ts';

/** Which of our hooks git runs here. */
export interface HookState {
  /** Git's hooks folder. */
  readonly dir: string;
  readonly running: readonly string[];
  /** Hooks that git does not run, because another program set core.hooksPath or replaced them. */
  readonly notRunning: readonly string[];
  /** That program, when its hooks identify it. */
  readonly by: HookTool | undefined;
  /** Another program appended lines that the user's own hook contains too, so they run twice. */
  readonly doubled: boolean;
}

/** Checks the hooks that git would run here. */
export async function hookState(repo: Repo): Promise<HookState> {
  const dir = await hooksDir(repo);
  const byConfiguration = await configured(repo);
  const runs = (hook: string): boolean => byConfiguration.has(hook) || runsFile(join(dir, hook));
  const running = GIT_HOOKS.filter(runs);
  const notRunning = GIT_HOOKS.filter((hook) => !runs(hook));
  const found = notRunning.map((hook) => toolOf(readFile(join(dir, hook)))).find((tool) => tool !== undefined);
  const by = toolOfFolder(dir) ?? found ?? foreignIn(dir).map(({ bytes }) => toolOf(bytes))[0] ?? anyTool(dir);
  const doubled = GIT_HOOKS.some((hook) => isDoubled(join(dir, hook)));
  return { dir, running, notRunning, by: notRunning.length > 0 ? by : undefined, doubled };
}

// Git is asked only where its configuration names a folder: it knows what `~` and a relative path mean there.
async function hooksDir(repo: Repo): Promise<string> {
  if (!(await readSettings(['core'], repo)).has('core.hookspath')) return join(repo.commonDir, 'hooks');
  return resolve(repo.cwd, await gitText(['rev-parse', '--git-path', 'hooks'], inRepo(repo)));
}

// simple-git-hooks removes unused hooks, so any hook may identify the program.
const anyTool = (dir: string): HookTool | undefined =>
  ['pre-commit', 'commit-msg'].map((hook) => toolOf(readFile(join(dir, hook)))).find((tool) => tool !== undefined);

function runsFile(path: string): boolean {
  const bytes = readFile(path);
  if (!bytes || !isRunnable(path)) return false;
  if (isShim(bytes)) return true;
  const legacy = toolOf(bytes) === 'pre-commit' ? readFile(`${path}.legacy`) : undefined;
  return legacy !== undefined && isShim(legacy) && isRunnable(`${path}.legacy`);
}

function isDoubled(path: string): boolean {
  const bytes = readFile(path);
  return bytes !== undefined && isShim(bytes) && !!tailOf(bytes) && !tailBeside(bytes, readFile(`${path}.user`));
}

const readFile = (path: string): Buffer | undefined => (existsSync(path) ? readIf(path) : undefined);

// The hooks that git runs from its configuration, if it can.
async function configured(repo: Repo): Promise<Set<string>> {
  const { configured: folder } = filesOf(repo);
  const hooks = GIT_HOOKS.filter((hook) => hook !== FILE_HOOK && isRunnable(join(folder, hook)));
  if (hooks.length === 0 || !(await runsConfigured(repo))) return new Set();
  const args = ['config', '--get-regexp', String.raw`^hook\.git-prov-.*\.(command|enabled)$`];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 1] }));
  const set = stdout.toString('utf8').toLowerCase();
  return new Set(
    hooks.filter(
      (hook) => set.includes(`hook.git-prov-${hook}.command `) && !set.includes(`hook.git-prov-${hook}.enabled false`),
    ),
  );
}
