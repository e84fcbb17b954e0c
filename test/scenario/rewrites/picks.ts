import { type Act, diverge, type Diverged, land } from './branches.ts';
import { finish, solve, type Solver, unmerged } from './conflicts.ts';
import type { Dice } from './dice.ts';
import type { Stage } from './stage.ts';

const pick =
  (args: readonly string[], which: (sides: Diverged) => string, solver?: Solver): Act =>
  (stage, dice) => {
    const sides = diverge(stage, dice, { commits: 2, clash: solver !== undefined });
    stage.git('switch', '-q', sides.base);
    stage.run(dice, 'cherry-pick', ...args, which(sides));
    if (args.includes('-n')) commitWhatIsThere(stage, dice, `picked ${stage.ink.word()}`);
    finish(stage, dice, solver);
    drop(stage, dice, sides.topic);
  };

const one = ({ topic }: Diverged): string => topic;
const range = ({ base, topic }: Diverged): string => `${base}..${topic}`;

function drop(stage: Stage, dice: Dice, topic: string): void {
  if (dice.chance(70)) stage.git('branch', '-q', '-D', topic);
}

function commitWhatIsThere(stage: Stage, dice: Dice, message: string): void {
  if (unmerged(stage).length > 0) solve(stage, dice, dice.chance(40) ? stage.agent(dice) : undefined);
  stage.git('add', '-A');
  stage.git('commit', '-qm', message);
}

const merge =
  (args: readonly string[], solver?: Solver): Act =>
  (stage, dice) => {
    const sides = diverge(stage, dice, { clash: solver !== undefined });
    stage.git('switch', '-q', sides.base);
    stage.run(dice, 'merge', '-q', '--no-edit', ...args, sides.topic);
    finish(stage, dice, solver);
    drop(stage, dice, sides.topic);
  };

const squash =
  (edited: boolean, clash = false): Act =>
  (stage, dice) => {
    const sides = diverge(stage, dice, { clash });
    stage.git('switch', '-q', sides.base);
    stage.run(dice, 'merge', '-q', '--squash', sides.topic);
    if (unmerged(stage).length > 0) solve(stage, dice, dice.chance(40) ? stage.agent(dice) : undefined);
    if (edited && dice.chance(50)) stage.agentWrites(dice);
    else if (edited) stage.personWrites(dice);
    stage.git('add', '-A');
    if (dice.chance(50)) stage.git('commit', '-q', '--no-edit');
    else stage.git('commit', '-qm', `all of ${sides.topic}`);
    drop(stage, dice, sides.topic);
  };

const revert = (stage: Stage, dice: Dice, revision: string): void => {
  stage.run(dice, 'revert', '--no-edit', revision);
  finish(stage, dice);
};

/** Cherry-picks, reverts and merges. */
export const PICKS = {
  'cherry-pick': pick([], one),
  'cherry-pick of a range': pick([], range),
  'cherry-pick -x': pick(['-x'], one),
  'cherry-pick -n': pick(['-n'], range),
  'cherry-pick, conflict solved by a person': pick([], range, 'person'),
  'cherry-pick, conflict solved by an agent': pick([], range, 'agent'),
  revert: (stage, dice) => {
    stage.settle();
    stage.work(dice);
    stage.work(dice);
    stage.mark('commit');
    revert(stage, dice, dice.pick(['HEAD', 'HEAD~1']));
  },
  'revert of a revert': (stage, dice) => {
    stage.settle();
    stage.work(dice);
    stage.mark('commit');
    revert(stage, dice, 'HEAD');
    if (dice.chance(50)) {
      stage.personWrites(dice, undefined, 'top');
      stage.commit();
      revert(stage, dice, 'HEAD~1');
    } else revert(stage, dice, 'HEAD');
  },
  'merge, fast-forward': (stage, dice) => land(stage, diverge(stage, dice, { moved: false })),
  'merge, true': merge(['--no-ff']),
  'merge, conflict solved by a person': merge([], 'person'),
  'merge, conflict solved by an agent': merge([], 'agent'),
  'merge -X ours or theirs': (stage, dice) => merge(['-X', dice.pick(['ours', 'theirs'])], 'either')(stage, dice),
  'merge --squash': squash(false),
  'merge --squash, edited before the commit': squash(true),
  'merge --squash, conflict': squash(false, true),
} as const satisfies Record<string, Act>;
