import { TreeComparer } from '../git/comparer.ts';
import { changesOf } from '../git/diff.ts';
import type { ObjectReader } from '../git/objects.ts';
import type { Repo } from '../git/repo.ts';
import { graphIdOf } from '../graph/format/note.ts';
import type { GraphId, Oid, SessionId } from '../graph/ids.ts';
import type { Note } from '../graph/model.ts';
import type { KnownGraph } from '../index/source.ts';
import type { Notes } from '../query/history.ts';
import { boundPart } from '../query/knowledge/invariants.ts';
import { type Damaged, isDamaged } from '../store/reading.ts';
import { carriesLines } from './carried.ts';
import { type Link, linkOf } from './chain.ts';
import type { Finding } from './finding.ts';
import { checkLines, type Named, namedElsewhere } from './lines.ts';
import { type SignatureReport, Signatures } from './signatures.ts';
import { walkSteps } from './steps.ts';

/** So many graphs are known to have been met: one stands in the notes of commits that are near each other. */
const MOST_MET = 20_000;

/** What is looked for in notes. Data only, as all that goes to another thread. */
export interface Search {
  /** Only what is of this session. */
  readonly session: SessionId | undefined;
  /** Whether signatures are checked. */
  readonly signed: boolean;
}

/** A graph that was looked at by itself. */
export interface ExaminedGraph {
  readonly link: Link;
  readonly steps: number;
  readonly fault: Finding | undefined;
}

/** A note that was looked at by itself. */
export interface ExaminedNote {
  readonly commit: Oid;
  /** Whether it could be read. */
  readonly readable: boolean;
  /** Those of its graphs that the same examiner has not met before. */
  readonly graphs: readonly ExaminedGraph[];
  readonly findings: readonly Finding[];
  readonly named: readonly Named[];
  /** Whether it carries lines that are to be compared with those of the notes that they come from. */
  readonly carries: boolean;
  /** What the structural invariants speak of. */
  readonly bound: readonly KnownGraph[];
}

/** What came out of some notes. */
export interface Examined {
  /** In the order that was asked for; not those in which nothing is looked for. */
  readonly notes: readonly ExaminedNote[];
  readonly signatures: { readonly findings: readonly Finding[]; readonly report: SignatureReport } | undefined;
}

/** Blobs of notes, by commit. */
export type Located = ReadonlyMap<Oid, readonly Oid[]>;

/** Looks at notes by themselves. What was asked first is answered first. */
export interface Examiner {
  /**
   * @param located the blobs of the notes, by commit
   * @throws ProvError `git` when git fails, `data` when a tree of the commits is missing
   */
  examine(located: Located): Promise<Examined>;
  close(): Promise<void>;
}

/**
 * Looks at notes in this thread: at their steps, graphs and signatures, and at their lines against what their commits added. How
 * graphs follow each other is not to be seen in one note alone.
 */
export function examiner(repo: Repo, store: Pick<Notes, 'at'>, objects: ObjectReader, search: Search): Examiner {
  const { session, signed } = search;
  const met = new Set<GraphId>();
  const comparer = new TreeComparer(repo);
  const checker = signed ? new Signatures(repo, objects) : undefined;
  let before: Promise<unknown> = Promise.resolve();

  const look = async (located: Located, comparing: ReturnType<typeof changesOf>): Promise<Examined> => {
    const changes = await comparing;
    const signatures = checker?.anew();
    const notes: ExaminedNote[] = [];
    for await (const [commit, found] of store.at(located)) {
      if (isDamaged(found)) {
        if (session === undefined) notes.push(unreadable(commit, found));
        continue;
      }
      if (session !== undefined && found.graphs.every((graph) => graph.session.id !== session)) continue;
      const lines = checkLines(commit, found, changes.get(commit));
      notes.push({
        commit,
        readable: true,
        graphs: graphsIn(found, commit, session, met),
        findings: lines ? [lines] : [],
        named: session === undefined ? [...namedElsewhere(commit, found)] : [],
        carries: session === undefined && carriesLines(commit, found),
        bound: boundIn(found),
      });
      signatures?.add(commit, found);
    }
    if (!signatures) return { notes, signatures: undefined };
    const findings: Finding[] = [];
    for await (const finding of signatures.findings()) findings.push(finding);
    return { notes, signatures: { findings, report: signatures.report() } };
  };

  return {
    examine: (located) => {
      // Git compares these commits while the notes that were asked for before are looked at.
      const comparing = changesOf(repo, located.keys(), objects, comparer);
      comparing.catch(() => undefined); // told when it is waited for
      const done = before.then(() => look(located, comparing));
      before = done.catch(() => undefined);
      return done;
    },
    close: async () => {
      await before;
      await comparer.close();
    },
  };
}

const unreadable = (commit: Oid, { damaged }: Damaged): ExaminedNote => ({
  commit,
  readable: false,
  graphs: [],
  findings: [{ kind: 'fault', commit, field: 'note', what: damaged.message }],
  named: [],
  carries: false,
  bound: [],
});

function boundIn({ graphs }: Note): KnownGraph[] {
  const bound: KnownGraph[] = [];
  for (const graph of graphs) {
    const part = boundPart(graph);
    if (part) bound.push(part);
  }
  return bound;
}

function graphsIn(note: Note, commit: Oid, session: SessionId | undefined, met: Set<GraphId>): ExaminedGraph[] {
  const graphs: ExaminedGraph[] = [];
  for (const graph of note.graphs) {
    if (session !== undefined && graph.session.id !== session) continue;
    const id = graphIdOf(graph);
    if (met.has(id)) continue;
    if (met.size >= MOST_MET) met.clear(); // who asks knows which it had before
    met.add(id);
    const { fault, last } = walkSteps(graph);
    graphs.push({
      link: linkOf(graph, commit, last),
      steps: graph.nodes.length,
      fault: fault && { ...fault, commit },
    });
  }
  return graphs;
}
