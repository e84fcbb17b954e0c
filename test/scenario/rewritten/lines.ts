import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { graphIdOf } from '../../../src/model/format/graph-id.ts';
import type { GraphId, RepoPath } from '../../../src/model/ids.ts';
import { attributionAt } from '../../../src/model/graph/join.ts';
import type { Note } from '../../../src/model/model.ts';
import { pathOf } from '../../helpers/judge.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { addedBy, askFor } from './added.ts';

/** A line with what git and the notes record about it. */
export interface Line {
  readonly path: string;
  readonly text: string;
  /** The author that its text names, if any: `@a` is session a, `@human` a person. */
  readonly author: string | undefined;
  /** The commit that added it, by `git blame`. */
  readonly commit: string;
  /** The session, `human`, `unsure`, or `no note`. */
  readonly owner: string;
  readonly evidence: string;
  /** The graph that holds the node of its attribution. */
  readonly graph: GraphId | undefined;
}

type Notes = ReadonlyMap<string, Note>;

/** Every line of every file at a revision. In a shallow clone, without the lines that git cannot trace to a commit. */
export function linesOf(repo: TestRepo, revision: string, notes: Notes): Line[] {
  const shallow = isShallow(repo);
  return pathsOf(repo, revision).flatMap((path) => {
    const all: Line[] = [];
    let [commit, number, file, isBoundary] = ['', 0, '', false];
    for (const row of repo.gitRaw(['blame', '--line-porcelain', revision, '--', path]).toString('utf8').split('\n')) {
      const head = /^([0-9a-f]{40,64}) (\d+) \d+/.exec(row);
      if (head) [commit, number, isBoundary] = [head[1]!, Number(head[2]), false];
      else if (row === 'boundary') isBoundary = true;
      else if (row.startsWith('filename ')) file = pathOf(row.slice('filename '.length));
      else if (row.startsWith('\t') && !(isBoundary && shallow))
        all.push({ ...lineOf(notes.get(commit), file, number, row.slice(1)), path, commit });
    }
    return all;
  });
}

// Git is asked only beside a linked work tree, and in a folder below the top.
function isShallow(repo: TestRepo): boolean {
  const dir = join(repo.dir, '.git');
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return existsSync(join(dir, 'shallow'));
  return repo.git('rev-parse', '--is-shallow-repository') === 'true';
}

/** Every line that commits added, including lines that a later commit removed. */
export function linesAddedBy(repo: TestRepo, commits: readonly string[], notes: Notes): Line[] {
  askFor(repo, commits);
  return commits.flatMap((commit) =>
    [...addedBy(repo, commit)].flatMap(([path, rows]) =>
      [...rows].map(([number, text]) => ({ ...lineOf(notes.get(commit), path, number, text), path, commit })),
    ),
  );
}

function lineOf(note: Note | undefined, file: string, number: number, text: string): Omit<Line, 'path' | 'commit'> {
  const author = /@(\w+)/.exec(text)?.[1];
  if (!note) return { text, author, owner: 'no note', evidence: '', graph: undefined };
  const found = attributionAt(note.lines.get(file as RepoPath) ?? [], number);
  const graph = note.graphs.find((one) => one.nodes.some((node) => node.id === found?.node));
  const owner = found?.node ? (graph?.session.id ?? 'unknown node') : found?.evidence === 'unsure' ? 'unsure' : 'human';
  return { text, author, owner, evidence: found?.evidence ?? '', graph: graph && graphIdOf(graph) };
}

/** The text files of a revision. */
export function pathsOf(repo: TestRepo, revision: string): string[] {
  const rows = repo.git('ls-tree', '-r', '-z', revision).split('\0').filter(Boolean);
  return rows.filter((row) => row.startsWith('100')).map((row) => row.slice(row.indexOf('\t') + 1));
}

/** The notes' blobs by commit. */
export function listed(repo: TestRepo): Map<string, string> {
  const rows = repo.git('notes', '--ref=provenance', 'list').split('\n').filter(Boolean);
  return new Map(rows.map((row) => row.split(' ').reverse() as [string, string]));
}
