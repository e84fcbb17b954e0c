import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runBlame } from '../../src/faces/cli/commands/ask/blame.ts';
import { runReport } from '../../src/faces/cli/commands/ask/report.ts';
import type { ReadingContext } from '../../src/faces/cli/reading/reading-context.ts';
import type { Oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { divide } from '../../src/ask/report/added-lines.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';
import { made, nodeAt, noteOf, run, writeNotes } from './setup.ts';
import { runs } from '../helpers/runs.ts';

interface PieceJson {
  readonly line: number;
  readonly count: number;
  readonly commit: string | null;
  readonly origLine: number;
  readonly owner: string;
  readonly node: string | null;
  readonly verification: string | null;
}
interface ReportJson {
  readonly range: { readonly base: string; readonly head: string };
  readonly files: readonly { readonly path: string; readonly binary: boolean; readonly pieces: readonly PieceJson[] }[];
}
interface BlameJson {
  readonly lines: readonly {
    readonly line: number;
    readonly commit: string;
    readonly origLine: number;
    readonly owner: string;
    readonly node: string | null;
    readonly verification: string;
  }[];
}

/** A person's operations on a file, by numbers from a generator. */
type Deed = readonly [file: number, what: number, where: number];

// A history of two branches with edits, renames, deletions, moved blocks and merges, with unique lines or with equal ones.
function play(repo: TestRepo, deeds: readonly Deed[]): Oid[] {
  const commits: Oid[] = [];
  let next = 0;
  const lines = (path: string): string[] => repo.read(path).split('\n').slice(0, -1);
  const write = (path: string, all: readonly string[]): void => repo.write(path, all.map((one) => `${one}\n`).join(''));
  for (const [file, what, where] of deeds) {
    const files = repo.git('ls-files').split('\n').filter(Boolean);
    const path = files[file % Math.max(1, files.length)] ?? `new${next}.txt`;
    if (files.length === 0 || what === 0) write(`new${next++}.txt`, ['a', `b${next}`, 'c', `d${next}`, '']);
    else if (what === 1) repo.git('mv', path, `moved${next++}.txt`);
    else if (what === 2) repo.git('rm', '-q', path);
    else if (what === 3) {
      const branch = repo.git('branch', '--show-current') === 'topic' ? 'side' : 'topic';
      repo.git('switch', '-q', branch);
      continue;
    } else if (what === 4) {
      const other = repo.git('branch', '--show-current') === 'topic' ? 'side' : 'topic';
      try {
        repo.git('merge', '-q', '-X', 'ours', '--no-edit', other);
      } catch {
        repo.git('add', '-A');
        repo.git('commit', '-q', '-m', 'merged by hand');
      }
      repo.tick();
      commits.push(repo.oid('HEAD'));
      continue;
    } else {
      const all = lines(path);
      const at = where % (all.length + 1);
      if (what === 5) all.splice(at, 0, `line ${next++}`, 'same', '}');
      else if (what === 6) all.splice(at, 2);
      else if (what === 7) all.splice(at, 1, `changed ${next++}`);
      else all.push(...all.splice(0, at));
      write(path, all);
    }
    commits.push(repo.commit(`commit ${commits.length}`));
  }
  return commits;
}

// Two of three commits have a note; every second line in it is an agent's, and some passed a check.
function notesFor(repo: TestRepo, commits: readonly Oid[]): [Oid, Note][] {
  return [...new Set(commits)].flatMap((commit, i): [Oid, Note][] => {
    if (i % 3 === 2) return [];
    const session = `s${i % 4}`;
    const changed = repo.git('diff-tree', '-r', '-m', '--root', '--no-commit-id', '--name-only', commit).split('\n');
    const files = [...new Set(changed)].filter(Boolean);
    const n = 10 * i + 1;
    const graph = made(
      session,
      [
        { n, kind: 'commitment', summary: 'edit', detail: { files } },
        { n: n + 1, kind: 'verification', summary: 'test', detail: { passed: i % 5 !== 0 } },
        { n: n + 2, kind: 'patch', summary: 'commit', detail: { commit } },
      ],
      i % 2 === 0 ? [[n, 'verified_by', n + 1]] : [],
    );
    const lines = files.flatMap((path) =>
      Array.from({ length: 20 }, (_, at) => [path, 2 * at + 1, 1, nodeAt(session, n)] as const),
    );
    return [[commit, noteOf([graph], lines)]];
  });
}

async function compareWithBlame(repo: TestRepo, range: string): Promise<number> {
  const { files, range: taken } = JSON.parse((await run(repo, runReport, { range, json: true })).text) as ReportJson;
  const stat = repo.git('diff', '--numstat', '-M', '--diff-algorithm=default', taken.base, taken.head, '--');
  const added = stat
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split('\t')[0]));
  const inRange = new Set(repo.git('rev-list', taken.head, `^${range.split('..')[0]!}`).split('\n'));
  let lines = 0;
  for (const { path, pieces } of files) {
    if (pieces.length === 0) continue;
    const reported = pieces.flatMap(({ count, ...piece }) =>
      Array.from({ length: count }, (_, at) => [
        piece.line + at,
        piece.commit ? [piece.commit, piece.origLine + at, piece.owner, piece.node, piece.verification] : piece.owner,
      ]),
    );
    const told = await run(repo, blameHere, ['--json', taken.head, '--', path]);
    const blamed = new Map((JSON.parse(told.text) as BlameJson).lines.map((line) => [line.line, line]));
    const expected = reported.map(([line]) => {
      const { commit, origLine, owner, node, verification } = blamed.get(Number(line))!;
      const state = owner === 'agent' ? verification : null;
      return [line, inRange.has(commit) ? [commit, origLine, owner, node, state] : 'unknown'];
    });
    expect(reported).toEqual(expected);
    lines += reported.length;
  }
  expect(lines).toBe(added.reduce((sum, one) => sum + one, 0));
  return lines;
}

