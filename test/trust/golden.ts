import { ObjectReader } from '../../src/git/objects.ts';
import type { Repo } from '../../src/git/repo.ts';
import { decodeNote, encodeNote } from '../../src/graph/format/note.ts';
import type { Oid } from '../../src/graph/ids.ts';
import type { Note } from '../../src/graph/model.ts';
import { isDamaged, NoteStore } from '../../src/store/notes.ts';
import type { Finding } from '../../src/trust/finding.ts';
import { verifyNotes } from '../../src/trust/verify.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

/** A repository in which everything was recorded as it was, and its notes. */
export interface Golden {
  readonly repo: TestRepo;
  readonly opened: Repo;
  readonly notes: ReadonlyMap<Oid, Note>;
  /** The first session's commits, oldest first. */
  readonly commits: readonly Oid[];
  readonly cleanup: () => void;
}

/** Two sessions and a person at work over five commits: prompts, reads, edits, a check, a decision, a sub-agent's ledger. */
export async function makeGolden(): Promise<Golden> {
  const repo = makeRepo({ files: { 'f.txt': 'one\ntwo\n', 'g.txt': 'a\n' } });
  enable(repo);
  const first = new TestAgent(repo, '11111111-aaaa-4bbb-8ccc-000000000001').start();
  const second = new TestAgent(repo, '22222222-aaaa-4bbb-8ccc-000000000002').start();
  const commits: Oid[] = [];
  const commit = (message: string): void => void commits.push(repo.commit(message));
  first.prompt('Add three').read('f.txt').edit('f.txt', 'two\n', 'two\nthree\n').bash('node --test nothing.js');
  commit('three');
  first.prompt('Add four and five').edit('f.txt', 'three\n', 'three\nfour\nfive\n');
  repo.write('g.txt', 'a\nby a person\n');
  commit('four and five');
  second.prompt('Add h').write('h.txt', 'h1\nh2\n');
  first.edit('f.txt', 'five\n', 'five\nsix\n');
  commit('h and six');
  first.prompt('One more').edit('f.txt', 'six\n', 'six\nseven\n').stop();
  repo.write('f.txt', repo.read('f.txt').replace('seven\n', 'seven\nby a person\n'));
  commit('seven');
  first.write('last.txt', 'last\n').stop().end();
  commit('last');
  prov(repo, 'status', '--json');
  const opened = await repo.open();
  const store = new NoteStore(opened);
  const notes = new Map<Oid, Note>();
  for await (const [id, note] of store.each((await store.list()).keys())) if (!isDamaged(note)) notes.set(id, note);
  await store.close();
  return { repo, opened, notes, commits, cleanup: () => repo.cleanup() };
}

/** What is found in these notes. They are written and read first, as a note in git would be. */
export async function findingsIn({ opened }: Golden, notes: ReadonlyMap<Oid, Note>): Promise<Finding[]> {
  const read = new Map([...notes].map(([id, note]) => [id, decodeNote(encodeNote(note))] as const));
  const objects = new ObjectReader(opened);
  const found: Finding[] = [];
  const inMemory = {
    list: () => Promise.resolve(new Map([...read.keys()].map((id) => [id, []] as const))),
    async *at(located: ReadonlyMap<Oid, readonly Oid[]>) {
      for (const id of located.keys()) yield [id, read.get(id)!] as [Oid, Note];
    },
  };
  try {
    for await (const finding of verifyNotes(opened, inMemory as unknown as NoteStore, objects, {})) found.push(finding);
  } finally {
    await objects.close();
  }
  return found;
}
