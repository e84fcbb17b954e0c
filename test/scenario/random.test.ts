import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enable, prov } from '../helpers/agent.ts';
import { judge, wrongLines, type Verdict } from '../helpers/judge.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';
import { history, Player } from './history.ts';

const RUNS = Number(process.env['RUNS'] ?? 12);
const SEED = Number(process.env['SEED'] ?? 20261121);

function verdicts(repo: TestRepo): Verdict[] {
  const files = repo.git('ls-tree', '-r', '--name-only', 'HEAD').split('\n').filter(Boolean);
  return files.flatMap((path) => judge(repo, path));
}

test('whatever two agents and a person do, no line has a wrong owner', () => {
  let lines = 0;
  let unsure = 0;
  fc.assert(
    fc.property(history(25), (operations) => {
      const repo = makeRepo({
        files: {
          '.gitkeep': 'x\n',
          'a.txt': 'the first line of the base @human\nthe second line of the base @human\n',
          'b.txt': 'the third line of the base @human\n',
        },
      });
      try {
        enable(repo);
        new Player(repo, () => void prov(repo, 'blame', '--json', 'HEAD', '--', '.gitkeep')).play(operations);
        const all = verdicts(repo);
        lines += all.length;
        unsure += all.filter(({ owner }) => owner === 'unsure').length;
        expect(wrongLines(all).filter((line) => !line.endsWith('→ unsure'))).toEqual([]);
      } finally {
        repo.cleanup();
      }
    }),
    { numRuns: RUNS, seed: SEED, ...(process.env['FC_PATH'] && { path: process.env['FC_PATH'] }) },
  );
  console.log(`${lines} lines judged, ${unsure} of them left unsure`);
}, 3_600_000);
