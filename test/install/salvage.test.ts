import { NOTES_REF } from '../../src/notes/refs.ts';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDoctor } from '../../src/faces/cli/commands/start/doctor.ts';
import { type Report } from '../../src/faces/cli/render/start/doctor-report.ts';
import type { Oid } from '../../src/model/ids.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import type { Note } from '../../src/model/model.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import { age, contextOf, REF_FILES, type Site, withSite } from '../recorder/site.ts';
import { collect } from '../faces/cli/collect.ts';
import { notesOf } from '../helpers/judge.ts';
import type { TestRepo } from '../helpers/repo.ts';

async function fix(repo: TestRepo): Promise<Report & { code: number }> {
  const { code, text } = await collect((stdout) =>
    runDoctor({ json: true, fix: true }, { ...contextOf(repo), stdout }),
  );
  return { code, ...(JSON.parse(text) as Report) };
}

const noteOf = (how: string): Note => ({
  graphs: [],
  lines: new Map(),
  carried: [{ from: 'a'.repeat(40) as Oid, how }],
});

async function write(repo: TestRepo, commit: Oid, how: string): Promise<void> {
  const store = new NoteStore(await repo.open());
  await store.update(
    new Map([[commit, (old) => (old ? joinNotes(old, noteOf(how)) : noteOf(how))]]),
    `provenance of ${commit}`,
  );
  await store.close();
}

/** The words in the notes, by commit. */
const said = (repo: TestRepo): Record<string, string> =>
  Object.fromEntries(
    [...notesOf(repo)].map(([commit, { carried }]) => [commit, carried.map(({ how }) => how).join('+')]),
  );

const pathOf = (commit: Oid): string => `${commit.slice(0, 2)}/${commit.slice(2)}`;

function forget(repo: TestRepo, revision: string): void {
  const id = repo.oid(revision);
  rmSync(join(repo.dir, '.git/objects', id.slice(0, 2), id.slice(2)));
}

/** Made-up ids of commits, each in a separate folder. */
const A = `aa${'1'.repeat(38)}` as Oid;
const B = `bb${'2'.repeat(38)}` as Oid;
const C = `cc${'3'.repeat(38)}` as Oid;
const ALL = { [A]: 'one', [B]: 'two', [C]: 'three' };

const story = (tell: (site: Site) => Promise<void>): Promise<void> =>
  withSite(
    async (site) => {
      await write(site.repo, A, 'one');
      await write(site.repo, B, 'two');
      await write(site.repo, C, 'three');
      await tell(site);
    },
    { ...REF_FILES, hash: 'sha1' },
  );

const gc = (repo: TestRepo): string => repo.git('gc', '-q', '--prune=now');

test('a missing blob loses at most its own note: others can be written, and a remote restores it', () =>
  story(async ({ repo }) => {
    repo.git('update-ref', 'refs/prov/remotes/origin/provenance', NOTES_REF);
    repo.git('update-ref', 'refs/prov/joined/origin/provenance', NOTES_REF);
    await write(repo, B, 'more');
    forget(repo, `${NOTES_REF}:${pathOf(B)}`);
    await write(repo, A, 'again');
    expect(() => gc(repo)).toThrow(/missing|unable to read|bad object/);
    const report = await fix(repo);
    expect(report.code).toBe(0);
    expect(report.mended).toContain('The bytes of a note are missing.');
    expect(said(repo)).toEqual({ ...ALL, [A]: 'again+one' });
    gc(repo);
    await write(repo, B, 'more');
    expect(said(repo)[B]).toBe('more+two');
  }));

test('a note that exists nowhere is removed, so that git works again', () =>
  story(async ({ repo }) => {
    forget(repo, `${NOTES_REF}:${pathOf(B)}`);
    expect((await fix(repo)).code).toBe(0);
    expect(said(repo)).toEqual({ [A]: 'one', [C]: 'three' });
    gc(repo);
    expect(repo.git('fsck', '--no-dangling')).not.toMatch(/missing|broken|error/);
  }));

