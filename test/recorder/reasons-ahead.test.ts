import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeState } from '../helpers/change-state.ts';
import { notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { Story } from './talking-story.ts';

const NOTES = 'refs/notes/provenance';

interface Kept {
  readonly sessions: Record<string, { cursor: { ahead?: { of: string; reasons: { text: string }[] } } }>;
}
const stateOf = (repo: TestRepo): string => join(repo.dir, '.git/prov/state.json');
const aheadIn = (repo: TestRepo) =>
  Object.values((JSON.parse(readFileSync(stateOf(repo), 'utf8')) as Kept).sessions).map(({ cursor }) => cursor.ahead);

/** Commits what is there, and returns all notes: their ids say every byte. */
function commit(repo: TestRepo): string {
  repo.git('commit', '-qm', 'Name the values');
  return repo.git('ls-tree', '-r', NOTES);
}

/**
 * The notes after the next commit, where the state is as the end of the turn left it, and where `change` changes it first. Both
 * commits have the same id.
 */
function bothWays(repo: TestRepo, change: (state: Kept) => void): [ahead: string, other: string] {
  const [git, kept] = [join(repo.dir, '.git'), join(repo.home, 'kept')];
  cpSync(git, kept, { recursive: true, preserveTimestamps: true });
  const ahead = commit(repo);
  rmSync(git, { recursive: true });
  cpSync(kept, git, { recursive: true, preserveTimestamps: true });
  rmSync(kept, { recursive: true });
  changeState<Kept>(stateOf(repo), change);
  return [ahead, commit(repo)];
}

const withoutAhead = (state: Kept): void => {
  for (const { cursor } of Object.values(state.sessions)) delete cursor.ahead;
};

const FILES = { 'a.js': 'one\n', 'b.js': 'two\n' };
const reasonsIn = (repo: TestRepo): string[] =>
  [...notesOf(repo).values()]
    .flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes))
    .filter(({ kind, detail }) => kind === 'decision' && detail?.['source'] === 'narrated')
    .map(({ summary }) => summary);

describe('reasons that were chosen when the turn ended', () => {
  test('give the same notes, byte for byte', async () => {
    let [chosen, narrated] = [0, 0];
    for (let seed = 1; seed <= 4; seed++)
      await withRepo({ files: FILES }, (repo) => {
        const story = new Story(repo, seed);
        for (let turns = 0; turns < 3; turns++) {
          story.turn();
          if (seed % 3 === 0) story.turn();
          chosen += aheadIn(repo).filter((ahead) => ahead && ahead.reasons.length > 0).length;
          const [ahead, other] = bothWays(repo, withoutAhead);
          expect({ seed, turns, notes: ahead }).toEqual({ seed, turns, notes: other });
        }
        narrated += reasonsIn(repo).length;
      });
    expect(chosen).toBeGreaterThan(5); // else the test compares nothing
    expect(narrated).toBeGreaterThan(5);
  });

  test('are those of the note', async () => {
    await withRepo({ files: FILES }, (repo) => {
      new Story(repo, 2).turn();
      const reasons = aheadIn(repo).flatMap((ahead) => ahead?.reasons ?? []);
      expect(reasons.length).toBeGreaterThan(0);
      changeState<Kept>(stateOf(repo), (state) => {
        for (const { cursor } of Object.values(state.sessions))
          for (const reason of cursor.ahead!.reasons) reason.text = `Chosen ahead: ${reason.text}`;
      });
      commit(repo);
      expect(reasonsIn(repo)).toEqual(reasons.map(({ text }) => `Chosen ahead: ${text}`));
    });
  });

  test('do not count when they were chosen from something else', async () => {
    await withRepo({ files: FILES }, (repo) => {
      new Story(repo, 2).turn();
      const [right, other] = bothWays(repo, (state) => {
        for (const { cursor } of Object.values(state.sessions))
          cursor.ahead = {
            of: '0'.repeat(64),
            reasons: cursor.ahead!.reasons.map((one) => ({ ...one, text: 'wrong' })),
          };
      });
      expect(other).toBe(right);
    });
  });

  test.each([1, { of: 1, reasons: [] }, { of: '0', reasons: [1] }, { of: '0', reasons: [{ text: 'a', place: 1 }] }])(
    'are left out when damaged: %j',
    async (damaged) => {
      await withRepo({ files: FILES }, (repo) => {
        new Story(repo, 2).turn();
        const [right, other] = bothWays(repo, (state) => {
          for (const { cursor } of Object.values(state.sessions)) Object.assign(cursor, { ahead: damaged });
        });
        expect(other).toBe(right);
      });
    },
  );
});
