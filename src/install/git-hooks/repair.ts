import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isTrue, readSettings } from '../../git/repository/git-settings.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { planAndApply } from '../apply.ts';
import { hookState, type HookState } from './hook-state.ts';
import { isNewInGlobal, markChecked, mayBeDisplaced } from './watch.ts';
import { type InstallContext, planHooksAgain, planRepository } from '../install.ts';
import { usesLfs } from './lfs.ts';
import { filesOf } from '../../git/repository/local-files.ts';

// What `init` does in a repository, without the agents: the user's settings have those.
async function setUp(ctx: InstallContext, repo: Repo): Promise<void> {
  const wish = { agents: [], shared: false };
  await planAndApply(async () => ({ steps: await planRepository(ctx, repo, wish) }), ctx.watch);
  markChecked(repo);
}

/**
 * Restores our hooks when another program displaced them, unless `prov.repair` is false, and stores one line about it for
 * `takeNotice`. The user's hooks and the program's hooks still run.
 * @throws ProvError `data` when a file cannot be written
 */
export async function repairHooks(ctx: InstallContext, repo: Repo): Promise<void> {
  if (isNewInGlobal(repo)) return setUp(ctx, repo);
  if (!existsSync(filesOf(repo).journal)) return;
  markChecked(repo);
  const before = await hookState(repo);
  const wantsLfs = (await usesLfs(repo)) && !existsSync(filesOf(repo).lfs);
  if (before.notRunning.length === 0 && !wantsLfs && !before.doubled) return;
  const { 'prov.repair': setting } = Object.fromEntries(await readSettings(['prov'], { cwd: repo.cwd, env: repo.env }));
  // A value that is not a boolean counts as false.
  if (isTrue(setting, true) !== true) {
    if (before.notRunning.length > 0)
      notice(repo, `${cause(before)}. prov.repair is off, so they were not put back; git prov doctor --fix does it.`);
    return;
  }
  await planAndApply(async () => ({ steps: await planHooksAgain(ctx, repo) }), ctx.watch);
  markChecked(repo);
  if (before.notRunning.length === 0) return;
  const { notRunning, dir } = await hookState(repo);
  if (notRunning.length === 0) notice(repo, `${cause(before)}. They are back, and its own still run.`);
  else notice(repo, `${cause(before)}, and ours could not be put back: git takes its hooks from ${dir}.`);
}

const cause = ({ by, notRunning }: HookState): string =>
  `${by ?? 'another program'} had displaced our ${notRunning.length === 1 ? 'hook' : 'hooks'} ${notRunning.join(', ')}`;

/** Repairs the hooks if they may have been displaced. Errors are logged for `git prov status`. */
export async function noticeHooks(ctx: InstallContext, repo: Repo): Promise<void> {
  try {
    if (mayBeDisplaced(repo)) await repairHooks(ctx, repo);
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    try {
      appendFileSync(filesOf(repo).faults, `${new Date().toISOString()} hooks: ${what.slice(0, 500)}\n`);
    } catch {
      // The repository is read-only: reading goes on.
    }
  }
}

function notice(repo: Repo, line: string): void {
  const { notice: file } = filesOf(repo);
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!kept.split('\n').includes(line))
    writeFileSync(file, `${kept}${line}\n`.slice(-MAX_NOTICE_CHARACTERS), { mode: 0o600 });
}

const MAX_NOTICE_CHARACTERS = 4096;
