import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localFiles } from '../../src/git/repository/local-files.ts';
import { drain } from '../../src/recorder/drain.ts';
import { hasWork } from '../../src/recorder/drain-if-needed.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

/** A repository with a noted commit and an uncommitted step of an agent. Nothing waits there. */
const withRecorded = (story: (repo: TestRepo, dir: string) => Promise<void>): Promise<void> =>
  withRepo({ files: { 'a.txt': 'one\n', 'b.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'claude');
    agent.prompt('Count').write('a.txt', 'one\ntwo\n');
    repo.commit('two');
    agent.write('b.txt', 'one\ntwo\n');
    prov(repo, 'status');
    await story(repo, join(repo.dir, '.git/prov'));
  });

/** All files below a folder with their contents. */
const contentsOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path} ${readFileSync(path, 'latin1')}`)
    .toSorted();

const work = async (repo: TestRepo): Promise<boolean> => hasWork(await repo.open());

test('where nothing waits there is no work, and a drain changes no file', () =>
  withRecorded(async (repo) => {
    const git = join(repo.dir, '.git');
    const before = contentsOf(git);
    expect(await work(repo)).toBe(false);
    expect(contentsOf(git)).toEqual(before);
    await drain(await repo.open(), { patience: 0, tidy: true });
    expect(contentsOf(git)).toEqual(before);
  }));

test('where nothing is recorded there is no work', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    expect(await work(repo)).toBe(false);
  }));

/** What a drain does something about, and how it comes about. */
const WAITING: Readonly<Record<string, (repo: TestRepo, dir: string) => void>> = {
  'an event': (repo) => void new TestAgent(repo, 'claude').write('a.txt', 'one\nthree\n'),
  'a commit that no hook reported': (repo) => {
    rmSync(join(repo.dir, '.git/hooks/post-commit'));
    repo.commit('unseen');
  },
  'a branch that moved': (repo) => void repo.git('branch', 'other', 'HEAD~1'),
  'a run of git-filter-repo': (repo) => {
    mkdirSync(join(repo.dir, '.git/filter-repo'));
    writeFileSync(join(repo.dir, '.git/filter-repo/commit-map'), '');
  },
  'a linked work tree': (repo) => void repo.git('worktree', 'add', '-q', join(repo.home, 'linked')),
  'notes that were fetched': (repo) =>
    void repo.git('update-ref', 'refs/prov/remotes/origin/provenance', 'refs/notes/provenance'),
  'no state': (_, dir) => rmSync(localFiles(dir).state),
  'a damaged state': (_, dir) => truncateSync(localFiles(dir).state, 20),
  'files of a killed process': (_, dir) => {
    mkdirSync(localFiles(dir).staged);
    writeFileSync(join(localFiles(dir).staged, 'plan.json'), '{ "names": [], "removals": [] }');
  },
  'owners of lines that were cut off': (_, dir) => truncateSync(localFiles(dir).owners, 20),
  'owners of lines that were cut off after a line, with the state of an earlier version': (_, dir) => {
    const { owners, state } = localFiles(dir);
    const { memoHash: _hash, ...rest } = JSON.parse(readFileSync(state, 'utf8')) as { memoHash?: string };
    writeFileSync(state, JSON.stringify(rest));
    truncateSync(owners, readFileSync(owners).indexOf(10) + 1);
  },
  'owners of lines that were changed': (_, dir) => {
    const { owners } = localFiles(dir);
    writeFileSync(owners, readFileSync(owners, 'utf8').replace('b.txt', 'c.txt'));
  },
};

test.each(Object.entries(WAITING))('%s is work, and status does it', (_, comesAbout) =>
  withRecorded(async (repo, dir) => {
    comesAbout(repo, dir);
    expect(await work(repo)).toBe(true);
    prov(repo, 'status');
    expect(await work(repo)).toBe(false);
  }),
);

/** What a drain looks at each time, and may leave. */
const LEFT: Readonly<Record<string, (dir: string) => void>> = {
  'a note that could not be written': (dir) => {
    const file = localFiles(dir).state;
    const state = JSON.parse(readFileSync(file, 'utf8')) as { outgoing: object[] };
    state.outgoing.push({ commit: 'a'.repeat(40), note: '' });
    writeFileSync(file, JSON.stringify(state));
  },
  'a rewrite that a hook reported': (dir) => {
    mkdirSync(localFiles(dir).rewritten, { recursive: true });
    writeFileSync(join(localFiles(dir).rewritten, '1'), '');
  },
  'a check that waits for a commit': (dir) => {
    mkdirSync(localFiles(dir).runs, { recursive: true });
    writeFileSync(join(localFiles(dir).runs, '00000000000001-1.json'), '{}');
  },
  'many snapshots': (dir) => {
    const folder = join(localFiles(dir).objects, '17');
    mkdirSync(folder, { recursive: true });
    for (let i = 0; i < 40; i++) writeFileSync(join(folder, String(i).padStart(38, '0')), '');
  },
};

test.each(Object.entries(LEFT))('%s is work', (_, comesAbout) =>
  withRecorded(async (repo, dir) => {
    comesAbout(dir);
    expect(await work(repo)).toBe(true);
  }),
);

test('to look for work does not set a damaged state aside, so that the drain can report it', () =>
  withRecorded(async (repo, dir) => {
    truncateSync(localFiles(dir).state, 20);
    await work(repo);
    expect(readdirSync(dir)).not.toContain('state.json.damaged');
    expect(prov(repo, 'status')).toContain('The state was damaged');
  }));

test('a drain that is cut off while it moves files is finished by status', () =>
  withRecorded(async (repo, dir) => {
    const { state, staged } = localFiles(dir);
    mkdirSync(staged);
    renameSync(state, join(staged, '0'));
    writeFileSync(join(staged, 'plan.json'), '{ "names": ["state.json"], "removals": [] }');
    appendFileSync(join(staged, '0'), '\n');
    prov(repo, 'status');
    expect(readFileSync(state, 'utf8').endsWith('\n')).toBe(true);
    expect(readdirSync(dir)).not.toContain('staged');
  }));
