import type { NodeId, RepoPath } from '../../model/ids.ts';
import type { Graph, Note } from '../../model/model.ts';
import { type FileVerdicts, sessionsIn, type Verdict, type Verdicts } from './match/choose-session.ts';

/** Keeps existing attributions: removes lines that the note attributes by other means than this import. */
export function withoutAttributed(
  verdicts: Verdicts,
  note: Note | undefined,
  isMine: (graph: Graph) => boolean,
): Verdicts {
  if (!note) return verdicts;
  const mine = new Set<NodeId | null>(
    note.graphs.flatMap((graph) => (isMine(graph) ? graph.nodes.map(({ id }) => id) : [])),
  );
  const lines = new Map<RepoPath, FileVerdicts>();
  for (const [path, file] of verdicts.lines) {
    const attributed = (note.lines.get(path) ?? []).filter(
      ({ node, evidence }) => evidence !== 'unsure' && !mine.has(node),
    );
    const isAttributed = (line: number): boolean =>
      attributed.some(({ start, count }) => line >= start && line < start + count);
    lines.set(path, new Map([...file].filter(([line]) => !isAttributed(line))));
  }
  return { lines, sessions: sessionsIn(lines) };
}

/** Removes the author from lines of sessions that are left unchanged. */
export function withoutLeft(verdicts: Verdicts, isLeft: (session: number) => boolean): Verdicts {
  const sessions = new Set([...verdicts.sessions].filter((number) => !isLeft(number)));
  const lines = new Map(
    [...verdicts.lines].map(([path, file]) => {
      const kept = [...file].map(([line, verdict]): [number, Verdict] =>
        'doubt' in verdict || !isLeft(verdict.session) ? [line, verdict] : [line, { doubt: 'left' }],
      );
      return [path, new Map(kept)] as const;
    }),
  );
  return { sessions, lines };
}
