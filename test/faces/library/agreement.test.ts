import { expect, test } from 'vitest';
import type { LineInfo } from '../../../src/faces/library/types.ts';
import type { Oid } from '../../../src/model/ids.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { KNOWN, noteAllLines, READERS } from './fixture.ts';
import { runs } from '../../helpers/runs.ts';

const OWNERS = ['sess-a', 'sess-b', 'human'];
const COMMON = ['}', '', '  }', 'return;', '  return x;', '});', '{', 'end'];

type Random = (below: number) => number;

const randomFrom = (seed: number): Random => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
};

/** How similar the texts are to real files: in ten lines, `common` lines have one of a few words, the others are unique. */
interface Kind {
  readonly common: number;
  readonly start: number;
  /** How many places a commit changes at most. */
  readonly edits: number;
  /** The share of lines that may be ambiguous in a few histories. */
  readonly most: number;
}

// Branches, merges, renames with and without changes, moved blocks; each commit's new lines have one owner.
async function tell(seed: number, { common, start, edits }: Kind): Promise<TestRepo> {
  const random = randomFrom(seed);
  let fresh = 0;
  const line = (): string => (random(10) < common ? COMMON[random(COMMON.length)]! : `line ${(fresh += 1)} of ${seed}`);
  const whole = (): string => `${Array.from({ length: start }, line).join('\n')}\n`;
  const edit = (old: string): string => {
    const lines = old.split('\n');
    for (let i = 0; i < 1 + random(edits); i++) {
      const at = random(lines.length + 1);
      const kind = random(6);
      if (kind === 0) lines.splice(at, 1 + random(4));
      else if (kind === 1) lines.splice(random(lines.length + 1), 0, ...lines.splice(at, 1 + random(5)));
      else lines.splice(at, random(3), ...Array.from({ length: 1 + random(5) }, line));
    }
    return lines.join('\n');
  };
  const repo = makeRepo({ ...KNOWN, files: { f: whole(), g: whole(), other: 'other\n' } });
  const owners = new Map<Oid, string>();
  let g = 'g';
  const change = (message: string): void => {
    repo.write('f', edit(repo.read('f')));
    if (random(3) === 0) {
      const to = `g${owners.size}${random(9)}`;
      repo.git('mv', g, to);
      g = to;
      if (random(2) === 0) repo.write(g, edit(repo.read(g)));
    } else if (random(2) === 0) repo.write(g, edit(repo.read(g)));
    if (random(4) === 0) repo.write(`h${owners.size}`, repo.read(random(2) === 0 ? 'f' : g));
    owners.set(repo.commit(message), OWNERS[random(OWNERS.length)]!);
  };
  for (let round = 0; round < 6; round++) {
    if (random(3) > 0) {
      change(`round ${round}`);
      continue;
    }
    repo.git('switch', '-qc', `topic${round}`);
    repo.write('f', edit(repo.read('f')));
    owners.set(repo.commit(`topic ${round}`), OWNERS[random(OWNERS.length)]!);
    repo.git('switch', '-q', 'main');
    change(`main ${round}`);
    repo.git('merge', '-q', '--no-commit', '-X', random(2) === 0 ? 'ours' : 'theirs', `topic${round}`);
    if (random(2) === 0) repo.write('f', edit(repo.read('f')));
    owners.set(repo.commit(`merge ${round}`), OWNERS[random(OWNERS.length)]!);
  }
  await noteAllLines(repo, owners);
  if (random(2) === 0) repo.git('gc', '-q');
  return repo;
}

interface Tally {
  lines: number;
  ambiguous: number;
  readonly wrong: string[];
}

