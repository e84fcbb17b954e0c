import { expect, test } from 'vitest';
import { committerIn } from '../../src/git/process/ask-ahead.ts';
import { withRepo } from '../helpers/repo.ts';

const NAMES = [
  'Ada Tester',
  'a',
  'A. b-c (x) "y" z',
  'a, b',
  ' a',
  'a.',
  '.a',
  'a <b> c',
  'Jürgen',
  'a\nb',
  'a\tb',
  '"a"',
  '',
];
const ADDRESSES = ['ada@example.com', 'a', '<a@b>', 'a@b ', 'ä@b', 'a b@c'];
const DATES = [
  '1767225600 +0000',
  '@1767225600 -0730',
  '1767225600 +1400',
  '100000000 +0000',
  '99999999 +0000',
  '0 +0000',
  '17672256000 +0000',
  '1767225600 +0060',
  '1767225600 +1500',
  '1767225600',
  '2026-01-01T00:00:00Z',
  'yesterday',
  '',
];

test('a committer in plain words of the environment is the one that git names', () =>
  withRepo({ identity: false }, (repo) => {
    const seen = [
      ...NAMES.map((name) => [name, 'a@b', DATES[0]!] as const),
      ...ADDRESSES.map((address) => ['a', address, DATES[0]!] as const),
      ...DATES.map((date) => ['a', 'a@b', date] as const),
    ].flatMap(([name, address, date]) => {
      Object.assign(repo.env, { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: address, GIT_COMMITTER_DATE: date });
      const known = committerIn(repo.env);
      return known === undefined ? [] : [{ known, named: repo.git('var', 'GIT_COMMITTER_IDENT') }];
    });
    expect(seen.map(({ known }) => known)).toEqual(seen.map(({ named }) => named));
    expect(seen).toHaveLength(11);
    expect(committerIn({ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_DATE: DATES[0] })).toBeUndefined();
  }));
