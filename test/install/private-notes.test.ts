import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDoctor } from '../../src/faces/cli/commands/start/doctor.ts';
import type { Report } from '../../src/faces/cli/render/start/doctor-report.ts';
import type { Oid } from '../../src/model/ids.ts';
import { NOTES_REF } from '../../src/notes/refs.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import { pruneSnapshots, snapshotObjects } from '../../src/recorder/worktree/snapshots.ts';
import { collect } from '../faces/cli/collect.ts';
import { notesOf } from '../helpers/judge.ts';
import { contextOf, REF_FILES, type Site, withSite } from '../recorder/site.ts';

const A = `aa${'1'.repeat(38)}` as Oid;
const B = `bb${'2'.repeat(38)}` as Oid;
const C = `cc${'3'.repeat(38)}` as Oid;
const ALL = { [A]: 'one', [B]: 'two', [C]: 'three' };
const HOURS_AGO = Date.now() / 1000 - 2 * 3600;

// As a process did that inherited the environment of a snapshot: git prov finds these objects, and git does not.
async function write({ repo, prov }: Site, commit: Oid, how: string, isHidden: boolean): Promise<void> {
  const opened = await repo.open();
  const objects = join(prov, 'objects');
  mkdirSync(objects, { recursive: true });
  const users = join(repo.dir, '.git/objects');
  const env = isHidden
    ? { ...opened.env, GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: users }
    : { ...opened.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
  const store = new NoteStore({ ...opened, env });
  const note = { graphs: [], lines: new Map(), carried: [{ from: 'a'.repeat(40) as Oid, how }] };
  await store.update(new Map([[commit, () => note]]), `provenance of ${commit}`);
  await store.close();
}

const said = ({ repo }: Site): Record<string, string> =>
  Object.fromEntries([...notesOf(repo)].map(([commit, { carried }]) => [commit, carried[0]!.how]));

async function fix({ repo }: Site): Promise<Report & { code: number }> {
  const { code, text } = await collect((stdout) =>
    runDoctor({ json: true, fix: true }, { ...contextOf(repo), stdout }),
  );
  return { code, ...(JSON.parse(text) as Report) };
}

for (const [name, hidden] of [
  ['the newest notes', [false, true, true]],
  ['older notes, with newer ones on top', [true, true, false]],
  ['all notes', [true, true, true]],
] as const)
  test(`doctor brings home ${name} that were written among the private objects`, () =>
    withSite(async (site) => {
      await write(site, A, 'one', hidden[0]);
      await write(site, B, 'two', hidden[1]);
      await write(site, C, 'three', hidden[2]);
      const tip = site.repo.git('rev-parse', NOTES_REF);
      expect(() => site.repo.git('gc', '-q', '--prune=now')).toThrow(
        /Could not read|missing|bad object|unable to read|bad sha1/,
      );
      const report = await fix(site);
      expect(report.mended).toContainEqual(expect.stringMatching(/objects of the notes can only be read by git prov/));
      expect(report.code).toBe(0);
      expect(site.repo.git('rev-parse', NOTES_REF)).toBe(tip);
      expect(said(site)).toEqual(ALL);
      site.repo.git('gc', '-q', '--prune=now');
      expect(site.repo.git('fsck', '--no-dangling')).not.toMatch(/missing|broken|error/);
      expect(said(site)).toEqual(ALL);
      expect((await fix(site)).mended).toEqual([]);
    }, REF_FILES));

test('clearing snapshots brings notes home before it removes anything', () =>
  withSite(async (site) => {
    await write(site, A, 'one', true);
    await write(site, B, 'two', true);
    await write(site, C, 'three', true);
    for (const { file } of snapshotObjects(site.prov)) utimesSync(file, HOURS_AGO, HOURS_AGO);
    await pruneSnapshots(await site.repo.open(), site.prov, Date.now());
    expect(said(site)).toEqual(ALL);
    expect([...snapshotObjects(site.prov)]).toEqual([]);
    site.repo.git('gc', '-q', '--prune=now');
    expect(existsSync(join(site.prov, 'objects'))).toBe(true);
  }, REF_FILES));
