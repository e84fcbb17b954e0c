import { unquote } from '../../git/paths/quote.ts';
import type { RepoPath } from '../../model/ids.ts';
import { pathFromBytes } from '../../model/path.ts';

/**
 * Git's output with one character for each byte (latin1), so that bytes that are not UTF-8 survive. `utf8` turns it into
 * text that can be measured, or shown outside of git's own layout.
 */
export type Bytes = string;

/** Decodes bytes as text. Bytes that are not UTF-8 become U+FFFD. */
export const utf8 = (bytes: Bytes): string => (isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8'));

/** Encodes text as UTF-8 bytes. */
export const bytesOf = (text: string): Bytes => (isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1'));

/** Whether a text contains only ASCII. */
const isAscii = (text: string): boolean => !/[^\u0000-\u007f]/.test(text);

/** A commit as reported by git blame. */
export interface BlamedCommit {
  readonly oid: string;
  /** Header lines by key, such as `author`, `author-mail`, `author-time`, `boundary`. */
  readonly headers: Map<string, Bytes>;
}

/** Adjacent lines from the same place of one commit. Lines are counted from 1. */
export interface Entry {
  readonly commit: BlamedCommit;
  /** The path and the number of the first line in that commit. */
  readonly path: Bytes;
  readonly origLine: number;
  readonly line: number;
  readonly count: number;
  /** The header lines between the first and `filename`, and the `filename` line, in git's own bytes. */
  readonly head: Bytes;
  readonly tail: Bytes;
}

const FIRST = /^([0-9a-f]{40,64}) ([0-9]+) ([0-9]+)(?: ([0-9]+))?$/;

/**
 * Parses `git blame --incremental` while it runs.
 * @param found receives every complete entry
 * @param other receives every line outside of any entry, such as the output of `--show-stats`
 */
export function incrementalReader(
  found: (entry: Entry) => void,
  other: (line: Bytes) => void = () => undefined,
): (chunk: Buffer) => void {
  const commits = new Map<string, BlamedCommit>();
  let rest = '';
  return (chunk) => {
    const text = rest + chunk.toString('latin1');
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      const first = FIRST.exec(text.slice(at, end));
      if (!first) {
        other(text.slice(at, end));
        at = end + 1;
        continue;
      }
      const name = text.startsWith('filename ', end + 1) ? end + 1 : text.indexOf('\nfilename ', end) + 1;
      const stop = name > 0 ? text.indexOf('\n', name) : -1;
      if (stop < 0) break; // the rest of the entry has not arrived yet
      const commit = commitOf(commits, first[1]!);
      for (let line = end + 1; line < name; line = text.indexOf('\n', line) + 1)
        setHeader(commit, text.slice(line, text.indexOf('\n', line)));
      found({
        commit,
        path: unquote(text.slice(name + 'filename '.length, stop)),
        origLine: +first[2]!,
        line: +first[3]!,
        count: +(first[4] ?? 1),
        head: text.slice(end + 1, name),
        tail: text.slice(name, stop + 1),
      });
      at = stop + 1;
    }
    rest = text.slice(at);
  };
}

/** One line of `git blame --porcelain`, in the order of the file. */
export interface PorcelainLine {
  readonly commit: BlamedCommit;
  readonly path: Bytes;
  readonly origLine: number;
  readonly line: number;
  /** Whether git started a group with it. */
  readonly first: boolean;
  /** Everything that git printed before the content: the line with the commit and all header lines. */
  readonly head: Bytes;
  /** The content with the TAB before it and the newline after it. */
  readonly content: Bytes;
}

/** Parses the output of `git blame --porcelain` or `--line-porcelain`, including the text after its last line. */
export function parsePorcelain(text: Bytes): { lines: PorcelainLine[]; rest: Bytes } {
  const commits = new Map<string, BlamedCommit>();
  const paths = new Map<string, Bytes>();
  const lines: PorcelainLine[] = [];
  let start = 0;
  let at = 0;
  let first: RegExpExecArray | undefined;
  let commit: BlamedCommit | undefined;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
    if (first && commit && text.charCodeAt(at) === 9) {
      const path = paths.get(commit.oid) ?? '';
      const place = { origLine: +first[2]!, line: +first[3]!, first: first[4] !== undefined };
      lines.push({ commit, path, ...place, head: text.slice(start, at), content: text.slice(at, end + 1) });
      first = undefined;
      start = end + 1;
    } else {
      const line = text.slice(at, end);
      if (!first) {
        first = FIRST.exec(line) ?? undefined;
        if (first) commit = commitOf(commits, first[1]!);
      } else if (line.startsWith('filename ')) paths.set(commit!.oid, unquote(line.slice('filename '.length)));
      else setHeader(commit!, line);
    }
    at = end + 1;
  }
  return { lines, rest: text.slice(start) };
}

function commitOf(commits: Map<string, BlamedCommit>, oid: string): BlamedCommit {
  let commit = commits.get(oid);
  if (!commit) commits.set(oid, (commit = { oid, headers: new Map() }));
  return commit;
}

function setHeader(commit: BlamedCommit, line: Bytes): void {
  const space = line.indexOf(' ');
  if (space < 0) commit.headers.set(line, '');
  else commit.headers.set(line.slice(0, space), line.slice(space + 1));
}

/** The notes' form of a path. */
export const repoPath = (path: Bytes): RepoPath =>
  isAscii(path) ? (path as RepoPath) : pathFromBytes(Buffer.from(path, 'latin1'));
