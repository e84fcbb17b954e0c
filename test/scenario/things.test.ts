import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Thing, thingId } from '../../src/model/knowledge/thing.ts';
import type { RepoPath } from '../../src/model/ids.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const TEXT = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('');
const FILE: Thing = { kind: 'file', path: 'src/ä b.ts' as RepoPath };

let repo: TestRepo;
beforeEach(() => {
  repo = makeRepo({ files: { 'src/ä b.ts': TEXT } });
  enable(repo);
});
afterEach(() => repo.cleanup());

const say = (...args: string[]): string => (JSON.parse(prov(repo, ...args, '--json')) as { node: string }).node;

/** An entry of a trace. */
interface Entry {
  readonly id: string;
  readonly type: string;
  readonly sources?: readonly Entry[];
  readonly derived?: readonly Entry[];
}
interface Trace {
  readonly backward: { readonly sources: readonly Entry[] };
  readonly forward: { readonly derived: readonly Entry[] };
}
const trace = (of: TestRepo, ...args: string[]): Trace => JSON.parse(prov(of, 'trace', ...args, '--json')) as Trace;

/** What explains a file. Where steps changed the file too, or it had several names, its nodes are among several roots. */
function linkedTo(path: string, of = repo): readonly string[] {
  const { sources } = trace(of, path, '--direction', 'backward').backward;
  const files = sources.filter(({ type }) => type === 'file');
  const all = files.length > 0 ? files.flatMap((file) => file.sources ?? []) : sources;
  return all
    .filter(({ type }) => type === 'claim' || type === 'risk')
    .map(({ id }) => id)
    .toSorted();
}
/** The files that an entry explains. */
const linkedFrom = (entry: string, of = repo): readonly string[] =>
  trace(of, entry, '--direction', 'forward').forward.derived.map(({ id }) => id);

function commit(name: string): void {
  repo.write('other.ts', `${name}\n`);
  repo.commit(name);
}

test('a file that several sessions link to is one node, before and after the commit and in another clone', () => {
  const claim = say('add', 'claim', 'It is slow');
  const risk = say('add', 'risk', 'It may overflow');
  say('link', claim, 'explains', 'file:src/ä b.ts');
  say('link', claim, 'explains', 'file:src/ä b.ts');
  expect(linkedFrom(claim)).toEqual([thingId(FILE)]);
  commit('first');
  new TestAgent(repo, 'sess-a').start().prompt('Make it fast').edit('src/ä b.ts', 'line 1\n', 'line one\n');
  repo.commit('second');
  say('link', risk, 'explains', `file:${thingId(FILE)}`, '--because', 'as above');
  commit('third');
  const both = [claim, risk].toSorted();
  expect(linkedTo('src/ä b.ts')).toEqual(both);
  for (const entry of both) expect(linkedFrom(entry)).toEqual([thingId(FILE)]);
  expect(prov(repo, 'verify')).toContain('Valid');
  expect(prov(repo, 'show', `file:${thingId(FILE).slice(0, 8)}-0`)).toContain('src/ä b.ts');
  const clone = makeRepo();
  try {
    clone.git('fetch', '-q', repo.dir, 'main', '+refs/notes/provenance:refs/notes/provenance');
    clone.git('reset', '-q', '--hard', 'FETCH_HEAD');
    expect(linkedTo('src/ä b.ts', clone)).toEqual(both);
    for (const entry of both) expect(linkedFrom(entry, clone)).toEqual([thingId(FILE)]);
  } finally {
    clone.cleanup();
  }
});

test('a link to a file is removed in a later commit by the name of the file', () => {
  const claim = say('add', 'claim', 'It is slow');
  say('link', claim, 'explains', 'file:src/ä b.ts');
  commit('first');
  expect(linkedTo('src/ä b.ts')).toEqual([claim]);
  say('link', claim, 'explains', 'file:src/ä b.ts', '--remove');
  expect(linkedTo('src/ä b.ts')).toEqual([]);
  commit('second');
  expect(linkedTo('src/ä b.ts')).toEqual([]);
});

test('after a rename both names of a file answer', () => {
  const [claim, risk] = [say('add', 'claim', 'It is slow'), say('add', 'risk', 'It may overflow')];
  say('link', claim, 'explains', 'file:src/ä b.ts');
  commit('first');
  repo.git('mv', 'src/ä b.ts', 'src/new.ts');
  repo.commit('rename');
  say('link', risk, 'explains', 'file:src/new.ts');
  for (const name of ['src/new.ts', 'file:src/new.ts', 'src/ä b.ts'])
    expect(linkedTo(name)).toEqual([claim, risk].toSorted());
  expect(linkedFrom(claim)).toEqual([thingId(FILE)]);
  expect(() => prov(repo, 'trace', 'src/never.ts')).toThrow('is not a known commit');
  expect(prov({ ...repo, dir: join(repo.dir, 'src') }, 'trace', 'new.ts')).toContain('It is slow');
});
