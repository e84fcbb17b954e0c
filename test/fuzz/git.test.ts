import { isUtf8 } from 'node:buffer';
import { expect, test } from 'vitest';
import { incrementalReader, parsePorcelain, repoPath } from '../../src/ask/blame/porcelain.ts';
import { readGpgStatus, TRUST } from '../../src/git/signatures/gpg-status.ts';
import type { GitObject } from '../../src/git/objects/objects.ts';
import { hashObject } from '../../src/git/objects/pack.ts';
import { PatchParser } from '../../src/git/history/patch-parser.ts';
import { decodeCommit, type GitReader } from '../../src/git/objects/port.ts';
import { unquote } from '../../src/git/paths/quote.ts';
import { decodeTree, encodeTree, FILE_MODE, TREE_MODE } from '../../src/git/objects/tree-codec.ts';
import { oid, type Oid } from '../../src/model/ids.ts';
import { pathFromBytes, pathToBytes } from '../../src/model/path.ts';
import { differing, editTrees, listAll, locate, type Trees } from '../../src/notes/fanout.ts';
import { fuzz, TIMEOUT } from './campaign.ts';
import { Dice } from './dice.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { WORDS } from './words.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const broken = (samples: readonly Uint8Array[]) => (dice: Dice) => mutateBytes(dice.pick(samples), samples, dice);

const [A, B] = ['3fa2c1d0'.repeat(5), 'deadbeef'.repeat(5)].map(oid) as [Oid, Oid];
const HEADERS = `author Ada\nauthor-mail <ada@example.com>\nauthor-time 1767225600\nauthor-tz +0000\nsummary one\nfilename "a\\303\\251\\t.txt"\n`;

test('paths keep every byte, with any quoting by git', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'paths',
      few: 1500,
      input: broken([
        ...WORDS.map((word) => new Uint8Array(Buffer.from(word, 'utf8'))),
        bytesOf('"a\\"\\\\\\303\\251\\n"'),
      ]),
      run: (bytes) => {
        expect(Buffer.from(pathToBytes(pathFromBytes(bytes))).equals(bytes)).toBe(true);
        const text = isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : pathFromBytes(bytes);
        expect(pathFromBytes(bytes)).toBe(text);
        repoPath(unquote(latin1(bytes)));
        return true;
      },
    }),
  ).resolves.toBeGreaterThan(0),
);

test('any blame output is read to its end', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'output of git blame',
      few: 1000,
      share: 0.3,
      input: broken([
        bytesOf(`${A} 1 1 2\n${HEADERS}\tone\n${A} 2 2\n\ttwo\n${B} 1 3 1\nboundary\n${HEADERS}\tthree\n`),
        bytesOf(`${A} 1 1 2\n${HEADERS}${B} 1 3 1\n${HEADERS}`),
      ]),
      run: (bytes) => {
        const text = latin1(bytes);
        const { lines, rest } = parsePorcelain(text);
        expect(
          lines.reduce((sum, { head, content }) => sum + head.length + content.length, rest.length),
        ).toBeLessThanOrEqual(text.length);
        let found = 0;
        const take = incrementalReader(
          () => found++,
          () => undefined,
        );
        for (let at = 0; at < text.length; at += 50) take(Buffer.from(bytes.subarray(at, at + 50)));
        return lines.length + found > 0;
      },
    }),
  ).resolves.toBeGreaterThan(0),
);

test('any diff-tree output is read to its end', { timeout: TIMEOUT }, () => {
  const raw = (status: string, ...paths: string[]): string =>
    `:100644 100644 ${A} ${B} ${status}\0${paths.join('\0')}\0`;
  const patch = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1 @@ x\n-a\n-b\n+c\n\\ No newline at end of file\n';
  const samples = [
    `${A} ${B}\n${raw('M', 'a')}\0${patch}${A} ${A}\n`,
    `${A} ${B}\n${raw('R090', 'a', 'b')}${raw('T', 'c')}\0${patch}${patch}diff --git a/c b/c\nBinary files a/c and b/c differ\n`,
  ].map(bytesOf);
  return expect(
    fuzz({
      name: 'output of git diff-tree',
      few: 1000,
      share: 0.3,
      input: broken(samples),
      run: (bytes) => {
        const parser = new PatchParser();
        for (let at = 0; at < bytes.length; at += 60) parser.take(Buffer.from(bytes.subarray(at, at + 60)));
        return parser.pairs.size > 0;
      },
    }),
  ).resolves.toBeGreaterThan(0);
});

test('trees and commits are read, or refused', { timeout: TIMEOUT }, () => {
  const tree = encodeTree(
    new Map([
      ['ab', { mode: TREE_MODE, oid: A }],
      [A, { mode: FILE_MODE, oid: B }],
      ['.git', { mode: '160000', oid: B }],
    ]),
  );
  const commit = bytesOf(`tree ${A}\nparent ${B}\nauthor x <y> 1 +0000\n\nmessage\n`);
  return expect(
    fuzz({
      name: 'trees and commits',
      few: 1000,
      share: 0.3,
      input: broken([new Uint8Array(tree), commit]),
      run: (bytes) => {
        if (latin1(bytes).startsWith('tree '))
          return decodeCommit({ oid: A, type: 'commit', bytes: Buffer.from(bytes) }).tree.length > 0;
        return decodeTree(bytes, 'sha1').size > 0;
      },
    }),
  ).resolves.toBeGreaterThan(0);
});

