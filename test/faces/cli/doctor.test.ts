import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDoctor } from '../../../src/faces/cli/commands/start/doctor.ts';
import { type Report } from '../../../src/faces/cli/render/start/doctor-report.ts';
import {
  age,
  commit,
  contextOf,
  left,
  payload,
  REF_FILES,
  SILENT,
  type Site,
  stateOf,
  withSite,
} from '../../recorder/site.ts';
import { judge, notesOf } from '../../helpers/judge.ts';
import type { RepoOptions, TestRepo } from '../../helpers/repo.ts';
import { collect } from './collect.ts';

async function doctor(repo: TestRepo, fix = false): Promise<Report & { code: number }> {
  const { code, text } = await collect((stdout) => runDoctor({ json: true, fix }, { ...contextOf(repo), stdout }));
  return { code, ...(JSON.parse(text) as Report) };
}

const troubles = ({ checks }: Report): string[] =>
  checks.filter(({ state }) => state !== 'ok').map(({ name, state }) => `${name} ${state}`);

/** A site where an agent has written a file and committed it. */
const story = (tell: (site: Site) => Promise<void>, options?: RepoOptions): Promise<void> =>
  withSite(async (site) => {
    site.agent.start().prompt('go').write('n.txt', 'one @a\n');
    expect(commit(site.repo)).toEqual(SILENT);
    await tell(site);
  }, options);

test('in a healthy repository every check is ok, and the exit code is 0', () =>
  story(async ({ repo }) => {
    const { code, checks } = await doctor(repo);
    expect(code).toBe(0);
    expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'locks ok',
      'notes ok',
      'records ok',
      'events ok',
      'leftovers ok',
      'snapshots ok',
      'setup ok',
    ]);
    const { text } = await collect((stdout) => runDoctor({}, { ...contextOf(repo), stdout }));
    expect(text.split('\n').slice(0, 2)).toEqual([
      'locks      ok: No lock was left by a dead process.',
      'notes      ok: The only note can be read.',
    ]);
    expect(text.endsWith('No problem found.\n')).toBe(true);
  }));

test('stale locks are removed; locks that a process may hold are not', () =>
  story(async ({ repo, prov, agent }) => {
    const refLock = join(repo.dir, '.git/refs/notes/provenance.lock');
    const index = join(prov, 'wt/main/index.lock');
    writeFileSync(refLock, '');
    writeFileSync(join(prov, 'lock'), `${process.pid} ${(await import('node:os')).hostname()}\n`);
    expect(troubles(await doctor(repo))).toEqual([]);
    age(refLock, 120);
    writeFileSync(join(prov, 'lock'), `999999999 ${(await import('node:os')).hostname()}\n`);
    mkdirSync(join(prov, 'wt/main'), { recursive: true });
    writeFileSync(index, '');
    age(index, 1200);
    const before = await doctor(repo);
    expect(troubles(before)).toEqual(['locks warning', 'locks problem', 'leftovers warning']);
    expect(before.code).toBe(1);
    const after = await doctor(repo, true);
    expect(after.mended).toHaveLength(3);
    expect(after.code).toBe(0);
    expect([refLock, index, join(prov, 'lock')].filter((file) => existsSync(file))).toEqual([]);
    agent.write('m.txt', 'm @a\n');
    commit(repo);
    expect(judge(repo, 'm.txt')[0]!.owner).toBe('a');
  }, REF_FILES));

test.each([
  ['empty', ''],
  ['not an id', 'garbage\n'],
  ['an id of nothing', `${'1'.repeat(40)}\n`],
])('a ref of the notes that is %s is restored from its reflog', (_, text) =>
  story(async ({ repo, agent }) => {
    const tip = repo.oid('refs/notes/provenance');
    writeFileSync(join(repo.dir, '.git/refs/notes/provenance'), text);
    const before = await doctor(repo);
    expect(troubles(before)).toContain('notes problem');
    expect(before.code).toBe(1);
    expect((await doctor(repo, true)).code).toBe(0);
    expect(repo.oid('refs/notes/provenance')).toBe(tip);
    agent.write('m.txt', 'm @a\n');
    commit(repo);
    expect(judge(repo, 'm.txt')[0]!.owner).toBe('a');
    expect(notesOf(repo).size).toBe(2);
  }, REF_FILES),
);

test('a broken ref on top of an older packed one loses nothing', () =>
  story(async ({ repo, agent }) => {
    repo.git('pack-refs', '--all');
    agent.write('m.txt', 'm @a\n');
    commit(repo);
    writeFileSync(join(repo.dir, '.git/refs/notes/provenance'), '');
    expect((await doctor(repo, true)).code).toBe(0);
    expect(notesOf(repo).size).toBe(2);
  }, REF_FILES));

