import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../src/exchange/transcripts/match/choose-session.ts';
import { isBot } from '../../../src/exchange/transcripts/match/bots.ts';
import { Matcher, type SessionFacts } from '../../../src/exchange/transcripts/match/match.ts';
import { type LandedCommit } from '../../../src/exchange/transcripts/match/landed.ts';
import { type LandedHunk } from '../../../src/exchange/transcripts/match/landed.ts';
import { Pen } from '../../../src/exchange/transcripts/match/novel-lines.ts';
import { EDGE, plainLines, type Writing } from '../../../src/exchange/transcripts/edit-lines.ts';
import type { Edit } from '../../../src/recorder/spool/event.ts';
import type { Oid, RepoPath } from '../../../src/model/ids.ts';

const NOON = 1_800_000_000_000;
const PATH = 'src/rates.ts' as RepoPath;
const NOTHING: SessionFacts = { commits: [], runs: [] };

const FUNCTION = [
  'export function conversionRate(from: string, to: string): number {',
  '  const table = loadTableOfRates();',
  '  if (!table.has(from)) {',
  '    return 0;',
  '  }',
  '  return table.get(from)! / table.get(to)!;',
  '}',
];

let made = 0;

/** What a session wrote, in the order of its record. */
function session(number = 0): {
  pen: Pen;
  writings: Writing[];
  write: (edit: Partial<Edit>, at?: number, path?: string) => void;
} {
  const pen = new Pen();
  const writings: Writing[] = [];
  return {
    pen,
    writings,
    write: (edit, at = NOON, path = PATH) => {
      const { blocks, removed } = pen.write({ path, byUser: false, ...edit });
      writings.push({ session: number, step: writings.length, at, path: path as RepoPath, blocks, removed });
    },
  };
}

function hunk(added: readonly string[], removed: readonly string[] = [], start = 1): LandedHunk {
  const [plain, gone] = [added, removed].map((lines) => lines.map((line) => plainLines(`${line}\n`)[0] ?? ''));
  return { start, added: plain!, removed: gone!, around: { before: EDGE, after: EDGE } };
}

function commit(hunks: readonly LandedHunk[], more: Partial<LandedCommit> & { path?: string } = {}): LandedCommit {
  const { path = PATH, ...rest } = more;
  return {
    commit: String(made++).padStart(40, '0') as Oid,
    authoredAt: NOON + 60_000,
    committedAt: NOON + 60_000,
    since: NOON - 60_000,
    author: 'ada',
    files: [{ path: path as RepoPath, hunks }],
    buildsOn: () => true,
    ...rest,
  };
}

/** The verdicts in short: a session's number, the doubt, or `-` for lines without a known author. */
function verdicts(matcher: Matcher, one: LandedCommit): string[] {
  const { lines } = matcher.take(one);
  const short = (verdict: Verdict | undefined): string =>
    !verdict ? '-' : 'doubt' in verdict ? verdict.doubt : String(verdict.session);
  return one.files.flatMap(({ path, hunks }) =>
    hunks.flatMap(({ start, added }) => added.map((_, i) => short(lines.get(path)?.get(start + i)))),
  );
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

describe('a line belongs to a session', () => {
  test('that wrote it in the same file before the commit, with its brackets', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(FUNCTION)]))).toEqual(Array(7).fill('0'));
  });

  test('even after a formatter indented it', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const indented = FUNCTION.map((line) => `\t${line}`);
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(indented)]))).toEqual(Array(7).fill('0'));
  });

  test('but a person’s line among its lines does not', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const both = [...FUNCTION.slice(0, 2), '  console.log(table); // by hand', ...FUNCTION.slice(2)];
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(both)]))).toEqual([
      '0',
      '0',
      '-',
      '0',
      '0',
      '0',
      '0',
      '0',
    ]);
  });

  test('in a small change when the commit makes exactly that change, and the session committed', () => {
    const { writings, write } = session();
    write({ before: 'a\n  return a - b;\nz\n', proposed: 'a\n  return a + b;\nz\n' });
    const place = { around: { before: 'a', after: 'z' } };
    const same = [{ ...hunk(['  return a + b;'], ['  return a - b;']), ...place }];
    const own = { ...NOTHING, commits: [[NOON + 59_000, NOON + 61_000] as const] };
    expect(verdicts(new Matcher(writings, [own]), commit(same))).toEqual(['0']);
    expect(verdicts(new Matcher(writings, [NOTHING]), commit(same))).toEqual(['little']);
    const other = [{ ...hunk(['  return a + b;'], ['  return b;']), ...place }];
    expect(verdicts(new Matcher(writings, [own]), commit(other))).toEqual(['little']);
    const elsewhere = [{ ...same[0]!, around: { before: 'k', after: 'l' } }];
    expect(verdicts(new Matcher(writings, [own]), commit(elsewhere))).toEqual(['little']);
  });
});

