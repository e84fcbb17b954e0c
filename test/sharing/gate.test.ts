import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeId, type Oid, oid, sessionId } from '../../src/model/ids.ts';
import type { RepoPath } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import { localFiles, provDirOf } from '../../src/git/repository/local-files.ts';
import { hashObject } from '../../src/git/objects/pack.ts';
import { encodeNote } from '../../src/model/format/note.ts';
import { scanWritten } from '../../src/recorder/commit/note-outbox.ts';
import { ForgottenTexts } from '../../src/redact/forgotten.ts';
import { Gate } from '../../src/sharing/push-filter.ts';
import { ScanCache } from '../../src/redact/scan-cache.ts';
import { commit, withSite } from '../recorder/site.ts';
import { notesOf } from '../helpers/judge.ts';
import { withWorld } from './world.ts';

// Generated here, so that it is not a real token.
const SECRET = `ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`;

/** A note from a program that redacts nothing. */
const said = (command: string): Note => ({
  graphs: [
    {
      session: { id: sessionId('other'), agent: 'x' },
      nodes: [{ id: nodeId('0a0a0a0a-1'), kind: 'execution', at: 1, summary: 'push', detail: { command } }],
      edges: [],
      explains: [],
      previous: null,
      chain: { start: '0'.repeat(64), head: 'f'.repeat(64) },
    },
  ],
  lines: new Map(),
  carried: [],
});

test('a note with a secret is not pushed, which push and status report until it is forgotten', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    const [one, two] = [await ada.work('w1'), await ada.work('w2')];
    const store = new NoteStore(await ada.repo.open());
    await store.update(
      new Map([[oid(one), () => said(`curl -H 'Authorization: token ${SECRET}'`)]]),
      'by another program',
    );
    await store.close();
    const pushed = ada.try('push');
    expect(pushed).toMatchObject({ code: 0 });
    expect(pushed.stderr).toContain('a note stays here');
    expect(pushed.stderr).not.toContain(SECRET);
    expect(server.noted()).toEqual([two]);
    const prov = join(ada.repo.dir, '.git', 'prov');
    expect(JSON.parse(readFileSync(join(prov, 'held.json'), 'utf8'))).toEqual({
      notes: { origin: [{ commit: one, why: 'secret', places: ['detail.command of 0a0a0a0a-1'] }] },
      refused: {},
      left: {},
    });
    expect(ada.prov('status').stdout).toMatch(
      /held back +the note on .*detail\.command of 0a0a0a0a-1 looks like a secret/,
    );
    expect(ada.prov('push').stdout).toContain('1 note that may hold secrets stayed here');
    expect(ada.prov('forget', SECRET, '--yes')).toMatchObject({ code: 0 });
    expect(ada.try('push', 'origin', 'HEAD:again')).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('stays here'),
    });
    expect(server.noted().toSorted()).toEqual([one, two].toSorted());
    expect(ada.prov('status').stdout).not.toContain('held back');
  }));

test('checked notes are not checked again, unless they change', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const id = oid(await ada.work('w1'));
    const repo = await ada.repo.open();
    const file = join(ada.repo.dir, '.git', 'prov', 'cleared');
    const gate = new Gate(repo);
    expect(await gate.mayLeave(id, said('ls'))).toBe(true);
    gate.save('origin');
    const before = readFileSync(file, 'latin1');
    const again = new Gate(repo);
    expect(await again.mayLeave(id, said('ls'))).toBe(true);
    again.save('origin');
    expect(readFileSync(file, 'latin1')).toBe(before);
    expect([await again.mayLeave(id, said(SECRET)), again.held]).toEqual([false, 1]);
    expect([await again.mayLeave(id, said('ls')), again.held]).toEqual([true, 0]);
  }));

