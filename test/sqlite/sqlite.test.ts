import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtIn } from '../../src/sqlite/built-in.ts';
import { Db, isSqliteError, openForeign } from '../../src/sqlite/sqlite.ts';

function inFolder<T>(work: (dir: string) => T): Promise<Awaited<T>> {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-sqlite-'));
  return Promise.resolve(work(dir)).finally(() => rmSync(dir, { recursive: true, force: true }));
}

// Node warns once in a process, so what hears it comes before the first use.
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));
const open = builtIn();
const ENGINES: [string, (file: string) => Promise<Db>][] = [
  ['WebAssembly', openForeign],
  ...(open ? [['Node', async (file: string) => new Db(open(file))] as [string, (file: string) => Promise<Db>]] : []),
];

test('Node has an SQLite from version 22.13 on, and does not warn of it', async () => {
  const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
  expect(open !== undefined).toBe(major > 22 || (major === 22 && minor >= 13));
  await new Promise(setImmediate);
  expect(warnings.filter((text) => text.includes('SQLite'))).toEqual([]);
});

describe.each(ENGINES)('the SQLite of %s', (_, opened) => {
  test('keeps every kind of value, and reads rows at once and one at a time', () =>
    inFolder(async (dir) => {
      const db = await opened(join(dir, 'a.db'));
      db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a)');
      const values = ['é日本', -1, 2 ** 53 - 1, 0.5, null, Uint8Array.of(0, 255), ''];
      expect(values.map((value) => db.run('INSERT INTO t (a) VALUES (?)', value))).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(db.all('SELECT a FROM t ORDER BY id').map((row) => row['a'])).toEqual(values);
      expect([...db.each('SELECT a FROM t WHERE id < ? ORDER BY id', 3)].map((row) => row['a'])).toEqual(['é日本', -1]);
      for (const { a } of db.each('SELECT a FROM t')) if (a === 'é日本') break; // leaves the rest unread
      expect(db.get('SELECT a FROM t WHERE id = 99')).toBeUndefined();
      db.close();
      db.close();
    }));

  test('takes back a failed transaction, and closes with what was there before', () =>
    inFolder(async (dir) => {
      const db = await opened(join(dir, 'a.db'));
      db.exec('CREATE TABLE t (a UNIQUE)');
      db.run('INSERT INTO t VALUES (1)');
      const fail = (): unknown =>
        db.transaction(() => [2, 1].map((value) => db.run('INSERT INTO t VALUES (?)', value)));
      expect(fail).toThrow(/UNIQUE/);
      expect(db.transaction(() => db.run('INSERT INTO t VALUES (3)'))).toBe(2);
      db.close();
      const again = await opened(join(dir, 'a.db'));
      expect(again.all('SELECT a FROM t ORDER BY a').map((row) => row['a'])).toEqual([1, 3]);
      again.close();
    }));

  test('calls a damaged file an error of SQLite', () =>
    inFolder(async (dir) => {
      writeFileSync(join(dir, 'a.db'), 'this is no database'.repeat(500));
      const reading = (async () => (await opened(join(dir, 'a.db'))).all('SELECT * FROM sqlite_master'))();
      expect(isSqliteError(await reading.catch((error: unknown) => error))).toBe(true);
    }));
});
