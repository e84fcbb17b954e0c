import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../helpers/runs.ts';
import type { FileFacts } from '../../src/code/facts.ts';
import { CodeGraph } from '../../src/code/resolve/code-graph.ts';
import { decodeFacts, encodeFacts } from '../../src/code/store/encode-facts.ts';
import { factsOf, hurriedFactsOf, treeWith } from './code.ts';
import { type Damage, damaged } from './damage.ts';
import { SOURCES } from './sources.ts';

/** The time for each text, in milliseconds: many times the limit for its tree and its query, for a loaded machine. */
const TIME_MS = 15_000;
/** The most definitions, imports and references of a file. */
const MAX_OF_A_KIND = 20_000;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const damage = fc.record<Damage>({
  how: fc.constantFrom('cut', 'repeat', 'nest', 'move'),
  from: share,
  length: share.map((x) => x ** 3), // small parts more often
  times: fc.oneof(fc.nat(20), fc.nat(2000), fc.nat(100_000)),
});

describe.each(Object.entries(SOURCES))('%s', (path, source) => {
  test('is read as it is', async () => {
    const { definitions, imports, references, fault } = await factsOf(path, source);
    expect(fault).toBeUndefined();
    expect(definitions.length).toBeGreaterThan(1);
    expect(imports.length).toBeGreaterThan(0);
    expect(references.length).toBeGreaterThan(1);
  });

  test('is read or refused in time, however it is cut, repeated, nested and moved', () =>
    fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (changes) => {
        const text = damaged(source, changes);
        const started = performance.now();
        const facts = await hurriedFactsOf(path, text);
        await followAll(path, facts);
        expect(performance.now() - started).toBeLessThan(TIME_MS);
        expectSound(facts, text);
        expect(decodeFacts(encodeFacts(facts))).toEqual(facts);
      }),
      { numRuns: runs(10) },
    ));
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const failing = damaged(SOURCES['a.js']!, [
  { how: 'nest', from: 0.9203259055131702, length: 0.24920947714490294, times: 14_864 },
]);

test('a file at which the parser itself fails harms no other, nor the process', async () => {
  for (let i = 0; i < 3; i++) {
    expect((await factsOf('a.js', failing)).fault).toBe('not parsed');
    for (const [path, source] of Object.entries(SOURCES)) expect((await factsOf(path, source)).fault).toBeUndefined();
    // To free a parser in a damaged memory would end the process.
    collect();
    await setTimeout(10);
  }
});

test('the garbage collection frees nothing in a damaged memory', async () => {
  const frees: ((held: unknown) => void)[] = [];
  const { FinalizationRegistry: Registry } = globalThis;
  globalThis.FinalizationRegistry = class<T> extends Registry<T> {
    constructor(free: (held: T) => void) {
      super(free);
      frees.push(free as (held: unknown) => void);
    }
  };
  try {
    await factsOf('a.js', failing);
    await factsOf('a.js', SOURCES['a.js']!); // in a new memory
  } finally {
    globalThis.FinalizationRegistry = Registry;
  }
  const outside = 0x7fff_fff0;
  expect(frees.length).toBeGreaterThan(0);
  expect(() => frees.forEach((free) => free(outside))).toThrow(/memory access/);
  await factsOf('a.js', failing);
  for (const free of frees) free(outside);
});

// The facts of a damaged file lead somewhere or nowhere, but never forever.
async function followAll(path: string, facts: FileFacts): Promise<void> {
  const tree = treeWith({ [path]: facts });
  const graph = await CodeGraph.of(tree);
  for (const reference of facts.references.slice(0, 500))
    for (const { definition } of graph.resolve(path, reference)) expect(facts.definitions[definition]).toBeDefined();
}

function expectSound({ definitions, imports, references, fault }: FileFacts, text: string): void {
  const lines = text.split('\n').length;
  expect(fault === undefined || definitions.length + imports.length + references.length === 0).toBe(true);
  for (const all of [definitions, imports, references]) expect(all.length).toBeLessThanOrEqual(MAX_OF_A_KIND);
  const wrong = definitions.filter(
    ({ parent, start, end }, i) =>
      !(start >= 1 && start <= end && end <= lines && parent >= -1 && parent < definitions.length && parent !== i),
  );
  expect(wrong).toEqual([]);
  expect(references.filter(({ from, line }) => !(from < definitions.length && line >= 1 && line <= lines))).toEqual([]);
}
