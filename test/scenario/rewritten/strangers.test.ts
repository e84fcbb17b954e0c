import { expect } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { notesOf } from '../../helpers/judge.ts';
import { lines, story, type Stage } from './stage.ts';

/** What the notes attribute to agents in a commit. */
const attributed = (stage: Stage, commit: string): string[] =>
  [...(notesOf(stage.repo).get(stage.repo.oid(commit))?.lines ?? [])].flatMap(([path, list]) =>
    list.filter(({ node }) => node !== null).map(({ start, count }) => `${path}:${start}+${count}`),
  );

/** Another developer without git prov commits on `topic`; then we pull. */
function elsewhere(stage: Stage, act: (there: Stage) => void, author = 'Strange Bot <bot@example.com>'): void {
  stage.origin();
  const there = stage.stranger();
  there.git('switch', '-q', 'topic');
  act(there);
  there.repo.git('add', '-A');
  there.git('commit', '-qm', 'tidy', '--author', author);
  there.git('push', '-q', 'origin', 'topic');
  stage.git('pull', '-q', '--ff-only', 'origin', 'topic');
  prov(stage.repo, 'blame', '--json', 'HEAD', '--', 'a.txt');
}

story('a bot indents the lines of an agent', (stage) => {
  elsewhere(stage, ({ repo }) => repo.write('a.txt', repo.read('a.txt').replaceAll(/^/gm, '  ').trimEnd() + '\n'));
  expect(attributed(stage, 'HEAD')).toEqual([]);
});

story('a bot sorts the lines of an agent', (stage) => {
  elsewhere(stage, ({ repo }) =>
    repo.write('a.txt', lines(...repo.read('a.txt').trimEnd().split('\n').sort().reverse())),
  );
  expect(attributed(stage, 'HEAD')).toEqual([]);
});

story('a stranger types over the lines of an agent in part', (stage) => {
  elsewhere(stage, (there) => {
    there.edit('a.txt', 'a timer is set once @a', 'a timer is set twice @human');
    there.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm milk @human');
  });
  expect(attributed(stage, 'HEAD')).toEqual([]);
  stage.judge();
});

story('a stranger of the same name does it', (stage) => {
  elsewhere(
    stage,
    (there) => there.edit('a.txt', 'a timer is set once @a', 'a timer is set twice @human'),
    'Ada Tester <ada@example.com>',
  );
  expect(attributed(stage, 'HEAD')).toEqual([]);
  stage.judge();
});

story('a stranger copies a line of an agent into another file', (stage) => {
  elsewhere(stage, (there) => there.insert('dir/h.txt', 'the tower leans', 'a timer is set once @a'));
  expect(attributed(stage, 'HEAD')).toEqual([]);
});

story("a stranger's commits on top of the branch are not a squash", (stage) => {
  elsewhere(stage, (there) => {
    there.insert('a.txt', 'a timer is set', 'a timer may be late @human');
    there.insert('f.txt', 'lanterns are', 'and nobody knows by whom @human');
    there.insert('g.txt', 'wheat is', 'and oats are for the horses @human');
  });
  expect(attributed(stage, 'HEAD')).toEqual([]);
  stage.judge();
});

story('a person types by chance a short line that an agent wrote on another branch', (stage) => {
  stage.a.write('n.js', lines('function night() { // @a', '  return null;', '}', 'night(); // @a'));
  stage.commit('night');
  stage.git('switch', '-q', 'main');
  stage.repo.write('day.js', lines('function day() { // @human', '  return null;', '}', 'day(); // @human'));
  stage.commit('day');
  stage.judge();
  expect(attributed(stage, 'main')).toEqual([]);
});

story('a person types it in the file of the same name', (stage) => {
  stage.a.write('n.js', lines('function night() { // @a', '  return null;', '}', 'night(); // @a'));
  stage.commit('night');
  stage.git('switch', '-q', 'main');
  stage.repo.write('n.js', lines('function day() { // @human', '  return null;', '}', 'day(); // @human'));
  stage.commit('night');
  stage.judge();
  expect(attributed(stage, 'main')).toEqual([]);
});

story('a person types it in a commit of the same author, date and subject', (stage) => {
  const date = stage.repo.env['GIT_AUTHOR_DATE']!;
  stage.a.write('n.js', lines('function night() { // @a', '  return null;', '}', 'night(); // @a'));
  stage.commit('night');
  stage.git('switch', '-q', 'main');
  stage.repo.write('n.js', lines('function day() { // @human', '  return null;', '}', 'day(); // @human'));
  stage.commit('night', '--date', date);
  stage.judge();
  expect(attributed(stage, 'main')).toEqual([]);
});

story('a person types it in a commit that is fetched', (stage) => {
  stage.a.write('n.js', lines('function night() { // @a', '  return null;', '}', 'night(); // @a'));
  stage.commit('night');
  stage.begins();
  stage.origin();
  const there = stage.stranger('Somebody Else');
  there.repo.write('n.js', lines('function day() { // @human', '  return null;', '}', 'day(); // @human'));
  there.commit('night');
  there.git('push', '-q', 'origin', 'main');
  stage.git('fetch', '-q');
  stage.judge({ revision: 'origin/main' });
  expect(attributed(stage, 'origin/main')).toEqual([]);
});

story('a person retypes it in the commit that picks another of the agent', (stage) => {
  stage.a.write('n.js', lines('function night() { // @a', '  return null;', '}', 'night(); // @a'));
  stage.commit('night');
  stage.begins();
  stage.git('switch', '-q', 'main');
  stage.git('cherry-pick', '-n', stage.of('one'));
  stage.repo.write('day.js', lines('function day() { // @human', '  return null;', '}', 'day(); // @human'));
  stage.commit('timers and a day');
  stage.judge({ how: ['cherry-pick', 'content'] });
  expect(attributed(stage, 'main').filter((one) => one.startsWith('day.js'))).toEqual([]);
});

story('the lines of a person move with a rebase and stay theirs', (stage) => {
  stage.repo.write('p.txt', lines('this person writes alone @human', 'and commits alone @human'));
  stage.commit('alone');
  stage.begins();
  stage.git('rebase', '-q', 'main');
  stage.judge({ how: ['rebase'] });
  expect(attributed(stage, 'HEAD')).toEqual([]);
});
