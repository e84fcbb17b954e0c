import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRepository } from '../../src/faces/library/index.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

// Exports and the library give the status of declared edges.

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
const SESSION = 'aaaa';

let repo: TestRepo;
let ends: readonly [from: string, to: string];
beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
  new TestAgent(repo, SESSION).start().prompt('Make it quick').write('b.txt', 'quick\n');
  const [old, fresh] = ['It is slow', 'It is quick'].map((text) => said(prov(repo, 'add', 'belief', text, '--json')));
  ends = [fresh!, old!];
  asAgent('link', ...edge(), '--json');
  asAgent('link', `belief:${old}`, 'supports', `belief:${fresh}`, '--json');
  commit('quick');
});
afterEach(() => repo.cleanup());

const said = (answer: string): string => (JSON.parse(answer) as { node: string }).node;
const edge = (): string[] => [`belief:${ends[0]}`, 'supersedes', `belief:${ends[1]}`];
function asAgent(...args: string[]): void {
  const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
  const done = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env });
  if (done.status !== 0) throw new Error(done.stderr.toString());
}
function commit(subject: string): void {
  repo.git('add', '-A');
  repo.git('commit', '-qm', subject);
  prov(repo, 'status');
}
const exported = (format: string): string => prov(repo, 'export', format, '--output', '-');

interface EdgeOut {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly status?: string;
}
const statusIn = (edges: readonly EdgeOut[]): unknown =>
  edges.find(({ from, to, kind }) => kind === 'supersedes' && from === ends[0] && to === ends[1])?.status;

/** What each face gives for the edge `supersedes`. */
async function statuses(): Promise<Record<string, unknown>> {
  const document = JSON.parse(exported('prov-json')) as Record<string, Record<string, Record<string, unknown>>>;
  const relations = Object.values(document).flatMap((section) => Object.values(section));
  const notes = exported('json')
    .trimEnd()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { graphs: { edges: EdgeOut[] }[] }).graphs);
  const library = await openRepository({ dir: repo.dir, env: repo.env });
  try {
    const session = (await library.session(SESSION))!;
    const node = (await library.node(`belief:${ends[0]}`))!;
    return {
      prov: relations.find((one) => one['gitprov:edge'] === 'supersedes')?.['gitprov:status'],
      json: statusIn(notes.flatMap(({ edges }) => edges)),
      session: statusIn(session.edges),
      node: statusIn(node.edges),
      dot: /\[label="supersedes.*/.exec(exported('dot'))?.[0],
      mermaid: /\S+\|"supersedes.*?\|/.exec(exported('mermaid'))?.[0],
    };
  } finally {
    await library.close();
  }
}
const all = (status: string): object => ({ prov: status, json: status, session: status, node: status });

test('a link that an agent proposed, before and after the verdicts of a person', async () => {
  expect(await statuses()).toEqual({
    ...all('proposed'),
    dot: '[label="supersedes (proposed)" style=dashed];',
    mermaid: '-.->|"supersedes (proposed)"|',
  });
  prov(repo, 'review', '--accept', '--yes', edge().join(' '));
  repo.write('c.txt', 'later\n');
  commit('later');
  expect(await statuses()).toEqual({
    ...all('accepted'),
    dot: '[label="supersedes"];',
    mermaid: '-->|"supersedes"|',
  });
  prov(repo, 'review', '--reject', '--yes', edge().join(' '));
  repo.write('c.txt', 'latest\n');
  commit('latest');
  expect(await statuses()).toEqual({
    ...all('rejected'),
    dot: '[label="supersedes (rejected)" style=dotted];',
    mermaid: '-.->|"supersedes (rejected)"|',
  });
});

test('a removed link is retracted, and is not drawn; an undeclared edge has no status', async () => {
  prov(repo, 'link', ...edge(), '--remove');
  repo.write('c.txt', 'later\n');
  commit('later');
  expect(await statuses()).toEqual({ ...all('retracted'), dot: undefined, mermaid: undefined });
  const shown = JSON.parse(prov(repo, 'show', 'HEAD~1', '--json')) as { graphs: { edges: (EdgeOut & object)[] }[] };
  const edges = shown.graphs.flatMap((graph) => graph.edges) as (EdgeOut & { readonly source: string })[];
  expect(edges.filter(({ source }) => source !== 'declared').map(({ status }) => status)).not.toEqual([]);
  for (const { source, status } of edges) expect(status === undefined).toBe(source !== 'declared');
});