describe('no session is named', () => {
  test('for the same lines in another file', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(FUNCTION)], { path: 'src/other.ts' }))).toEqual(
      Array(7).fill('-'),
    );
  });

  test('for lines written after the commit', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) }, NOON + 3_600_000);
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(FUNCTION)]))).toEqual(Array(7).fill('-'));
  });

  test('for lines between a commit’s author date and commit date, unless the session committed then', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) }, NOON + 3_600_000);
    const amended = { committedAt: NOON + 3_700_000 };
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(FUNCTION)], amended))[0]).toBe('late');
    const own = { ...NOTHING, commits: [[NOON + 3_699_000, NOON + 3_701_000] as const] };
    expect(verdicts(new Matcher(writings, [own]), commit([hunk(FUNCTION)], amended))[0]).toBe('0');
  });

  test('for a person’s lines that the session read and wrote back', () => {
    const { pen, writings, write } = session();
    pen.show(FUNCTION.map((line, i) => `${String(i + 1).padStart(6)}\t${line}`).join('\n'), `/repo/${PATH}`);
    const more = ['export const BASE_CURRENCY_OF_ALL_TABLES = "EUR";', 'export const DIGITS_BEHIND_THE_POINT = 4;'];
    write({ proposed: text([...FUNCTION, ...more]) });
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk([...FUNCTION, ...more])]))).toEqual([
      ...Array(7).fill('shown'),
      '0',
      '0',
    ]);
  });

  test('for lines that a person pasted into a prompt', () => {
    const { pen, writings, write } = session();
    pen.show(`Please add this:\n${text(FUNCTION)}`);
    write({ before: null, proposed: text(FUNCTION) });
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(FUNCTION)]))[0]).not.toBe('0');
  });

  test('for lines that the file had before the edit, in any form of edit record', () => {
    const mine = ['export const RETRIES_OF_THE_CLIENT = 3;', 'export const PAUSE_BETWEEN_THEM_IN_SECONDS = 10;'];
    for (const edit of [
      { before: text(FUNCTION), proposed: text([...FUNCTION, ...mine]) },
      { replaced: { old: text(FUNCTION.slice(5)), fresh: text([...FUNCTION.slice(5), ...mine]), all: false } },
    ]) {
      const { writings, write } = session();
      write(edit);
      const found = verdicts(new Matcher(writings, [NOTHING]), commit([hunk([...FUNCTION, ...mine])]));
      expect(found).toEqual([...Array(7).fill('-'), '0', '0']);
    }
  });

  test('for a few common lines of a discarded text', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const byHand = [
      'const rates = await fetchAllOfThem();',
      '  if (!table.has(from)) {',
      '    throw new TypeError(from);',
      '  }',
      '}',
    ];
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(byHand)]))).not.toContain('0');
  });

  test('for a single common line, or two short ones, though the session took part in the commit', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    write({
      before: text(FUNCTION),
      proposed: text(["import { join } from 'node:path';", 'const table = 1;', 'open();', 'go(on);', ...FUNCTION]),
    });
    const matcher = new Matcher(writings, [NOTHING]);
    const places = [
      hunk(["import { join } from 'node:path';"]),
      hunk(['open();', 'go(on);'], [], 20),
      hunk(FUNCTION, [], 40),
    ];
    expect(verdicts(matcher, commit(places))).toEqual(['little', 'little', 'little', ...Array(7).fill('0')]);
  });

  test('for a part of a discarded text within a person’s text', () => {
    const words = (who: string): string[] =>
      Array.from({ length: 30 }, (_, i) => `const ${who}${i}OfTheTable = read(${i});`);
    const same = ['const table = await loadTableOfRates(from);', 'const digits = countDigitsBehindThePoint(table);'];
    const { writings, write } = session();
    write({ before: null, proposed: text([...words('agent'), ...same]) });
    const found = verdicts(new Matcher(writings, [NOTHING]), commit([hunk([...words('person'), ...same])]));
    expect(found).not.toContain('0');
    const kept = verdicts(new Matcher(writings, [NOTHING]), commit([hunk([...words('agent'), ...same])]));
    expect(new Set(kept)).toEqual(new Set(['0']));
  });

  test('for a line that was removed and restored', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const matcher = new Matcher(writings, [NOTHING]);
    expect(verdicts(matcher, commit([hunk(FUNCTION)]))[0]).toBe('0');
    expect(verdicts(matcher, commit([hunk([], FUNCTION)]))).toEqual([]);
    expect(verdicts(matcher, commit([hunk(FUNCTION)]))).not.toContain('0');
  });

  test('for a line that a squash merge already has, although its topic branch has it too', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const matcher = new Matcher(writings, [NOTHING]);
    const [topic, squash] = [0, 1].map(() => commit([hunk(FUNCTION)], { buildsOn: () => false }));
    expect(verdicts(matcher, topic!)[0]).toBe('0');
    expect(verdicts(matcher, squash!)[0]).toBe('0');
    const after = commit([hunk(FUNCTION, [], 30)], { buildsOn: (other) => other === squash!.commit });
    expect(verdicts(matcher, after)).not.toContain('0');
  });

  test('for lines of an earlier commit with an unknown owner', () => {
    const lines = ['const store = newStoreOfRates(folder);', 'const found = store.readAll();'];
    const { writings, write } = session();
    write({ before: null, proposed: text(lines) });
    const matcher = new Matcher(writings, [NOTHING]);
    const apart = [hunk(lines.slice(0, 1)), hunk(lines.slice(1), [], 9)];
    expect(verdicts(matcher, commit(apart))).toEqual(['little', 'little']);
    expect(verdicts(matcher, commit([hunk(lines, [], 30)]))).not.toContain('0');
    const elsewhere = commit([hunk(lines)], { buildsOn: () => false });
    expect(verdicts(matcher, elsewhere)).toEqual(['0', '0']);
  });

  test("for lines of an earlier commit under the file's former name", () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) }, NOON, 'src/old.ts');
    const matcher = new Matcher(writings, [NOTHING]);
    matcher.take(commit([hunk(FUNCTION)], { path: 'src/old.ts', authoredAt: NOON - 600_000 }));
    const renamed = commit([hunk(FUNCTION, [], 30)]);
    const files = renamed.files.map((file) => ({ ...file, oldPath: 'src/old.ts' as RepoPath }));
    expect(verdicts(matcher, { ...renamed, files })).not.toContain('0');
  });

  test('for brackets between unknown lines', () => {
    const { writings, write } = session();
    const mine = Array.from({ length: 6 }, (_, i) => `export const NUMBER_${i}_OF_THE_CLIENT = rate(${i});`);
    write({ before: null, proposed: text([...FUNCTION, ...mine]) });
    const moved = hunk([], FUNCTION.slice(0, 6), 90);
    const found = verdicts(new Matcher(writings, [NOTHING]), commit([hunk([...FUNCTION, ...mine]), moved]));
    expect(found.slice(0, 6)).toEqual([...Array(4).fill('moved'), 'little', 'moved']);
    expect(new Set(found.slice(6))).toEqual(new Set(['0']));
  });

  test('for lines that another branch had before the session wrote them', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const matcher = new Matcher(writings, [NOTHING]);
    const times = { authoredAt: NOON - 600_000, committedAt: NOON - 600_000 };
    matcher.take(commit([hunk(FUNCTION)], times));
    expect(verdicts(matcher, commit([hunk(FUNCTION)], { buildsOn: () => false }))).not.toContain('0');
  });

  test('for lines of earlier commits around a new one', () => {
    const { writings, write } = session();
    const mine = [...FUNCTION.slice(0, 2), '  const known = table.has(from);', ...FUNCTION.slice(2)];
    write({ before: null, proposed: text(mine) });
    const matcher = new Matcher(writings, [NOTHING]);
    expect(verdicts(matcher, commit([hunk(FUNCTION)]))[0]).toBe('0');
    expect(verdicts(matcher, commit([hunk(mine, [], 30)]))).not.toContain('0');
  });

  test("for a few common lines in a commit by an author who never commits this session's work", () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const matcher = (): Matcher => new Matcher(writings, [{ ...NOTHING, authors: new Set(['ada']) }]);
    const some = FUNCTION.slice(1, 4);
    expect(verdicts(matcher(), commit([hunk(some)], { author: 'grace' }))).not.toContain('0');
    expect(verdicts(matcher(), commit([hunk(some)]))).toEqual(['0', '0', '0']);
  });

  test('but a whole long text belongs to the session, whatever the author of the commit', () => {
    const long = Array.from({ length: 12 }, (_, i) => `export const rateNumber${i} = loadTheRate(${i}, table);`);
    const { writings, write } = session();
    write({ before: null, proposed: text(long) });
    const matcher = new Matcher(writings, [{ ...NOTHING, authors: new Set(['ada']) }]);
    expect(new Set(verdicts(matcher, commit([hunk(long)], { author: 'grace' })))).toEqual(new Set(['0']));
  });

  test('but a common line that others added meanwhile belongs to the session among its own lines', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const matcher = new Matcher(writings, [NOTHING]);
    matcher.take(commit([hunk(['const other = rates();', '  if (!table.has(from)) {', '    return 1;'])]));
    expect(verdicts(matcher, commit([hunk(FUNCTION, [], 30)]))).toEqual(Array(7).fill('0'));
  });

  test('but both commits belong to the session when neither builds on the other', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const matcher = new Matcher(writings, [NOTHING]);
    for (let n = 0; n < 2; n++)
      expect(verdicts(matcher, commit([hunk(FUNCTION)], { buildsOn: () => false }))[0]).toBe('0');
  });

  test('for lines that the commit moved from elsewhere', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const moved = commit([hunk(FUNCTION)]);
    const files = [...moved.files, { path: 'old.ts' as RepoPath, hunks: [hunk([], FUNCTION)] }];
    expect(verdicts(new Matcher(writings, [NOTHING]), { ...moved, files })).not.toContain('0');
  });

  test('for lines that two sessions both wrote', () => {
    const [a, b] = [session(0), session(1)];
    a.write({ before: null, proposed: text(FUNCTION) });
    b.write({ before: null, proposed: text(FUNCTION) });
    const matcher = new Matcher([...a.writings, ...b.writings], [NOTHING, NOTHING]);
    expect(new Set(verdicts(matcher, commit([hunk(FUNCTION)])))).toEqual(new Set(['both']));
  });

  test('when a person changed the proposal before accepting it', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION), byUser: true });
    expect(verdicts(new Matcher(writings, [NOTHING]), commit([hunk(FUNCTION)]))).not.toContain('0');
  });

  test('for lines beside the session’s that one of its commands may have written', () => {
    const { writings, write } = session();
    write({ before: null, proposed: text(FUNCTION) });
    const generated = 'export const GENERATED_BY_SOME_SCRIPT = true;';
    const ran = { ...NOTHING, runs: [{ at: NOON }] };
    expect(verdicts(new Matcher(writings, [ran]), commit([hunk([...FUNCTION, generated])])).at(-1)).toBe('command');
    const before = { ...NOTHING, runs: [{ at: NOON - 3_600_000 }] };
    expect(verdicts(new Matcher(writings, [before]), commit([hunk([...FUNCTION, generated])])).at(-1)).toBe('-');
  });
});

test('bots that commit are recognised by their names and addresses', () => {
  const bots = [
    'dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>',
    'Renovate Bot <bot@renovateapp.com>',
    'github-actions <github-actions@github.com>',
    'project_123_bot <project_123_bot@noreply.gitlab.example>',
  ];
  const people = [
    'Ada Tester <ada@example.com>',
    'Bot Talbot <talbot@example.com>',
    'A B <123+ab@users.noreply.github.com>',
    'Robot Person <robotics@example.com>',
    'Claude <noreply@anthropic.com>',
  ];
  expect(bots.map(isBot)).toEqual([true, true, true, true]);
  expect(people.map(isBot)).toEqual([false, false, false, false, false]);
});
