import type { Oid } from '../../model/ids.ts';
import type { NoteLines } from '../index/note-stats.ts';

/** Source commits that are followed for one commit: a note can name any number of them. */
const MAX_SOURCES = 1000;

/**
 * Counts the lines of sessions once. A rebased, squashed, picked or restored commit has the lines of its source commits
 * again: while a source counts, or another copy of it does, the copied lines do not.
 * @param notes the lines of each note, also of commits that do not count
 * @param counting the commits with lines that count
 * @returns the lines of each session for each of these commits, without those that another one of them has
 */
export function linesOnce(
  notes: ReadonlyMap<Oid, NoteLines>,
  counting: readonly Oid[],
): Map<Oid, ReadonlyMap<string, number>> {
  /** The commits that count, and the sources of those before, by the commit that has their lines. */
  const countedBy = new Map<Oid, Oid>(counting.map((commit) => [commit, commit]));
  const once = new Map<Oid, ReadonlyMap<string, number>>();
  const sofar = new Map<string, number>();
  const isLast = (commit: Oid): boolean => notes.get(commit)?.restores === true;
  const order = [...counting.filter((commit) => !isLast(commit)), ...counting.filter(isLast)];
  for (const commit of order) {
    const note = notes.get(commit);
    if (!note) continue;
    // What a revert of a revert brings back stands in another commit.
    const elsewhere = new Map<string, number>(note.restores ? sofar : []);
    const seen = new Set<Oid>([commit]);
    const queue: Oid[] = [];
    const follow = (sources: readonly Oid[]): void => {
      for (const source of sources)
        if (!seen.has(source) && seen.size <= MAX_SOURCES) {
          seen.add(source);
          queue.push(source);
        }
    };
    follow(note.sources);
    for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
      const by = countedBy.get(source);
      if (by === undefined) {
        countedBy.set(source, commit);
        follow(notes.get(source)?.sources ?? []);
      } else if (by !== commit)
        for (const [session, count] of (notes.get(source) ?? notes.get(by))?.lines ?? [])
          add(elsewhere, session, count);
    }
    const fresh = [...note.lines].map(([session, count]): [string, number] => {
      const copied = Math.min(note.copied.get(session) ?? 0, elsewhere.get(session) ?? 0);
      return [session, count - copied];
    });
    for (const [session, count] of fresh) add(sofar, session, count);
    once.set(commit, new Map(fresh));
  }
  return once;
}

const add = (counts: Map<string, number>, key: string, more: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + more);
