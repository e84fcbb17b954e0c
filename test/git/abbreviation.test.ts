import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { chooseAbbreviation, shortOid, usualDigits } from '../../src/git/repository/abbreviation.ts';
import { keepAnswers } from '../../src/git/process/ask-once.ts';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { hashObject, type NewObject } from '../../src/git/objects/pack.ts';
import { openRepo } from '../../src/git/repository/repo.ts';
import { readSettings } from '../../src/git/repository/git-settings.ts';
import { withRepo } from '../helpers/repo.ts';

afterEach(() => chooseAbbreviation('/nowhere', undefined));

test('messages shorten ids as git does: by its setting, or by the number of objects', () =>
  withRepo({ files: { 'a.txt': 'a\n' } }, async (repo) => {
    const both = async (): Promise<[string, string]> => {
      const env = keepAnswers(repo.env);
      await openRepo(repo.dir, env);
      await readSettings(['core'], { cwd: repo.dir, env });
      return [shortOid(repo.oid('HEAD')), repo.git('rev-parse', '--short', 'HEAD')];
    };
    const lengths = new Set<number>();
    const same = async (): Promise<void> => {
      const [ours, gits] = await both();
      expect(ours).toBe(gits);
      lengths.add(ours.length);
    };
    await same();
    const blobs = Array.from({ length: 20_000 }, (_, i) => `blob\ndata ${`${i}\n`.length}\n${i}\n\n`);
    repo.gitRaw(['fast-import', '--quiet'], blobs.join(''));
    await same();
    for (const value of ['4', '12', 'auto', 'no']) {
      repo.git('config', 'core.abbrev', value);
      await same();
    }
    expect([...lengths].toSorted((a, b) => a - b)).toEqual([4, 7, 8, 12, 40]);
  }));

test('the usual number of digits is git’s, or git has to be asked', () =>
  withRepo({ files: { 'a.txt': 'a\n' } }, async (repo) => {
    const head = repo.oid('HEAD');
    const usual = async (): Promise<number | undefined> => {
      const opened = await repo.open();
      const objects = new ObjectReader(opened);
      try {
        return await usualDigits(opened, await readSettings(['core'], opened), [head], objects);
      } finally {
        await objects.close();
      }
    };
    const short = (): number => repo.git('rev-parse', '--short', 'HEAD').length;
    expect(await usual()).toBe(short());
    for (const value of ['12', 'no']) {
      repo.git('config', 'core.abbrev', value);
      expect(await usual()).toBe(short());
    }
    repo.git('config', 'core.abbrev', '4');
    expect(await usual()).toBe(4);
    repo.git('branch', head.slice(0, 4), repo.git('commit-tree', '-m', 'Another', 'HEAD^{tree}'));
    expect(await usual()).toBeUndefined();
    repo.git('branch', '-D', head.slice(0, 4));
    // Another object that begins with the same four digits.
    const start = head.slice(0, 4);
    const hash = head.length === 40 ? 'sha1' : 'sha256';
    const contentAt = (i: number): NewObject => ({ type: 'blob', bytes: Buffer.from(`${i}\n`) });
    let i = 0;
    while (!hashObject(hash, contentAt(i)).startsWith(start)) i++;
    repo.gitRaw(['hash-object', '-w', '--stdin'], contentAt(i).bytes);
    expect(short()).toBeGreaterThan(4);
    expect(await usual()).toBeUndefined();
    repo.git('config', 'core.abbrev', '9');
    expect(await usual()).toBe(9);
    mkdirSync(join(repo.dir, '.git/objects/info'), { recursive: true });
    writeFileSync(join(repo.dir, '.git/objects/info/alternates'), `${repo.home}\n`);
    expect(await usual()).toBeUndefined();
  }));
