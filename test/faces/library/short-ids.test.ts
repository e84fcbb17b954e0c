import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRepository } from '../../../src/faces/library/index.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const SESSION = '0b1e6c1e-0000-4000-8000-00000000000c';

let repo: TestRepo;
beforeAll(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
  new TestAgent(repo, SESSION).start().prompt('Make it two').edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
});
afterAll(() => repo.cleanup());

test.each([
  ['git', {}],
  ['isomorphic-git', { fs }],
])('a node and a session are found by the ids that the commands print, with %s', async (_, how) => {
  const [, id] = /\[commitment:([0-9a-f]{8}-\d+)\]/.exec(prov(repo, 'why', 'a.txt:1'))!;
  const library = await openRepository({ dir: repo.dir, env: repo.env, ...how });
  const line = await library.whoWrote({ path: 'a.txt', line: 1 });
  const found = await library.node(id!);
  expect(found).toEqual(await library.node(line.node!.id));
  expect(found).toMatchObject({ node: { kind: 'commitment' }, session: { id: SESSION } });
  expect(found!.edges.length).toBeGreaterThan(0);
  expect(await library.node(`commitment:${id}`)).toEqual(found);
  expect(await library.node(`goal:${id}`)).toBeUndefined();
  expect(await library.session(id!.split('-')[0]!)).toEqual(await library.session(SESSION));
  expect(await library.session(id!.slice(0, 4))).toBeUndefined();
  await library.close();
});