test('a damaged note is reported with its commit, and kept', () =>
  story(async ({ repo }) => {
    const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], 'not a note').toString().trim();
    repo.git('notes', '--ref=provenance', 'add', '-C', blob, 'HEAD~1');
    const { checks, code } = await doctor(repo, true);
    const [found] = checks.filter(({ state }) => state === 'warning');
    expect(found!.what).toBe(`The note on ${repo.oid('HEAD~1')} is damaged.`);
    expect(found!.why).toBeTruthy();
    expect(code).toBe(0);
    expect(repo.git('notes', '--ref=provenance', 'list', 'HEAD~1')).toBe(blob);
  }));

test('words that git notes appended by hand are set aside, and the commit gets its note back', () =>
  story(async ({ repo }) => {
    const before = repo.git('notes', '--ref=provenance', 'list', 'HEAD');
    repo.git('notes', '--ref=provenance', 'append', '-m', 'Reviewed by Ada', 'HEAD');
    const appended = repo.git('notes', '--ref=provenance', 'list', 'HEAD');
    const { checks } = await doctor(repo);
    expect(checks.find(({ state }) => state === 'warning')!.todo).toMatch(/--fix.* gets its former note back/);
    await doctor(repo, true);
    expect(repo.git('notes', '--ref=provenance', 'list', 'HEAD')).toBe(before);
    expect(repo.git('for-each-ref', '--format=%(objectname)', 'refs/prov/quarantine')).toBe(appended);
    expect(troubles(await doctor(repo))).toEqual([]);
  }));

test('notes on the wrong commits are reported and put back', () =>
  story(async ({ repo, agent }) => {
    const first = repo.oid('HEAD');
    agent.write('n.txt', 'two @a\n');
    commit(repo);
    const notes = notesOf(repo);
    repo.git('notes', '--ref=provenance', 'copy', '-f', first, 'HEAD');
    repo.git('notes', '--ref=provenance', 'copy', first, 'HEAD~2');
    const [found] = (await doctor(repo)).checks.filter(({ state }) => state !== 'ok');
    expect(found).toMatchObject({ state: 'warning', mendable: true });
    expect(found!.what).toMatch(/^2 notes are on other commits than their own\. The note on [0-9a-f]+ was made for/);
    const { mended, checks, code } = await doctor(repo, true);
    expect([mended, code]).toEqual([[found!.what], 0]);
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(notesOf(repo)).toEqual(notes);
  }));

test('damaged records are rewritten without the unreadable part, and the damaged file is kept', () =>
  story(async ({ repo, prov, agent }) => {
    for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name]; // commits of now, after init
    const owners = readFileSync(join(prov, 'owners.jsonl'), 'utf8');
    const ledger = readFileSync(join(prov, 'sessions/a.jsonl'), 'utf8');
    writeFileSync(join(prov, 'owners.jsonl'), `garbage\n${owners}`);
    writeFileSync(join(prov, 'sessions/a.jsonl'), `${ledger}{"torn":`);
    writeFileSync(join(prov, 'state.json'), '{"version":1,');
    const before = await doctor(repo);
    expect(troubles(before)).toEqual(['records problem', 'records problem', 'records problem', 'faults warning']);
    const after = await doctor(repo, true);
    expect(after.code).toBe(0);
    expect(readFileSync(join(prov, 'owners.jsonl'), 'utf8')).toBe(owners);
    expect(readFileSync(join(prov, 'sessions/a.jsonl'), 'utf8')).toBe(ledger);
    expect(existsSync(join(prov, 'owners.jsonl.damaged'))).toBe(true);
    agent.write('m.txt', 'm @a\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(judge(repo, 'm.txt')[0]!.owner).toBe('a');
    expect(troubles(await doctor(repo, true))).toEqual(['faults warning']); // status reports what was lost
  }));

test('rejected events that are readable now are recorded; the others are reported', () =>
  story(async ({ repo, prov }) => {
    writeFileSync(
      join(prov, 'spool/bad/000000001.1'),
      `${payload('UserPromptSubmit', { prompt: 'found again' })}\nprov1 event - - ${prov} ${repo.dir}\n`,
    );
    writeFileSync(join(prov, 'spool/bad/000000002.1'), 'nonsense');
    writeFileSync(join(prov, 'spool/new/README'), 'not an event');
    const before = await doctor(repo);
    expect(troubles(before)).toEqual(['events problem', 'events warning', 'events warning']);
    const after = await doctor(repo, true);
    expect(after.code).toBe(0);
    expect(left(prov).steps).toContain('found again');
    expect(left(prov)).toMatchObject({ waiting: [], bad: ['000000002.1', 'README'] });
  }));