const blameHere = (argv: string[], ctx: ReadingContext): Promise<number> =>
  runBlame(argv, { ...ctx, hasProvenance: () => Promise.resolve(true) });

const deed = fc.tuple(fc.nat(5), fc.constantFrom(0, 1, 2, 3, 4, 5, 5, 5, 6, 7, 7, 8), fc.nat(12));

describe('each line comes from the commit that git blame names, with its owner and its verification', () => {
  test('in random histories with renames, moved blocks, deletions and merges', { timeout: 120_000 }, async () => {
    let lines = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 24 }), (deeds) =>
        withRepo({ files: { 'a.txt': 'one\ntwo\n\nfour\n}\n', 'b.txt': 'x\ny\n\nz\n' } }, async (repo) => {
          repo.git('branch', 'side');
          repo.git('switch', '-qc', 'topic');
          const commits = play(repo, deeds);
          await writeNotes(repo, notesFor(repo, commits));
          lines += await compareWithBlame(repo, 'main..topic');
        }),
      ),
      { numRuns: runs(12) },
    );
    expect(lines).toBeGreaterThan(0);
  });
});

test('a merge of two branches that both changed a file: each line comes from its own side', () =>
  withRepo({ files: { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n' } }, async (repo) => {
    repo.git('switch', '-qc', 'side');
    repo.write('a.txt', 'zero\none\ntwo\nthree\nfour\nfive\n');
    const side = repo.commit('side');
    repo.git('switch', '-qc', 'topic', 'main');
    repo.write('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
    const topic = repo.commit('topic');
    repo.git('merge', '-q', '--no-edit', 'side');
    repo.tick();
    const last = repo.commit('later', '--allow-empty');
    await writeNotes(repo, notesFor(repo, [side, topic, last]));
    expect(await compareWithBlame(repo, 'main..topic')).toBe(3);
  }));

test('neighbouring lines with the same concern are one place, even from different commits', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    repo.write('a.txt', 'one\ntwo\n');
    repo.commit('two');
    repo.write('a.txt', 'one\ntwo\nthree\n');
    repo.commit('three');
    const { text } = await run(repo, runReport, { range: 'HEAD~2..', json: true });
    expect(JSON.parse(text)).toMatchObject({ attention: [{ concern: 'unknown', places: ['a.txt:2-3'], lines: 2 }] });
  }));

test('pieces are cut at hunks, also when a merge has the same lines twice', () => {
  const hunks = [
    { oldStart: 2, oldCount: 0, newStart: 3, newCount: 2 },
    { oldStart: 5, oldCount: 2, newStart: 6, newCount: 0 },
  ];
  const pieces = [
    { line: 1, count: 8, at: 1 },
    { line: 20, count: 2, at: 4 },
  ];
  expect(divide(pieces, hunks)).toEqual({
    kept: [
      { line: 1, count: 2, at: 1 },
      { line: 5, count: 2, at: 3 },
      { line: 7, count: 2, at: 7 },
      { line: 21, count: 1, at: 3 },
    ],
    fresh: [
      { line: 3, count: 2, at: 3 },
      { line: 20, count: 1, at: 4 },
    ],
  });
});