/** Objects in memory, including nested trees with all sorts of names and modes. */
class Forest implements GitReader {
  readonly hash = 'sha1';
  readonly roots: Oid[] = [];
  readonly #objects = new Map<Oid, GitObject>();

  constructor(dice: Dice) {
    const blobs = [0, 1, 2].map((n) => this.#put('blob', Buffer.from(`note ${n}`)));
    const torn = this.#put('tree', Buffer.from('100644 cut short'));
    const level: Oid[] = [this.#put('tree', Buffer.alloc(0))];
    for (let i = 0; i < 12; i++) {
      const entries = Array.from({ length: dice.below(6) }, () => {
        const mode = dice.pick(['40000', '40000', '40000', '100644', '100644', '100755', '120000', '160000', '0', 'x']);
        const id = mode === '40000' && !dice.once(40) ? dice.pick(level) : dice.pick(dice.once(60) ? [A, torn] : blobs);
        return Buffer.concat([Buffer.from(`${mode} ${nameOf(dice)}\0`, 'latin1'), Buffer.from(id, 'hex')]);
      });
      level.push(this.#put('tree', Buffer.concat(entries)));
    }
    this.roots = [dice.pick(level), dice.pick(level)];
  }

  #put(type: 'blob' | 'tree', bytes: Buffer): Oid {
    const id = hashObject('sha1', { type, bytes });
    this.#objects.set(id, { oid: id, type, bytes });
    return id;
  }

  resolveRef = () => Promise.resolve(undefined);
  listRefs = () => Promise.resolve(new Map<string, Oid>());
  readObjects = (oids: readonly Oid[]) => Promise.resolve(oids.map((id) => this.#objects.get(id)));
  close = () => Promise.resolve();
}

const COMMITS = [A, B, 'aa'.repeat(20), `aabb${'cd'.repeat(18)}`].map((id) => oid(id));
const nameOf = (dice: Dice): string => {
  const id = dice.pick(COMMITS);
  const cut = 2 * dice.below(5);
  return dice.pick([
    id.slice(cut),
    id.slice(cut),
    id.slice(cut, cut + 2),
    id.slice(cut, cut + 2),
    'aa',
    Buffer.from(dice.pick(WORDS).replaceAll('\0', ''), 'utf8').toString('latin1'),
  ]);
};

test('note trees of any shape are listed, compared and changed, or refused', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'trees of notes',
      few: 250,
      share: 0.1,
      input: (dice) => dice.bytes(4),
      run: async (seed) => {
        const forest = new Forest(new Dice(Buffer.from(seed).readUInt32BE(0)));
        const [root, base] = forest.roots as [Oid, Oid];
        const trees: Trees = new Map();
        const listed = await listAll(forest, root);
        await differing(forest, root, base, trees);
        const located = await locate(forest, root, COMMITS, trees);
        // A folder at two paths is listed once.
        for (const [commit, blobs] of [...listed].filter(([id]) => COMMITS.includes(id)))
          expect(located.get(commit)).toEqual(expect.arrayContaining(blobs));
        const edits = COMMITS.slice(0, 2).map((commit, i) => ({ commit, blobs: i === 0 ? [B] : [] }));
        const { root: after, objects } = editTrees('sha1', root, edits, trees);
        for (const { type, bytes } of objects)
          if (type === 'tree') trees.set(hashObject('sha1', { type, bytes }), decodeTree(bytes, 'sha1'));
        const found = await locate(forest, after, COMMITS, trees);
        expect([found.get(COMMITS[0]!), found.get(COMMITS[1]!)]).toEqual([[B], undefined]);
        return listed.size > 0;
      },
    }),
  ).resolves.toBeGreaterThan(0),
);

test('output of gpg gives a key that it names, or no key', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'status of gpg',
      few: 1000,
      share: 0.2,
      input: broken([
        bytesOf(
          `[GNUPG:] GOODSIG 1234567890ABCDEF Ada \xe2\x80\xa8[GNUPG:] TRUST_ULTIMATE\n[GNUPG:] VALIDSIG ${A} 2026-11-22 0 4 ${A}\n[GNUPG:] TRUST_FULLY 0 pgp\n`,
        ),
        bytesOf(
          '[GNUPG:] ERRSIG 1234567890ABCDEF 22 8 00 0 9 -\n[GNUPG:] NO_PUBKEY 1234567890ABCDEF\n[GNUPG:] NODATA 4\n',
        ),
        bytesOf('[GNUPG:] REVKEYSIG 1234567890ABCDEF Ada\n[GNUPG:] BADSIG 1234567890ABCDEF Ada\n'),
      ]),
      run: (bytes) => {
        const { kind, key, trust } = readGpgStatus(bytes);
        expect(key === undefined ? kind !== 'good' : /^[0-9a-f]{8,64}$/i.test(key)).toBe(true);
        expect(trust).toBeLessThan(TRUST.length);
        return kind === 'good';
      },
    }),
  ).resolves.toBeGreaterThan(0),
);
