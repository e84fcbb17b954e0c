import { decodeNote } from '../../src/graph/format/note.ts';
import { attributionAt } from '../../src/graph/join.ts';
import type { RepoPath } from '../../src/graph/ids.ts';
import type { Note } from '../../src/graph/model.ts';
import type { TestRepo } from './repo.ts';

/** What `git blame` and the notes say of one line. */
export interface Verdict {
  readonly text: string;
  /** The session that wrote it, `human`, `unsure`, or `no note`. */
  readonly owner: string;
  readonly evidence: string;
  readonly from: string | undefined;
}

/** The notes of a repository, by commit. */
export function notesOf(repo: TestRepo): Map<string, Note> {
  const notes = new Map<string, Note>();
  const listed = repo.git('notes', '--ref=provenance', 'list').split('\n').filter(Boolean);
  for (const line of listed) {
    const [blob, commit] = line.split(' ') as [string, string];
    notes.set(commit, decodeNote(repo.gitRaw(['cat-file', 'blob', blob])));
  }
  return notes;
}

/** Who wrote each line of a file at HEAD, by git's blame and the notes alone: a reader of its own, apart from ours. */
export function judge(repo: TestRepo, path: string, revision = 'HEAD'): Verdict[] {
  const notes = notesOf(repo);
  const verdicts: Verdict[] = [];
  const out = repo.gitRaw(['blame', '--line-porcelain', revision, '--', path]).toString('latin1');
  let commit = '';
  let line = 0;
  let file = '';
  for (const row of out.split('\n')) {
    const head = /^([0-9a-f]{40,64}) (\d+) \d+/.exec(row);
    if (row.startsWith('\t')) verdicts.push(verdict(row.slice(1), notes.get(commit), file, line));
    else if (head) [commit, line] = [head[1]!, Number(head[2])];
    else if (row.startsWith('filename ')) file = row.slice('filename '.length);
  }
  return verdicts;
}

function verdict(text: string, note: Note | undefined, path: string, line: number): Verdict {
  if (!note) return { text, owner: 'no note', evidence: '', from: undefined };
  const found = attributionAt(note.lines.get(path as RepoPath) ?? [], line);
  const session = note.graphs.find((graph) => graph.nodes.some((node) => node.id === found?.node))?.session.id;
  const owner = found?.node ? (session ?? 'unknown node') : found?.evidence === 'unsure' ? 'unsure' : 'human';
  return { text, owner, evidence: found?.evidence ?? '', from: found?.from };
}

const authorOf = (text: string): string | undefined => /@(\w+)/.exec(text)?.[1];

const isRight = ({ text, owner }: Verdict): boolean => {
  const author = authorOf(text);
  return !author || author === owner || (author === 'human' && owner === 'no note');
};

/** Lines whose text names another author than the verdict: `@a` is session a, `@human` a person; lines without a name do not count. */
export const wrongLines = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter((one) => !isRight(one)).map(({ text, owner }) => `${text} → ${owner}`);

/** Without the copies of a line that stands elsewhere too, with its author: whoever copied it wrote the copy. */
export const originals = (verdicts: readonly Verdict[]): Verdict[] => {
  const isNotTaken = (one: Verdict): boolean => isRight(one) || one.owner === 'unsure';
  const kept = new Set(verdicts.filter(isNotTaken).map(({ text }) => text.trim()));
  return verdicts.filter((one) => isRight(one) || !kept.has(one.text.trim()));
};