async function compare(repo: TestRepo, seed: number, tally: Tally): Promise<void> {
  const [git, other] = await Promise.all(Object.values(READERS).map((open) => open(repo.dir, repo.env)));
  for (const path of repo.git('ls-files').split('\n')) {
    const [right, found] = await Promise.all([git!.lines({ path }), other!.lines({ path })]);
    expect(found.lines.map(({ text }) => text)).toEqual(right.lines.map(({ text }) => text));
    for (const [i, line] of found.lines.entries()) {
      tally.lines++;
      if (line.reason === 'ambiguous') tally.ambiguous++;
      else if (!agree(line, right.lines[i]!))
        tally.wrong.push(`seed ${seed} ${path}:${line.line} ${shown(line)} → ${shown(right.lines[i]!)}`);
    }
  }
  await git!.close();
}

// A result with a commit must match git's; one without a commit must have the same owner.
const agree = (found: LineInfo, right: LineInfo): boolean => {
  if (found.commit === undefined) return found.owner === right.owner && found.node?.id === right.node?.id;
  return JSON.stringify(found) === JSON.stringify(right);
};
const shown = ({ text, owner, session, commit }: LineInfo): string =>
  JSON.stringify([text, owner, session?.id, commit?.slice(0, 7)]);

const KINDS: Readonly<Record<string, Kind>> = {
  'code with some equal lines': { common: 3, start: 60, edits: 3, most: 0.15 },
  'long files that change much': { common: 6, start: 500, edits: 60, most: 0.15 },
  'little but equal lines': { common: 9, start: 40, edits: 3, most: 0.5 },
};
const RUNS = runs(3);
const SEED = Number(process.env['SEED'] ?? 20261121);

for (const [name, kind] of Object.entries(KINDS))
  test(`without git, every line has the same owner as with git, in random histories of ${name}`, async () => {
    const tally: Tally = { lines: 0, ambiguous: 0, wrong: [] };
    for (let run = 0; run < RUNS; run++) {
      const repo = await tell(SEED + run, kind);
      await compare(repo, SEED + run, tally);
      repo.cleanup();
    }
    expect(tally.wrong).toEqual([]);
    expect(tally.lines).toBeGreaterThan(100);
    if (process.env['RUNS'])
      console.log(`${name}: ${tally.ambiguous} of ${tally.lines} lines are ambiguous without git`);
    expect(tally.ambiguous / tally.lines).toBeLessThan(kind.most);
  });

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name} ${i}`);

test('without git, a common line amid new lines does not go to its old owner where git takes it for new', async () => {
  const repo = makeRepo({ ...KNOWN, files: { f: text(numbered('old', 30).flatMap((line) => [line, '}'])) } });
  const first = repo.oid('HEAD');
  repo.write('f', text([...numbered('new', 8), '}', ...numbered('other', 8)]));
  const second = repo.commit('second');
  await noteAllLines(
    repo,
    new Map([
      [first, 'human'],
      [second, 'sess-a'],
    ]),
  );
  const tally: Tally = { lines: 0, ambiguous: 0, wrong: [] };
  await compare(repo, 0, tally);
  expect(tally).toEqual({ lines: 17, ambiguous: 1, wrong: [] });
  repo.cleanup();
});

test('without git too, a merge that took one side entirely takes its lines from there', async () => {
  const repo = makeRepo({ ...KNOWN, files: { f: text(numbered('line', 20)) } });
  const sides: Oid[] = [];
  for (const side of ['topic', 'main']) {
    repo.git('switch', '-q', ...(side === 'main' ? ['main'] : ['-c', side]));
    repo.write('f', text([...numbered('line', 10), 'on both sides', ...numbered('end', side === 'main' ? 3 : 5)]));
    sides.push(repo.commit(side));
  }
  repo.git('merge', '-q', '-s', 'ours', '--no-commit', 'topic');
  repo.git('checkout', '-q', 'topic', '--', 'f');
  const merge = repo.commit('merge');
  await noteAllLines(repo, new Map([...sides.map((side, i) => [side, OWNERS[i]!] as const), [merge, 'human']]));
  const tally: Tally = { lines: 0, ambiguous: 0, wrong: [] };
  await compare(repo, 0, tally);
  expect(tally).toEqual({ lines: 16, ambiguous: 0, wrong: [] });
  repo.cleanup();
});
