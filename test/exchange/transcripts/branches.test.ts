import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { notesOf } from '../../helpers/judge.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';
import type { Oid } from '../../../src/model/ids.ts';
import { by, next, run, verify, where } from './site.ts';
import { Claude } from './transcripts/claude.ts';

const BASE = { files: { 'a.ts': by('human', 'base') } };
const PASSED = 'Tests  3 passed (3)\n';
const FAILED = 'Tests  1 failed | 2 passed (3)\n';

/** Commits a file that the session just wrote. @param check what the session does before it commits */
function commit(repo: TestRepo, story: Claude, path: string, words: string[], check = (): void => {}): Oid {
  story.write(path, by('agent', ...words), null);
  check();
  repo.write(path, by('agent', ...words));
  const made = repo.commit(path);
  story.at = next(repo) - 30_000;
  return made;
}

const stateOf = (repo: TestRepo, place: string, revision: string): string =>
  /"state": "([\w-]+)"/.exec(prov(repo, 'why', '--json', '--rev', revision, place))![1]!;

test('the steps of a commit are in its note, in whatever order branches are merged', () =>
  withRepo(BASE, async (repo) => {
    const main = repo.git('branch', '--show-current').trim();
    const story = new Claude(where(repo));
    story.prompt('Add four files');
    const made: Oid[] = [];
    for (const branch of ['one', 'two', 'three', 'four']) {
      repo.git('checkout', '-q', '-b', branch, main);
      made.push(commit(repo, story, `${branch}.ts`, [`${branch}A`, `${branch}B`]));
    }
    story.save();
    repo.git('checkout', '-q', main);
    for (const branch of ['three', 'one', 'four', 'two']) repo.git('merge', '-q', '--no-edit', branch);
    await run(repo);
    for (const [n, branch] of ['one', 'two', 'three', 'four'].entries()) {
      const written = notesOf(repo)
        .get(made[n]!)!
        .graphs.flatMap(({ nodes }) => nodes.filter(({ kind }) => kind === 'commitment'));
      expect(written.map(({ summary }) => summary)).toEqual([`write ${branch}.ts`]);
    }
    expect(verify(repo)).toContain('4 notes');
  }));

test('what a check finds on another branch says nothing about a commit of this one', () =>
  withRepo(BASE, async (repo) => {
    const main = repo.git('branch', '--show-current').trim();
    repo.git('checkout', '-q', '-b', 'topic');
    const story = new Claude(where(repo));
    story.prompt('Add two files');
    story.bash('git checkout -q -b topic');
    commit(repo, story, 'b.ts', ['one', 'two']);
    story.bash(`git checkout -q ${main} && git checkout -q -b other`);
    story.bash('npx vitest run', FAILED);
    repo.git('checkout', '-q', '-b', 'other', main);
    commit(repo, story, 'c.ts', ['three', 'four'], () => story.bash('npx vitest run', PASSED));
    story.save();
    await run(repo);
    expect([stateOf(repo, 'b.ts:1', 'topic'), stateOf(repo, 'c.ts:1', 'other')]).toEqual(['none', 'passed']);
  }));

test('it does about what was not committed when the agent went there', () =>
  withRepo(BASE, async (repo) => {
    const story = new Claude(where(repo));
    story.prompt('Add a file');
    commit(repo, story, 'b.ts', ['one', 'two'], () => {
      story.bash('git switch other');
      story.bash('npx vitest run', PASSED);
    });
    story.save();
    await run(repo);
    expect(stateOf(repo, 'b.ts:1', 'HEAD')).toBe('passed');
  }));

test('ancestors come first, also when a clock was wrong', () =>
  withRepo(BASE, async (repo) => {
    const story = new Claude({ ...where(repo), at: next(repo) - 400_000 });
    story.prompt('Add two files');
    for (const name of ['b', 'c']) story.write(`${name}.ts`, by('agent', `${name}One`, `${name}Two`), null);
    story.save();
    const commitAgo = (name: string, author: string, seconds: number): Oid => {
      repo.write(`${name}.ts`, by(author, `${name}One`, `${name}Two`));
      repo.git('add', '-A');
      repo.git('commit', '-q', '-m', name, '--date', `@${next(repo) / 1000 - seconds} +0000`);
      return repo.git('rev-parse', 'HEAD').trim() as Oid;
    };
    const first = commitAgo('b', 'agent', 60);
    commitAgo('between', 'human', 180);
    const made = [first, commitAgo('c', 'agent', 120)];
    await run(repo);
    const notes = notesOf(repo);
    expect(made.map((id) => notes.get(id)!.graphs.some(({ previous }) => previous !== null))).toEqual([false, true]);
  }));

test('it does on a new branch that begins here, and after a merge', () =>
  withRepo(BASE, async (repo) => {
    const main = repo.git('branch', '--show-current').trim();
    const story = new Claude(where(repo));
    story.prompt('Add two files');
    commit(repo, story, 'b.ts', ['one', 'two']);
    story.bash('git checkout -q -b topic');
    story.bash('npx vitest run b.ts', FAILED);
    repo.git('checkout', '-q', '-b', 'topic');
    commit(repo, story, 'c.ts', ['three', 'four']);
    story.bash(`git checkout -q ${main}`);
    story.bash('git merge -q topic');
    repo.git('checkout', '-q', main);
    repo.git('merge', '-q', 'topic');
    commit(repo, story, 'd.ts', ['five', 'six'], () => story.bash('npx vitest run', PASSED));
    story.save();
    await run(repo);
    expect([stateOf(repo, 'b.ts:1', 'topic'), stateOf(repo, 'c.ts:1', 'topic')]).toEqual(['passed', 'passed']);
  }));

test('a transcript without a final line break is complete', () =>
  withRepo(BASE, async (repo) => {
    const story = new Claude(where(repo));
    story.prompt('One');
    commit(repo, story, 'b.ts', ['one', 'two']);
    const path = story.save();
    writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
    appendFileSync(path, '\n{"type":"summary","sessionId":"of no interest"}');
    expect([...(await run(repo)).unread.keys()]).toEqual([]);
  }));
