import { expect, test } from 'vitest';
import { checksElsewhere } from '../../src/model/graph/checks/moved-checks.ts';
import { nodeId, type Oid } from '../../src/model/ids.ts';
import type { Node } from '../../src/model/model.ts';

// Sessions A and B as words: `A2=x` is the second step of A, which committed x; `A3` is a check. Commits have one letter.
const id = (word: string) => nodeId(`${word[0] === 'A' ? 'aaaaaaaa' : 'bbbbbbbb'}-${word.slice(1)}`);
const patch = (word: string): Node => {
  const [step, commit] = word.split('=');
  return { id: id(step!), kind: 'patch', at: 1, summary: '', detail: { commit: commit! } };
};
const carried = (how: string, ...from: string[]) => from.map((one) => ({ from: one as Oid, how }));

test.each<[string, string, string, Parameters<typeof checksElsewhere>[2], boolean]>([
  // patches, check, the note's commit, what the note says of other commits, whether the check ran elsewhere
  ['A2=x', 'A3', 'x', {}, false],
  ['A2=y', 'A3', 'x', {}, false], // nothing says that it was moved
  ['A2=y', 'A3', 'x', { carried: carried('rebase', 'y') }, true],
  ['A4=y', 'A3', 'x', { carried: carried('rebase', 'y') }, true],
  ['A2=y', 'A3', 'x', { carried: carried('revert', 'y') }, false],
  ['A2=y', 'A3', 'x', { carried: carried('rebase', 'y'), same: ['y' as Oid] }, false], // the code around it is the same
  ['A2=y', 'A3', 'x', { carried: carried('rebase', 'y', 'z'), same: ['z' as Oid] }, true],
  ['A2=z', 'A3', 'x', { carried: carried('rebase', 'y', 'z'), same: ['z' as Oid] }, false],
  ['A2=y A4=x', 'A3', 'x', { carried: carried('rebase', 'y') }, false], // checked before the commit itself
  ['A2=x A4=y', 'A3', 'x', { carried: carried('rebase', 'y') }, false],
  ['A1=x A2=y', 'A3', 'x', { carried: carried('rebase', 'y') }, true], // the commit next to it counts
  ['A2=y A1=x', 'A3', 'x', { carried: carried('rebase', 'y') }, true], // in any order
  ['A4=y A5=x', 'A3', 'x', { carried: carried('rebase', 'y') }, true],
  ['A5=x A4=y', 'A3', 'x', { carried: carried('rebase', 'y') }, true],
  ['A9=y A10=x', 'A11', 'x', { carried: carried('rebase', 'y') }, false],
  ['A3=x', 'A3', 'x', { carried: carried('rebase', 'y') }, true],
  ['B2=x', 'A3', 'x', { carried: carried('rebase', 'y') }, true], // another session's commit
  ['B4=y A2=x', 'A3', 'x', { carried: carried('rebase', 'y') }, false],
  ['', 'A3', 'x', { carried: carried('rebase', 'y') }, true],
])('%s: the check %s, for %s %j', (patches, check, commit, others, isElsewhere) => {
  const nodes = patches === '' ? [] : patches.split(' ').map(patch);
  expect(checksElsewhere(nodes, commit, others)(id(check))).toBe(isElsewhere);
});

test('only patches are commits', () => {
  const others = { carried: carried('rebase', 'y') };
  const [one] = [patch('A2=x')];
  const nodes: Node[] = [
    { ...one!, kind: 'commit' },
    { ...one!, detail: { commit: 1 } },
    { id: one!.id, kind: 'patch', at: 1, summary: '' },
  ];
  expect(checksElsewhere(nodes, 'x', others)(id('A3'))).toBe(true);
});

test('in the work tree every check of a moved commit ran elsewhere', () => {
  const others = { carried: carried('rebase', 'y') };
  expect(checksElsewhere([patch('A2=y')], undefined, others)(id('A3'))).toBe(true);
  expect(checksElsewhere([patch('A2=undefined')], undefined, others)(id('A3'))).toBe(true);
});
