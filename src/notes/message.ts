import type { Oid } from '../model/ids.ts';
import type { Note } from '../model/model.ts';

/** Digits of a commit's id in a message. */
const ID_DIGITS = 8;

/**
 * The message of a commit of notes, as `git log --all` shows it: the first commit with its subject, and the number of the others.
 * The subject is the one that the note holds, without secrets.
 */
export function messageFor(notes: ReadonlyMap<Oid, Note | undefined>): string {
  const [first] = notes;
  if (!first) return 'provenance of no commits';
  const [commit, note] = first;
  const subject = note && subjectIn(note, commit);
  const rest = notes.size - 1;
  return [
    `provenance of ${commit.slice(0, ID_DIGITS)}`,
    ...(subject ? [subject] : []),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ].join(' ');
}

const subjectIn = ({ graphs }: Note, commit: Oid): string | undefined =>
  graphs.flatMap(({ nodes }) => nodes).find(({ kind, detail }) => kind === 'patch' && detail?.['commit'] === commit)
    ?.summary;
