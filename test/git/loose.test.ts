import fc from 'fast-check';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashObject, type NewObject } from '../../src/git/objects/pack.ts';
import { writeLoose } from '../../src/git/objects/loose.ts';
import { keepAnswers } from '../../src/git/process/ask-once.ts';
import { openRepo, type Repo } from '../../src/git/repository/repo.ts';
import type { Oid } from '../../src/model/ids.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { runs } from '../helpers/runs.ts';

const open = (repo: TestRepo): Promise<Repo> => openRepo(repo.dir, keepAnswers(repo.env));
const blob = (bytes: Uint8Array | string): NewObject => ({ type: 'blob', bytes: Buffer.from(bytes as string) });
const byId = ({ hash }: Repo, ...objects: NewObject[]): Map<Oid, NewObject> =>
  new Map(objects.map((object) => [hashObject(hash, object), object]));
const fileOf = (repo: TestRepo, id: string): string => join(repo.dir, '.git/objects', id.slice(0, 2), id.slice(2));
const temporary = (repo: TestRepo): string[] =>
  readdirSync(join(repo.dir, '.git/objects'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('tmp_obj'),
  );

for (const hash of ['sha1', 'sha256'] as const)
  test(`any bytes are a loose object that git reads in a ${hash} repository`, async () => {
    await withRepo({ hash }, async (test) => {
      const repo = await open(test);
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
          const objects = byId(repo, blob(bytes));
          expect(await writeLoose(repo, objects)).toBe(true);
          const [id] = objects.keys();
          expect(test.gitRaw(['cat-file', 'blob', id!])).toEqual(Buffer.from(bytes));
          expect(statSync(fileOf(test, id!)).mode & 0o777).toBe(0o444);
        }),
        { numRuns: runs(10) },
      );
      expect(test.git('fsck', '--strict')).not.toMatch(/error|corrupt/);
      expect(temporary(test)).toEqual([]);
    });
  });

test('an object that is there already becomes a young one, so that git gc keeps it', async () => {
  await withRepo({}, async (test) => {
    const repo = await open(test);
    const objects = byId(repo, blob('one\n'));
    await writeLoose(repo, objects);
    const file = fileOf(test, [...objects.keys()][0]!);
    utimesSync(file, 1, 1);
    const { ino } = statSync(file);
    expect(await writeLoose(repo, objects)).toBe(true);
    expect(statSync(file).ino).toBe(ino);
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(60_000);
  });
});

describe('git writes the objects itself', () => {
  const refused = (name: string, change: (test: TestRepo) => void): void =>
    test(name, async () => {
      await withRepo({}, async (repo) => {
        change(repo);
        const opened = await open(repo);
        const objects = byId(opened, blob('one\n'), blob('two\n'));
        expect(await writeLoose(opened, objects)).toBe(false);
        expect([...objects.keys()].filter((id) => existsSync(fileOf(repo, id)))).toEqual([]);
        expect(temporary(repo)).toEqual([]);
      });
    });

  refused('where others share the repository', (repo) => void repo.git('config', 'core.sharedRepository', 'group'));
  refused('where its objects are elsewhere', ({ home, env }) => {
    env['GIT_OBJECT_DIRECTORY'] = join(home, 'objects');
    mkdirSync(env['GIT_OBJECT_DIRECTORY']);
  });
  refused('where a file is in the place of a folder', (repo) => {
    for (let byte = 0; byte < 256; byte++)
      writeFileSync(join(repo.dir, '.git/objects', byte.toString(16).padStart(2, '0')), '');
  });
  test.skipIf(process.getuid?.() === 0)('where the folder cannot be written', async () => {
    await withRepo({}, async (repo) => {
      const opened = await open(repo);
      const objects = byId(opened, blob('one\n'));
      const folder = join(repo.dir, '.git/objects', [...objects.keys()][0]!.slice(0, 2));
      mkdirSync(folder);
      chmodSync(folder, 0o500);
      expect(await writeLoose(opened, objects)).toBe(false);
      chmodSync(folder, 0o700);
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  test('where the settings are not known yet', async () => {
    await withRepo({}, async (repo) => {
      const opened = await repo.open();
      expect(await writeLoose(opened, byId(opened, blob('one\n')))).toBe(false);
    });
  });
});
