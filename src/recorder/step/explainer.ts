import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isInWorkTreeOf } from '../../git/repository/holding-repository.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { readWritings } from '../../model/shell/parse/command.ts';
import { isKnownOutput } from '../../model/shell/tools.ts';
import type { Writing } from '../../model/shell/writing.ts';
import { explain, type PossibleWrites, without, withoutUnexplained } from '../../lines/explain.ts';
import type { CopySource } from '../../lines/copies.ts';
import { type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import { isAmong } from '../worktree/background-steps.ts';
import type { TreeDifference, RecordedContents } from '../worktree/recorded-contents.ts';
import { toRepoPath, writtenPaths } from '../spool/event-paths.ts';
import type { OpenStep, WorkTreeState } from '../state/state.ts';

/** Most files that a command names which are read, and their size in characters. */
const MAX_FILES = 16;
const MAX_TEXT_CHARACTERS = 256 * 1024;
const MAX_WORD_CHARACTERS = 1024;
/** The mark that redaction leaves in place of a secret. */
const REDACTED = /\[redacted/i;

/** The files of a work tree before a step, by its last snapshot. */
export type FormerTree = Pick<WorkTreeState, 'tree' | 'overlay'>;

/** The author of a change: the step, if it explains it; the other possible writers; or no owner that we name. */
export type ExplainedBy = 'step' | 'others' | 'unsure';

/** A text of a step: its command, or a file that the command names. */
interface Text {
  readonly text: string;
  readonly path?: RepoPath | undefined;
  /** The name of a file, as the command spells it. */
  readonly name?: string;
  /** Only parts that read or check name this file. */
  readonly isRead?: boolean;
  /** The file before the step, with the owners of its lines. */
  readonly owned?: Owned | undefined;
}

/** Knows the owners of the lines of a blob. */
export interface LineOwners {
  owned(path: RepoPath, blob: Oid, workTree: string): Promise<Owned | undefined>;
}

/** Finds out what the words of a step explain, using the files that they name. */
export class Explainer {
  readonly #files: RecordedContents;
  readonly #owners: LineOwners;

  constructor(files: RecordedContents, owners: LineOwners) {
    this.#files = files;
    this.#owners = owners;
  }

  /**
   * Which changes a step explains, of those made while it ran. Undefined for a tool that names its file: that tool wrote it.
   * @param former the files of the work tree before the step
   * @param input the call's input, for a tool without a command
   */
  async of(step: OpenStep, workTree: WorkTreeState, former: FormerTree, input = ''): Promise<Explanation | undefined> {
    if (step.action !== 'shell' && step.action !== 'unknown') return undefined;
    const { command } = step;
    if (command === undefined)
      return new Explanation([{ paths: undefined, rest: 'program' }], [{ text: bytes(input) }]);
    const { parts, words, reads } = readWritings(command);
    const cwd = step.cwd ?? workTree.top;
    const placed = parts.map((part) => ({
      ...part,
      paths: part.paths?.flatMap((path) => writtenPaths(path, workTree.top, cwd)),
      ...(REDACTED.test(command) && part.rest === 'nothing' && { rest: 'program' as const }),
    }));
    const texts: Text[] = [{ text: bytes(command) }];
    const written = new Set([...parts.flatMap(({ sources = [] }) => sources), ...words]);
    for (const name of new Set([...written, ...reads])) {
      if (texts.length > MAX_FILES) break;
      const found = name.length <= MAX_WORD_CHARACTERS ? await this.#read(name, cwd, workTree, former) : undefined;
      if (found) texts.push({ ...found, name, isRead: !written.has(name) });
    }
    return new Explanation(placed, texts);
  }

  // A file from before the step, or as the step left it.
  async #read(name: string, cwd: string, workTree: WorkTreeState, former: FormerTree): Promise<Text | undefined> {
    const path = toRepoPath(name, workTree.top, cwd);
    if (path === undefined) return outside(resolve(cwd, name), workTree);
    if (path === '.') return undefined;
    const before = Object.hasOwn(former.overlay, path)
      ? former.overlay[path]!
      : await this.#files.blobAt(former.tree, path);
    const blob = before ?? (await this.#files.blobAt(workTree.tree, path));
    const lines = blob && (await this.#files.lines(blob));
    const text = lines && lines.join('\n');
    if (!text || text.length > MAX_TEXT_CHARACTERS) return undefined;
    return { text, path, owned: before ? await this.#owned(path, before, workTree) : undefined };
  }

  // Where notes were fetched, an agent elsewhere may have written the lines of which nothing is known here.
  async #owned(path: RepoPath, blob: Oid, workTree: WorkTreeState): Promise<Owned | undefined> {
    const owned = await this.#owners.owned(path, blob, workTree.gitDir);
    if (!owned || !this.#files.mayHaveFetchedNotes) return owned;
    return { lines: owned.lines, owners: owned.owners.map((owner) => (owner.kind === 'base' ? UNSURE : owner)) };
  }
}

// A file in another folder, such as the script `/tmp/gen.py`. Its lines have owners if it is in another work tree of the repository.
// These are not searched for.
function outside(file: string, { gitDir }: WorkTreeState): Text | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > MAX_TEXT_CHARACTERS) return undefined;
    const text = readFileSync(file, 'latin1');
    if (!isInWorkTreeOf(gitDir, file)) return { text };
    const lines = text.split('\n');
    return { text, owned: { lines, owners: lines.map(() => UNSURE) } };
  } catch {
    return undefined; // it is not readable
  }
}

const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Which changes a step explains, of those made while it ran. */
export class Explanation {
  readonly #parts: readonly Writing[];
  readonly #texts: readonly Text[];

  constructor(parts: readonly Writing[], texts: readonly Text[]) {
    this.#parts = parts;
    this.#texts = texts;
  }

  /** Whether an unexplained program may have written to a file. */
  isOpen(path: RepoPath): boolean {
    return this.#rest(path) === 'program';
  }

  /** The possible author of a change. */
  async share(one: TreeDifference, files: RecordedContents): Promise<ExplainedBy> {
    const found = await this.explained(one, files);
    const rest = this.#rest(one.path);
    return found || rest === 'program' ? 'step' : rest === 'check' ? 'unsure' : 'others';
  }

  /** Whether the words explain a change, or a part of it. */
  async explained({ path, from, to }: TreeDifference, files: RecordedContents): Promise<boolean> {
    const [before, after] = [await files.lines(from), await files.lines(to)];
    if (!before || !after) return this.#names(path);
    const added = without(after, before);
    // A file that the command names and that only lost lines: the command removed them.
    if (added.length === 0) return this.#names(path);
    return explain(this.#source(path, after), before, added, () => true).some(Boolean);
  }

  /**
   * The owners of the lines of a file after the step: it keeps those that it explains.
   * @param owned with the step as the owner of all new lines
   * @param others the owner of the rest, when the step did not write it
   */
  owners(path: RepoPath, before: readonly string[], owned: Owned, author: Owner, others: Owner): Owner[] {
    if (author.kind !== 'node') return [...owned.owners];
    const rest = this.#rest(path);
    const other: Owner =
      rest === 'program' ? { kind: 'unsure', likely: author.node } : rest === 'check' ? UNSURE : others;
    return withoutUnexplained(this.#source(path, owned.lines), before, owned, author, other);
  }

  #at(path: RepoPath): Writing[] {
    return this.#parts.filter(({ paths }) => paths === undefined || isAmong(path, paths));
  }

  #names(path: RepoPath): boolean {
    return this.#parts.some(({ paths }) => paths !== undefined && isAmong(path, paths));
  }

  #rest(path: RepoPath): Writing['rest'] {
    const rests = new Set(this.#at(path).map(({ rest }) => rest));
    return rests.has('program') ? 'program' : rests.has('check') ? 'check' : 'nothing';
  }

  #source(path: RepoPath, lines: readonly string[]): PossibleWrites {
    const parts = this.#at(path);
    const sources = new Set(parts.flatMap((part) => part.sources ?? []));
    const texts = this.#texts.filter((one) => one.path !== path || sources.has(path)).filter(isTextOf(parts, sources));
    const others = texts.filter((one) => one.path !== path);
    return {
      copies: others.flatMap(({ owned, name, isRead }): CopySource[] =>
        owned ? [{ ...owned, isCopied: isRead === true || (name !== undefined && sources.has(name)) }] : [],
      ),
      copied: others.filter((one) => one.path !== undefined).flatMap(({ text }) => text.split('\n')),
      lines: parts.flatMap((part) => part.lines ?? []).map(bytes),
      substitutions: parts
        .flatMap((part) => part.substitutions ?? [])
        .map(({ old, fresh }) => ({ old: old && bytes(old), fresh: bytes(fresh) })),
      texts: texts.map(({ text }) => text),
      all:
        parts.some(({ outputs = [], fixes }) => fixes === 'makes' || isKnownOutput(path, outputs)) && lines.length > 0,
      repairs: parts.some(({ fixes }) => fixes === 'repairs'),
    };
  }
}

/**
 * Which texts may have been written into a file that these parts may write. A check writes none, although its files often share lines
 * with the file that a person edits meanwhile. Nor does a part put the lines of one of its targets into another.
 */
function isTextOf(parts: readonly Writing[], sources: ReadonlySet<string>): (text: Text) => boolean {
  const programs = parts.filter(({ rest }) => rest === 'program');
  const targets = new Set(parts.flatMap(({ paths = [] }) => paths));
  return ({ name, path, isRead }) => {
    if (name === undefined) return parts.some(({ rest }) => rest !== 'check');
    if (sources.has(name)) return true;
    if (path !== undefined && targets.has(path)) return false;
    return programs.some(({ paths }) => !isRead || paths !== undefined);
  };
}
