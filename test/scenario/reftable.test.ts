import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { runDoctor } from '../../src/faces/cli/commands/start/doctor.ts';
import { runStatus } from '../../src/faces/cli/commands/start/status.ts';
import { commit, contextOf, SILENT, stateOf, withSite } from '../recorder/site.ts';
import { collect } from '../faces/cli/collect.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { gitSince, HAS_REFTABLES } from '../helpers/git-version.ts';
import { judge, notesOf, wrongLines } from '../helpers/judge.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';

const OPTIONS = { refs: 'reftable', files: { 'f.txt': 'one @human\ntwo @human\n' } } as const;

const begin = (repo: TestRepo, session = 'a'): TestAgent => new TestAgent(repo, session).start().prompt('do it');

/** Commits as a program does that runs no hooks. */
function commitUnseen(repo: TestRepo): void {
  repo.git('add', '-A');
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'unseen');
  repo.tick();
}

describe.runIf(HAS_REFTABLES)('refs in reftables (git 2.45)', () => {
  test('commits that no hook reported are found, also those of linked work trees', () =>
    withRepo(OPTIONS, (repo) => {
      enable(repo);
      repo.git('worktree', 'add', '-q', join(repo.home, 'linked é'), '-b', 'topic');
      const linked = adoptRepo(repo, join(repo.home, 'linked é'));
      begin(linked, 'b').edit('f.txt', 'two @human', 'two @b').bash("printf 'shell @b\\n' > new.txt");
      commitUnseen(linked);
      const agent = begin(repo).edit('f.txt', 'one @human', 'one @a');
      commitUnseen(repo);
      agent.write('f.txt', 'one @a\ntwo @human\nthree @a\n');
      commitUnseen(repo);
      prov(repo, 'log');
      expect(notesOf(repo).size).toBe(3);
      for (const path of ['f.txt', 'new.txt']) expect(wrongLines(judge(linked, path, 'topic'))).toEqual([]);
      expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
    }));

  test('commits from before the session, or without a reflog, get no note', () =>
    withRepo(OPTIONS, (repo) => {
      enable(repo);
      begin(repo).edit('f.txt', 'one @human', 'one @a');
      commitUnseen(repo);
      prov(repo, 'log');
      expect([...notesOf(repo).keys()]).toEqual([repo.oid('HEAD')]);
      repo.git('update-ref', '-d', 'refs/notes/provenance');
      repo.git('reflog', 'expire', '--expire=now', '--all');
      prov(repo, 'log');
      repo.git('checkout', '-q', '-b', 'other');
      prov(repo, 'log');
      expect(repo.git('for-each-ref', 'refs/notes')).toBe('');
    }));

  test.runIf(gitSince(2, 46))(
    'a repository that migrates to reftables loses no commit and records none twice (git 2.46)',
    () =>
      withRepo({ ...OPTIONS, refs: 'files' }, (repo) => {
        enable(repo);
        const agent = begin(repo).edit('f.txt', 'one @human', 'one @a');
        commitUnseen(repo);
        prov(repo, 'log');
        const noted = repo.git('rev-parse', 'refs/notes/provenance');
        repo.git('refs', 'migrate', '--ref-format=reftable');
        prov(repo, 'log');
        expect(repo.git('rev-parse', 'refs/notes/provenance')).toBe(noted);
        agent.edit('f.txt', 'two @human', 'two @a');
        commitUnseen(repo);
        repo.git('refs', 'migrate', '--ref-format=files');
        prov(repo, 'log');
        expect(notesOf(repo).size).toBe(2);
        expect(repo.git('rev-list', '--count', 'refs/notes/provenance')).toBe('2');
        expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
      }),
  );

  test('init, commit, blame, status, doctor and deinit', () =>
    withSite(async ({ repo, prov: dir, agent }) => {
      agent.start().prompt('go').edit('f.txt', 'two @human', 'two @a');
      expect(commit(repo)).toEqual(SILENT);
      expect(prov(repo, 'blame', '--line-porcelain', 'f.txt').match(/^prov-owner \w+/gm)).toEqual([
        'prov-owner unknown',
        'prov-owner agent',
      ]);
      const context = contextOf(repo);
      const status = await collect((stdout) => runStatus({}, { ...context, stdout }));
      expect(status.text).toContain('1 of the last 2 have notes');
      expect(status.text).not.toContain('reflog');
      const doctor = await collect((stdout) => runDoctor({}, { ...context, stdout }));
      expect(doctor.text).toContain('No problem found.');
      expect(stateOf(dir).faults).toEqual([]);
      await deinit(context);
      expect(readFileSync(join(repo.dir, '.git/config'), 'utf8')).not.toContain('prov');
      expect(notesOf(repo).size).toBe(1);
    }, OPTIONS));
});
