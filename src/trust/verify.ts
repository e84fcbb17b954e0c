import { changesOf } from '../git/diff.ts';
import type { ObjectReader } from '../git/objects.ts';
import type { Repo } from '../git/repo.ts';
import { graphIdOf } from '../graph/format/note.ts';
import type { Oid, SessionId } from '../graph/ids.ts';
import type { Note } from '../graph/model.ts';
import type { Notes } from '../query/history.ts';
import { type Damaged, isDamaged } from '../store/reading.ts';
import { GraphChain } from './chain.ts';
import type { Finding } from './finding.ts';
import { checkLines, type Named, namedElsewhere } from './lines.ts';
import type { Signatures } from './signatures.ts';
import { walkSteps } from './steps.ts';

/** So many commits are compared with their parents at once. */
const CHUNK = 1000;

export interface VerifyOptions {
  /** The commits whose notes are verified; all that have one, when absent. */
  readonly commits?: readonly Oid[] | undefined;
  /** Only what is of this session. */
  readonly session?: SessionId | undefined;
  /** Checks who vouches for the notes; nobody does, when absent. */
  readonly signatures?: Signatures;
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
 * Findings come as they are found; how graphs follow each other is told at the end. Memory grows with the number of
 * graphs by some hundred bytes each, not with their sizes.
 * @returns how much was verified
 */
export async function* verifyNotes(
  repo: Repo,
  store: Notes,
  objects: ObjectReader,
  options: VerifyOptions,
): AsyncGenerator<Finding, Verified> {
  const { session, progress, signatures } = options;
  const listed = options.commits ?? [...(await store.list()).keys()];
  const run = new Run(session);
  let done = 0;
  // Git compares the next commits while these are looked at.
  const compare = (at: number): ReturnType<typeof changesOf> => {
    const changes = changesOf(repo, listed.slice(at, at + CHUNK), objects);
    changes.catch(() => undefined); // told when it is waited for
    return changes;
  };
  let next = compare(0);
  for (let at = 0; at < listed.length; at += CHUNK) {
    const changes = await next;
    next = compare(at + CHUNK);
    for await (const [commit, found] of store.each(listed.slice(at, at + CHUNK))) {
      progress?.(++done, listed.length);
      yield* run.note(commit, found);
      if (!isDamaged(found) && run.isWanted(found)) {
        const lines = checkLines(commit, found, changes.get(commit));
        if (lines) yield lines;
        signatures?.add(commit, found);
      }
    }
    if (signatures) yield* signatures.findings();
  }
  await next;
  yield* run.end();
  return { notes: run.notes, graphs: run.graphs, steps: run.steps };
}

class Run {
  notes = 0;
  steps = 0;
  readonly #session: SessionId | undefined;
  readonly #chain = new GraphChain();
  readonly #named: Named[] = [];

  constructor(session: SessionId | undefined) {
    this.#session = session;
  }

  get graphs(): number {
    return this.#chain.size;
  }

  isWanted(note: Note): boolean {
    return this.#session === undefined || note.graphs.some((graph) => graph.session.id === this.#session);
  }

  *note(commit: Oid, found: Note | Damaged): Generator<Finding> {
    if (isDamaged(found)) {
      if (this.#session === undefined) yield { kind: 'fault', commit, field: 'note', what: found.damaged.message };
      return;
    }
    if (!this.isWanted(found)) return;
    this.notes++;
    for (const graph of found.graphs) {
      if (this.#session !== undefined && graph.session.id !== this.#session) continue;
      if (this.#chain.has(graphIdOf(graph))) continue;
      const { fault, last } = walkSteps(graph);
      if (fault) yield { ...fault, commit };
      this.#chain.add(graph, commit, last);
      this.steps += graph.nodes.length;
    }
    if (this.#session === undefined) this.#named.push(...namedElsewhere(commit, found));
  }

  *end(): Generator<Finding> {
    yield* this.#chain.findings();
    for (const { commit, step } of this.#named)
      if (!this.#chain.holds(step))
        yield {
          kind: 'gap',
          commit,
          step,
          field: 'lines',
          what: 'No graph here tells of the step that wrote a line of it.',
        };
  }
}
