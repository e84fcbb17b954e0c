import { ProvError } from '../../../errors.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import { parseArguments } from '../../../ask/blame/arguments.ts';
import { blame } from '../../../ask/blame/blame.ts';
import { blameAnswer, type BlameLine } from '../../../ask/blame/blame-answer.ts';
import { locate } from '../../../ask/find/locate.ts';
import { wholeFile } from '../../../ask/find/location.ts';
import { explain, refusal } from '../../../ask/why/why.ts';
import type { CliContext } from '../../cli/context.ts';
import { historyOf } from '../../cli/reading/reading-context.ts';
import type { Change, FileLines, Run, Version, Why } from '../contract.ts';
import { commitsOf, diffsOf, parentOf, versionsOf } from './git.ts';
import { query } from './command.ts';
import { showOf } from './show.ts';

/** A page shows no more lines of a file, and no more characters of a line. */
const MAX_LINES = 60_000;
const MAX_LINE = 4000;
/** Characters of all lines. */
const MAX_TEXT = 8_000_000;
const MAX_VERSIONS = 500;

/** The lines of a file with who wrote them, as `git prov blame --json` has them, in runs. */
export async function fileOf(ctx: CliContext, path: string, revision: string | undefined): Promise<FileLines> {
  const blamed = await query(ctx, async (read) => {
    const inside = { ...read, cwd: read.repo.cwd };
    const at = revisionOf(revision, read.repo);
    await locate(read.repo, read.repo.cwd, [wholeFile(path)], at); // rejects an invalid file
    const words = [...(at === undefined ? [] : [at]), '--', path];
    const parsed = parseArguments(words);
    const found = await blame(parsed, inside, undefined);
    if (!found) throw await refusal(words, inside.cwd, read.env);
    return blameAnswer(found, parsed);
  });
  const { lines: rows } = blamed;
  let room = MAX_TEXT;
  let count = 0;
  while (count < rows.length && count < MAX_LINES && room > 0) room -= Math.min(rows[count++]!.text.length, MAX_LINE);
  const shown = rows.slice(0, count);
  return {
    path,
    revision: revision ?? null,
    lines: shown.map(({ text }) => shortened(text)),
    runs: runsOf(shown),
    sessions: blamed.sessions,
    nodes: blamed.nodes,
    binary: shown.slice(0, 50).some(({ text }) => text.includes('\0')),
    left: rows.length - count,
  };
}

const shortened = (line: string): string => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line);

/** @throws ProvError `usage` for an option in place of a revision */
function revisionOf(revision: string | undefined, { workTree }: Repo): string | undefined {
  if (revision?.startsWith('-') || revision?.includes('..'))
    throw new ProvError('usage', `${JSON.stringify(revision)} is not a revision.`, { hint: 'Use the id of a commit.' });
  return revision ?? (workTree === undefined ? 'HEAD' : undefined);
}

const SAME = ['commit', 'owner', 'session', 'node', 'decision', 'verification', 'evidence'] as const;

function runsOf(rows: readonly BlameLine[]): Run[] {
  const runs: (Run & { to: number })[] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && last.to === row.line - 1 && SAME.every((key) => last[key] === row[key])) {
      last.to = row.line;
      continue;
    }
    const { commit, author, owner, session, node, decision, verification, evidence, standing } = row;
    const run = {
      from: row.line,
      to: row.line,
      commit,
      author,
      owner,
      session,
      node,
      decision,
      verification,
      evidence,
    };
    runs.push({ ...run, ...(standing !== undefined && { standing }) } as (typeof runs)[number]);
  }
  return runs;
}

/** What is behind one line, as `git prov why --json` has it. */
export async function whyOf(ctx: CliContext, path: string, line: number, revision: string | undefined): Promise<Why> {
  const [one] = await reasonsOf(ctx, path, `${line},${line}`, revision);
  return one!;
}

/** What is behind all lines of a file. */
export const allReasonsOf = (
  ctx: CliContext,
  path: string,
  lines: number,
  revision: string | undefined,
): Promise<Why[]> => (lines === 0 ? Promise.resolve([]) : reasonsOf(ctx, path, `1,${lines}`, revision));

const reasonsOf = (ctx: CliContext, path: string, range: string, revision: string | undefined): Promise<Why[]> =>
  query(ctx, async (read) => {
    const { repo } = read;
    const located = await locate(repo, repo.cwd, [wholeFile(path)], revisionOf(revision, repo));
    const { answers } = await explain(historyOf(read), located, [range], { ...read, cwd: repo.cwd });
    return answers.map((one) =>
      Object.assign(one, { path, lines: one.lines.map(({ line, text }) => ({ line, text: shortened(text) })) }),
    );
  });

/** The commits that changed a file. */
export const versions = async (ctx: CliContext, path: string): Promise<{ versions: Version[] }> =>
  query(ctx, async ({ repo }) => ({ versions: await versionsOf(repo, path, MAX_VERSIONS) }));

/** What a commit changed in a file, and which steps wrote its lines. */
export async function changeOf(ctx: CliContext, commit: string, path: string): Promise<Change> {
  return query(ctx, async (read) => {
    const { repo } = read;
    const shown = await showOf(historyOf(read), commit);
    const oid = shown.commit.oid;
    const [one] = await commitsOf(repo, [oid]);
    const diffs = await diffsOf(repo, await parentOf(repo, oid), oid, [path]);
    return {
      commit: one ?? shown.commit,
      diff: diffs.find((diff) => diff.path === path) ?? diffs[0] ?? null,
      pieces: (shown.lines[path] ?? []).map(({ start, count, node }) => ({ start, count, node })),
    };
  });
}
