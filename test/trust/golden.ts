import { ObjectReader } from '../../src/git/objects/objects.ts';
import { keepAnswers } from '../../src/git/process/ask-once.ts';
import { openRepo, type Repo } from '../../src/git/repository/repo.ts';
import { decodeNote, encodeNote, StrayNote } from '../../src/model/format/note.ts';
import type { Oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import type { Notes } from '../../src/ask/history/history.ts';
import { type Damaged, isDamaged, NoteStore } from '../../src/notes/notes.ts';
import type { VerifyFinding } from '../../src/trust/finding.ts';
import { verifyNotes } from '../../src/trust/verify.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

/** A repository with a correct recording, and its notes. */
export interface Golden {
  readonly repo: TestRepo;
  readonly opened: Repo;
  readonly objects: ObjectReader;
  readonly notes: ReadonlyMap<Oid, Note>;
  /** The first session's commits, oldest first. */
  readonly commits: readonly Oid[];
  readonly cleanup: () => Promise<void>;
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
  return read(repo, commits);
}

/**
 * A repository where commits add lines at places of earlier additions: a person writes over an agent's line, lines of one step
 * are staged for two commits, and a person moves a block of an ended session.
 */
export async function makePlaces(): Promise<Golden> {
  const repo = makeRepo({ files: { 'g.txt': 'p\nq\nr\n' } });
  enable(repo);
  const agent = new TestAgent(repo, '33333333-aaaa-4bbb-8ccc-000000000003').start();
  const commits: Oid[] = [];
  const commit = (message: string): void => {
    repo.tick();
    repo.git('commit', '-qm', message);
    commits.push(repo.oid('HEAD'));
  };
  agent.prompt('Write f').write('f.txt', 'a first line of the agent\n').stop();
  repo.git('add', '-A');
  commit('f');
  repo.write('f.txt', 'a person wrote this line\n');
  repo.git('add', '-A');
  commit('over it');
  const block = Array.from({ length: 4 }, (_, i) => `line ${i} of a block that is long enough to be known\n`);
  agent
    .prompt('Both ends of g')
    .write('g.txt', `top of g\np\nq\nr\n${block.join('')}`)
    .stop()
    .end();
  const top = repo.gitRaw(['hash-object', '-w', '--stdin'], 'top of g\np\nq\nr\n').toString().trim();
  repo.git('update-index', '--cacheinfo', `100644,${top},g.txt`);
  commit('the top');
  repo.git('add', '-A');
  commit('the rest');
  repo.write('g.txt', 'top of g\np\nq\nr\n');
  repo.write('h.txt', `by a person\n${block.join('')}by a person\n`);
  repo.git('add', '-A');
  commit('moved');
  return read(repo, commits);
}

/** A repository where a person amended and rebased an agent's commits after the session ended. Commits are those of `HEAD`. */
export async function makeRewritten(): Promise<Golden> {
  const repo = makeRepo({ files: { 'g.txt': 'p\n' } });
  enable(repo);
  const agent = new TestAgent(repo, '44444444-aaaa-4bbb-8ccc-000000000004').start();
  agent.prompt('Write f').write('f.txt', 'the first line of f\nthe second line of f\nthe third line of f\n');
  repo.commit('f');
  agent.prompt('Write h').write('h.txt', 'the only line of h\n').stop().end();
  repo.commit('h');
  repo.git('switch', '-qc', 'other', 'HEAD~2');
  repo.write('o.txt', 'o\n');
  repo.commit('other');
  repo.git('switch', '-q', 'main');
  repo.git('rebase', '-q', 'other');
  repo.write('h.txt', 'by a person at the top\nthe only line of h\nby a person below it\n');
  repo.git('commit', '-qa', '--amend', '--no-edit');
  return read(repo, [repo.oid('HEAD~1'), repo.oid('HEAD')]);
}

async function read(repo: TestRepo, commits: readonly Oid[]): Promise<Golden> {
  prov(repo, 'status', '--json');
  // Nothing changes in the repository any more: git is asked for its place and its settings once, as in a command, and one process of
  // git reads the objects for all checks.
  const opened = await openRepo(repo.dir, keepAnswers(repo.env));
  const objects = new ObjectReader(opened);
  const store = new NoteStore(opened);
  const notes = new Map<Oid, Note>();
  for await (const [id, note] of store.each((await store.list()).keys())) if (!isDamaged(note)) notes.set(id, note);
  await store.close();
  const cleanup = async (): Promise<void> => {
    await objects.close();
    repo.cleanup();
  };
  return { repo, opened, objects, notes, commits, cleanup };
}

/** These notes as a store. They are written and read first, as notes in git would be. */
export function storeOf(notes: ReadonlyMap<Oid, Note>): Notes {
  const read = new Map([...notes].map(([id, note]) => [id, lyingOn(id, encodeNote(note))] as const));
  const located = (commits: Iterable<Oid>): Map<Oid, Oid[]> =>
    new Map([...commits].flatMap((id) => (read.has(id) ? [[id, []]] : [])));
  async function* at(some: ReadonlyMap<Oid, readonly Oid[]>): AsyncGenerator<[Oid, Note | Damaged]> {
    for (const id of some.keys()) yield [id, read.get(id)!];
  }
  return {
    list: () => Promise.resolve(located(read.keys())),
    locate: (commits) => Promise.resolve(located(commits)),
    read: (commits) => Promise.resolve(new Map([...located(commits).keys()].map((id) => [id, read.get(id)!]))),
    each: (commits) => at(located(commits)),
    at,
  };
}

/** The findings in these notes. */
export async function findingsIn({ opened, objects }: Golden, notes: ReadonlyMap<Oid, Note>): Promise<VerifyFinding[]> {
  const found: VerifyFinding[] = [];
  for await (const finding of verifyNotes(opened, storeOf(notes), objects, {})) found.push(finding);
  return found;
}

// In the form that `NoteReader` returns.
function lyingOn(commit: Oid, bytes: Uint8Array): Note | Damaged {
  try {
    return decodeNote(bytes, commit);
  } catch (error) {
    if (error instanceof StrayNote) return { damaged: error, blobs: [], stray: true };
    throw error;
  }
}
