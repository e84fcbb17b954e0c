import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Graph, Node } from '../../../src/model/model.ts';
import { made, noteOf, writeNotes } from '../../ask/setup.ts';
import { enable, prov } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { type Served, startWeb } from '../web/served.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');

let repo: TestRepo;
/** One for each test: it shows what changed since it began. */
let served: Served | undefined;

beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n', 'b \u00e9.txt': 'one\n' } });
  enable(repo);
});
afterEach(async () => {
  await served?.stop();
  served = undefined;
  repo.cleanup();
});

interface Said {
  readonly node: string;
  readonly warnings?: readonly string[];
}
const say = (...args: string[]): Said => JSON.parse(prov(repo, ...args, '--json')) as Said;

function run(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env: repo.env });
  return { code: status, out: stdout.toString(), err: stderr.toString() };
}

interface Shown {
  readonly status: readonly string[];
  readonly trace: readonly string[];
  readonly doctor: readonly string[];
  readonly web: readonly string[];
  readonly verify: readonly string[];
}

const of = <T>(...args: string[]): T => JSON.parse(run(...args, '--json').out) as T;
const tracedOf = (reference: string): string[] => of<{ warnings?: string[] }>('trace', reference).warnings ?? [];

/** The warnings in each place that shows them, as data. */
async function shown(reference: string): Promise<Shown> {
  const status = of<{ known: { warnings: string[] } }>('status').known.warnings;
  const trace = tracedOf(reference);
  const { checks } = of<{ checks: { name: string; state: string; what: string }[] }>('doctor');
  const { findings } = of<{ findings: { kind: string; what: string }[] }>('verify');
  served ??= await startWeb(repo.dir, repo.env);
  const answer = await served.post('/ask', { kind: 'status' });
  const { warnings } = (await answer.json()) as { warnings: { kind: string; text: string }[] };
  return {
    status,
    trace,
    doctor: checks.filter(({ name, state }) => name === 'links' && state === 'warning').map(({ what }) => what),
    web: warnings.filter(({ kind }) => kind === 'invariant').map(({ text }) => text),
    verify: findings.filter(({ kind }) => kind === 'warning').map(({ what }) => what),
  };
}

const everywhere = (words: string): Shown => ({
  status: [words],
  trace: [words],
  doctor: [words],
  web: [words],
  verify: [words],
});
const NOWHERE: Shown = { status: [], trace: [], doctor: [], web: [], verify: [] };

function commit(): void {
  repo.write('c.txt', `${Math.random()}\n`);
  repo.git('add', '.');
  repo.git('commit', '-qm', 'more');
}

/** Puts a graph that a person declared into the note of HEAD. */
async function put(
  nodes: readonly (Partial<Node> & { n: number; kind: string; summary: string })[],
  edges: readonly (readonly [number, string, number])[],
): Promise<void> {
  const graph = made('s', nodes, edges);
  const declared: Graph = { ...graph, edges: graph.edges.map((edge) => ({ ...edge, source: 'declared' })) };
  await writeNotes(repo, [[repo.oid('HEAD'), noteOf([declared], [])]]);
  run('search', 'anything'); // status reads an index that exists
}

