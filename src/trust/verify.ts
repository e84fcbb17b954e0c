import { availableParallelism } from 'node:os';
import { type CommitList, listCommits } from '../git/commit-list.ts';
import type { ObjectReader } from '../git/objects.ts';
import type { Repo } from '../git/repo.ts';
import type { Oid, SessionId } from '../graph/ids.ts';
import type { Notes } from '../query/history.ts';
import { Places } from '../store/places.ts';
import type { KnownGraph } from '../index/source.ts';
import { brokenAmong, wordsOf } from '../query/knowledge/invariants.ts';
import { checkCarried } from './carried.ts';
import { GraphChain } from './chain.ts';
import { canHire, Crew } from './crew.ts';
import { type Examined, type Examiner, examiner } from './examine.ts';
import type { Finding } from './finding.ts';
import type { Named } from './lines.ts';
import { quickenHash, quickenSteps } from './quick-hash.ts';
import type { Signatures } from './signatures.ts';

/** So many notes are looked at together. */
const CHUNK = { first: 256, least: 512, most: 1024 };
/** With fewer notes than this, starting threads takes longer than what they save. */
const WORTH_HIRING = 2048;
const MOST_THREADS = 4;

export interface VerifyOptions {
  /** The commits whose notes are verified; all that have one, when absent. */
  readonly commits?: readonly Oid[] | undefined;
  /** Only what is of this session. */
  readonly session?: SessionId | undefined;
  /** Counts who vouches for the notes; nobody does, when absent. */
  readonly signatures?: Signatures;
  /** The commit of the notes that are verified, as it is in the repository: they are then read in several threads. */
  readonly tip?: Oid | undefined;
  /** Is told how many notes were looked at, and of how many. */
  readonly progress?: (done: number, all: number) => void;
}

/** How much was verified. */
export interface Verified {
  readonly notes: number;
  readonly graphs: number;
  readonly steps: number;
}

/**
 * Verifies notes against themselves, each other and the commits that they are on; `docs/trust.md` says what that proves.
 * Findings come as they are found, in the same order in every run; how graphs follow each other is told at the end. Memory
 * does not grow with the sizes of notes, and by about half a kilobyte with each graph.
 * @returns how much was verified
 */
export async function* verifyNotes(
  repo: Repo,
  store: Notes,
  objects: ObjectReader,
  options: VerifyOptions,
): AsyncGenerator<Finding, Verified> {
  const { session, progress, signatures, tip } = options;
  const search = { session, signed: signatures !== undefined };
  const here = (): Examiner => examiner(repo, store, objects, search);
  let threads = 1;
  let crew: Examiner | undefined;
  const hire = async (notes: number): Promise<void> => {
    threads = tip !== undefined && canHire() ? threadsFor(notes) : 1;
    crew = threads > 1 ? new Crew(threads, { repo, search }, here) : here();
    if (threads > 1) await quickenHash();
    else quickenSteps();
  };
  const run = new Run();
  let done = 0;
  try {
    const queue = await queueOf(repo, store, options, hire);
    for await (const [count, examined] of inOrder(queue, crew ?? here(), threads)) {
      yield* run.take(examined);
      if (examined.signatures) {
        signatures?.join(examined.signatures.report);
        yield* examined.signatures.findings;
      }
      progress?.((done += count), queue.places.size);
    }
  } finally {
    await crew?.close();
  }
  yield* run.end();
  yield* checkCarried(repo, store, objects, run.carrying, tip);
  return { notes: run.notes, graphs: run.chain.size, steps: run.chain.steps };
}

/** Notes in the order in which they are verified, and their commits, where these are here: the others' come last. */
interface Queue {
  readonly places: Places;
  readonly commits: CommitList;
}

/** @param counted is told how many notes there are, so that threads start while git puts their commits in order */
async function queueOf(
  repo: Repo,
  store: Notes,
  { commits, tip }: VerifyOptions,
  counted: (notes: number) => Promise<void>,
): Promise<Queue> {
  const located = await (commits ? store.locate(commits, tip) : store.list(tip));
  const noted = commits?.filter((commit) => located.has(commit)) ?? [...located.keys()];
  // Neighbours in history are neighbours in git's packs: comparing them in any other order took git five times as long.
  const listing = listCommits(repo, noted, commits ? 'given' : 'newest first');
  const [listed] = await Promise.all([listing, counted(located.size)]);
  return { places: new Places(located, [...listed.ids(), ...listed.missing]), commits: listed };
}

const threadsFor = (notes: number): number =>
  notes > WORTH_HIRING ? Math.min(MOST_THREADS, availableParallelism(), Math.floor((2 * notes) / WORTH_HIRING)) : 1;

// Asks for some chunks before they are waited for, and gives them in their order. Of several threads' the first are small, so
// that each soon has something to do, and the last too, so that all end together.
async function* inOrder(
  { places, commits }: Queue,
  crew: Examiner,
  threads: number,
): AsyncGenerator<[count: number, Examined]> {
  const ahead = 2 * threads;
  const asked: [number, Promise<Examined>][] = [];
  let at = 0;
  let chunks = 0;
  const ask = (): void => {
    const share = threads > 1 ? Math.ceil((places.size - at) / ahead) : CHUNK.most;
    const isFirst = threads > 1 && chunks++ < threads;
    const size = isFirst ? CHUNK.first : Math.min(Math.max(share, CHUNK.least), CHUNK.most);
    const located = places.slice(at, at + size);
    const examined = crew.examine({ located, commits: commits.slice(at, at + size) });
    examined.catch(() => undefined); // told when it is waited for
    asked.push([located.size, examined]);
    at += size;
  };
  for (;;) {
    while (at < places.size && asked.length < ahead) ask();
    const next = asked.shift();
    if (!next) return;
    yield [next[0], await next[1]];
  }
}

/** So many graphs with edges that the structural invariants speak of are looked at together. */
const MOST_BOUND = 10_000;

/** What was found so far, which grows with the number of graphs. */
class Run {
  notes = 0;
  readonly chain = new GraphChain();
  readonly #named: Named[] = [];
  readonly #bound: KnownGraph[] = [];
  /** Commits whose notes carry lines from other commits' notes. */
  readonly carrying: Oid[] = [];

  *take({ readable, linked, notes }: Examined): Generator<Finding> {
    this.notes += readable;
    const isNew = this.chain.join(linked); // another thread may have met some before
    for (const { commit, faults, findings, named, carries, bound } of notes) {
      if (carries && findings.length === 0) this.carrying.push(commit);
      for (const [graph, fault] of faults) if (isNew[graph]) yield fault;
      yield* findings;
      for (const one of named) this.#named.push(one); // a stranger's note may name more than a call takes at once
      this.#bound.push(...bound.slice(0, MOST_BOUND - this.#bound.length));
    }
  }

  *end(): Generator<Finding> {
    yield* this.chain.findings();
    for (const violation of brokenAmong(this.#bound))
      yield { kind: 'warning', field: 'edges', what: wordsOf(violation) };
    for (const { commit, step } of this.#named)
      if (!this.chain.holds(step))
        yield {
          kind: 'gap',
          commit,
          step,
          field: 'lines',
          what: 'No graph here tells of the step that wrote a line of it.',
        };
  }
}
