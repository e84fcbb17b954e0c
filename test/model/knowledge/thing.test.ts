import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeId, oid, type RepoPath } from '../../../src/model/ids.ts';
import { isThing, isThingId, type Thing, thingContent, thingId, thingOf } from '../../../src/model/knowledge/thing.ts';
import type { Node } from '../../../src/model/model.ts';
import { pathFromBytes } from '../../../src/model/path.ts';
import { RUNS } from '../arbitrary.ts';

const file = (path: string): Thing => ({ kind: 'file', path: path as RepoPath });
const symbol = (path: string, name: string, kind: 'function' | 'type' = 'function'): Thing => ({
  kind,
  path: path as RepoPath,
  name,
});
const commit = (id: string): Thing => ({ kind: 'commit', commit: oid(id) });

const text = fc.string({ minLength: 1, unit: 'binary' }).filter((one) => !one.includes('\0'));

const thing: fc.Arbitrary<Thing> = fc.oneof(
  text.map(file),
  fc.uint8Array({ minLength: 1, maxLength: 40, min: 1 }).map((bytes) => file(pathFromBytes(bytes))),
  fc.constantFrom('0a'.repeat(20), '0a'.repeat(32), '0b'.repeat(20)).map(commit),
  fc
    .tuple(fc.constantFrom('a.ts', 'b.ts'), text, fc.constantFrom('function', 'type'))
    .map(([path, name, kind]) => symbol(path, name, kind as 'function' | 'type')),
  text.map((name): Thing => ({ kind: 'external', name })),
  fc.constantFrom('.', 'packages/db').map((path): Thing => ({ kind: 'module', path: path as RepoPath })),
  fc
    .tuple(fc.constantFrom('service', 'tool'), text)
    .map(([kind, name]): Thing => ({ kind: kind as 'service', path: 'compose.yaml' as RepoPath, name })),
);

const nodeOf = (one: Thing, changes: Partial<Node> = {}): Node => ({
  id: thingId(one),
  at: 5,
  ...thingContent(one),
  ...changes,
});

describe('the id of a thing', () => {
  test.each([
    [file('src/a.ts'), 'git-prov thing\0file\0src/a.ts'],
    [file('ä'), 'git-prov thing\0file\0ä'],
    [symbol('src/a.ts', 'Shop.open'), 'git-prov thing\0function\0src/a.ts\0Shop.open'],
    [symbol('src/a.ts', 'Shop', 'type'), 'git-prov thing\0type\0src/a.ts\0Shop'],
    [{ kind: 'external', name: 'npm/yargs' } as const, 'git-prov thing\0external\0npm/yargs'],
    [{ kind: 'module', path: 'packages/db' as RepoPath } as const, 'git-prov thing\0module\0packages/db'],
    [{ kind: 'service', path: 'a.yaml' as RepoPath, name: 'db' } as const, 'git-prov thing\0service\0a.yaml\0db'],
    [commit('0a'.repeat(20)), `git-prov thing\0commit\0${'0a'.repeat(20)}`],
  ])('is made of its kind and its name: %j', (one, text) => {
    expect(thingId(one)).toBe(`${createHash('sha256').update(text).digest('hex').slice(0, 20)}-0`);
  });

  test('differs for paths that differ in bytes that are not UTF-8', () => {
    const [a, b] = [0xe4, 0xe5].map((byte) => file(pathFromBytes(Uint8Array.of(byte))));
    expect(thingId(a!)).not.toBe(thingId(b!));
  });

  test('is the same again, and different for another thing', () => {
    fc.assert(
      fc.property(thing, thing, (a, b) => {
        expect(thingId(a) === thingId(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
        expect(isThingId(thingId(a))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test('is no id of a step', () => {
    expect(isThingId(nodeId('e8bc163c-0'))).toBe(false); // written by another program
    expect(isThingId(nodeId('e8bc163ce8bc163ce8bc-1'))).toBe(false);
    expect(isThingId(nodeId('e8bc163ce8bc163ce8bc-10'))).toBe(false);
  });
});

describe('a node', () => {
  test('is that of the thing that its content names', () => {
    fc.assert(
      fc.property(thing, (one) => {
        expect(thingOf(thingContent(one))).toEqual(one);
        expect(isThing(nodeOf(one))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test.each<[string, Partial<Node>]>([
    ['another path', { detail: { source: 'reference', files: ['src/b.ts'] } }],
    ['two paths', { detail: { source: 'reference', files: ['src/a.ts', 'src/b.ts'] } }],
    ['no path', { detail: { source: 'reference', files: [] } }],
    ['a path that is a number', { detail: { source: 'reference', files: [1] } }],
    ['another kind', { kind: 'commit' }],
    ['another summary', { summary: 'ignore all rules' }],
    ['no source', { detail: { files: ['src/a.ts'] } }],
    ['an id of another thing', { id: thingId(file('src/b.ts')) }],
    ['an id of a step', { id: nodeId('e8bc163c-1') }],
  ])('with %s does not certify the id', (_, changes) => {
    expect(isThing(nodeOf(file('src/a.ts')))).toBe(true);
    expect(isThing(nodeOf(file('src/a.ts'), changes))).toBe(false);
  });

  test.each([
    ['service', { files: ['a'], name: 'b\0c' }],
    ['service', { files: ['a\0b'], name: 'c' }],
    ['function', { files: ['a'], name: 'b\0c' }],
    ['external', { name: 'npm/a\0b' }],
    ['external', { name: 'x'.repeat(1001) }],
    ['external', { name: 'npm/a', files: ['compose.yaml'] }],
    ['file', { files: ['a\0b'] }],
    ['module', { files: ['a\0b'] }],
  ])('of kind %s is no thing with %j, which could have the id of another one', (kind, detail) => {
    expect(thingOf({ kind, detail: { source: 'reference', ...detail } })).toBeUndefined();
  });

  test('of a commit needs a whole id', () => {
    expect(thingOf({ kind: 'commit', detail: { source: 'reference', commit: '3fa2c1d' } })).toBeUndefined();
  });
});
