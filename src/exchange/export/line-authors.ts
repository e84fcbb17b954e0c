import { NoteLookup } from '../../ask/blame/note-lookup.ts';
import type { LineOwner } from '../../ask/blame/ownership.ts';
import { addedLines } from '../../git/history/commit-changes.ts';
import { sessionPrefix, type RepoPath, type SessionId, sessionPart } from '../../model/ids.ts';
import type { Note, Session } from '../../model/model.ts';
import type { ExportedCommit } from './noted.ts';

/** A session that wrote lines. */
export interface Writer {
  /** The prefix of its steps' ids. */
  readonly short: string;
  /** For a session without a graph in the note, the id is the known digits and the agent is `unknown`. */
  readonly session: Session;
}

/** The author of lines in the terms of other formats: a session, a person, or unknown. */
export type Author = Writer | 'person' | 'unknown';

/** Lines `start` to `end` of a file, from 1, both included. */
export interface Authored {
  readonly start: number;
  readonly end: number;
  readonly by: Author;
}

/**
 * The authors of the lines that a commit added, by path: complete, in order, with adjacent lines of one author merged. These are the
 * lines that `git blame` gives to the commit.
 * @param silent the author of lines on which the note is silent: they are a person's, but nobody saw them being typed
 */
export function authoredLines(
  { commit, note, change, partial }: ExportedCommit,
  silent: 'person' | 'unknown' = 'person',
): Map<RepoPath, Authored[]> {
  const view = new NoteLookup({ ...note, partial }, commit.oid);
  const writers = writersOf(note);
  const files = new Map<RepoPath, Authored[]>();
  for (const [path, added] of addedLines(change)) {
    const runs: Authored[] = [];
    for (const [start, count] of added)
      for (const { line, count: length, owner } of view.owners(path, start, count)) {
        const by = authorOf(owner, writers, silent);
        const last = runs.at(-1);
        if (last?.by === by && last.end + 1 === line) runs[runs.length - 1] = { ...last, end: line + length - 1 };
        else runs.push({ start: line, end: line + length - 1, by });
      }
    files.set(path, runs);
  }
  return files;
}

/** Groups runs by author, in order of the authors' first appearance. */
export function byAuthor(runs: readonly Authored[]): Map<Author, Authored[]> {
  const groups = new Map<Author, Authored[]>();
  for (const run of runs) {
    const group = groups.get(run.by);
    if (group) group.push(run);
    else groups.set(run.by, [run]);
  }
  return groups;
}

/** Lines in the form of most formats: `12` or `12-20`. */
export const rangeOf = ({ start, end }: Pick<Authored, 'start' | 'end'>): string =>
  start === end ? `${start}` : `${start}-${end}`;

// One object for each session, so that sessions can be compared by identity.
function writersOf(note: Note): (short: string) => Writer {
  const known = new Map<string, Writer>();
  for (const { session } of note.graphs) {
    const short = sessionPrefix(session);
    known.set(short, { short, session: { ...session, ...known.get(short)?.session } });
  }
  return (short) => {
    const writer = known.get(short) ?? { short, session: { id: short as SessionId, agent: 'unknown' } };
    known.set(short, writer);
    return writer;
  };
}

function authorOf(
  { owner, node, evidence }: LineOwner,
  writers: (short: string) => Writer,
  silent: 'person' | 'unknown',
): Author {
  if (owner === 'human') return evidence === undefined ? silent : 'person';
  return owner === 'agent' && node ? writers(sessionPart(node)) : 'unknown';
}
