import { isUtf8 } from 'node:buffer';
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { FileFacts } from '../../code/facts.ts';
import { Outlines } from '../../code/outlines.ts';
import { symbolsIn } from '../../code/symbols.ts';
import { presentNames } from '../../git/history/file-names.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { readRegularBytes } from '../../git/objects/regular-file.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import type { RepoPath } from '../../model/ids.ts';
import {
  type CodePlace,
  hashOf,
  type LineSpan,
  type RecordedContent,
  withoutBlanks,
} from '../../model/knowledge/rests-on.ts';
import { isTextPath } from '../../model/path.ts';
import { resolveCommit } from '../history/commit-info.ts';
import { findLines } from './find-lines.ts';

/** Larger files are not compared, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** Limit of files that are read. Notes of strangers may name any number. */
const MAX_FILES = 500;
/** Limit of former names that are followed. */
const MAX_FOLLOWED = 20;
/** Limit of the time for parsing, in milliseconds. Parsed files are kept for the next command. */
const MAX_PARSING_MS = 5000;
/** What git stores of a file that Git LFS keeps elsewhere. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/** How a place is now. `unknown`: it cannot be compared. */
export type ContentState = 'same' | 'changed' | 'missing' | 'unknown';

/** The text of a place. */
export type Content =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The text of the whole file, and the lines of the place in it. */
      readonly file: string;
      readonly lines: readonly LineSpan[];
    }
  | { readonly kind: 'missing' }
  /** No text, too large, no regular file, outside of the repository, or in a language that is not known. */
  | { readonly kind: 'unknown' };

type FileContent = Exclude<Content, { readonly kind: 'text' }> | FileText;

interface FileText {
  readonly kind: 'text';
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Another one than was asked for when the file was renamed. */
  readonly path: RepoPath;
}

const MISSING = { kind: 'missing' } as const;
const UNKNOWN = { kind: 'unknown' } as const;

export interface ContentsOptions {
  /** Undefined for the work tree; in a bare repository that is HEAD. */
  readonly commit?: string | undefined;
  /** How long sources are parsed, in milliseconds; then functions and types cannot be compared. */
  readonly parsingMs?: number | undefined;
}

/** Reads the contents of files, functions, types and lines, in the work tree or in a commit. Each file is read once. */
export class Contents {
  readonly #repo: Repo;
  readonly #commit: string | undefined;
  readonly #outlines: Outlines;
  readonly #files = new Map<RepoPath, Promise<FileContent>>();
  readonly #facts = new Map<RepoPath, Promise<FileFacts | undefined>>();
  #followed = 0;
  readonly #parsingMs: number;
  #parsedMs = 0;

  constructor(repo: Repo, { commit, parsingMs = MAX_PARSING_MS }: ContentsOptions = {}) {
    this.#repo = repo;
    this.#parsingMs = parsingMs;
    this.#commit = commit ?? (repo.workTree === undefined ? 'HEAD' : undefined);
    this.#outlines = new Outlines(repo);
  }

  /** Compares a place with a recorded content. White space does not count. Lines may have moved within the file. */
  async stateOf(place: CodePlace, recorded: RecordedContent): Promise<ContentState> {
    if (recorded.size === 0) return 'unknown';
    const found = await this.of(place.lines ? { path: place.path } : place);
    if (found.kind !== 'text') return found.kind;
    if (place.lines) return findLines(found.text, place.lines, recorded);
    return hashOf(withoutBlanks(found.text)) === recorded.hash ? 'same' : 'changed';
  }

  /** The text of a place. Lines beyond the end of the file are missing. */
  async of({ path, symbol, lines }: CodePlace): Promise<Content> {
    const file = await this.#file(path);
    if (file.kind !== 'text') return file;
    if (symbol) return this.#symbol(file, symbol);
    if (!lines) return { kind: 'text', text: file.text, file: file.text, lines: [WHOLE] };
    const count = file.text.replace(/\n$/, '').split('\n').length;
    return lines.to > count ? MISSING : linesOf(file, [lines]);
  }

