import { graphInfo } from '../../ask/shapes/parts.ts';
import { DeclaredEdges } from '../../model/knowledge/declared-edges.ts';
import type { Attribution, Note } from '../../model/model.ts';
import { isDamaged, type Damaged } from '../../notes/note-reader.ts';
import type { AttributionInfo, CommitNote } from './types.ts';

const attributionInfo = ({ start, count, node, evidence, from }: Attribution): AttributionInfo => ({
  start,
  count,
  node,
  evidence,
  ...(from === undefined ? {} : { from }),
});

const NOTHING: Note = { graphs: [], lines: new Map(), carried: [] };

/** The library's form of a note. */
export function commitNote(commit: string, found: Note | Damaged): CommitNote {
  const note = isDamaged(found) ? (found.note ?? NOTHING) : found;
  const { statusOf } = new DeclaredEdges().add(note.graphs);
  return {
    commit,
    graphs: note.graphs.map((graph) => graphInfo(graph, statusOf)),
    files: [...note.lines].map(([path, lines]) => ({ path, lines: lines.map(attributionInfo) })),
    carried: note.carried.map(({ from, how }) => ({ from, how })),
    ...(isDamaged(found) ? { damaged: found.damaged.message } : {}),
  };
}
