import { NOTES_REF } from '../../src/notes/refs.ts';
import { expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import { oid, type Oid } from '../../src/model/ids.ts';
import { isDamaged, NoteStore } from '../../src/notes/notes.ts';
import { note } from '../helpers/notes.ts';
import type { TestRepo } from '../helpers/repo.ts';
import { noteOf } from '../faces/library/fixture.ts';
import { type Site, withWorld, type World } from '../sharing/world.ts';
import { BOMBS } from './bombs.ts';
import { plant, prov } from './field.ts';

const AGENT = encodeNote(noteOf('theirs', { 'line.txt': [{ start: 1 }] }));

/** Commits on main that every clone has. */
async function work(site: Site, count: number): Promise<Oid[]> {
  const commits: Oid[] = [];
  for (let n = 0; n < count; n++) {
    site.repo.write('line.txt', `line ${n}\n`);
    commits.push(site.repo.commit(`commit ${n}`));
  }
  site.git('push', '-q', 'origin', 'HEAD');
  return commits;
}

const quarantined = (repo: TestRepo): string[] =>
  repo.git('for-each-ref', '--format=%(refname)', 'refs/prov/quarantine').split('\n').filter(Boolean);

// One of each sort.
const SOME = BOMBS.filter((_, i) => i % 4 === 0);

/** Commits of an author, and a stranger's notes on them: one honest note, and bombs on the others. */
async function attack(clone: World['clone']): Promise<{ author: Site; theirs: Oid; bombed: readonly Oid[] }> {
  const author = await clone('author');
  const [theirs, ...bombed] = (await work(author, SOME.length + 1)) as [Oid, ...Oid[]];
  const stranger = await clone('stranger', { init: false });
  plant(stranger.repo, [[theirs, AGENT], ...SOME.map(({ make }, i) => [bombed[i]!, make()] as const)]);
  stranger.git('push', '-q', '-f', 'origin', `${NOTES_REF}:${NOTES_REF}`);
  return { author, theirs, bombed };
}

test("a stranger's pushed bombs are fetched and never joined; honest notes are joined, and local notes stay", () =>
  withWorld(async ({ bare, clone }) => {
    const { theirs, bombed } = await attack(clone);
    const here = await clone('here');
    const ours = bombed.slice(0, 3);
    for (const commit of ours) await here.note(commit, 'ours');
    expect(here.try('fetch', '-q').code).toBe(0);

    const log = prov(here.repo, 'log');
    expect([log.code, log.stderr]).toEqual([0, expect.stringContaining(`${SOME.length} notes could not be read`)]);
    expect(prov(here.repo, 'show', theirs).stdout).toContain('The goal of theirs');
    for (const commit of ours) expect(await here.says(commit)).toBe('damaged ours');
    const status = prov(here.repo, 'status');
    expect([status.code, status.stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`unreadable +${SOME.length} notes`)),
    ]);
    expect(quarantined(here.repo)).toEqual([]);

    // A note written on such a commit replaces them, and their bytes are kept elsewhere.
    await here.note(bombed[0]!, 'more');
    expect(await here.says(bombed[0]!)).toBe('more+ours');
    expect(quarantined(here.repo)).toEqual([expect.stringContaining(`refs/prov/quarantine/${bombed[0]!}/`)]);
    const after = prov(here.repo, 'status').stdout;
    expect(after).toMatch(new RegExp(`unreadable +${SOME.length - 1} notes`));
    expect(after).toMatch(/quarantine +1 unreadable note replaced, the bytes kept under refs\/prov\/quarantine/);

    // Other clones do not get unreadable notes from here.
    here.git('remote', 'add', 'other', bare('other').repo.dir);
    here.git('push', '-q', 'other', 'HEAD');
    const other = here.git('ls-remote', 'other', NOTES_REF).split('\t')[0]!;
    here.git('fetch', '-q', 'other', NOTES_REF);
    const store = new NoteStore(await here.repo.open());
    try {
      const sent = await store.read([theirs, ...bombed], oid(other));
      expect([...sent.keys()].toSorted()).toEqual([theirs, ...ours].toSorted());
      expect([...sent.values()].filter(isDamaged)).toEqual([]);
    } finally {
      await store.close();
    }
  }));

test('in the clone that made the commits, its own notes replace the bombs, which are set aside', () =>
  withWorld(async ({ clone }) => {
    const { author, bombed } = await attack(clone);
    author.git('fetch', '-q');
    expect(prov(author.repo, 'log')).toMatchObject({ code: 0, stderr: '' });
    expect(quarantined(author.repo)).toHaveLength(bombed.length);
    const { stdout } = prov(author.repo, 'status');
    expect(stdout).toMatch(new RegExp(`quarantine +${bombed.length} unreadable notes replaced`));
    expect(stdout).not.toMatch(/^unreadable/m);
  }));

test('a note that is too large together with ours is stored beside it, and does not stop the others', () =>
  withWorld(async ({ clone }) => {
    const here = await clone('here');
    const [one, two] = (await work(here, 2)) as [Oid, Oid];
    const stranger = await clone('stranger', { init: false });
    const large = (words: string): Uint8Array =>
      encodeNote(note(...Array.from({ length: 45_000 }, (_, i) => `${words}${i}${'x'.repeat(40)}`)));
    plant(here.repo, [[one, large('ours')]]);
    plant(stranger.repo, [
      [one, large('theirs')],
      [two, AGENT],
    ]);
    stranger.git('push', '-q', '-f', 'origin', `${NOTES_REF}:${NOTES_REF}`);
    here.git('fetch', '-q');
    const { code, stderr } = prov(here.repo, 'log');
    expect([code, stderr]).toEqual([0, '']);
    // It is joined. What it claims does not show beside the commit, which was made here.
    expect(here.repo.gitRaw(['notes', '--ref=provenance', 'show', two]).toString('latin1')).toContain(
      'The goal of theirs',
    );
    expect(prov(here.repo, 'show', two).stdout).not.toContain('The goal of theirs');
    expect(here.git('rev-parse', 'refs/prov/joined/origin/provenance')).toBe(
      here.git('rev-parse', 'refs/prov/remotes/origin/provenance'),
    );
  }));
