import { MIN_LINE_WEIGHT, weighsEnough } from '../../../lines/text.ts';
import { basename } from 'node:path';
import type { Edit, Replacement } from '../../../recorder/spool/event.ts';
import { BloomFilter } from './bloom-filter.ts';
import {
  type Block,
  type ChangedPlace,
  changesBetween,
  changesInPatch,
  linesInCommand,
  plainLines,
} from '../edit-lines.ts';

/** Limits of the least-recently-used cache of file contents: files, and characters. */
const MAX_CACHED_FILES = 500;
const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;
/** Prefixes of lines in the output of tools: a line number, a file's name and number, the sign of a diff. */
const BEFORE = [/^\s*\d+\s*[\t→|:]\s?/, /^[^\s:]+[:-]\d+[:-]/, /^[+-]/];

/** The lines that one step wrote to a file. */
export interface Penned {
  /** The tool's name for the file. */
  readonly path: string;
  readonly blocks: readonly Block[];
  readonly removed: readonly string[];
}

/**
 * Follows what a session reads and writes, and finds the new lines of each edit: not in the file before, as far as the transcript
 * shows, and not shown to the session before it wrote them. A line that it was shown may be a person's that it only copied.
 */
export class NovelLineTracker {
  readonly #shown = new BloomFilter();
  readonly #isBlind: boolean;
  readonly #files = new Map<string, readonly string[]>();
  #characters = 0;

  /** @param isBlind the earlier output to the session is unknown, so it may have been shown everything */
  constructor(isBlind = false) {
    this.#isBlind = isBlind;
  }

  /**
   * Adds a text that the session was shown.
   * @param of the file of the text, if known
   */
  show(text: string, of?: string): void {
    const file = of === undefined ? '\0' : `${basename(of)}\0`;
    const isAscii = !NOT_ASCII.test(text);
    const add = (line: string): void => {
      const bytes = isAscii ? line : Buffer.from(line, 'utf8').toString('latin1');
      if (weighsEnough(bytes)) this.#shown.add(file, bytes);
    };
    for (const line of text.split('\n')) {
      if (line.length < MIN_LINE_WEIGHT || line.length > MAX_LINE_CHARACTERS) continue;
      add(line);
      for (const before of BEFORE) {
        const found = before.exec(line);
        if (found) add(line.slice(found[0].length));
      }
    }
  }

  /** Records a whole file that the session was shown. */
  know(path: string, text: string): void {
    this.show(text, path);
    this.#keep(path, plainLines(text));
  }

  /** The lines that an edit wrote. @param patch the tool's input, if it is a patch */
  write(edit: Edit, patch?: string): Penned {
    const known = this.#knownBefore(edit);
    const { changes, context } = this.#changes(edit, known, patch);
    for (const text of context) if (weighsEnough(text)) this.#shown.add(`${basename(edit.path)}\0`, text);
    const isSure = edit.before !== undefined || edit.proposed === undefined;
    return this.#penned(edit.path, changes, {
      byUser: edit.byUser,
      isSure,
      still: new Set([...(known ?? []), ...context]),
    });
  }

  /** The lines in the words of a command, as written to a file. */
  spell(path: string, command: string): Penned {
    return this.#penned(path, [{ added: linesInCommand(command), removed: [], around: {} }], {
      byUser: false,
      isSure: true,
      still: new Set(),
    });
  }

  #knownBefore({ path, from, before }: Edit): readonly string[] | undefined {
    if (before === null) return [];
    return before === undefined ? this.#files.get(from ?? path) : plainLines(before);
  }

  #changes(
    { path, from, proposed, written, replaced }: Edit,
    known: readonly string[] = [],
    patch: string | undefined,
  ): { changes: readonly ChangedPlace[]; context: readonly string[] } {
    if (proposed !== undefined) {
      const after = plainLines(proposed);
      this.#keep(path, after);
      return { changes: changesBetween(known, after), context: known };
    }
    this.#forget(path);
    if (replaced) {
      const pairs = (Array.isArray(replaced) ? replaced : [replaced]).map(
        ({ old, fresh }: Replacement) => [plainLines(old), plainLines(fresh)] as const,
      );
      const changes = pairs.flatMap(([old, fresh]) => changesBetween(old, fresh, false));
      return { changes, context: pairs.flatMap(([old]) => old) };
    }
    const inPatch = patch === undefined ? undefined : changesOf(patch, path, from);
    if (inPatch) return { ...inPatch, context: [...inPatch.context, ...inPatch.changes.flatMap((one) => one.removed)] };
    return { changes: written ? [{ added: written.flatMap(plainLines), removed: [], around: {} }] : [], context: [] };
  }

  // Lines that were in the file before are not new. Lines that existed elsewhere, or in the past, may have been moved
  // there.
  #penned(path: string, changes: readonly ChangedPlace[], { byUser, isSure, still }: Sureness): Penned {
    const removed = changes.flatMap((change) => change.removed);
    const removedLines = new Set(removed);
    const isShown = (line: string): boolean =>
      byUser || removedLines.has(line) || (!still.has(line) && this.#isShown(path, line));
    const blocks = changes
      .filter(({ added }) => added.length > 0)
      .map((one) => ({
        lines: one.added,
        shown: shownIn(one.added, isShown, isSure),
        removed: one.removed,
        around: one.around,
      }));
    return { path, blocks, removed };
  }

  #isShown(path: string, line: string): boolean {
    return this.#isBlind || this.#shown.has('\0', line) || this.#shown.has(`${basename(path)}\0`, line);
  }

  #keep(path: string, lines: readonly string[]): void {
    this.#forget(path);
    this.#files.set(path, lines);
    this.#characters += lengthOf(lines);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= MAX_CACHED_FILES && this.#characters <= MAX_CACHED_CHARACTERS) break;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#characters -= lengthOf(this.#files.get(path) ?? []);
    this.#files.delete(path);
  }
}

/** How certain the changes of a step are. */
interface Sureness {
  /** A person changed the edit. */
  readonly byUser: boolean;
  /** The former content of the file is known. */
  readonly isSure: boolean;
  /** Lines that the file contained before and after. */
  readonly still: ReadonlySet<string>;
}

// A line with little text, such as a bracket, counts as shown when one of its neighbours was.
function shownIn(lines: readonly string[], isShown: (line: string) => boolean, isSure: boolean): boolean[] {
  const shown = lines.map((line) => (weighsEnough(line) ? isShown(line) : undefined));
  const nearest = (from: number, way: 1 | -1): boolean => {
    let at = from;
    while (at >= 0 && at < shown.length && shown[at] === undefined) at += way;
    return shown[at] ?? !isSure;
  };
  return shown.map((one, i) => one ?? (nearest(i, -1) || nearest(i, 1)));
}

/** Characters. A longer line does not occur in source code. */
const MAX_LINE_CHARACTERS = 16 * 1024;

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);

const NOT_ASCII = /[^\0-\x7f]/;

// The changes in the part of a patch for one file.
function changesOf(
  patch: string,
  path: string,
  from: string | undefined,
): { changes: ChangedPlace[]; context: string[] } | undefined {
  const files = [...changesInPatch(patch)];
  const isIt = (name: string): boolean =>
    name !== '' && [path, from].some((one) => one !== undefined && (one === name || one.endsWith(`/${name}`)));
  const named = files.find(([name]) => isIt(name))?.[1];
  const whole = files.filter(([, { changes }]) => changes.length > 0);
  return named ?? (whole.length === 1 ? whole[0]![1] : undefined);
}
