import { blake3 } from '@noble/hashes/blake3.js';
import { createBLAKE3 } from 'hash-wasm';
import { expect, test } from 'vitest';
import { graphIdOf } from '../../src/model/format/note.ts';
import { hashWith, sha256 } from '../../src/model/hash.ts';
import { sessionId } from '../../src/model/ids.ts';
import type { Graph } from '../../src/model/model.ts';
import { quickenHash } from '../../src/git/objects/native-hash.ts';

const graph = (agent: string): Graph => ({
  session: { id: sessionId('one'), agent },
  nodes: [],
  edges: [],
  explains: [],
  previous: null,
  chain: { start: '0'.repeat(64), head: '0'.repeat(64) },
});

test('WebAssembly gives the same hashes at every boundary of blocks and chunks', async () => {
  const hasher = await createBLAKE3();
  for (const size of [0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 3300, 5000, 65_536, 200_001]) {
    const bytes = Uint8Array.from({ length: size }, (_, i) => i % 251);
    expect(Buffer.from(hasher.init().update(bytes).digest('binary'))).toEqual(Buffer.from(blake3(bytes)));
  }
});

test('the ids of graphs are the same, and really come from it', async () => {
  const before = graphIdOf(graph('x'));
  await quickenHash();
  expect(graphIdOf(graph('x'))).toBe(before);
  hashWith({ blake3: () => new Uint8Array(32) });
  expect(graphIdOf(graph('x'))).toBe('0'.repeat(64));
  hashWith({});
  expect(graphIdOf(graph('x'))).toBe(before);
});

test("the platform's SHA-256 gives the same, and is really used", async () => {
  const texts = Array.from({ length: 130 }, (_, size) => Uint8Array.from({ length: size }, (_byte, i) => 255 - i));
  const before = texts.map(sha256);
  await quickenHash();
  expect(texts.map((bytes) => new Uint8Array(sha256(bytes)))).toEqual(before);
  hashWith({ sha256: (_, into, at) => into.fill(0, at, at + 32) });
  expect(sha256(texts[1]!)).toEqual(new Uint8Array(32));
  hashWith({});
});
