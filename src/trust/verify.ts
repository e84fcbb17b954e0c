import { availableParallelism } from 'node:os';
import { type CommitList, listCommits, listNewest } from '../git/history/commit-list.ts';
import type { ObjectReader } from '../git/objects/objects.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Oid, SessionId } from '../model/ids.ts';
import type { Notes } from '../ask/history/history.ts';
import { StandingContext } from '../notes/standing/judged.ts';
import { PackedLocations } from '../notes/packed-locations.ts';
import type { KnownGraph } from '../ask/index/graph-source.ts';
import { brokenAmong } from '../ask/knowledge/broken-invariants.ts';
import { checkCarried } from './checks/carried.ts';
import { GraphChain } from './checks/chain-checker.ts';
import { checkRepeated } from './checks/repeated-steps.ts';
import { canHire, WorkerPool } from './worker-pool.ts';
import { type Examined, type Examiner, examiner } from './note-checker.ts';
import type { VerifyFinding } from './finding.ts';
import type { NamedStep } from './checks/lines.ts';
import { quickenHash, quickenSteps } from '../git/objects/native-hash.ts';
import type { Signatures } from './checks/signatures.ts';

/** Notes verified per batch. */
const CHUNK = { first: 256, least: 512, most: 1024 };
/** With fewer notes than this, starting threads takes longer than what they save. */
const MIN_NOTES_FOR_THREADS = 2048;
const MAX_THREADS = 4;

export interface VerifyOptions {
  /** Limits the verification to the notes of these commits; all notes when absent. */
  readonly commits?: readonly Oid[] | undefined;
  /** Only what is of this session. */
  readonly session?: SessionId | undefined;
  /** Counts the signers of the notes; no signatures are checked when absent. */
  readonly signatures?: Signatures;
  /** The notes commit to verify, as stored in the repository: the notes are then read in several threads. */
  readonly tip?: Oid | undefined;
  /** Receives the number of notes verified and of all notes. */
  readonly progress?: (done: number, all: number) => void;
}

/** How much was verified. */
export interface Verified {
  readonly notes: number;
  readonly graphs: number;
  readonly steps: number;
}

/** The result of `verifyNotes`: how much was verified, and the graphs of each session. */
export interface VerifiedNotes extends Verified {
  readonly chain: GraphChain;
}

/**
 * Verifies notes against themselves, each other and the commits that they are on; `docs/trust.md` says what that proves.
 * Findings come immediately, in the same order in every run; the findings on how graphs follow each other come at the end. Memory does
 * not grow with the sizes of notes, and grows by about half a kilobyte with each graph.
 * @returns how much was verified
 */
export async function* verifyNotes(
  repo: Repo,
  store: Notes,
  objects: ObjectReader,
  options: VerifyOptions,
): AsyncGenerator<VerifyFinding, VerifiedNotes> {
  const { session, progress, signatures, tip, commits } = options;
  const located = await (commits ? store.locate(commits, tip) : store.list(tip));
  const search = { session, signed: signatures !== undefined };
  const here = (): Examiner => examiner(repo, store, objects, search);
  const threads = tip !== undefined && canHire() ? threadsFor(located.size) : 1;
  const workers = threads > 1 ? new WorkerPool(threads, { repo, search }, here) : here();
  if (threads > 1) await quickenHash();
  else quickenSteps();
  const run = new VerifyRun();
  let done = 0;
  try {
    const queue = commits ? given(repo, located, commits) : newestFirst(repo, located, threads);
    for await (const [count, examined] of inOrder(queue, located.size, workers, threads)) {
      yield* run.take(examined);
      if (examined.signatures) {
        signatures?.join(examined.signatures.report, examined.signatures.chain);
        yield* examined.signatures.findings;
      }
      progress?.((done += count), located.size);
    }
  } finally {
    await workers.close();
  }
  yield* run.end();
  yield* checkRepeated(store, run.chain.overlaps(), new StandingContext(repo), tip);
  yield* checkCarried(repo, store, objects, run.carrying, tip);
  return { notes: run.notes, graphs: run.chain.size, steps: run.chain.steps, chain: run.chain };
}

type Located = ReadonlyMap<Oid, readonly Oid[]>;

/** Notes in order of verification, and the commits of the first of them, if available here. */
interface Queue {
  readonly places: PackedLocations;
  readonly commits: CommitList;
}

