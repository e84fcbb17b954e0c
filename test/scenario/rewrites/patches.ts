import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Act, diverge, type Diverged } from './branches.ts';
import { finish, unfinished } from './conflicts.ts';
import type { Dice } from './dice.ts';
import type { Stage } from './stage.ts';

/** Writes the commits of a topic as mail, beside the repository. */
export function formatPatches(stage: Stage, { base, topic }: Diverged): string {
  const file = join(stage.repo.home, `${topic}.mbox`);
  writeFileSync(file, stage.repo.gitRaw(['format-patch', '-q', '--stdout', `${base}..${topic}`]));
  return file;
}

/** Applies mail; where that fails, tries again with the blobs that it names. */
export function applyMail(stage: Stage, dice: Dice, file: string, args: readonly string[]): void {
  if (readFileSync(file).length === 0) return;
  stage.run(dice, 'am', '-q', '--keep-cr', ...args, file);
  if (unfinished(stage) === 'am' && !args.includes('-3')) {
    stage.git('am', '--abort');
    stage.git('am', '-q', '--keep-cr', '-3', file);
  }
  finish(stage, dice);
}

const am =
  (args: readonly string[], clash: boolean): Act =>
  (stage, dice) => {
    const sides = diverge(stage, dice, { clash });
    const file = formatPatches(stage, sides);
    stage.git('switch', '-q', sides.base);
    if (dice.chance(70)) stage.git('branch', '-q', '-D', sides.topic);
    applyMail(stage, dice, file, args);
  };

const plumbing =
  (parent: string): Act =>
  (stage, dice) => {
    stage.settle();
    for (let n = 0; n < 2; n++) stage.work(dice);
    stage.mark('commit');
    stage.repo.tick();
    const made = stage.repo.git('commit-tree', 'HEAD^{tree}', '-p', parent, '-m', `made by hand ${stage.ink.word()}`);
    stage.git(
      'update-ref',
      ...(dice.chance(50) ? ['-m', 'by hand'] : []),
      dice.pick(['HEAD', `refs/heads/${stage.branch}`]),
      made,
    );
  };

const filter =
  (filter: (stage: Stage, dice: Dice) => readonly string[]): Act =>
  (stage, dice) => {
    stage.settle();
    for (let n = 0; n < 2; n++) stage.work(dice);
    stage.mark('commit');
    stage.under({ FILTER_BRANCH_SQUELCH_WARNING: '1' }, () =>
      stage.git('filter-branch', '-f', ...filter(stage, dice), `HEAD~2..${stage.branch}`),
    );
  };

/** Operations that leave the fewest traces: patches by mail, and git's plumbing. */
export const PATCHES = {
  'format-patch and am': am([], false),
  'am -3': am(['-3'], false),
  'am -3, conflict': am(['-3'], true),
  'commit-tree, the same tree': plumbing('HEAD~1'),
  'commit-tree, two in one': plumbing('HEAD~2'),
  'filter-branch --msg-filter': filter(() => ['--msg-filter', 'sed "1s/$/ (filtered)/"']),
  'filter-branch --tree-filter': filter((stage, dice) => {
    const path = stage.path(dice);
    const line = stage.ink.line('human').trim();
    return ['--tree-filter', `[ ! -f '${path}' ] || sed -i '1i ${line}' '${path}'`];
  }),
  'filter-branch that renames': filter((stage, dice) => {
    const path = stage.path(dice);
    const target = path.startsWith('moved/') ? path.slice('moved/'.length) : `moved/${path}`;
    if (stage.paths.includes(target)) return ['--tree-filter', 'true'];
    return ['--tree-filter', `mkdir -p moved/dir moved/src dir src; [ ! -f '${path}' ] || mv '${path}' '${target}'`];
  }),
} as const satisfies Record<string, Act>;
