import type { RepoPath } from '../../model/ids.ts';
import { matchLines } from '../../lines/diff.ts';
import { splitLines, squeeze } from '../../lines/text.ts';

/** The lines directly before and after a place, if known; `EDGE` at the beginning or end of the file. */
export interface NeighbourLines {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Equals no line. */
export const EDGE = '\n';

/** The lines around a part of a file. @param to index of the line after it, from 0 */
export const aroundIn = (lines: readonly string[], from: number, to: number): NeighbourLines => ({
  before: lines[from - 1] ?? EDGE,
  after: lines[to] ?? EDGE,
});

/** Lines that a step wrote in one place of a file, without white space. */
export interface Block {
  readonly lines: readonly string[];
  /** For each line, whether the session was shown it before it wrote it. */
  readonly shown: readonly boolean[];
  /** The lines that they replace. */
  readonly removed: readonly string[];
  readonly around: NeighbourLines;
}

/** The lines that a step of a session wrote to a file. */
export interface Writing {
  /** The number of the session, and of the step in it. */
  readonly session: number;
  readonly step: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly path: RepoPath;
  readonly blocks: readonly Block[];
  /** Lines that the step removed from the file. */
  readonly removed: readonly string[];
}

/** A place that a step changed. */
export interface ChangedPlace {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly around: NeighbourLines;
}

/** Splits an agent's text into lines, normalised like the lines of blobs for comparison. */
export const plainLines = (text: string): string[] => splitLines(Buffer.from(text, 'utf8')).map(squeeze);

/**
 * The changes between two texts. White space does not count, because indenting a line is not writing it.
 * @param whole the texts are whole files
 */
export function changesBetween(before: readonly string[], after: readonly string[], whole = true): ChangedPlace[] {
  const matches = matchLines(before, after);
  const changes: ChangedPlace[] = [];
  let old = 0;
  let fresh = 0;
  for (let line = 0; line <= after.length; line++) {
    const match = line < after.length ? matches[line]! : before.length;
    if (match < 0) continue;
    const { before: above, after: below } = aroundIn(after, fresh, line);
    const change = {
      added: after.slice(fresh, line),
      removed: before.slice(old, match),
      around: whole
        ? { before: above, after: below }
        : { before: above === EDGE ? undefined : above, after: below === EDGE ? undefined : below },
    };
    if (change.added.length > 0 || change.removed.length > 0) changes.push(change);
    old = match + 1;
    fresh = line + 1;
  }
  return changes;
}

const FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$/;
/** After a line that starts with `--- `. */
const UNIFIED = /^\+\+\+ (?:b\/)?(.+?)(?:\t.*)?$/;
const MOVED = /^\*\*\* Move to: (.+?)\s*$/;

/** The changes of a patch, by the patch's name for each file: in the form of `apply_patch`, or a unified diff. */
export function changesInPatch(patch: string): Map<string, { changes: ChangedPlace[]; context: string[] }> {
  const files = new Map<string, { changes: ChangedPlace[]; context: string[] }>();
  let file = { changes: [] as ChangedPlace[], context: [] as string[] };
  files.set('', file);
  let open:
    | { added: string[]; removed: string[]; around: { before?: string | undefined; after?: string | undefined } }
    | undefined;
  let above: string | undefined;
  const lines = patch.split('\n');
  let isNew = false;
  for (const [i, line] of lines.entries()) {
    const isHeader = line.startsWith('--- ') && UNIFIED.test(lines[i + 1] ?? '');
    const begun = FILE.exec(line) ?? (lines[i - 1]?.startsWith('--- ') ? UNIFIED.exec(line) : null);
    const name = begun?.[1] ?? MOVED.exec(line)?.[1];
    const sign = line[0];
    if (name !== undefined) {
      if (begun) file = { changes: [], context: [] };
      files.set(name, file);
      above = open = undefined;
      isNew = line.startsWith('*** Add File');
    } else if ((sign === '+' || sign === '-') && !isHeader) {
      if (!open) {
        const around = isNew ? { before: EDGE, after: EDGE } : { before: above };
        file.changes.push((open = { added: [], removed: [], around }));
      }
      open[sign === '+' ? 'added' : 'removed'].push(...plainLines(`${line.slice(1)}\n`));
    } else {
      above = sign === ' ' ? plainLines(`${line.slice(1)}\n`)[0] : undefined;
      if (above !== undefined) file.context.push(above);
      if (open && !isNew) open.around.after = above;
      open = undefined;
      isNew ||= line.startsWith('@@ -0,0 ');
    }
  }
  return files;
}

/** The lines in the words of a command: here-documents and quoted strings. */
export function linesInCommand(command: string): string[] {
  const quoted = [...command.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"/g)].flatMap(([, plain, escaped]) =>
    (plain ?? escaped ?? '').split(/\\n|\n/),
  );
  const lines = command.split('\n');
  return plainLines([...(lines.length > 1 ? lines.slice(1) : []), ...quoted].join('\n')).filter((line) => line !== '');
}
