import { type Act, diverge, land, stageHalf, type Shape } from './branches.ts';
import { finish, solve, type Solver, unfinished, unmerged } from './conflicts.ts';
import type { Dice } from './dice.ts';
import type { Stage } from './stage.ts';

const rebase =
  (args: readonly string[], shape: Shape = {}, solver: Solver = 'either'): Act =>
  (stage, dice) => {
    const sides = diverge(stage, dice, shape);
    stage.run(dice, 'rebase', '-q', ...args, sides.base);
    finish(stage, dice, solver);
    land(stage, sides);
  };

/** An interactive rebase of three commits. A script edits its list. */
const interactive =
  (script: string, more: { readonly moved?: boolean; readonly halt?: Act } = {}): Act =>
  (stage, dice) => {
    const sides = diverge(stage, dice, { commits: 3, moved: more.moved ?? dice.chance(60) });
    stage.under({ GIT_SEQUENCE_EDITOR: `sed -i -e '${script}'`, GIT_EDITOR: `sed -i -e '1s/$/ again/'` }, () =>
      stage.run(dice, 'rebase', '-q', '-i', sides.base),
    );
    while (more.halt && unfinished(stage) === 'rebase' && unmerged(stage).length === 0) {
      more.halt(stage, dice);
      if (!stage.git('rebase', '--continue')) break;
    }
    finish(stage, dice);
    land(stage, sides);
  };

const amendHere: Act = (stage, dice) => {
  if (dice.chance(50)) stage.agentWrites(dice);
  else stage.personWrites(dice);
  stage.git('add', '-A');
  stage.git('commit', '-q', '--amend', '--no-edit');
};

const splitHere: Act = (stage, dice) => {
  stage.git('reset', '-q', 'HEAD^');
  const changed = stage.repo.git('-c', 'core.quotePath=false', 'diff', '--name-only', '-z').split('\0').filter(Boolean);
  const path = changed.length > 0 ? dice.pick(changed) : 'new.txt';
  if (stage.paths.includes(path) && dice.chance(60)) stageHalf(stage, path);
  else stage.git('add', '--', path);
  stage.git('commit', '-qm', `part ${stage.ink.word()}`);
  if (dice.chance(30)) stage.personWrites(dice);
  stage.commit();
};

const again = (stage: Stage, dice: Dice): void => {
  finish(stage, dice);
  stage.git('reset', '-q', '--hard', 'ORIG_HEAD');
};

