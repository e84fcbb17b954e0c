import { expect, test } from 'vitest';
import type { Graph } from '../../src/model/model.ts';
import { plainSource } from '../../src/ask/index/in-memory-source.ts';
import { find, findSession, type FoundReference } from '../../src/ask/find/find.ts';
import { withRepo } from '../helpers/repo.ts';
import { made, nodeAt } from './setup.ts';

const goal = (n: number, summary = `goal ${n}`): { n: number; kind: string; summary: string } => ({
  n,
  kind: 'goal',
  summary,
});

/** The meaning of a reference among these graphs, in short. */
async function meant(graphs: readonly Graph[], text: string, copies = false): Promise<unknown> {
  let found: FoundReference | undefined;
  await withRepo({ files: { a: 'a' } }, async (repo) => {
    found = await find({ repo: await repo.open(), sources: graphs.map((one) => plainSource([one])), copies }, text);
  });
  switch (found!.kind) {
    case 'node':
      return `${found!.node.kind}:${found!.id} of ${found!.session}`;
    case 'session':
      return `session:${found!.session}`;
    case 'ambiguous':
      return found!.candidates.map(({ reference }) => reference);
    default:
      return found!.kind;
  }
}

const S = nodeAt('s', 1).slice(0, 8);

test('a node is found by its id, with or without its kind, and by a unique prefix', async () => {
  const graph = made('s', [goal(1), { n: 10, kind: 'commitment', summary: 'edit' }, goal(12)]);
  expect(await meant([graph], `goal:${S}-1`)).toBe(`goal:${S}-1 of s`);
  expect(await meant([graph], `${S}-1`)).toBe(`goal:${S}-1 of s`);
  expect(await meant([graph], `commitment:${S}-1`)).toBe(`commitment:${S}-10 of s`);
  expect(await meant([graph], `commitment:${S.slice(0, 3)}`)).toBe(`commitment:${S}-10 of s`);
  expect(await meant([graph], `goal:${S}-`)).toEqual([`goal:${S}-1`, `goal:${S}-12`]);
  expect(await meant([graph], `goal:${S}-2`)).toBe('absent');
});

test('ten candidates are listed, in the order of numbers', async () => {
  const graph = made(
    's',
    Array.from({ length: 14 }, (_, i) => goal(14 - i)),
  );
  expect(await meant([graph], `node:${S}`)).toEqual(Array.from({ length: 10 }, (_, i) => `goal:${S}-${i + 1}`));
});

test('a node that only a later graph repeats is found where copies are accepted', async () => {
  const [node] = made('s', [goal(4)]).nodes;
  const graph = made('s', [goal(7)], [], { context: [node!] });
  expect(await meant([graph], `${S}-4`)).toBe('absent');
  expect(await meant([graph], `goal:${S}-4`, true)).toBe(`goal:${S}-4 of s`);
  expect(await meant([made('s', [goal(4, 'own')]), graph], `goal:${S}-4`, true)).toBe(`goal:${S}-4 of s`);
});

test('a prefix shared by a session and its sub-agents means the session; shared by two sessions it is ambiguous', async () => {
  const graphs = ['one', 'one/sub', 'one/sub/sub', 'onetwo'].map((id) => made(id, [goal(1)]));
  expect(await meant(graphs.slice(0, 3), 'session:on')).toBe('session:one');
  expect(await meant(graphs, 'session:one')).toBe('session:one');
  expect(await meant(graphs, 'on')).toEqual(['session:one', 'session:onetwo']);
  expect(await meant(graphs, 'one/s')).toBe('session:one/sub');
  expect(await meant(graphs, nodeAt('onetwo', 1).slice(0, 8).toUpperCase())).toBe('session:onetwo');
  expect(await meant(graphs, 'two')).toBe('absent');
  expect(await findSession({ sources: [] }, '')).toEqual({ kind: 'absent' });
});
