import { decodeNote, graphIdOf } from '../../../src/model/format/note.ts';
import type { Oid } from '../../../src/model/ids.ts';
import type { Note } from '../../../src/model/model.ts';
import { readBlobs } from '../../helpers/judge.ts';
import type { TestRepo } from '../../helpers/repo.ts';

const REF = 'refs/notes/provenance';

/** The notes of a repository, by commit, read with git's plumbing and the codec alone. */
export function readNotes(repo: TestRepo, tree = REF): Map<string, Note> {
  const listed = quiet(repo, ['ls-tree', '-r', '-z', tree]).split('\0').filter(Boolean);
  const blobs = listed.map((entry) => entry.split(/[ \t]/)[2]!);
  const bytes = readBlobs(repo, blobs);
  const rows = listed.map((entry, i) => [entry.split('\t')[1]!.replaceAll('/', '') as Oid, blobs[i]!] as const);
  return new Map(
    rows.flatMap(([commit, blob]) => {
      const note = noteIn(bytes.get(blob)!, commit);
      return note ? [[commit, note]] : [];
    }),
  );
}

// Undefined for what git put there: a note of another commit, or one that it broke.
function noteIn(bytes: Uint8Array, commit: string): Note | undefined {
  try {
    return decodeNote(bytes, commit as Oid);
  } catch {
    return undefined;
  }
}

/** The owner that the note gives a line: a session, `human`, `unsure`, or `no node` where the node has no session. */
export function ownerIn(note: Note, path: string, line: number): string {
  const claims = (note.lines as ReadonlyMap<string, readonly { start: number; count: number }[]>).get(path) ?? [];
  const at = claims.findIndex(({ start, count }) => start <= line && line < start + count);
  const found = [...note.lines].find(([name]) => name === path)?.[1][at];
  if (!found) return 'human';
  if (!found.node) return found.evidence === 'unsure' ? 'unsure' : 'human';
  return note.graphs.find(({ nodes }) => nodes.some(({ id }) => id === found.node))?.session.id ?? 'no node';
}

/** Blobs on commits that are not their own note: another commit's, or unreadable. */
export function strayFaults(repo: TestRepo, notes: ReadonlyMap<string, Note>): string[] {
  return entriesOf(repo, REF).flatMap(([commit]) =>
    notes.has(commit) ? [] : [`what lies on ${commit} is not its note`],
  );
}

/** Invariants of the graphs over the whole history of the notes: no graph changes, and no note disappears. */
export function graphFaults(repo: TestRepo, notes: ReadonlyMap<string, Note>): string[] {
  const faults: string[] = [];
  const states = quiet(repo, ['rev-list', REF]).split('\n').filter(Boolean);
  const home = new Map<string, { graph: string; explains: readonly string[] }>();
  const told = new Map<string, Set<string>>();
  const ever = new Map<string, Set<string>>();
  for (const [commit, blob] of states.flatMap((state) => entriesOf(repo, state)))
    (ever.get(commit) ?? ever.set(commit, new Set()).get(commit)!).add(blob);
  const bytes = readBlobs(repo, [...new Set([...ever.values()].flatMap((blobs) => [...blobs]))]);
  for (const [commit, blobs] of ever) {
    const states = [...blobs].flatMap((blob) => noteIn(bytes.get(blob)!, commit) ?? []);
    if (states.length > 0 && !notes.has(commit)) faults.push(`the note of ${commit} is gone`);
    for (const graph of states.flatMap(({ graphs }) => graphs)) {
      const id = graphIdOf(graph);
      (told.get(id) ?? told.set(id, new Set()).get(id)!).add(commit);
      for (const { id: node } of graph.nodes) {
        const known = home.get(node) ?? { graph: id, explains: graph.explains };
        home.set(node, known);
        if (known.graph !== id) faults.push(`step ${node} is in the graphs ${known.graph} and ${id}`);
      }
    }
  }
  for (const [node, { graph, explains }] of home)
    if (explains.length > 0 && !explains.some((commit) => told.get(graph)!.has(commit)))
      faults.push(`the graph of ${node} explains ${explains.join()}, and their notes do not have it`);
  return [...new Set(faults)];
}

function entriesOf(repo: TestRepo, state: string): [commit: string, blob: string][] {
  return quiet(repo, ['ls-tree', '-r', '-z', state])
    .split('\0')
    .filter(Boolean)
    .map((entry) => [entry.split('\t')[1]!.replaceAll('/', ''), entry.split(/[ \t]/)[2]!]);
}

function quiet(repo: TestRepo, args: readonly string[]): string {
  try {
    return repo.gitRaw(args).toString();
  } catch {
    return ''; // there are no notes at all
  }
}
