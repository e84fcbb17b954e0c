import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { apply, checked, planAndApply } from '../../../../install/apply.ts';
import { AGENTS } from '../../../../agents/settings-table.ts';
import type { InstallContext } from '../../../../install/install.ts';
import { openWorkTree } from '../../../../install/install.ts';
import { dataFiles } from '../../../../install/user-paths.ts';
import {
  planGlobalRemoval,
  planRemoval,
  refuseIfWaiting,
  removeState,
  type Removal,
} from '../../../../install/uninstall.ts';
import { reported, type InitReport } from './init.ts';
import { filesOf, provDirOf } from '../../../../git/repository/local-files.ts';

export interface DeinitOptions {
  /** Continue even if unrecorded events would be lost. */
  readonly force?: boolean;
  /** Undo `init --global`. */
  readonly global?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Undoes the changes of `init`, byte for byte unless another program changed a file since, and deletes the local state. The
 * notes stay. Changes nothing where git prov was never set up.
 * @throws ProvError `git` outside of a work tree; `data` while events wait (unless `force`) or when a file cannot be
 * written
 */
export async function deinit(ctx: InstallContext, options: DeinitOptions = {}): Promise<InitReport> {
  const repo = options.global ? undefined : await openWorkTree(ctx);
  if (repo && !options.force) refuseIfWaiting(repo);
  const state = repo && existsSync(provDirOf(repo)) ? provDirOf(repo) : undefined;
  const make = (): Promise<Removal> => (repo ? planRemoval(ctx, repo, AGENTS) : planGlobalRemoval(ctx, AGENTS));
  const plan = await (options.dryRun ? checked(make) : planAndApply(make, ctx.watch));

  const notes = [...plan.notes];
  if (!options.dryRun) {
    if (repo) await removeState(repo);
    apply(plan.folders);
    // While every repository is recorded, this one needs a mark that excludes it.
    if (repo && existsSync(dataFiles(ctx).global)) {
      mkdirSync(provDirOf(repo), { mode: 0o700 });
      writeFileSync(filesOf(repo).disabled, '', { mode: 0o600 });
      notes.push(
        'Other repositories are still recorded (init --global). This one is not, until you run git prov init in it.',
      );
    }
  }
  const changes = [
    ...plan.steps.flatMap(reported),
    ...(state === undefined
      ? []
      : [{ action: 'remove', path: state, what: 'the local state; the notes stay' } as const]),
  ];
  return {
    schema: 'git-prov/deinit/1',
    repository: repo?.commonDir,
    dryRun: options.dryRun ?? false,
    changed: !options.dryRun && changes.length > 0,
    changes,
    notes,
  };
}