test('a missing tree loses at most the notes of its folder, and no later ones', () =>
  story(async ({ repo }) => {
    await write(repo, A, 'newer');
    await write(repo, C, 'last');
    forget(repo, `${NOTES_REF}:bb`);
    await write(repo, C, 'latest');
    // Older commits have the same tree for the folder of B, so its former content is lost.
    const before = repo.oid(NOTES_REF);
    const report = await fix(repo);
    expect(report.code).toBe(0);
    expect(said(repo)).toEqual({ [A]: 'newer+one', [C]: 'last+latest+three' });
    expect(repo.oid(NOTES_REF)).not.toBe(before);
    gc(repo);
  }));

test('a missing root tree is rebuilt from the remaining objects', () =>
  story(async ({ repo }) => {
    forget(repo, `${NOTES_REF}^{tree}`);
    expect((await fix(repo)).code).toBe(0);
    // Only that tree had the last note.
    expect(said(repo)).toEqual({ [A]: 'one', [B]: 'two' });
    gc(repo);
  }));

test('a folder that only the newest commit changed is restored from the previous one', () =>
  story(async ({ repo }) => {
    await write(repo, B, 'more');
    forget(repo, `${NOTES_REF}:bb`);
    expect((await fix(repo)).code).toBe(0);
    expect(said(repo)).toEqual(ALL);
    gc(repo);
  }));

test('a missing commit of the notes does not cut off their history', () =>
  story(async ({ repo }) => {
    forget(repo, `${NOTES_REF}~1`);
    expect(() => gc(repo)).toThrow(/^git gc/);
    const report = await fix(repo);
    expect(report.mended).toContain('The history of the notes has gaps.');
    expect(said(repo)).toEqual(ALL);
    gc(repo);
    await write(repo, A, 'goes-on');
    expect(said(repo)[A]).toBe('goes-on+one');
  }));

test('without ref and reflog, the notes are found among the objects', () =>
  story(async ({ repo }) => {
    const ref = join(repo.dir, '.git', NOTES_REF);
    rmSync(join(repo.dir, '.git/logs', NOTES_REF));
    writeFileSync(ref, '');
    expect((await fix(repo)).code).toBe(0);
    expect(said(repo)).toEqual(ALL);
  }));

test('salvage does not restore a note that was removed on purpose', () =>
  story(async ({ repo }) => {
    const store = new NoteStore(await repo.open());
    await store.update(new Map([[A, () => undefined]]), 'removed');
    await store.close();
    forget(repo, `${NOTES_REF}:${pathOf(B)}`);
    await fix(repo);
    expect(said(repo)).toEqual({ [C]: 'three' });
  }));

test('empty refs for fetched, joined and quarantined notes are repaired, and git works again', () =>
  story(async ({ repo }) => {
    const tip = repo.oid(NOTES_REF);
    const refs = ['remotes/origin/provenance', 'remotes/fork/provenance', 'joined/origin/provenance'];
    const blob = repo.oid(`${NOTES_REF}:${pathOf(A)}`);
    const aside = `quarantine/${A}/${blob}`;
    for (const ref of [...refs, aside]) repo.git('update-ref', `refs/prov/${ref}`, ref === aside ? blob : tip);
    repo.git('update-ref', '--create-reflog', '-m', 'fetched', 'refs/prov/remotes/fork/provenance', `${tip}~1`);
    for (const ref of [...refs, aside]) writeFileSync(join(repo.dir, '.git/refs/prov', ref), '');
    const locks = ['refs/prov/remotes/origin/provenance.lock', 'refs/notes/provenance.lock'].map((name) =>
      join(repo.dir, '.git', name),
    );
    for (const lock of locks) {
      writeFileSync(lock, '');
      age(lock, 120);
    }
    expect(() => gc(repo)).toThrow(/^git gc/);
    const { code, mended } = await fix(repo);
    expect([code, mended.length]).toEqual([0, 6]);
    expect(locks.some((lock) => existsSync(lock))).toBe(false);
    expect(repo.oid('refs/prov/remotes/fork/provenance')).toBe(repo.oid(`${tip}~1`));
    expect(repo.oid(`refs/prov/${aside}`)).toBe(blob);
    expect(readdirSync(join(repo.dir, '.git/refs/prov/remotes/origin'))).toEqual([]);
    gc(repo);
    expect(said(repo)).toEqual(ALL);
  }));
