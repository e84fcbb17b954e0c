import { expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import { type Oid, oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { NOTES } from '../sharing/world.ts';
import { plant } from '../hostile/field.ts';
import { all, attacked, type Attacked, blame, count, FILE, verify } from './attack.ts';
import { type Attack, NOTHING, put, effectsOf, TIMEOUT_MS } from './pushed.ts';
import { HAS_SSH } from './signed.ts';

// Notes that a person who can push notes puts where git finds them too: other places of the tree, other commits.

const LINES: Note['lines'] = new Map([[FILE, [all(null, 'exact')]]]);
const byPerson = (note: Note, commit: Oid): Uint8Array => encodeNote({ ...note, commit, lines: LINES });
const usual = (commit: Oid): string => `${commit.slice(0, 2)}/${commit.slice(2)}`;

/** Attacks beside the signed note. */
const BESIDE: Readonly<Record<string, Attack>> = {
  'the note in three other places of the tree': ({ note, eve, commit }) => {
    for (const path of [commit, commit.toUpperCase(), `${commit.slice(0, 2)}/${commit.slice(2, 4)}/${commit.slice(4)}`])
      put(eve, path, byPerson(note, commit));
  },
  'the note as a program': ({ note, eve, commit }) => put(eve, commit, byPerson(note, commit), '100755'),
  'notes on a tag, a tree and a blob': ({ note, eve, commit }) => {
    eve.git('tag', '-a', '-m', 'v1', 'v1', commit);
    for (const name of ['v1', `${commit}^{tree}`, `${commit}:${FILE}`]) {
      const id = oid(eve.git('rev-parse', name));
      plant(eve.repo, [[id, byPerson(note, id)]]);
    }
    eve.git('push', '-q', 'origin', NOTES, 'v1');
  },
  "the commit's note without its name": ({ note: { graphs }, eve, commit }) =>
    put(eve, commit, encodeNote({ ...NOTHING, graphs, lines: LINES })),
  "another commit's name in the note": ({ note, eve, commit }) =>
    put(eve, commit, byPerson(note, oid('cd'.repeat(20)))),
};

/** Attacks that replace the signed note. */
const INSTEAD: Readonly<Record<string, Attack>> = {
  'a folder in the place of the note': ({ note, eve, commit }) => {
    put(eve, `${usual(commit)}/x`, Buffer.from('x'));
    put(eve, commit, byPerson(note, commit));
  },
  'a link in the place of the note': ({ note, eve, commit }) => {
    put(eve, usual(commit), Buffer.from('/etc/passwd'), '120000');
    put(eve, commit, byPerson(note, commit));
  },
  'a folder with one name twice': ({ note, eve, commit }) => {
    const write = (type: string, bytes: Uint8Array): string =>
      eve.repo
        .gitRaw(['hash-object', '-w', '--literally', '-t', type, '--stdin'], Buffer.from(bytes))
        .toString()
        .trim();
    const entry = (id: string): Buffer => Buffer.concat([Buffer.from(`100644 ${commit}\0`), Buffer.from(id, 'hex')]);
    const honest = eve.git('rev-parse', `${NOTES}:${usual(commit)}`);
    const forged = write('blob', byPerson({ ...note, signatures: [] } as Note, commit));
    const tree = write('tree', Buffer.concat([entry(honest), entry(forged)]));
    eve.git('update-ref', NOTES, eve.git('commit-tree', '-m', 'x', '-p', NOTES, tree));
    eve.git('push', '-q', 'origin', NOTES);
  },
};

test.runIf(HAS_SSH).each(Object.entries(BESIDE))(
  '%s: changes nothing that was recorded or signed',
  { timeout: TIMEOUT_MS },
  async (_, attack) => {
    expect(await effectsOf(attack, true)).toEqual([]);
  },
);

test.runIf(HAS_SSH).each(Object.entries(INSTEAD))(
  '%s: changes nothing in the clone that recorded it, and verify reports it',
  { timeout: TIMEOUT_MS },
  async (_, attack) => {
    expect(await effectsOf(attack, false)).toEqual([]);
  },
);

test.runIf(HAS_SSH)('a signed note on a commit that another person typed names no author, and is a fault', () =>
  attacked({ signed: true }, async ({ vera, eve, note, agent, push, fresh }) => {
    agent.stop().end();
    eve.git('fetch', '-q', 'origin', 'main');
    eve.git('reset', '-q', '--hard', 'origin/main');
    eve.repo.write(FILE, Array.from({ length: 20 }, (_, i) => `typed by hand ${i}\n`).join(''));
    const typed = eve.repo.commit('typed');
    eve.git('push', '-q', 'origin', 'HEAD:main');
    await push({ ...note, commit: typed }, typed);
    for (const site of [vera, await fresh()]) {
      site.git('fetch', '-q');
      site.git('reset', '-q', '--hard', 'origin/main');
      expect(count(blame(site), 'owner')).toEqual({ unknown: 20 });
      const { code, words } = verify(site);
      expect([code, words]).toEqual([1, expect.stringMatching(/fault signatures\.commit/)]);
    }
  }),
);

/** Eve pushes a commit that she made from Vera's, with a note that names a person for all lines. */
async function rewritten({ eve, commit, push }: Attacked): Promise<void> {
  eve.git('fetch', '-q', 'origin', 'main');
  eve.git('switch', '-q', '-c', 'other', commit);
  eve.git('commit', '-q', '--amend', '-m', 'the same, by hand');
  const id = eve.repo.oid('HEAD');
  await push({ ...NOTHING, commit: id, lines: LINES }, id);
  eve.git('push', '-q', 'origin', 'other');
}

test('a rewritten commit that comes with a note of a person keeps the lines of the clone that recorded them', () =>
  attacked({}, async (around) => {
    const { vera, agent } = around;
    agent.stop().end();
    await rewritten(around);
    vera.git('fetch', '-q');
    vera.git('switch', '-q', 'other');
    expect(count(blame(vera), 'owner')).toEqual({ agent: 20 });
    expect(verify(vera).words).toMatch(/warning lines: A conflict about lines 1 to 20/);
    // Lines of the other clone's agent in such a commit stay as its note has them.
    const report = JSON.parse(vera.prov('report', '--json', 'HEAD~1..HEAD').stdout) as { lines: { agent: number } };
    expect(report.lines.agent).toBe(20);
  }));

test.runIf(HAS_SSH)('such a commit names no person in a clone that knows the signer of the first one', () =>
  attacked({ signed: true }, async (around) => {
    const fred = await around.fresh();
    expect(count(blame(fred), 'owner')).toEqual({ agent: 20 });
    await rewritten(around);
    fred.git('fetch', '-q');
    fred.git('switch', '-q', 'other');
    expect(count(blame(fred), 'owner')).toEqual({ unknown: 20 });
    expect(verify(fred).words).toMatch(/warning lines: A conflict about lines 1 to 20/);
    expect(verify(fred, '--strict').code).toBe(1);
  }),
);