test('a note that could not be written is written once the lock is removed', () =>
  story(async ({ repo, prov, agent }) => {
    const lock = join(repo.dir, '.git/refs/notes/provenance.lock');
    writeFileSync(lock, '');
    age(lock, 31);
    agent.write('m.txt', 'm @a\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(stateOf(prov).outgoing).toHaveLength(1);
    age(lock, 120);
    expect((await doctor(repo, true)).code).toBe(0);
    expect(stateOf(prov).outgoing).toEqual([]);
    expect(judge(repo, 'm.txt')[0]!.owner).toBe('a');
  }, REF_FILES));

test('temporary files are removed when they are old', () =>
  story(async ({ repo, prov }) => {
    const old = [join(prov, 'state.json.new'), join(prov, 'wt/main/index.77'), join(prov, 'wt/main/tree.77')];
    mkdirSync(join(prov, 'wt/main'), { recursive: true });
    for (const file of old) {
      writeFileSync(file, 'x');
      age(file, 3600);
    }
    writeFileSync(join(prov, 'wt/main/index.78'), 'x');
    expect(troubles(await doctor(repo))).toEqual(['leftovers warning']);
    expect((await doctor(repo, true)).checks.every(({ state }) => state === 'ok')).toBe(true);
    expect(readdirSync(join(prov, 'wt/main')).filter((name) => /\d/.test(name))).toEqual(['index.78']);
  }));

test('snapshots that grew too large lose unreferenced objects, and recording continues', () =>
  story(async ({ repo, prov, agent }) => {
    agent.bash("printf 'kept @a\\n' > k.txt");
    expect(await doctor(repo)).toMatchObject({ code: 0 });
    const lost = join(prov, 'objects/ff', 'f'.repeat(38));
    mkdirSync(join(prov, 'objects/ff'), { recursive: true });
    writeFileSync(lost, '');
    truncateSync(lost, 300 * 1024 * 1024);
    for (const folder of readdirSync(join(prov, 'objects')))
      for (const name of readdirSync(join(prov, 'objects', folder))) age(join(prov, 'objects', folder, name), 7200);
    expect(troubles(await doctor(repo))).toEqual(['snapshots warning']);
    await doctor(repo, true);
    const after = await doctor(repo, true);
    expect(after.code).toBe(0);
    expect(existsSync(lost)).toBe(false);
    agent.bash("printf 'more @a\\n' >> k.txt");
    commit(repo);
    expect(judge(repo, 'k.txt').map(({ owner }) => owner)).toEqual(['a', 'a']);
  }));

test('a word in prov.review that names no kind is a problem', () =>
  story(async ({ repo }) => {
    repo.git('config', 'prov.review', 'memory,supersedes');
    expect(troubles(await doctor(repo))).toEqual([]);
    repo.git('config', 'prov.review', 'memory,decisions');
    expect(troubles(await doctor(repo))).toEqual(['setup problem']);
  }));

test('a program that was moved is found again; hooks that another tool displaced are restored', () =>
  story(async ({ repo, agent }) => {
    const runtime = join(repo.home, '.local/share/git-prov/runtime');
    writeFileSync(runtime, '/gone/node\n/gone/git-prov.js\n');
    agent.write('m.txt', 'm @a\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(troubles(await doctor(repo))).toEqual(['setup problem', 'setup warning']);
    expect((await doctor(repo, true)).code).toBe(0);
    expect(readFileSync(runtime, 'utf8')).toContain(process.execPath);
    expect(judge(repo, 'm.txt')[0]!.owner).toBe('a');
    repo.git('config', 'core.hooksPath', '.husky/_');
    expect((await doctor(repo, true)).code).toBe(0);
    agent.write('n.txt', 'n @a\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(judge(repo, 'n.txt')[0]!.owner).toBe('a');
  }));

test('a repository without git prov has nothing to repair', () =>
  withSite(async ({ repo, prov }) => {
    appendFileSync(join(prov, 'state.json'), '');
    const { rmSync } = await import('node:fs');
    rmSync(prov, { recursive: true });
    const { code, checks } = await doctor(repo, true);
    expect(code).toBe(0);
    expect(checks.at(-1)!.what).toBe('Nothing is recorded in this repository.');
    expect(existsSync(prov)).toBe(false);
  }));

test('an unknown value of prov.capture is a problem: no words are recorded', () =>
  story(async ({ repo }) => {
    repo.git('config', 'prov.capture', 'nix');
    const { code, checks } = await doctor(repo, true);
    expect(code).toBe(1);
    expect(checks.filter(({ state }) => state !== 'ok').map(({ what }) => what)).toEqual([
      'prov.capture is "nix", which is not a valid value.',
    ]);
    repo.git('config', 'prov.capture', 'hashes');
    expect((await doctor(repo)).code).toBe(0);
  }));
