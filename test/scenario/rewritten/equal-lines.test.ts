import { expect } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { notesOf } from '../../helpers/judge.ts';
import { linesOf } from './lines.ts';
import { lines, story, type Stage } from './stage.ts';
import type { Expected } from './verdict.ts';

/** A function with its author in the first line; its other lines are the same in every function. */
const made = (name: string, author: string): string =>
  lines(`function ${name}() { // @${author}`, '  if (!ready) return;', '  return null;', '}', '');

/** Expects that no line in a person's function is an agent's, and then checks all lines against `expected`. */
function judge(stage: Stage, expected: Partial<Expected>): void {
  const { repo } = stage;
  prov(repo, 'blame', '--json', 'HEAD', '--', 'f.txt');
  let author: string | undefined;
  const taken = linesOf(repo, 'HEAD', notesOf(repo)).filter((line) => {
    author = line.path.endsWith('.js') ? (line.author ?? author) : undefined;
    return author === 'human' && !['human', 'unsure', 'no note'].includes(line.owner);
  });
  expect(taken.map(({ path, text, owner, evidence }) => `${path}: ${text} → ${owner} ${evidence}`)).toEqual([]);
  stage.judge(expected);
}

story('a commit of an agent and one of a person in the same file are squashed', (stage) => {
  stage.a.write('n.js', made('night', 'a'));
  stage.commit('night');
  stage.repo.write('n.js', made('dawn', 'human') + made('night', 'a') + made('day', 'human'));
  stage.commit('day');
  stage.begins();
  const list = ['pick one', 'pick two', 'pick three', 'pick night', 'squash day'];
  stage.gitWith(stage.todo(...list), 'rebase', '-q', '-i', 'main');
  judge(stage, { how: ['squash', 'rebase'] });
});

story('a rebase onto a branch where a person has added to the same file', (stage) => {
  stage.on('main', () => {
    stage.repo.write('n.js', made('first', 'human') + made('last', 'human'));
    stage.commit('day');
  });
  stage.git('rebase', '-q', 'main');
  stage.a.edit('n.js', made('last', 'human'), made('night', 'a') + made('last', 'human'));
  stage.commit('night');
  stage.on('main', () => {
    stage.repo.write('n.js', made('dawn', 'human') + stage.repo.read('n.js') + made('dusk', 'human'));
    stage.commit('dawn');
  });
  stage.git('rebase', '-q', 'main');
  judge(stage, { how: ['rebase'] });
});

story('a cherry-pick without a commit, and a person adds lines before committing', (stage) => {
  stage.a.write('n.js', made('night', 'a'));
  stage.commit('night');
  stage.begins();
  stage.git('switch', '-q', 'main');
  stage.git('cherry-pick', '-n', 'topic');
  stage.repo.write('n.js', made('dawn', 'human') + stage.repo.read('n.js') + made('day', 'human'));
  stage.commit('night and day');
  judge(stage, { how: 'free' });
});

story('a person rewrites the whole function of the agent and amends', (stage) => {
  stage.a.write('n.js', made('night', 'a'));
  stage.commit('night');
  stage.begins();
  stage.repo.write('n.js', made('dawn', 'human').replace('  if (!ready) return;\n', '  wait(12); // @human\n'));
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.judge();
});

story('a squash merge of a forge, where a person has written alike on main', (stage) => {
  stage.a.write('n.js', made('night', 'a'));
  stage.commit('night');
  stage.begins();
  stage.origin();
  const there = stage.stranger('Forge');
  there.repo.write('day.js', made('day', 'human'));
  there.commit('day');
  there.git('merge', '-q', '--squash', 'origin/topic');
  there.repo.write('dusk.js', made('dusk', 'human'));
  there.commit('Night (#1)');
  there.git('push', '-q', 'origin', 'main');
  stage.git('switch', '-q', 'main');
  stage.git('pull', '-q', '--ff-only', 'origin', 'main');
  judge(stage, { how: ['squash', 'merge', 'content'] });
});

story('a person has solved a conflict with lines like those of the agent', (stage) => {
  stage.on('main', () => {
    stage.repo.write('n.js', made('day', 'human'));
    stage.commit('day');
  });
  stage.a.write('n.js', made('night', 'a'));
  stage.commit('night');
  stage.begins();
  stage.stops(['rebase', '-q', 'main']);
  stage.repo.write('n.js', made('day', 'human') + made('dusk', 'human'));
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  judge(stage, { how: ['rebase'] });
});

story('a revert of a revert in a file where a person has written the same lines', (stage) => {
  stage.a.write('n.js', made('night', 'a'));
  stage.commit('night');
  stage.git('revert', '--no-edit', 'HEAD');
  stage.repo.write('n.js', made('day', 'human'));
  stage.commit('day');
  stage.begins();
  stage.stops(['revert', '--no-edit', 'HEAD~1']);
  stage.repo.write('n.js', made('day', 'human') + made('night', 'a') + made('dusk', 'human'));
  stage.git('add', '-A');
  stage.git('revert', '--continue');
  judge(stage, { how: ['revert'], evidence: ['restored'] });
});
