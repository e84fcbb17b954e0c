import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import { nodeId, type RepoPath } from '../../src/model/ids.ts';
import { MARKED_ONLY } from '../../src/model/knowledge/review.ts';
import type { Note } from '../../src/model/model.ts';
import { NOTES } from '../sharing/world.ts';
import { attacked, blame, verify } from './attack.ts';
import { readKnown } from '../../src/ask/context/history-knowledge.ts';
import { NoteStore } from '../../src/notes/notes.ts';

/** More than half of the claims that can be read together. */
const MANY = 140_000;

test('claims of strangers that are too many to be read are left out before all others, and counted', () =>
  attacked({}, async ({ vera, agent, commit, fresh }) => {
    agent.stop();
    const before = blame(vera);
    const own = vera.git('notes', '--ref', 'provenance', 'list', commit).trim();
    const put = (path: string, session: string): string => {
      const list = Array.from({ length: MANY }, (_, i) => ({
        start: 1 + 2 * i,
        count: 1,
        node: nodeId(`${session}-1`),
        evidence: 'exact' as const,
      }));
      const note: Note = { commit, graphs: [], lines: new Map([[path as RepoPath, list]]), carried: [] };
      const file = join(vera.repo.home, path);
      writeFileSync(file, encodeNote(note));
      return vera.git('hash-object', '-w', file).trim();
    };
    const tree = (...entries: string[]): string =>
      spawnSync('git', ['mktree'], { cwd: vera.repo.dir, env: vera.repo.env, input: `${entries.join('\n')}\n` })
        .stdout.toString()
        .trim();
    const deeper = tree(`100644 blob ${put('y', '12345679')}\t${commit.slice(4)}`);
    const deep = tree(
      `100644 blob ${put('x', '12345678')}\t${commit.slice(2)}`,
      `040000 tree ${deeper}\t${commit.slice(2, 4)}`,
    );
    const root = tree(`100644 blob ${own}\t${commit}`, `040000 tree ${deep}\t${commit.slice(0, 2)}`);
    const notes = vera.git('commit-tree', '-m', 'forged', '-p', NOTES, root).trim();
    vera.git('update-ref', NOTES, notes);
    expect(blame(vera)).toEqual(before);
    const found = verify(vera);
    expect(found.words).toContain(`These claims on lines do not count: ${2 * MANY} without a graph.`);
    expect(found.report).toMatchObject({ dropped: 2 * MANY });
    expect(found.code).toBe(1);
    expect(vera.prov('verify').stdout).toMatch(/280000 parts beyond the limits left out/);
    // Where nothing is recorded, nothing is lost either: the claims with a graph stay.
    vera.git('push', '-q', '-f', 'origin', `${NOTES}:${NOTES}`);
    const fred = await fresh();
    expect(blame(fred).map(({ owner }) => owner)).toEqual(before.map(({ owner }) => owner));
    expect(verify(fred).report).toMatchObject({ dropped: 2 * MANY });
  }));

test('steps of strangers that are too many for the context are counted', () =>
  attacked({}, async ({ commit, graph, fresh }) => {
    const fred = await fresh();
    expect(JSON.parse(fred.prov('context', '--json').stdout)).toMatchObject({ unread: 0 });
    const repo = await fred.repo.open();
    const store = new NoteStore(repo);
    const history = { repo, notes: store, faults: { damaged: 0 } };
    const parts = graph.nodes.length + graph.edges.length;
    const few = await readKnown(history, MARKED_ONLY, parts - 1);
    expect([few.nodes.size, few.unread]).toEqual([0, graph.nodes.length]);
    const whole = await readKnown(history, MARKED_ONLY, parts);
    expect([whole.nodes.size, whole.unread]).toEqual([graph.nodes.length, 0]);
    expect(fred.repo.oid('HEAD')).toBe(commit);
    await store.close();
  }));
