import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enable } from '../../helpers/agent.ts';
import { judge, type Verdict } from '../../helpers/judge.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { Player, turns } from './player.ts';
import { fakeTools } from './programs.ts';
import { runs } from '../../helpers/runs.ts';

const RUNS = runs(3);
const SEED = Number(process.env['SEED'] ?? 20261123);
/** The largest share of the programs' lines that may be unknown. */
const MAX_GIVEN_UP = 0.03;

const BASE = {
  '.gitkeep': 'x\n',
  'a.txt': 'the first line of the base @human\nthe second line of the base @human\nthe third of them @human\n',
  'b.txt': 'the fourth line of the base @human\nthe fifth line of the base @human\n',
  'dir/c.txt': 'the sixth line of the base @human\n',
};

const isBase = (line: string): boolean => Object.values(BASE).some((text) => text.includes(`${line}\n`));

/** How lines of one author are shown. */
class Tally {
  readonly counts = new Map<string, number>();
  total = 0;

  add({ owner, evidence }: Verdict): void {
    const shown = owner === 'no note' ? 'human' : owner === 'unsure' ? evidence : owner === 'human' ? 'human' : 'agent';
    this.counts.set(shown, (this.counts.get(shown) ?? 0) + 1);
    this.total++;
  }

  of(shown: string): number {
    return this.counts.get(shown) ?? 0;
  }

  toString(): string {
    return `${this.total} lines: ${[...this.counts].map(([name, count]) => `${count} ${name}`).join(', ')}`;
  }
}

function verdicts(repo: TestRepo): Verdict[] {
  const files = repo.git('ls-tree', '-r', '--name-only', 'HEAD').split('\n').filter(Boolean);
  return files.flatMap((path) => judge(repo, path));
}

test("while an agent's programs run, no line that a person types becomes the agent’s", async () => {
  const typed = new Tally();
  const written = new Tally();
  const wrong: string[] = [];
  await fc.assert(
    fc.asyncProperty(turns(6), async (history) => {
      const repo = makeRepo({ files: BASE });
      try {
        fakeTools(repo);
        enable(repo);
        await new Player(repo).play(history);
        for (const verdict of verdicts(repo)) {
          const author = /@(\w+)/.exec(verdict.text)?.[1];
          if (author === 'human' && !isBase(verdict.text)) typed.add(verdict);
          if (author === 'a') written.add(verdict);
          if (author === 'human' && verdict.owner === 'a') wrong.push(`${verdict.text} (${verdict.evidence})`);
        }
      } finally {
        repo.cleanup();
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  console.log(`typed by the person: ${String(typed)}\nwritten by programs: ${String(written)}`);
  expect(wrong).toEqual([]);
  expect(written.of('unsure') + written.of('human')).toBeLessThanOrEqual(MAX_GIVEN_UP * written.total);
}, 3_600_000);
