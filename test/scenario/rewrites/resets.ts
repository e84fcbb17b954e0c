import { join } from 'node:path';
import { TestAgent } from '../../helpers/agent.ts';
import { adoptRepo } from '../../helpers/repo.ts';
import { type Act, diverge, land, stageHalf } from './branches.ts';
import { finish, solve, unmerged } from './conflicts.ts';
import { rename } from './rebases.ts';
import { Stage } from './stage.ts';

const amend =
  (change: 'agent' | 'person' | 'nothing', times = 1): Act =>
  (stage, dice) => {
    stage.settle();
    stage.work(dice);
    stage.mark('commit');
    for (let n = 0; n < times; n++) {
      if (change === 'agent') stage.agentWrites(dice);
      if (change === 'person') stage.personWrites(dice);
      stage.git('add', '-A');
      stage.run(dice, 'commit', '-q', '--amend', '-m', `amended ${stage.ink.word()}`);
    }
  };

const reset =
  (mode: '--soft' | '--mixed'): Act =>
  (stage, dice) => {
    stage.settle();
    for (let n = 0; n < 2; n++) stage.work(dice);
    stage.mark('commit');
    stage.run(dice, 'reset', '-q', mode, dice.pick(['HEAD~1', 'HEAD~2']));
    if (dice.chance(40)) stage.personWrites(dice);
    if (mode === '--mixed' && dice.chance(50)) {
      const [path = 'a.txt'] = stage.repo.git('-c', 'core.quotePath=false', 'diff', '--name-only').split('\n');
      if (stage.paths.includes(path)) stageHalf(stage, path);
      stage.git('commit', '-qm', `half ${stage.ink.word()}`);
    }
    stage.commit();
  };

/** Operations that move HEAD, or change the last commit or uncommitted work. */
export const RESETS = {
  'amend by a person': amend('person'),
  'amend by an agent': amend('agent'),
  'amend of the message': amend('nothing'),
  'amend, three times': (stage, dice) => amend(dice.pick(['agent', 'person', 'nothing']), 3)(stage, dice),
  'amend and rename': (stage, dice) => {
    stage.settle();
    stage.work(dice);
    stage.mark('commit');
    const before = stage.repo.oid('HEAD');
    rename(stage, dice);
    if (stage.repo.oid('HEAD') === before) return;
    stage.git('reset', '-q', '--soft', before);
    stage.git('commit', '-q', '--amend', '--no-edit');
  },
  'amend of a commit without hooks': (stage, dice) => {
    stage.settle();
    stage.agentWrites(dice);
    stage.git('add', '-A');
    stage.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', `quiet ${stage.ink.word()}`);
    stage.personWrites(dice);
    stage.git('add', '-A');
    stage.git('commit', '-q', '--amend', '--no-edit');
  },
  'reset --soft': reset('--soft'),
  'reset --mixed': reset('--mixed'),
  'reset --hard, back and forward': (stage, dice) => {
    stage.settle();
    for (let n = 0; n < 2; n++) stage.work(dice);
    stage.mark('commit');
    stage.run(dice, 'reset', '-q', '--hard', 'HEAD~2');
    if (dice.chance(50)) {
      stage.personWrites(dice);
      stage.commit();
      stage.git('reset', '-q', '--hard', 'HEAD@{2}');
    } else stage.git('reset', '-q', '--hard', dice.pick(['ORIG_HEAD', 'HEAD@{1}']));
  },
  'stash push of a path': (stage, dice) => {
    stage.settle();
    const path = stage.path(dice);
    stage.agentWrites(dice, path);
    stage.agentWrites(dice);
    if (dice.chance(50)) stage.personWrites(dice, path);
    stage.mark('commit');
    stage.git('stash', 'push', '-q', '-u', '--', path);
    stage.settle();
    stage.run(dice, 'stash', 'pop', '-q');
    solve(stage, dice);
    stage.commit();
    stage.git('stash', 'clear');
  },
  'stash branch': (stage, dice) => {
    stage.settle();
    stage.agentWrites(dice);
    stage.personWrites(dice);
    stage.git('stash', '-q', '-u');
    stage.work(dice);
    stage.mark('commit');
    const [base, topic] = [stage.branch, `stashed-${stage.ink.word()}`];
    stage.git('stash', 'branch', topic);
    stage.commit();
    stage.git('rebase', '-q', base);
    finish(stage, dice);
    land(stage, { base, topic });
    stage.git('stash', 'clear');
  },
  'stash pop with a conflict': (stage, dice) => {
    stage.settle();
    const path = stage.path(dice);
    const lines = stage.lines(path);
    if (lines.length === 0) return;
    const at = dice.below(lines.length);
    stage.save(path, lines.toSpliced(at, 1, stage.ink.line('human')));
    stage.agentWrites(dice, path);
    stage.git('stash', '-q', '-u');
    stage.save(path, lines.toSpliced(at, 1, stage.ink.line('human')));
    stage.commit();
    stage.mark('commit');
    stage.git('stash', 'pop', '-q');
    if (unmerged(stage).length > 0) solve(stage, dice, dice.chance(50) ? stage.agent(dice) : undefined);
    stage.commit();
    stage.git('stash', 'clear');
  },
  'linked work tree': (stage, dice) => {
    stage.settle();
    const [base, topic] = [stage.branch, `linked-${stage.ink.word()}`];
    const dir = join(stage.repo.home, topic);
    stage.git('worktree', 'add', '-q', '-b', topic, dir);
    const linked = adoptRepo(stage.repo, dir);
    const agent = new TestAgent(linked, topic.replaceAll('-', '')).start().prompt('go on over there');
    const there = new Stage(linked, [agent], stage.ink);
    there.work(dice, 'bottom');
    there.work(dice, 'bottom');
    stage.work(dice, 'top');
    stage.mark('commit');
    there.run(dice, 'rebase', '-q', dice.pick(['--merge', '--apply']), base);
    finish(there, dice);
    if (dice.chance(50)) {
      there.agentWrites(dice);
      there.git('add', '-A');
      there.git('commit', '-q', '--amend', '--no-edit');
    }
    stage.log.push(...there.log);
    if (dice.chance(50)) {
      stage.git('worktree', 'remove', '-f', dir);
      land(stage, { base, topic });
    } else {
      stage.git('merge', '-q', '--ff-only', topic);
      stage.git('worktree', 'remove', '-f', dir);
    }
  },
  'detached HEAD': (stage, dice) => {
    stage.settle();
    const base = stage.branch;
    stage.git('checkout', '-q', '--detach');
    stage.work(dice);
    stage.work(dice);
    stage.mark('commit');
    stage.agentWrites(dice);
    stage.git('add', '-A');
    stage.run(dice, 'commit', '-q', '--amend', '--no-edit');
    stage.git('branch', '-f', base, 'HEAD');
    stage.git('switch', '-q', base);
  },
  'a branch that is dropped and picked again': (stage, dice) => {
    const sides = diverge(stage, dice, { commits: 2 });
    const gone = stage.repo.oid('HEAD');
    stage.git('switch', '-q', sides.base);
    stage.git('branch', '-q', '-D', sides.topic);
    stage.work(dice, 'top');
    stage.mark('commit');
    stage.run(dice, 'cherry-pick', `${gone}~1`, gone);
    finish(stage, dice);
  },
} as const satisfies Record<string, Act>;
