import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeNote } from '../../src/model/format/note.ts';
import { attributionAt } from '../../src/model/graph/join.ts';
import type { RepoPath } from '../../src/model/ids.ts';
import { isLikely, type Note } from '../../src/model/model.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import { unquote } from '../../src/git/paths/quote.ts';
import { gitDirOf, type TestRepo } from './repo.ts';

/** The result of `git blame` and the notes for a line. */
export interface Verdict {
  readonly text: string;
  /** The session that wrote it, `human`, `unsure`, or `no note`. */
  readonly owner: string;
  readonly evidence: string;
  readonly from: string | undefined;
}

/** The notes of a repository, by commit. */
export function notesOf(repo: TestRepo): Map<string, Note> {
  const tip = looseTip(repo);
  if (latest?.tip !== tip || latest.dir !== repo.dir || tip === '')
    latest = { tip, dir: repo.dir, notes: readNotes(repo) };
  return new Map(latest.notes);
}

// A story looks at several files at the same notes, and git is started twice to read them.
let latest: { readonly tip: string; readonly dir: string; readonly notes: Map<string, Note> } | undefined;

function looseTip(repo: TestRepo): string {
  try {
    return readFileSync(join(commonDirOf(repo), 'refs/notes/provenance'), 'utf8');
  } catch {
    return ''; // packed, or in a reftable
  }
}

// The git dir with the refs: of a linked work tree, that of the first one.
function commonDirOf(repo: TestRepo): string {
  const [, linked] = /^gitdir: (.*\/worktrees\/[^/\n]+)\n?$/.exec(textOf(join(repo.dir, '.git'))) ?? [];
  return linked === undefined ? gitDirOf(repo) : join(linked, readFileSync(join(linked, 'commondir'), 'utf8').trim());
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // a folder
  }
}

function readNotes(repo: TestRepo): Map<string, Note> {
  const listed = repo.git('notes', '--ref=provenance', 'list').split('\n').filter(Boolean);
  const rows = listed.map((line) => line.split(' ') as [blob: string, commit: string]);
  const blobs = readBlobs(
    repo,
    rows.map(([blob]) => blob),
  );
  return new Map(rows.map(([blob, commit]) => [commit, decodeNote(blobs.get(blob)!)]));
}

/** The content of these objects, read by one process of git. */
export function readBlobs(repo: TestRepo, blobs: readonly string[]): Map<string, Buffer> {
  const read = new Map<string, Buffer>();
  if (blobs.length === 0) return read;
  const out = repo.gitRaw(['cat-file', '--batch'], blobs.map((blob) => `${blob}\n`).join(''));
  for (let at = 0; at < out.length;) {
    const end = out.indexOf(10, at);
    const [id, , size] = out.toString('latin1', at, end).split(' ');
    read.set(id!, out.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return read;
}

/** The author of each line of a file at HEAD, from git's blame and the notes alone: a reader independent of ours. */
export function judge(repo: TestRepo, path: string, revision = 'HEAD'): Verdict[] {
  const notes = notesOf(repo);
  const verdicts: Verdict[] = [];
  const out = repo.gitRaw(['blame', '--line-porcelain', revision, '--', path]).toString('latin1'); // a character a byte
  let commit = '';
  let line = 0;
  let file = '' as RepoPath;
  for (const row of out.split('\n')) {
    const head = /^([0-9a-f]{40,64}) (\d+) \d+/.exec(row);
    if (row.startsWith('\t')) verdicts.push(verdict(utf8(row.slice(1)), notes.get(commit), file, line));
    else if (head) [commit, line] = [head[1]!, Number(head[2])];
    else if (row.startsWith('filename ')) file = pathOf(row.slice('filename '.length));
  }
  return verdicts;
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** A path as git prints it: in C's quotes where it is not plain ASCII. */
export const pathOf = (written: string): RepoPath => pathFromBytes(Buffer.from(unquote(written), 'latin1'));

function verdict(text: string, note: Note | undefined, path: RepoPath, line: number): Verdict {
  if (!note) return { text, owner: 'no note', evidence: '', from: undefined };
  const found = attributionAt(note.lines.get(path) ?? [], line);
  const session = note.graphs.find((graph) => graph.nodes.some((node) => node.id === found?.node))?.session.id;
  const owner = found?.node ? (session ?? 'unknown node') : found?.evidence === 'unsure' ? 'unsure' : 'human';
  const evidence = found && isLikely(found) ? 'likely' : (found?.evidence ?? '');
  return { text, owner, evidence, from: found?.from };
}

const authorOf = (text: string): string | undefined => /@(\w+)/.exec(text)?.[1];

const isRight = ({ text, owner }: Verdict): boolean => {
  const author = authorOf(text);
  return !author || author === owner || (author === 'human' && owner === 'no note');
};

/** Lines with a text that names another author than the verdict: `@a` is session a, `@human` a person. Lines without a name do not count. */
export const wrongLines = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter((one) => !isRight(one)).map(({ text, owner }) => `${text} → ${owner}`);

/** Leaves out copies of lines that also occur elsewhere with their author: a copy belongs to the person or agent that copied it. */
export const originals = (verdicts: readonly Verdict[]): Verdict[] => {
  const isNotTaken = (one: Verdict): boolean => isRight(one) || one.owner === 'unsure';
  const kept = new Set(verdicts.filter(isNotTaken).map(({ text }) => text.trim()));
  return verdicts.filter((one) => isRight(one) || !kept.has(one.text.trim()));
};
