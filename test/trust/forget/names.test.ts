import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hidesPath, isPathRevived } from '../../../src/model/format/forgotten-path.ts';
import type { RepoPath } from '../../../src/model/ids.ts';
import { prov } from '../../helpers/agent.ts';
import { notesOf } from '../../helpers/judge.ts';
import { objectsWith } from '../../helpers/search.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { commit, type Site, withSite } from '../../recorder/site.ts';
import { forget, gitDirOf, LEAK, NOTES, TRACES, verify, withPair } from './world.ts';

const SECRET_FILE = `${LEAK}.txt`;

/** The agent's lines are committed under a name that only a person typed. */
function play({ repo, agent }: Site): void {
  agent.start().prompt('Write two files').write('a.txt', 'one @agent\ntwo @agent\n').write('g.txt', 'three @agent\n');
  renameSync(join(repo.dir, 'a.txt'), join(repo.dir, SECRET_FILE));
  commit(repo, 'one');
  agent.prompt('Another').write('h.txt', 'four @agent\n').bash('true');
  commit(repo, 'two');
}

const linesOf = (repo: TestRepo): Map<string, unknown> =>
  new Map([...notesOf(repo).values()].flatMap(({ lines }) => [...lines]));
const ownersOf = (repo: TestRepo, path: string): string[] =>
  (JSON.parse(prov(repo, 'blame', '--json', '--', path)) as { lines: { owner: string }[] }).lines.map(
    ({ owner }) => owner,
  );

test('forgetting removes the name of a file from the notes; the other files keep their lines', () =>
  withSite(async (site) => {
    play(site);
    const { repo } = site;
    expect((await forget(repo)).commits).toHaveLength(1);
    const before = linesOf(repo);
    expect(before.get(SECRET_FILE)).toBeDefined();
    const done = await forget(repo, { yes: true });
    expect(done).toMatchObject({ done: true, code: 0, remains: [] });
    expect(objectsWith(gitDirOf(repo), TRACES, NOTES)).toEqual([]);
    const after = linesOf(repo);
    expect([...after.keys()].toSorted()).toEqual(['[forgotten].txt', 'g.txt', 'h.txt']);
    for (const path of ['g.txt', 'h.txt']) expect(after.get(path)).toEqual(before.get(path));
    expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0, findings: [] });
    expect([ownersOf(repo, 'g.txt'), ownersOf(repo, 'h.txt')]).toEqual([['agent'], ['agent']]);
    // Their owner is unknown now. They are not a person's.
    expect(ownersOf(repo, SECRET_FILE)).toEqual(['unknown', 'unknown']);
    expect((await forget(repo)).commits).toEqual([]);
  }));

test('a ledger with a step that states the lines of a forgotten name stays valid, and recording continues', () =>
  withSite(async (site) => {
    play(site);
    const { repo, agent } = site;
    await forget(repo, { yes: true });
    expect(readFileSync(join(gitDirOf(repo), 'prov/sessions/a.jsonl'), 'utf8')).not.toContain('zebrafish');
    agent.write('i.txt', 'five @agent\n').end();
    commit(repo, 'three');
    expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0, ledgers: [{ valid: true, truncated: false }] });
  }));

test('a clone with the old name gets the new notes and does not bring the name back', () =>
  withPair(async ({ server, ada, bob, there }) => {
    play(ada);
    ada.repo.git('push', '-q', 'origin', 'main');
    expect(there()).not.toEqual([]);
    bob.repo.git('fetch', '-q');
    bob.repo.git('reset', '-q', '--hard', 'origin/main');
    await verify(bob.repo); // joins
    expect(linesOf(bob.repo).has(SECRET_FILE)).toBe(true);
    const { remotes } = await forget(ada.repo, { yes: true });
    const [, ...args] = remotes[0]!.command!.split(' ');
    ada.repo.git(...args);
    expect(there()).toEqual([]);
    bob.repo.git('fetch', '-q');
    bob.agent.start().write('m.txt', 'mine @agent\n');
    commit(bob.repo, 'mine');
    bob.repo.git('push', '-q', 'origin', 'main');
    expect(there()).toEqual([]);
    expect(server.git('log', '-1', '--format=%s', 'main')).toBe('mine');
    // And back: who forgot takes nothing with the name from others.
    ada.repo.git('fetch', '-q');
    await verify(ada.repo);
    expect(objectsWith(gitDirOf(ada.repo), TRACES, NOTES)).toEqual([]);
  }));

test('a name may be a forgotten one only if all around the forgotten part is equal', () => {
  const lines = (
    ...paths: string[]
  ): Map<RepoPath, { start: number; count: number; node: null; evidence: 'exact' }[]> =>
    new Map(paths.map((path) => [path as RepoPath, [{ start: 1, count: 2, node: null, evidence: 'exact' as const }]]));
  const hides = (forgotten: string, path: string): boolean => hidesPath(lines(forgotten), path as RepoPath);
  expect(hides('k/[forgotten].txt', 'k/x.txt')).toBe(true);
  expect(hides('k/[forgotten].txt', 'l/x.txt')).toBe(false);
  expect(hides('k/[forgotten].txt', 'k.txt')).toBe(false);
  expect(hides('a[forgotten]b[forgotten]c', 'a1b2c')).toBe(true);
  expect(hides('a[forgotten]b[forgotten]c', 'a12c')).toBe(false);
  expect(hidesPath(lines('k/[forgotten].txt', 'k/x.txt'), 'k/x.txt' as RepoPath)).toBe(false);
  expect(isPathRevived(lines('k/[forgotten].txt', 'k/x.txt'))).toBe(true);
  expect(isPathRevived(lines('k/[forgotten].txt', 'm.txt'))).toBe(false);
});