test('a checked note is known by its blob, for its commit and while nothing was forgotten here', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const id = oid(await ada.work('w1'));
    const [other, blob] = [oid('b'.repeat(40)), oid('c'.repeat(40))];
    const repo = await ada.repo.open();
    const gate = new Gate(repo);
    expect([await gate.mayLeave(id, said(SECRET), blob), gate.isCleared(id, blob)]).toEqual([false, false]);
    expect([await gate.mayLeave(id, said('ls')), gate.isCleared(id, blob)]).toEqual([true, false]);
    expect([await gate.mayLeave(id, said('ls'), blob), gate.isCleared(id, blob)]).toEqual([true, true]);
    gate.save('origin');
    const again = new Gate(repo);
    expect([again.isCleared(id, blob), again.isCleared(other, blob), again.isCleared(id, other)]).toEqual([
      true,
      false,
      false,
    ]);
    const dir = provDirOf(repo);
    writeFileSync(localFiles(dir).forgotten, new ForgottenTexts(dir).with(['a forgotten text'], []));
    expect(new Gate(repo).isCleared(id, blob)).toBe(false);
  }));

test('a note that names another commit than its own is not remembered as checked', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const [id, other] = [oid(await ada.work('w1')), oid('b'.repeat(40))];
    const repo = await ada.repo.open();
    const isRemembered = async (commit: Oid): Promise<boolean> => {
      const note = { ...said('ls'), commit };
      await scanWritten(repo, new Map([[id, note]]));
      const blob = hashObject(repo.hash, { type: 'blob', bytes: encodeNote(note) });
      return new ScanCache(provDirOf(repo)).hasNote(id, blob);
    };
    expect([await isRemembered(other), await isRemembered(id)]).toEqual([false, true]);
  }));

test('new notes are checked when they are recorded, so that no push waits for it', () =>
  withSite(async ({ repo, agent, prov }) => {
    agent.start().prompt('Say something').write('f.txt', 'one @agent\n');
    commit(repo, 'one');
    const gate = new ScanCache(prov);
    const [[id, note]] = [...notesOf(repo)] as [[Oid, Note]];
    expect(note.graphs.map((graph) => gate.has(graph))).toEqual([true]);
    const [blob] = repo.git('notes', '--ref', 'provenance', 'list').split(' ') as [Oid];
    expect([gate.hasNote(id, blob), new Gate(await repo.open()).isCleared(id, blob)]).toEqual([true, true]);
  }));

test('a note that names a file with a secret in its name is not pushed, which push and status report until it is forgotten', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    const [one, two] = [await ada.work('w1'), await ada.work('w2')];
    const list = [{ start: 1, count: 1, node: null, evidence: 'exact' as const }];
    const store = new NoteStore(await ada.repo.open());
    await store.update(
      new Map([
        [
          oid(one),
          (note) => ({ ...note!, lines: new Map([[`keys/${SECRET}.txt` as RepoPath, list]]), signatures: [] }),
        ],
      ]),
      'an older version',
    );
    await store.close();
    const pushed = ada.try('push');
    expect(pushed.stderr).toContain('a note stays here');
    expect(pushed.stderr).not.toContain(SECRET);
    expect(server.noted()).toEqual([two]);
    const status = ada.prov('status').stdout;
    expect(status).toMatch(/held back +the note on .*the name of a file looks like a secret/);
    expect(status).not.toContain(SECRET);
    expect(ada.prov('forget', SECRET, '--yes')).toMatchObject({ code: 0 });
    expect([...notesOf(ada.repo).get(one)!.lines.keys()]).toEqual(['keys/[forgotten].txt']);
    ada.try('push', 'origin', 'HEAD:again');
    expect(server.noted().toSorted()).toEqual([one, two].toSorted());
    expect(ada.prov('status').stdout).not.toContain('held back');
  }));

test('names of files that builds generate do not hold a note back, and are checked once', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const gate = new Gate(await ada.repo.open());
    const list = [{ start: 1, count: 1, node: null, evidence: 'exact' as const }];
    const named = (path: string): Note => ({ ...said('ls'), lines: new Map([[path as RepoPath, list]]) });
    expect(await gate.mayLeave(oid('a'.repeat(40)), named('dist/chunk-Xk3vQ9zLmT2pR8sWd7Yf.js'))).toBe(true);
    expect(await gate.mayLeave(oid('a'.repeat(40)), named('src/password-reset/token_store.ts'))).toBe(true);
    expect(await gate.mayLeave(oid('a'.repeat(40)), named(`backup-${SECRET}`))).toBe(false);
    expect(await gate.mayLeave(oid('a'.repeat(40)), named(`backup-${SECRET}`))).toBe(false);
  }));
