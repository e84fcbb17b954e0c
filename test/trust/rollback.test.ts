import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import { HAS_SSH, notesOf, plant, run, signWithSsh } from './signed.ts';

const REF = 'refs/notes/provenance';

/** Two commits. A check after the second commit adds to its note. */
async function story(repo: TestRepo): Promise<{ older: Oid; last: Oid; notes: Map<Oid, Note> }> {
  signWithSsh(repo);
  enable(repo);
  const agent = new TestAgent(repo, '11111111-aaaa-4bbb-8ccc-000000000001').start();
  agent.prompt('Add three').edit('f.txt', 'two\n', 'two\nthree\n');
  repo.commit('three');
  agent.prompt('Add four').edit('f.txt', 'three\n', 'three\nfour\n');
  const last = repo.commit('four');
  prov(repo, 'status', '--json');
  const older = repo.oid(REF);
  agent.bash('node --check /dev/null').stop();
  prov(repo, 'status', '--json');
  expect(repo.oid(REF)).not.toBe(older);
  return { older, last, notes: await notesOf(repo) };
}

const found = (repo: TestRepo): string[] =>
  (JSON.parse(run(repo, 'verify', '--json').out) as { findings: { kind: string; what: string }[] }).findings
    .filter(({ kind }) => kind === 'fault')
    .map(({ what }) => what);

const went = expect.stringMatching(/went missing: an older state of the notes/) as string;

test.runIf(HAS_SSH)(
  'notes reset to an older signed state (needs ssh-keygen)',
  async () => {
    await withRepo({ files: { 'f.txt': 'one\ntwo\n' } }, async (repo) => {
      const { older } = await story(repo);
      expect(found(repo)).toEqual([]);
      repo.git('update-ref', '--create-reflog', REF, older);
      expect(found(repo)).toContainEqual(went);
      expect(run(repo, 'verify').code).toBe(1);
    });
  },
  30_000,
);

test.runIf(HAS_SSH)(
  'a signed note copied to another commit, until the correct note is back',
  async () => {
    await withRepo({ files: { 'f.txt': 'one\ntwo\n' } }, async (repo) => {
      const { notes } = await story(repo);
      const source = repo.oid('HEAD~1');
      const old = repo.git('notes', `--ref=${REF}`, 'list', source);
      // Its own commit has a newer note by then; only the copy leads to the old one.
      await plant(repo, [[source, { ...notes.get(source)!, extra: new Map([['later', 1]]) }]]);
      repo.git('notes', `--ref=${REF}`, 'add', '-f', '-C', old, 'HEAD');
      expect(found(repo)).toEqual([expect.stringMatching(/^The note on [0-9a-f]+ was made for the commit /)]);
      run(repo, 'doctor', '--fix'); // it finds that init was not run, too
      expect(found(repo)).toEqual([]);
    });
  },
  30_000,
);

test.runIf(HAS_SSH)(
  'a note with its signatures removed, in a later notes commit',
  async () => {
    await withRepo({ files: { 'f.txt': 'one\ntwo\n' } }, async (repo) => {
      const { last, notes } = await story(repo);
      const { signatures: _, ...bare } = notes.get(last)!;
      await plant(repo, [[last, bare]]);
      expect(found(repo)).toEqual([went]);
      // A later clone gets the history of the notes, and detects it too.
      repo.git('clone', '-q', '--mirror', repo.dir, join(repo.home, 'mirror'));
      const mirror = adoptRepo(repo, join(repo.home, 'mirror'));
      expect(found(mirror)).toContainEqual(went);
    });
  },
  30_000,
);

test.runIf(HAS_SSH)(
  'a removed signed note, but not the note of a deleted commit',
  async () => {
    await withRepo({ files: { 'f.txt': 'one\ntwo\n' } }, async (repo) => {
      const { last } = await story(repo);
      await plant(repo, [[last, undefined]]);
      expect(found(repo)).toContainEqual(went);
      repo.git('reset', '-q', '--hard', 'HEAD~1');
      repo.git('reflog', 'expire', '--expire=all', '--all');
      repo.git('update-ref', '-d', 'ORIG_HEAD');
      expect(found(repo)).not.toContainEqual(went);
    });
  },
  30_000,
);
