import { describe, expect, test } from 'vitest';
import { aiderVerdict } from '../../src/exchange/aider/aider.ts';
import { prov } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const ANN = 'Ann <ann@example.org>';
const MARKED = 'Ann (aider) <ann@example.org>';
const TRAILER = 'Co-authored-by: aider (gpt-x/y) <aider@aider.chat>';
const base = { parents: [], author: ANN, committer: ANN, authoredAt: 5, committedAt: 5, message: 'feat: add\n' };

describe('a commit is Aider’s only with clear evidence', () => {
  test.each([
    ['both names are marked', { author: MARKED, committer: MARKED }, { kind: 'aider', words: 'feat: add' }],
    [
      'a trailer names it, with the model',
      { message: `aider: add it\n\nand more\n\n${TRAILER}\n` },
      { kind: 'aider', model: 'gpt-x/y', words: 'add it\n\nand more' },
    ],
    ['what the person had left was committed first', { committer: MARKED }, { kind: 'other' }],
    ['nobody is marked', {}, { kind: 'other' }],
    ['the words only speak of it', { message: `add\n\n> ${TRAILER}\n\nand so on\n` }, { kind: 'other' }],
    ['the trailer is the subject', { message: TRAILER }, { kind: 'other' }],
    [
      'the trailer is of another of that name',
      { message: 'x\n\nCo-authored-by: aider <a@example.org>' },
      { kind: 'other' },
    ],
    ['it was amended by the person', { author: MARKED }, { kind: 'unsure' }],
    ['it was rebased', { author: MARKED, committer: MARKED, committedAt: 9 }, { kind: 'unsure' }],
    ['it was amended later', { message: `x\n\n${TRAILER}`, committedAt: 9 }, { kind: 'unsure' }],
    [
      'a forge squashed it',
      { message: `x\n\n${TRAILER}`, committer: 'GitHub <noreply@github.com>' },
      { kind: 'unsure' },
    ],
    ['others wrote too', { message: `x\n\n${TRAILER}\nCo-authored-by: Bob <b@example.org>` }, { kind: 'unsure' }],
    ['it is a merge', { author: MARKED, committer: MARKED, parents: ['a', 'b'] }, { kind: 'unsure' }],
  ])('%s', (_, commit, verdict) => {
    expect(aiderVerdict({ ...base, ...commit } as unknown as Parameters<typeof aiderVerdict>[0])).toMatchObject(
      verdict,
    );
  });
});

const lines = (repo: TestRepo, path: string): string[] =>
  judge(repo, path).map(({ text, owner, evidence }) => `${text}: ${owner.split(':')[0]} ${evidence}`.trim());

const importAider = (repo: TestRepo, ...names: string[]): { commits: unknown[] } =>
  JSON.parse(prov(repo, 'import', 'aider', ...names, '--json')) as { commits: unknown[] };

test("a commit by Aider is Aider's; lines from before and after are not", () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, (repo) => {
    const as = (author: string, committer: string): void =>
      void Object.assign(repo.env, { GIT_AUTHOR_NAME: author, GIT_COMMITTER_NAME: committer });
    as('Ann', 'Ann (aider)');
    repo.write('f.txt', 'one @human\ntwo @human, left behind\n');
    repo.commit('What was left');
    as('Ann (aider)', 'Ann (aider)');
    repo.write('f.txt', 'one @human\ntwo @human, left behind\nthree @aider\n');
    repo.commit('feat: three');
    as('Ann', 'Ann');
    repo.write('f.txt', 'one @human\ntwo @human, left behind\nthree @aider\nfour @human\n');
    repo.commit('four');
    repo.write('g.txt', 'five @aider\n');
    repo.commit(`fix: five\n\n${TRAILER}`);
    expect(importAider(repo).commits).toHaveLength(2);
    expect(lines(repo, 'f.txt')).toEqual([
      'one @human: no note',
      'two @human, left behind: no note',
      'three @aider: aider inferred',
      'four @human: no note',
    ]);
    expect(lines(repo, 'g.txt')).toEqual(['five @aider: aider inferred']);
    const tip = repo.oid('refs/notes/provenance');
    expect(importAider(repo).commits).toEqual([]);
    expect(repo.oid('refs/notes/provenance')).toBe(tip);
    expect(prov(repo, 'show', 'HEAD')).toMatch(/aider \(gpt-x\/y\)/);
    expect(prov(repo, 'verify')).toContain('Valid');
    expect(() => importAider(repo, 'HEAD~1^!')).toThrow(/Aider did not make this commit/);
  }));
