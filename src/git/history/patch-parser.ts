import type { Oid, RepoPath } from '../../model/ids.ts';
import { pathFromBytes } from '../../model/path.ts';

/** `count` lines from line `start` (from 1). */
export type LineRange = readonly [start: number, count: number];

/** A place where the two files differ. Where a count is 0, its start is the line before, as git writes it. */
export interface PatchHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

export type ChangeStatus = 'added' | 'deleted' | 'modified' | 'renamed' | 'type';

/** How one file differs between two trees. Modes are octal (`100644`); `type` is a file become symbolic link or back. */
export interface FileChange {
  readonly status: ChangeStatus;
  /** Where it is now, or was when it is deleted. */
  readonly path: RepoPath;
  /** Where it was, when it was renamed. */
  readonly oldPath?: RepoPath;
  readonly oldBlob: Oid | undefined;
  readonly newBlob: Oid | undefined;
  readonly oldMode: string | undefined;
  readonly newMode: string | undefined;
  readonly hunks: readonly PatchHunk[];
  /** The new file's lines that the old one does not have. */
  readonly added: readonly LineRange[];
  /** The old file's lines that the new one does not have. */
  readonly removed: readonly LineRange[];
  /** Git sees no lines in it (a NUL among its first 8,000 bytes, or very large). */
  readonly binary: boolean;
}

type Draft = { -readonly [Key in keyof FileChange]: FileChange[Key] } & {
  hunks: PatchHunk[];
  added: LineRange[];
  removed: LineRange[];
};

const NEWLINE = 10;
const COLON = 58;
/** The first bytes of lines of content (and of `---`, `+++`): plus, minus, and the backslash of `\\ No newline …`. */
const CONTENT = new Set([43, 45, 92]);
const GITLINK = '160000';
const PAIR = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64})$/;
const RAW = /^:([0-7]{6}) ([0-7]{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])/;
const HUNK = /^@@ -([0-9]+)(?:,([0-9]+))? \+([0-9]+)(?:,([0-9]+))? @@/;
const STATUS: Readonly<Record<string, ChangeStatus>> = { A: 'added', D: 'deleted', R: 'renamed', T: 'type' };

/**
 * Reads what `git diff-tree --stdin -r --raw -p -z -U0 --full-index` prints for pairs of trees, piece by piece, and
 * keeps no content. For each pair: a line with both ids; raw records, each closed by NUL, and one more NUL; then for
 * each record in the same order a patch (two, a deletion and a creation, for a change of type).
 */
export class PatchParser {
  /** The changes by pair of trees, `<old> <new>`. */
  pairs = new Map<string, FileChange[]>();
  readonly #mark: string | undefined;
  readonly #marked: () => void;
  #state: 'line' | 'raw' | 'content' = 'line';
  #parts: Buffer[] = [];
  #record: { meta: RegExpExecArray; paths: Buffer[] } | undefined;
  #patches: Draft[] = [];
  #nextPatch = 0;
  #files: FileChange[] = [];

  /**
   * @param mark a line without ids that git echoes: no line of a patch starts with it
   * @param marked called for each mark, after everything before it was read
   */
  constructor(mark?: string, marked: () => void = () => undefined) {
    this.#mark = mark;
    this.#marked = marked;
  }

  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#endsRaw(chunk, at)) {
        this.#state = 'line';
        if (chunk[at] === 0) at++;
      } else if (this.#isContent(chunk, at)) at = this.#skipLine(chunk, at);
      else {
        const isRaw = this.#state === 'raw';
        const end = chunk.indexOf(isRaw ? 0 : NEWLINE, at);
        this.#parts.push(chunk.subarray(at, end < 0 ? chunk.length : end));
        if (end < 0) return;
        const token = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
        this.#parts = [];
        if (isRaw) this.#raw(token);
        else this.#line(token.toString('latin1'));
        at = end + 1;
      }
    }
  }

  // A pair without any difference has no records: the next pair follows at once.
  #endsRaw(chunk: Buffer, at: number): boolean {
    return this.#state === 'raw' && this.#parts.length === 0 && !this.#record && chunk[at] !== COLON;
  }

  #isContent(chunk: Buffer, at: number): boolean {
    return this.#state === 'content' || (this.#state === 'line' && this.#parts.length === 0 && CONTENT.has(chunk[at]!));
  }

  // Content is skipped without being put together, so that a line of 100 MB costs no memory.
  #skipLine(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(NEWLINE, at);
    this.#state = end < 0 ? 'content' : 'line';
    return end < 0 ? chunk.length : end + 1;
  }

  #line(line: string): void {
    if (line.startsWith('@@')) this.#hunk(HUNK.exec(line));
    else if (line.startsWith('diff --git ')) this.#nextPatch++;
    else if (line.startsWith('Binary files ')) this.#binary();
    else if (PAIR.test(line)) {
      this.#files = [];
      this.pairs.set(line, this.#files);
      this.#patches = [];
      this.#nextPatch = 0;
      this.#state = 'raw';
    } else if (line === this.#mark) this.#marked();
  }

  #raw(token: Buffer): void {
    if (!this.#record) {
      const meta = RAW.exec(token.toString('latin1'));
      if (meta) this.#record = { meta, paths: [] };
      else this.#state = 'line';
      return;
    }
    this.#record.paths.push(Buffer.from(token));
    const { meta, paths } = this.#record;
    if (paths.length < (meta[5] === 'R' ? 2 : 1)) return;
    this.#record = undefined;
    this.#file(meta, paths.map(pathFromBytes));
  }

  #file([, oldMode, newMode, oldBlob, newBlob, letter]: RegExpExecArray, paths: RepoPath[]): void {
    const [was, is] = [side(oldMode!, oldBlob!), side(newMode!, newBlob!)];
    const status = !was.blob ? 'added' : !is.blob ? 'deleted' : (STATUS[letter!] ?? 'modified');
    const draft: Draft = {
      status,
      path: paths.at(-1)!,
      ...(paths.length > 1 ? { oldPath: paths[0]! } : {}),
      oldBlob: was.blob,
      newBlob: is.blob,
      oldMode: was.mode,
      newMode: is.mode,
      hunks: [],
      added: [],
      removed: [],
      binary: false,
    };
    this.#patches.push(...(letter === 'T' ? [draft, draft] : [draft]));
    if (was.blob ?? is.blob) this.#files.push(draft);
  }

  #binary(): void {
    const draft = this.#patches[this.#nextPatch - 1];
    if (draft) draft.binary = true;
  }

  // What is of no file that was announced is passed over.
  #hunk(found: RegExpExecArray | null): void {
    const draft = this.#patches[this.#nextPatch - 1];
    if (!found || !draft) return;
    const [oldStart, oldCount, newStart, newCount] = found.slice(1).map((text) => Number(text ?? 1)) as [
      number,
      number,
      number,
      number,
    ];
    draft.hunks.push({ oldStart, oldCount, newStart, newCount });
    if (oldCount > 0 && draft.oldBlob) draft.removed.push([oldStart, oldCount]);
    if (newCount > 0 && draft.newBlob) draft.added.push([newStart, newCount]);
  }
}

// A submodule's side counts as if nothing were there: it has no lines of this repository.
function side(mode: string, blob: string): { mode: string | undefined; blob: Oid | undefined } {
  const none = mode === GITLINK || mode === '000000';
  return none ? { mode: undefined, blob: undefined } : { mode, blob: blob as Oid };
}