/** Every way to rebase. */
export const REBASES = {
  'rebase --merge': rebase(['--merge']),
  'rebase --apply': rebase(['--apply']),
  'rebase, conflict solved by a person': rebase(['--merge'], { clash: true }, 'person'),
  'rebase, conflict solved by an agent': rebase(['--merge'], { clash: true }, 'agent'),
  'rebase --apply, conflict': rebase(['--apply'], { clash: true }),
  'rebase -X ours': rebase(['-X', 'ours'], { clash: true }),
  'rebase -X theirs': rebase(['-X', 'theirs'], { clash: true }),
  'rebase --exec true': rebase(['--exec', 'true']),
  'rebase --exec that amends': (stage, dice) => {
    const sides = diverge(stage, dice);
    const script = `printf '%s\\n' "$(git rev-parse --short HEAD) seen @human" >> new.txt && git add -A && git commit -q --amend --no-edit`;
    stage.git('rebase', '-q', '--exec', script, sides.base);
    finish(stage, dice);
    land(stage, sides);
  },
  'rebase --onto': (stage, dice) => {
    const first = diverge(stage, dice, { commits: 1 });
    const second = diverge(stage, dice, { moved: false });
    stage.run(dice, 'rebase', '-q', '--onto', first.base, first.topic, second.topic);
    finish(stage, dice);
    land(stage, { base: first.base, topic: second.topic });
    stage.git('branch', '-q', '-D', first.topic);
  },
  'rebase --root': (stage, dice) => {
    stage.settle();
    if (Number(stage.repo.git('rev-list', '--count', 'HEAD')) > 16) return;
    stage.mark('commit');
    stage.run(dice, 'rebase', '-q', '--root', '--no-ff', ...(dice.chance(50) ? ['--rebase-merges'] : []));
    finish(stage, dice);
  },
  'rebase --autosquash': (stage, dice) => {
    const sides = diverge(stage, dice, { commits: 2 });
    stage.agentWrites(dice, undefined, 'bottom');
    stage.git('add', '-A');
    stage.git('commit', '-q', '--fixup', dice.chance(50) ? 'HEAD' : 'HEAD~1');
    stage.personWrites(dice, undefined, 'bottom');
    stage.agentWrites(dice, undefined, 'bottom');
    stage.git('add', '-A');
    stage.git('commit', '-q', '--squash', 'HEAD~1', '-m', 'more of it');
    stage.mark('commit');
    stage.run(dice, 'rebase', '-q', '-i', '--autosquash', sides.base);
    finish(stage, dice);
    land(stage, sides);
  },
  'rebase --autostash': (stage, dice) => {
    const sides = diverge(stage, dice);
    stage.agentWrites(dice, undefined, 'bottom');
    if (dice.chance(50)) stage.personWrites(dice, undefined, 'bottom');
    stage.run(dice, 'rebase', '-q', dice.pick(['--merge', '--apply']), '--autostash', sides.base);
    finish(stage, dice);
    if (unmerged(stage).length > 0) {
      solve(stage, dice);
      stage.git('add', '-A');
      stage.git('stash', 'drop', '-q');
    }
    stage.settle();
    land(stage, sides);
  },
  'rebase -i squash': interactive('2s/^pick/squash/'),
  'rebase -i fixup of all': interactive('2,$s/^pick/fixup/'),
  'rebase -i drop': interactive('2d'),
  'rebase -i reorder': interactive('1{h;d};2G'),
  'rebase -i reword': interactive('1,2s/^pick/reword/', { moved: false }),
  'rebase -i edit': interactive('1s/^pick/edit/', { halt: amendHere }),
  'rebase -i split': interactive('2s/^pick/edit/', { halt: splitHere }),
  'rebase --skip': (stage, dice) => {
    const sides = diverge(stage, dice, { clash: true, commits: 2 });
    stage.git('rebase', '-q', sides.base);
    if (unfinished(stage)) stage.git('rebase', '--skip');
    finish(stage, dice);
    land(stage, sides);
  },
  'rebase --abort': (stage, dice) => {
    const sides = diverge(stage, dice, { clash: true, commits: 2 });
    stage.git('rebase', '-q', dice.pick(['--merge', '--apply']), sides.base);
    if (dice.chance(50) && unfinished(stage)) solve(stage, dice);
    if (unfinished(stage)) stage.git('rebase', '--abort');
    land(stage, sides);
  },
  'rebase with rerere': (stage, dice) => {
    const sides = diverge(stage, dice, { clash: true });
    const rerere = ['-c', 'rerere.enabled=true', '-c', 'rerere.autoUpdate=true'];
    stage.repo.git('config', 'rerere.enabled', 'true');
    stage.git(...rerere, 'rebase', '-q', sides.base);
    again(stage, dice);
    stage.git(...rerere, 'rebase', '-q', sides.base);
    finish(stage, dice);
    stage.repo.git('config', '--unset', 'rerere.enabled');
    land(stage, sides);
  },
  'rebase and rename': (stage, dice) => {
    const sides = diverge(stage, dice);
    stage.git('switch', '-q', sides.base);
    rename(stage, dice);
    stage.git('switch', '-q', sides.topic);
    stage.mark('commit');
    stage.run(dice, 'rebase', '-q', dice.pick(['--merge', '--apply']), sides.base);
    finish(stage, dice);
    land(stage, sides);
  },
} as const satisfies Record<string, Act>;

/** Renames a file and commits that; now and then an agent does it. */
export function rename(stage: Stage, dice: Dice): void {
  const path = stage.path(dice);
  const target = path.startsWith('moved/') ? path.slice('moved/'.length) : `moved/${path}`;
  if (!stage.paths.includes(path) || stage.paths.includes(target)) return;
  const folder = target.split('/').slice(0, -1).join('/') || '.';
  if (dice.chance(50)) stage.agent(dice).bash(`mkdir -p '${folder}' && git mv '${path}' '${target}'`);
  else {
    stage.repo.write(target, stage.repo.read(path));
    stage.git('rm', '-q', '-f', '--', path);
  }
  if (dice.chance(40)) stage.agentWrites(dice, target, 'bottom');
  stage.commit();
}
