import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prov, TestAgent } from '../../helpers/agent.ts';
import { adoptRepo, type TestRepo } from '../../helpers/repo.ts';
import { type Act, diverge, type Diverged, land } from './branches.ts';
import { finish } from './conflicts.ts';
import type { Dice } from './dice.ts';
import { install } from './hooks.ts';
import { applyMail, formatPatches } from './patches.ts';
import { Stage, textOf } from './stage.ts';

/** A bare repository that people push to. The forge does its merges in a clone of it, without any hook. */
interface Forge {
  readonly dir: string;
  readonly web: TestRepo;
}

const FORGE = { GIT_COMMITTER_NAME: 'Forge', GIT_COMMITTER_EMAIL: 'noreply@forge.example' };
const COLLEAGUE = { GIT_AUTHOR_NAME: 'Colleague', GIT_COMMITTER_NAME: 'Colleague' };

// The existing forge, or a new one; the branch is pushed to it.
function forgeOf({ repo }: Stage, branch: string): Forge {
  const [dir, web] = [join(repo.home, 'forge.git'), join(repo.home, 'web')];
  if (!existsSync(dir)) {
    repo.git('clone', '-q', '--bare', repo.dir, dir);
    repo.git('remote', 'add', 'origin', dir);
    repo.git('clone', '-q', dir, web);
  }
  repo.git('push', '-q', '-f', 'origin', branch);
  const there = adoptRepo(repo, web);
  there.git('fetch', '-q', 'origin');
  there.git('checkout', '-q', '-f', '-B', branch, `origin/${branch}`);
  return { dir, web: there };
}

// A commit by a person without git prov, on top of a branch of the forge.
function stranger(stage: Stage, dice: Dice, { web }: Forge, branch: string): void {
  const path = stage.paths.find((name) => existsSync(join(web.dir, name))) ?? 'a.txt';
  const lines = existsSync(join(web.dir, path)) ? web.read(path).split(/\r?\n/) : [];
  if (lines.at(-1) === '') lines.pop();
  const at = dice.below(Math.floor(lines.length / 3));
  web.write(path, textOf(path, lines.toSpliced(at, dice.below(2), stage.ink.line('human'))));
  stage.repo.tick();
  stage.under(COLLEAGUE, () => web.git('commit', '-qam', `by a colleague ${stage.ink.word()}`));
  web.git('push', '-q', 'origin', branch);
}

// The first clone takes what the forge made.
function take(stage: Stage, dice: Dice, { base, topic }: Diverged): void {
  stage.git('switch', '-q', base);
  const way = dice.below(3);
  if (way === 0) stage.git('pull', '-q', '--ff-only', 'origin', base);
  else {
    stage.git('fetch', '-q', 'origin');
    stage.git(...(way === 1 ? ['merge', '-q', '--ff-only'] : ['reset', '-q', '--hard']), `origin/${base}`);
  }
  stage.git('branch', '-q', '-D', topic);
}

const forgeMerge =
  (merge: (web: TestRepo, sides: Diverged, stage: Stage, dice: Dice) => void): Act =>
  (stage, dice) => {
    const sides = diverge(stage, dice);
    stage.git('switch', '-q', sides.base);
    const forge = forgeOf(stage, sides.base);
    stage.git('push', '-q', 'origin', sides.topic);
    forge.web.git('fetch', '-q', 'origin');
    if (dice.chance(40)) stranger(stage, dice, forge, sides.base);
    stage.repo.tick();
    stage.under(FORGE, () => {
      try {
        merge(forge.web, sides, stage, dice);
        forge.web.git('push', '-q', 'origin', sides.base);
        stage.log.push('the forge merged');
      } catch {
        stage.log.push('the forge refused'); // a conflict: the topic stays unmerged
        for (const what of ['rebase', 'merge']) quietly(forge.web, what, '--abort');
        quietly(forge.web, 'reset', '-q', '--hard', `origin/${sides.base}`);
        quietly(forge.web, 'checkout', '-q', '-f', sides.base);
      }
    });
    take(stage, dice, sides);
  };

function quietly(repo: TestRepo, ...args: string[]): void {
  try {
    repo.git(...args);
  } catch {
    // There was nothing to do.
  }
}