describe('a violated invariant is shown by status, trace, doctor, web and verify', () => {
  test('two files that cause each other', async () => {
    say('link', 'file:a.txt', 'caused', 'file:b \u00e9.txt');
    commit();
    const { code, err } = run('link', 'file:b \u00e9.txt', 'caused', 'file:a.txt');
    const words =
      /file:(?:a|b \u00e9)\.txt caused file:(?:a|b \u00e9)\.txt caused file:(?:a|b \u00e9)\.txt: nothing is a cause of itself\./;
    expect(code).toBe(0);
    expect(err).toMatch(words);
    commit();
    const { status, ...rest } = await shown('file:a.txt');
    expect(status).toEqual([expect.stringMatching(words)]);
    expect({ status, ...rest }).toEqual(everywhere(status[0]!));
    expect(run('status').out).toMatch(/warning +file:.*cause of itself/);
    expect(run('trace', 'a.txt').out).toMatch(/WARNINGS:\n {2}file:.*cause of itself/);
    expect(run('doctor').out).toMatch(/links +warning: file:.*cause of itself/);
    expect(run('verify').code).toBe(0);
    say('link', 'file:a.txt', 'caused', 'file:b \u00e9.txt', '--remove');
    commit();
    expect(await shown('file:a.txt')).toEqual(NOWHERE);
  });

  test('something that both causes and prevents the same', async () => {
    const [a, b] = [say('add', 'failure', 'a').node, say('add', 'failure', 'b').node];
    say('link', a, 'caused', b);
    const { warnings } = say('link', a, 'prevents', b);
    expect(warnings).toEqual([
      expect.stringMatching(/^failure:\S+ caused failure:\S+, and failure:\S+ prevents it, at the same time\.$/),
    ]);
    commit();
    expect(await shown(a)).toEqual(everywhere(warnings![0]!));
    expect(tracedOf(b)).toEqual([warnings![0]!]);
    say('retract', b);
    commit();
    expect(await shown(a)).toEqual(NOWHERE);
  });

  test('two claims that contradict each other, until one is retracted or revised', async () => {
    const a = say('add', 'claim', 'it is fast').node;
    const b = say('add', 'claim', 'it is slow').node;
    const { warnings } = say('link', b, 'contradicts', a);
    expect(warnings).toEqual([
      expect.stringMatching(/^claim:\S+ contradicts claim:\S+, and both hold: retract or revise one\.$/),
    ]);
    commit();
    expect(await shown(a)).toEqual(everywhere(warnings![0]!));
    expect(tracedOf(say('add', 'claim', 'another').node)).toEqual([]);
    say('revise', a, 'it is fast on Linux');
    commit();
    expect(await shown(b)).toEqual(NOWHERE);
  });

  test('a claim that is added against another one', async () => {
    const a = say('add', 'claim', 'it is fast').node;
    const belief = say('add', 'belief', 'it is slow', '--contradicts', a);
    expect(belief.warnings).toBeUndefined(); // no claim
    const b = say('add', 'claim', 'it is slow', '--contradicts', a);
    expect(b.warnings).toEqual([expect.stringMatching(/^The new claim contradicts claim:\S+, and both hold/)]);
    commit();
    const { status, ...rest } = await shown(a);
    expect({ status, ...rest }).toEqual(everywhere(status[0]!));
    say('retract', b.node);
    expect(say('add', 'claim', 'a third', '--contradicts', b.node).warnings).toBeUndefined();
  });

  test('a local type that extends an external package', async () => {
    const local = { n: 1, kind: 'type', summary: 'Cart', detail: { language: 'Java' } };
    await put(
      [local, { n: 2, kind: 'external', summary: 'npm/react' }, { n: 3, kind: 'goal', summary: 'x' }],
      [[1, 'extends', 2]],
    );
    const reference = `type:${made('s', [local]).nodes[0]!.id}`;
    const { status, ...rest } = await shown(reference);
    expect(status).toEqual([
      expect.stringMatching(/^type:\S+ extends external:\S+ from outside, but Java has no multiple inheritance\.$/),
    ]);
    expect({ status, ...rest }).toEqual(everywhere(status[0]!));
    await put(
      [
        { ...local, detail: { language: 'Python' } },
        { n: 2, kind: 'external', summary: 'npm/react' },
      ],
      [[1, 'extends', 2]],
    );
    expect(tracedOf(reference)).toEqual([]);
  });

  test('names from notes are escaped', async () => {
    const evil = 'a\u001b[31m.txt';
    repo.write(evil, 'x');
    say('link', `file:${evil}`, 'caused', 'file:a.txt');
    const { err } = run('link', 'file:a.txt', 'caused', `file:${evil}`);
    commit();
    for (const text of [err, run('status').out, run('trace', 'a.txt').out, run('doctor').out]) {
      expect(text).toContain('cause of itself');
      expect(text).not.toContain('\u001b');
    }
  });

  test('without an index, status reads none; trace makes it', async () => {
    say('link', 'file:a.txt', 'caused', 'file:a.txt');
    commit();
    rmSync(join(repo.dir, '.git/prov/index'), { recursive: true, force: true });
    expect(run('status').out).not.toContain('warning');
    expect(run('trace', 'a.txt').out).toContain('cause of itself');
    expect(run('status').out).toContain('cause of itself');
  });
});