async function* given(repo: Repo, located: Located, commits: readonly Oid[]): AsyncGenerator<Queue> {
  const wanted = new Set(commits.filter((commit) => located.has(commit)));
  yield queued(located, await listCommits(repo, wanted, 'given'), wanted);
}

// Neighbours in history are neighbours in git's packs: comparing them in any other order took git five times as long. Threads
// begin with the newest, while git puts the others in order.
async function* newestFirst(repo: Repo, located: Located, threads: number): AsyncGenerator<Queue> {
  const wanted = new Set(located.keys());
  if (threads > 1) yield queued(located, await listNewest(repo, wanted, threads * CHUNK.first), []);
  yield queued(located, await listCommits(repo, wanted, 'newest first'), wanted);
}

const queued = (located: Located, commits: CommitList, missing: Iterable<Oid>): Queue => ({
  places: new PackedLocations(located, [...commits.ids(), ...[...missing].sort()]),
  commits,
});

const threadsFor = (notes: number): number =>
  notes > MIN_NOTES_FOR_THREADS
    ? Math.min(MAX_THREADS, availableParallelism(), Math.floor((2 * notes) / MIN_NOTES_FOR_THREADS))
    : 1;

// Asks for some chunks before they are waited for, and gives them in their order. Of several threads' the first are small, so
// that each soon has something to do, and the last too, so that all end together.
async function* inOrder(
  queues: AsyncIterable<Queue>,
  left: number,
  workers: Examiner,
  threads: number,
): AsyncGenerator<[count: number, Examined]> {
  const ahead = 2 * threads;
  const running: [number, Promise<Examined>][] = [];
  let chunks = 0;
  for await (const { places, commits } of queues)
    for (let at = 0; at < places.size;) {
      const share = threads > 1 ? Math.ceil(left / ahead) : CHUNK.most;
      const isFirst = threads > 1 && chunks++ < threads;
      const size = isFirst ? CHUNK.first : Math.min(Math.max(share, CHUNK.least), CHUNK.most);
      const located = places.slice(at, at + size);
      const examined = workers.examine({ located, commits: commits.slice(at, at + size) });
      examined.catch(() => undefined); // reported when it is awaited
      running.push([located.size, examined]);
      at += size;
      left -= located.size;
      if (running.length >= ahead) yield answered(running.shift()!);
    }
  for (const one of running) yield answered(one);
}

const answered = async ([count, examined]: readonly [number, Promise<Examined>]): Promise<[number, Examined]> => [
  count,
  await examined,
];

/** Most graphs per run to check against the structural invariants; only graphs with relevant edges count. */
const MAX_CHECKED_GRAPHS = 10_000;

/** What was found so far, which grows with the number of graphs. */
class VerifyRun {
  notes = 0;
  readonly chain = new GraphChain();
  readonly #named: NamedStep[] = [];
  readonly #bound: KnownGraph[] = [];
  /** Graphs beyond the limit, which are not checked against the invariants. */
  #unbound = 0;
  /** Commits with lines in their notes that were carried from other commits' notes. */
  readonly carrying: Oid[] = [];

  *take({ readable, linked, notes }: Examined): Generator<VerifyFinding> {
    this.notes += readable;
    const isNew = this.chain.join(linked); // another thread may have met some before
    for (const { commit, faults, findings, named, carries, bound } of notes) {
      if (carries && findings.every(({ kind }) => kind === 'warning')) this.carrying.push(commit);
      for (const [graph, fault] of faults) if (isNew[graph]) yield fault;
      yield* findings;
      for (const one of named) this.#named.push(one); // a stranger's note may name more than a call takes at once
      const room = MAX_CHECKED_GRAPHS - this.#bound.length;
      this.#bound.push(...bound.slice(0, room));
      this.#unbound += Math.max(0, bound.length - room);
    }
  }

  async *end(): AsyncGenerator<VerifyFinding> {
    yield* this.chain.findings();
    for (const what of await brokenAmong(this.#bound)) yield { kind: 'warning', field: 'edges', what };
    if (this.#unbound > 0)
      yield {
        kind: 'gap',
        field: 'edges',
        dropped: this.#unbound,
        what: `The edges of ${this.#unbound} graphs beyond the first ${MAX_CHECKED_GRAPHS} were not compared with each other.`,
      };
    for (const { commit, step } of this.#named)
      if (!this.chain.holds(step))
        yield {
          kind: 'gap',
          commit,
          step,
          field: 'lines',
          what: 'No graph here contains the step that wrote one of its lines.',
        };
  }
}
