import type { Note } from '../../../src/model/model.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { authorOf } from './ink.ts';
import { graphFaults, ownerIn, readNotes, strayFaults } from './notes-read.ts';
import type { Stage } from './stage.ts';

/**
 * `wrong`: a line is attributed to another agent, or a person's line to an agent. `missed`: an agent's line is attributed to
 * a person or to no one. `unsure`: the note abstains.
 */
export type Outcome = 'right' | 'wrong' | 'missed' | 'unsure';

/** One line at the head of a branch, and what git's blame and the note of the blamed commit say of it. */
export interface Verdict {
  readonly commit: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly owner: string;
  readonly outcome: Outcome;
  /** The operation that made the commit. */
  readonly how: string;
}

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  /** Notes about lines that their commits do not add or that another author wrote; graphs that changed. */
  readonly faults: readonly string[];
}

/** Judges every line at the head of every branch, and every note, from outside. */
export function judge({ repo, made }: Pick<Stage, 'repo' | 'made'>): Judgement {
  const notes = readNotes(repo);
  const seen = new Map<string, Verdict>();
  for (const branch of branchesOf(repo)) {
    const own: Verdict[] = [];
    for (const path of repo.git('ls-tree', '-r', '-z', '--name-only', branch).split('\0').filter(Boolean))
      own.push(...blame(repo, branch, path, notes, made));
    for (const one of withoutCopies(own)) seen.set(`${one.commit} ${one.path} ${one.line}`, one);
  }
  const faults = [...noteFaults(repo, notes, made), ...graphFaults(repo, notes), ...strayFaults(repo, notes)];
  return { verdicts: [...seen.values()], faults };
}

const branchesOf = (repo: TestRepo): string[] =>
  repo.git('for-each-ref', '--format=%(refname)', 'refs/heads').split('\n').filter(Boolean);

function blame(
  repo: TestRepo,
  revision: string,
  path: string,
  notes: ReadonlyMap<string, Note>,
  made: ReadonlyMap<string, string>,
): Verdict[] {
  const verdicts: Verdict[] = [];
  let [commit, line, file] = ['', 0, ''];
  const out = repo.git('-c', 'core.quotePath=false', 'blame', '--line-porcelain', revision, '--', path);
  for (const row of out.split('\n')) {
    const head = /^([0-9a-f]{40}) (\d+) \d+/.exec(row);
    if (row.startsWith('filename ')) file = row.slice('filename '.length);
    else if (head) [commit, line] = [head[1]!, Number(head[2])];
    else if (row.startsWith('\t')) {
      const text = row.slice(1).trim();
      const note = notes.get(commit);
      const owner = note ? ownerIn(note, file, line) : 'no note';
      const how = made.get(commit) ?? 'unknown';
      verdicts.push({ commit, path: file, line, text, owner, outcome: outcomeOf(text, owner), how });
    }
  }
  return verdicts.filter(({ text }) => authorOf(text) !== undefined);
}

function outcomeOf(text: string, owner: string): Outcome {
  const author = authorOf(text);
  if (author === owner || (author === 'human' && owner === 'no note')) return 'right';
  if (owner === 'unsure') return 'unsure';
  return owner === 'human' || owner === 'no note' ? 'missed' : 'wrong';
}

// A line that occurs twice was copied, no matter by whom: one correct owner is enough.
function withoutCopies(verdicts: readonly Verdict[]): Verdict[] {
  const right = new Set(verdicts.filter(({ outcome }) => outcome === 'right').map(({ text }) => text));
  return verdicts.filter(({ outcome, text }) => outcome === 'right' || !right.has(text));
}

/** Checks all notes, including those of unreachable commits. */
function noteFaults(repo: TestRepo, notes: ReadonlyMap<string, Note>, made: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const added = addedLines(repo, [...notes.keys()]);
  for (const [commit, note] of notes) {
    const lines = added.get(commit);
    if (note.carried.some(({ from }) => from === commit)) faults.push(`${commit} is carried from itself`);
    if (!lines) continue; // fetched with the notes, but not itself
    for (const [path, list] of note.lines as ReadonlyMap<string, readonly { start: number; count: number }[]>)
      for (const { start, count } of list)
        for (let line = start; line < start + count; line++) {
          const where = `${made.get(commit) ?? 'old'}: ${commit.slice(0, 8)}:${path}:${line}`;
          const text = lines.get(path)?.get(line);
          if (text === undefined) faults.push(`${where} has an attribution and was not added`);
          else if (authorOf(text) && outcomeOf(text, ownerIn(note, path, line)) === 'wrong')
            faults.push(`${where} «${text}» is attributed to ${ownerIn(note, path, line)}`);
        }
  }
  return faults;
}

type Added = Map<string, Map<number, string>>;

// The lines that commits add against all of their parents, by commit and path, with their texts.
function addedLines(repo: TestRepo, commits: readonly string[]): Map<string, Added> {
  const wanted = new Map<string, number>();
  const asked = commits.map((commit) => `${commit}^{commit}`).join('\n');
  const present = repo
    .gitRaw(['cat-file', '--batch-check'], `${asked}\n`)
    .toString()
    .split('\n')
    .flatMap((row) => (/^[0-9a-f]+ commit /.test(row) ? [row.split(' ')[0]!] : []));
  if (present.length === 0) return new Map();
  const parents = repo.gitRaw(['rev-list', '--no-walk=unsorted', '--parents', '--stdin'], `${present.join('\n')}\n`);
  for (const row of parents.toString().split('\n').filter(Boolean))
    wanted.set(row.split(' ')[0]!, Math.max(row.split(' ').length - 1, 1));
  const args = ['-c', 'core.quotePath=false', 'diff-tree', '--stdin', '--root', '-m', '-p', '-U0', '-M', '--always'];
  const diffs = new Map<string, Added[]>();
  let [file, line]: [Map<number, string> | undefined, number] = [undefined, 0];
  for (const row of repo
    .gitRaw(args, `${present.join('\n')}\n`)
    .toString()
    .split('\n')) {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(row);
    if (/^[0-9a-f]{40}/.test(row)) {
      const commit = row.slice(0, 40);
      diffs.set(commit, [...(diffs.get(commit) ?? []), new Map()]);
      file = undefined;
    } else if (row.startsWith('diff --git')) file = undefined;
    else if (!file && row.startsWith('+++ b/')) {
      file = new Map();
      [...diffs.values()].at(-1)!.at(-1)!.set(row.slice('+++ b/'.length).replace(/\t$/, ''), file);
    } else if (hunk) line = Number(hunk[1]);
    else if (file && row.startsWith('+')) file.set(line++, row.slice(1).trim());
  }
  return new Map([...wanted].map(([commit, count]) => [commit, common(diffs.get(commit) ?? [], count)]));
}

function common([first, ...others]: readonly Added[], count: number): Added {
  if (!first || others.length + 1 < count) return new Map();
  const shared: Added = new Map();
  for (const [path, lines] of first)
    shared.set(path, new Map([...lines].filter(([line]) => others.every((other) => other.get(path)?.has(line)))));
  return shared;
}
