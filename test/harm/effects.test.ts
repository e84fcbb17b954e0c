import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { prov, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { preparePair, story } from './pair.ts';

// The rows of docs/effect-on-git.md that are about the user's own hooks and reflogs.

const withAgent = (tell: (repo: TestRepo, agent: TestAgent) => void): Promise<void> =>
  withRepo({ files: { 'f.txt': 'text\n' } }, async (repo) => {
    prov(repo, 'init', '--agent', 'claude-code');
    tell(repo, new TestAgent(repo, 'a').start().prompt('write'));
  });

describe('a reference-transaction hook of the user that declines our refs', () => {
  preparePair();
  const DECLINES = `
    printf '#!/bin/sh\\n[ $1 = prepared ] || exit 0; ! grep -q -e refs/notes/provenance -e refs/prov/\\n' >.git/hooks/reference-transaction; chmod +x .git/hooks/reference-transaction`;

  story(
    'breaks no command of git',
    `${DECLINES}
      agent: echo agent >agent.txt
      git add -A; git commit -m one
      git commit --amend -m two
      git checkout -q topic; git rebase main
      git fetch
    `,
    { unrecorded: true },
  );

  test('status reports it, and the next commit after the hook was removed records both', () =>
    withAgent((repo, agent) => {
      const hook = join(repo.dir, '.git/hooks/reference-transaction');
      writeFileSync(hook, '#!/bin/sh\n[ $1 = prepared ] || exit 0\n! grep -q refs/notes/provenance\n', { mode: 0o755 });
      agent.write('one.txt', 'first @a\n');
      repo.commit('one');
      expect(repo.git('for-each-ref', 'refs/notes')).toBe('');
      expect(prov(repo, 'status')).toMatch(/could not/);
      rmSync(hook);
      agent.write('two.txt', 'second @a\n');
      repo.commit('two');
      expect(judge(repo, 'one.txt')).toMatchObject([{ owner: 'a' }]);
    }));
});

test('git reflog expire --all and gc change neither blame nor verify, and a later amend is followed', () =>
  withAgent((repo, agent) => {
    agent.write('one.txt', 'first @a\n');
    repo.commit('one');
    agent.write('two.txt', 'second @a\n');
    const owners = (): unknown => ['one.txt', 'two.txt'].map((path) => judge(repo, path).map((line) => line.owner));
    repo.git('commit', '-q', '--amend', '-m', 'one, with other words');
    repo.git('add', '-A');
    repo.git('commit', '-q', '-m', 'two');
    repo.git('reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
    repo.git('gc', '-q', '--prune=now');
    expect(owners()).toEqual([['a'], ['a']]);
    expect(prov(repo, 'verify')).toMatch(/[Vv]alid/);
    repo.git('commit', '-q', '--amend', '-m', 'two, with other words');
    repo.git('reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
    expect(owners()).toEqual([['a'], ['a']]);
    expect(prov(repo, 'verify')).toMatch(/[Vv]alid/);
  }));
