import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { judge, wrongLines } from '../../helpers/judge.ts';
import { adoptRepo, type TestRepo } from '../../helpers/repo.ts';
import { lines, story as tell, type Stage } from './stage.ts';

const hasTool = spawnSync('git', ['filter-repo', '--version']).status === 0;
const HOW = ['content', 'filter', 'rebase'];

function story(name: string, body: (stage: Stage) => void): void {
  tell(`git filter-repo ${name}${hasTool ? '' : ' (needs git-filter-repo)'}`, body, !hasTool);
}

const filterRepo = (stage: Stage, ...args: string[]): string =>
  stage.gitWith({}, 'filter-repo', '--force', '--quiet', ...args);

/** Expects that every line is given to the author that its text names; a rewritten text is in no commit from before. */
function expectAuthors(repo: TestRepo, ...paths: string[]): void {
  prov(repo, 'blame', '--json', 'HEAD', '--', paths[0]!);
  const verdicts = paths.flatMap((path) => judge(repo, path));
  expect(wrongLines(verdicts)).toEqual([]);
  expect(verdicts.some(({ text }) => /@[ab]/.test(text))).toBe(true);
}

function replacements(stage: Stage, ...rows: string[]): string {
  const file = join(stage.repo.home, 'replacements');
  writeFileSync(file, rows.map((row) => `${row}\n`).join(''));
  return file;
}

story('--path-rename of a file', (stage) => {
  filterRepo(stage, '--path-rename', 'a.txt:timers.txt');
  stage.judge({ how: HOW });
});

story('--path-rename of a folder', (stage) => {
  filterRepo(stage, '--path-rename', 'dir/:towers/', '--path-rename', 'f.txt:towers/f.txt');
  stage.judge({ how: HOW });
});

story('--to-subdirectory-filter', (stage) => {
  filterRepo(stage, '--to-subdirectory-filter', 'all');
  stage.judge({ how: HOW });
});

story('--path that keeps only some files', (stage) => {
  filterRepo(stage, '--path', 'f.txt', '--path', 'b.txt');
  stage.judge({ how: HOW });
});

story('--replace-text in lines of people and agents', (stage) => {
  filterRepo(stage, '--replace-text', replacements(stage, 'gulls==>birds', 'timer==>clock'));
  expectAuthors(stage.repo, 'f.txt', 'a.txt', 'b.txt', 'g.txt');
});

story('--replace-text of a text that notes contain too', (stage) => {
  filterRepo(stage, '--replace-text', replacements(stage, 'lanterns==>LAMPS'));
  expectAuthors(stage.repo, 'f.txt', 'a.txt', 'b.txt', 'g.txt');
});

story('--replace-text that joins and splits lines', (stage) => {
  filterRepo(
    stage,
    '--replace-text',
    replacements(stage, 'regex:charts are drawn in winter @human\\n==>', 'regex:the bell is==>the bell\\nis'),
  );
  stage.judge({ how: 'free' });
});

story('--replace-message', (stage) => {
  filterRepo(stage, '--replace-message', replacements(stage, 'two==>second'));
  stage.judge({ how: HOW });
});

story('--mailmap', (stage) => {
  filterRepo(stage, '--mailmap', replacements(stage, 'Ada Elsewhere <ada@else.example> <ada@example.com>'));
  stage.judge({ how: HOW });
});

story('in a clone that has fetched the notes', (stage) => {
  const there = stage.clone('there');
  filterRepo(there, '--path-rename', 'a.txt:timers.txt');
  there.judge({ how: HOW });
});

story('--partial, that leaves the old commits', (stage) => {
  filterRepo(stage, '--partial', '--path-rename', 'a.txt:timers.txt');
  stage.judge({ how: HOW });
});

// Lines of both in one hunk; the note names a part of them.
const MIXED = ['the licence of this file @human', 'it may be copied freely @human', ''];

function mixed(stage: Stage): void {
  stage.a.write('m.txt', lines('a mixed file begins so @a', 'it goes on like this @a', 'and ends in this way @a'));
  stage.repo.write('m.txt', lines(...MIXED) + stage.repo.read('m.txt'));
  stage.insert('m.txt', 'it goes on', 'a person wrote in here @human', 'and added one more @human');
  stage.commit('mixed');
  stage.begins();
}

story('--path-rename of a file with lines of both in one hunk', (stage) => {
  mixed(stage);
  filterRepo(stage, '--path-rename', 'm.txt:sub/m.txt');
  expectAuthors(stage.repo, 'sub/m.txt');
});

story('--path-rename, and an amended commit', (stage) => {
  stage.b.edit('a.txt', 'a timer never sleeps @a', 'a timer seldom sleeps @b');
  stage.commit('three', '--amend');
  stage.begins();
  filterRepo(stage, '--path-rename', 'a.txt:timers.txt');
  stage.judge({ how: HOW });
});

story('--replace-text that takes lines out of a file with lines of both', (stage) => {
  mixed(stage);
  filterRepo(stage, '--replace-text', replacements(stage, 'regex:(?s)the licence.*freely @human\\n==>'));
  prov(stage.repo, 'blame', '--json', 'HEAD', '--', 'm.txt');
  const named = judge(stage.repo, 'm.txt').filter(({ owner }) => !['human', 'unsure', 'no note'].includes(owner));
  expect(wrongLines(named)).toEqual([]);
});

story('--replace-text that takes lines out, in a clone that saw no step', (stage) => {
  mixed(stage);
  const { repo } = stage.clone('there');
  stage.gitWith(
    {},
    '-C',
    repo.dir,
    'filter-repo',
    '--force',
    '--quiet',
    '--replace-text',
    replacements(stage, 'regex:(?s)the licence.*freely @human\\n==>'),
  );
  prov(repo, 'blame', '--json', 'HEAD', '--', 'm.txt');
  const named = judge(repo, 'm.txt').filter(({ owner }) => !['human', 'unsure', 'no note'].includes(owner));
  expect(wrongLines(named)).toEqual([]);
});

story('in a clone without git prov, and reconcile afterwards', (stage) => {
  const dir = join(stage.repo.home, 'plain');
  stage.repo.git('clone', '-q', `file://${stage.repo.dir}`, dir);
  const repo = adoptRepo(stage.repo, dir);
  repo.git('fetch', '-q', 'origin', 'refs/notes/provenance:refs/notes/provenance');
  stage.gitWith({}, '-C', dir, 'filter-repo', '--force', '--quiet', '--path-rename', 'a.txt:timers.txt');
  prov(repo, 'reconcile');
  expectAuthors(repo, 'f.txt', 'timers.txt', 'b.txt', 'g.txt');
});