/** What comes from elsewhere: a forge, a second clone. */
export const FORGES = {
  'forge, squash merge': forgeMerge((web, { topic }, stage) => {
    web.git('merge', '-q', '--squash', `origin/${topic}`);
    web.git('commit', '-qm', `Merge of ${stage.ink.word()} (#1)`);
  }),
  'forge, squash merge edited by a reviewer': forgeMerge((web, { topic }, stage, dice) => {
    web.git('merge', '-q', '--squash', `origin/${topic}`);
    const path = web.git('-c', 'core.quotePath=false', 'diff', '--cached', '--name-only').split('\n')[0]!;
    const lines = web.read(path).split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    web.write(path, textOf(path, lines.toSpliced(dice.below(lines.length), dice.below(2), stage.ink.line('human'))));
    web.git('commit', '-qam', `Suggestions ${stage.ink.word()}`);
  }),
  'forge, rebase merge': forgeMerge((web, { base, topic }) => {
    web.git('checkout', '-q', '-B', 'rebasing', `origin/${topic}`);
    web.git('rebase', '-q', '--no-ff', base);
    web.git('checkout', '-q', base);
    web.git('merge', '-q', '--ff-only', 'rebasing');
  }),
  'forge, true merge': forgeMerge(
    (web, { topic }) => void web.git('merge', '-q', '--no-ff', '--no-edit', `origin/${topic}`),
  ),
  'pull --rebase': (stage, dice) => {
    stage.settle();
    const base = stage.branch;
    const forge = forgeOf(stage, base);
    stranger(stage, dice, forge, base);
    for (let n = 0; n <= dice.below(2); n++) stage.work(dice, 'bottom');
    stage.mark('commit');
    stage.run(dice, 'pull', '-q', '--rebase', 'origin', base);
    finish(stage, dice);
  },
  'am in another clone': (stage, dice) => {
    const sides = diverge(stage, dice);
    stage.git('switch', '-q', sides.base);
    const { dir } = forgeOf(stage, sides.base);
    const file = formatPatches(stage, sides);
    const there = otherClone(stage, dir, sides);
    there.mark('fetched');
    there.personWrites(dice, undefined, 'top');
    there.commit();
    there.mark('commit');
    applyMail(there, dice, file, ['-3']);
    there.mark('am in another clone');
    stage.others.push(there);
    stage.git('fetch', '-q', there.repo.dir, sides.base);
    stage.git('reset', '-q', '--hard', 'FETCH_HEAD');
    stage.git('branch', '-q', '-D', sides.topic);
  },
  'the work of a colleague, rebased here': (stage, dice) => {
    stage.settle();
    const base = stage.branch;
    const topic = `theirs-${stage.ink.word()}`;
    const forge = forgeOf(stage, base);
    forge.web.git('checkout', '-q', '-B', topic);
    stranger(stage, dice, forge, topic);
    stranger(stage, dice, forge, topic);
    stage.git('fetch', '-q', 'origin', `${topic}:${topic}`);
    stage.work(dice, 'bottom');
    stage.git('switch', '-q', topic);
    stage.mark('commit');
    stage.run(dice, 'rebase', '-q', base);
    finish(stage, dice);
    land(stage, { base, topic });
  },
} as const satisfies Record<string, Act>;

// A second developer's clone, with hooks, the topic and the notes of the first one.
function otherClone(stage: Stage, forge: string, { topic }: Diverged): Stage {
  const dir = join(stage.repo.home, `other-${topic}`);
  stage.repo.git('clone', '-q', forge, dir);
  const repo = adoptRepo(stage.repo, dir);
  repo.git('checkout', '-q', stage.branch);
  install(repo, 'all');
  prov(stage.repo, 'status'); // what waits is recorded before the notes are fetched
  const notes = '+refs/notes/provenance*:refs/notes/provenance*';
  repo.git('fetch', '-q', stage.repo.dir, `+refs/heads/${topic}:refs/remotes/first/${topic}`, notes);
  const agent = new TestAgent(repo, topic.replaceAll('-', '')).start().prompt('go on in the clone');
  return new Stage(repo, [agent], stage.ink);
}
