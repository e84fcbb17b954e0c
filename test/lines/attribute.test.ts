import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeId, oid } from '../../src/model/ids.ts';
import { attribute, type Hunk } from '../../src/lines/attribute.ts';
import { derive } from '../../src/lines/derive.ts';
import { baseOwners, type Owned, type Owner } from '../../src/lines/owner.ts';
import { withRepo } from '../helpers/repo.ts';
import { runs } from '../helpers/runs.ts';

const AGENT: Owner = { kind: 'node', node: nodeId('0000000a-1'), evidence: 'exact' };
const BLOB = oid('1'.repeat(40));
const RUNS = { numRuns: runs(60) };

const hunksOf = (diff: string): Hunk[] =>
  [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(([, a, b = '1', c, d = '1']) => ({
    oldStart: Number(a),
    oldCount: Number(b),
    newStart: Number(c),
    newCount: Number(d),
  }));

test("an agent's insertion among equal lines owns exactly the lines that git calls added", () =>
  withRepo({}, (repo) => {
    const line = fc.constantFrom('', '}', 'x', 'y', 'end');
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.nat(8),
        (old, inserted, at) => {
          const place = Math.min(at, old.length);
          const lines = old.toSpliced(place, 0, ...inserted);
          const parent: Owned = { lines: old, owners: baseOwners(BLOB, old.length) };
          // The true owners: the agent inserted its lines at exactly this place.
          const owners = [
            ...parent.owners.slice(0, place),
            ...inserted.map(() => AGENT),
            ...parent.owners.slice(place),
          ];
          const put = (name: string, all: readonly string[]): void =>
            repo.write(name, all.map((one) => `${one}\n`).join(''));
          put('a', old);
          put('b', lines);
          const hunks = hunksOf(diffOf(repo));
          const found = attribute({ lines, owners }, parent, hunks);
          const added = hunks.reduce((sum, hunk) => sum + hunk.newCount, 0);
          const named = found.filter((one) => one.node !== null).reduce((sum, one) => sum + one.count, 0);
          expect(added).toBe(inserted.length);
          expect(named).toBe(added);
        },
      ),
      RUNS,
    );
  }));

test('a person’s insertion among an agent’s equal lines is not the agent’s', () =>
  withRepo({}, (repo) => {
    const line = fc.constantFrom('', '}', 'x');
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.nat(8),
        (old, inserted, at) => {
          const place = Math.min(at, old.length);
          const lines = old.toSpliced(place, 0, ...inserted);
          const parent: Owned = { lines: old, owners: old.map(() => AGENT) };
          const [owners] = derive([{ lines, before: parent }], { kind: 'human' });
          repo.write('a', old.map((one) => `${one}\n`).join(''));
          repo.write('b', lines.map((one) => `${one}\n`).join(''));
          const found = attribute({ lines, owners: owners! }, parent, hunksOf(diffOf(repo)));
          expect(found.filter((one) => one.node !== null)).toEqual([]);
        },
      ),
      RUNS,
    );
  }));

function diffOf(repo: {
  gitRaw(args: readonly string[]): Buffer;
  dir: string;
  git(...args: string[]): string;
}): string {
  const [a, b] = [repo.git('hash-object', '-w', 'a'), repo.git('hash-object', '-w', 'b')];
  return a === b ? '' : repo.git('diff', '-U0', a, b);
}
