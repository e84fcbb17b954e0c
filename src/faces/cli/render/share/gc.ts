import { NOTES_REF } from '../../../../notes/refs.ts';
import { QUARANTINE_DAYS } from './gc-report.ts';
import { type GcReport } from './gc-report.ts';
import { type GcNote } from './gc-report.ts';
import { type Field, type TextStyle, renderFields, span } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Commits listed for each kind; --json lists all. */
const MAX_SHOWN_COMMITS = 20;

/** What is removed, what stays and why, and how to undo it, for people. */
export function renderGc(report: GcReport, style: TextStyle): string {
  const { gone, missing, kept, with: also } = report;
  const rows: Field[] = [
    ...listed('gone', gone),
    ...(also.missing ? listed('missing', missing) : []),
    ...some(kept).map(({ commit, why }) => ({
      label: 'kept',
      spans: [span(shortOid(commit)), span(WHY[why], 'quiet')],
    })),
    ...rest(kept),
  ];
  return `${renderFields(rows, style, 0)}${[...summary(report), ...others(report), ...undo(report)].map((line) => `${line}\n`).join('')}`;
}

const WHY = {
  needed: 'its commit is deleted, but other notes refer to its steps',
  damaged: 'its commit is deleted, but it cannot be read; see git prov doctor',
} as const;

function listed(label: string, notes: readonly GcNote[]): Field[] {
  const rows = some(notes).map(({ commit, subject, bytes }) => ({
    label,
    spans: [span(shortOid(commit)), span(term(subject ?? '', 60)), span(size(bytes), 'quiet')],
  }));
  return [...rows, ...rest(notes)];
}

const some = <T>(list: readonly T[]): readonly T[] =>
  list.length > MAX_SHOWN_COMMITS + 1 ? list.slice(0, MAX_SHOWN_COMMITS) : list;

const rest = (list: readonly unknown[]): Field[] =>
  list.length > MAX_SHOWN_COMMITS + 1
    ? [{ label: '', spans: [span(`and ${list.length - MAX_SHOWN_COMMITS} more; --json names all`)] }]
    : [];

function summary({ notes, gone, missing, kept, lack, pruned, with: also }: GcReport): string[] {
  if (lack === 'shallow')
    return ['This clone is shallow: deleted commits cannot be recognised. git fetch --unshallow brings the rest.'];
  const lines: string[] = [];
  const going = [...gone, ...(also.missing ? missing : [])];
  const what = ofCommits(going, 'a deleted commit', 'deleted commits');
  if (going.length === 0)
    lines.push(`No ${kept.length > 0 ? 'other note' : 'note'} of a deleted commit; ${counted(notes, 'note')} in all.`);
  else if (pruned) lines.push(`Removed ${what}; ${notes - going.length} left.`);
  else {
    const command = `git prov gc --prune${also.missing && missing.length > 0 ? ' --missing' : ''}`;
    lines.push(`${what}, out of ${notes}; ${command} removes ${going.length === 1 ? 'it' : 'them'}.`);
  }
  if (missing.length > 0 && !also.missing) {
    const them = ofCommits(missing, 'a missing commit', 'missing commits');
    lines.push(`${them}: not fetched, or removed by git gc. --missing includes them.`);
  }
  return lines;
}

const ofCommits = (notes: readonly GcNote[], one: string, many: string): string =>
  `${counted(notes.length, 'note')} of ${notes.length === 1 ? one : many}, ${size(total(notes))}`;

function others({ graphs, quarantine, pruned, with: also }: GcReport): string[] {
  const lines: string[] = [];
  if (graphs.files > 0)
    lines.push(
      `${counted(graphs.files, 'local copy', 'local copies')} of what notes hold, ${size(graphs.bytes)}${pruned ? ': removed.' : '; --prune removes them.'}`,
    );
  if (quarantine.length > 0)
    lines.push(
      `${counted(quarantine.length, 'damaged note')} set aside more than ${QUARANTINE_DAYS} days ago${pruned && also.quarantine ? ': removed.' : '; --prune --quarantine removes what was set aside.'}`,
    );
  return lines;
}

// The history of the ref still contains the notes.
function undo({ before, after, gone, missing }: GcReport): string[] {
  if (!before || !after || before === after) return [];
  const [first] = [...gone, ...missing];
  return [
    'To undo this before any other note is written:',
    `  git update-ref ${NOTES_REF} ${before} ${after}`,
    ...(first?.blobs[0]
      ? ['Later, for each note:', `  git notes --ref=provenance add -C ${first.blobs[0]} ${first.commit}`]
      : []),
  ];
}

const total = (notes: readonly GcNote[]): number => notes.reduce((sum, { bytes }) => sum + bytes, 0);

/** `512 bytes`, `4.2 KiB`, `1.5 MiB`. */
function size(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib.toFixed(1)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}