  async #symbol(file: FileText, { kind, name }: NonNullable<CodePlace['symbol']>): Promise<Content> {
    const facts = await this.#factsOf(file);
    if (!facts || facts.fault) return UNKNOWN;
    const symbol = symbolsIn(file.path, facts).find((one) => one.kind === kind && one.name === name);
    if (!symbol) return MISSING;
    return linesOf(
      file,
      symbol.ranges.map(([from, to]) => ({ from, to })),
    );
  }

  #factsOf({ path, bytes }: FileText): Promise<FileFacts | undefined> {
    const known = this.#facts.get(path);
    if (known) return known;
    const found = this.#parse(path, bytes);
    this.#facts.set(path, found);
    return found;
  }

  async #parse(path: RepoPath, bytes: Uint8Array): Promise<FileFacts | undefined> {
    if (this.#parsedMs > this.#parsingMs) return undefined;
    const began = performance.now();
    try {
      return await this.#outlines.of(path, bytes);
    } finally {
      this.#parsedMs += performance.now() - began;
    }
  }

  #file(path: RepoPath): Promise<FileContent> {
    const known = this.#files.get(path);
    if (known) return known;
    const found = this.#files.size < MAX_FILES && isInside(path) ? this.#read(path) : Promise.resolve(UNKNOWN);
    this.#files.set(path, found);
    return found;
  }

  async #read(path: RepoPath): Promise<FileContent> {
    const found = await this.#bytesAt(path);
    if (found !== 'missing') return contentOf(path, found);
    if (this.#followed++ >= MAX_FOLLOWED) return UNKNOWN;
    const now = (await presentNames(this.#repo, [path], 1)).get(path);
    const moved = now === undefined ? 'missing' : await this.#bytesAt(now);
    return moved === 'missing' ? MISSING : contentOf(now!, moved);
  }

  async #bytesAt(path: RepoPath): Promise<Uint8Array | 'missing' | undefined> {
    if (this.#commit !== undefined) {
      const found = await inGit(this.#repo, `${this.#commit}:${path}`);
      return found === 'missing' && !(await resolveCommit(this.#repo, this.#commit)) ? undefined : found;
    }
    const found = inWorkTree(this.#repo.workTree!, path);
    return found === 'missing' && (await isSkipped(this.#repo, path)) ? inGit(this.#repo, `:${path}`) : found;
  }
}

const WHOLE: LineSpan = { from: 1, to: Number.MAX_SAFE_INTEGER };

function linesOf({ text }: FileText, lines: readonly LineSpan[]): Content {
  const all = text.split('\n');
  const part = lines.map(({ from, to }) => all.slice(from - 1, to).join('\n')).join('\n');
  return { kind: 'text', text: part, file: text, lines };
}

/** Whether a path of a note is one inside the repository, and not of git's own folder. */
const isInside = (path: RepoPath): boolean =>
  isTextPath(path) &&
  !path.includes('\0') &&
  !path.includes('\\') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');

function contentOf(path: RepoPath, bytes: Uint8Array | undefined): FileContent {
  if (!bytes || bytes.includes(0)) return UNKNOWN;
  const text = Buffer.from(bytes).toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  return text.startsWith(LFS_POINTER) ? UNKNOWN : { kind: 'text', text, bytes, path };
}

// A link is not followed, and neither is a folder that leads out of the work tree.
function inWorkTree(workTree: string, path: string): Uint8Array | 'missing' | undefined {
  const place = join(workTree, path);
  try {
    if (!lstatSync(place).isFile()) return undefined;
    return `${realpathSync(dirname(place))}${sep}`.startsWith(`${workTree}${sep}`)
      ? readRegularBytes(place, MAX_BYTES)
      : undefined;
  } catch (error) {
    return isAbsent(error) ? 'missing' : undefined;
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

// A sparse checkout leaves files out of the work tree.
async function isSkipped(repo: Repo, path: string): Promise<boolean> {
  const args = ['ls-files', '-t', '-z', '--', `:(top,literal)${path}`];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] }));
  return stdout.toString('latin1').startsWith('S ');
}

async function inGit(repo: Repo, name: string): Promise<Uint8Array | 'missing' | undefined> {
  const objects = new ObjectReader(repo);
  try {
    const [object] = await objects.read([name], { limit: MAX_BYTES });
    if (!object) return 'missing';
    return 'bytes' in object && object.type === 'blob' ? object.bytes : undefined;
  } finally {
    await objects.close();
  }
}
