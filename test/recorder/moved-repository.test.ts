import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adoptRepo, withRepo } from '../helpers/repo.ts';
import { enable, prov } from '../helpers/agent.ts';
import { notesOf } from '../helpers/judge.ts';

test('a repository that was moved gets no notes for commits from before it was recorded, in any work tree', () =>
  withRepo({ files: { 'f.txt': 'one\n' } }, (repo) => {
    const before = repo.oid('HEAD');
    const linked = join(repo.home, 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'topic', linked);
    const beside = adoptRepo(repo, linked);
    beside.write('g.txt', 'two\n');
    const early = beside.commit('Before');
    enable(repo);
    repo.write('f.txt', 'one\nthree\n');
    const recorded = repo.commit('Recorded');

    const place = join(repo.home, 'moved');
    renameSync(repo.dir, place);
    try {
      const moved = adoptRepo(repo, place);
      moved.git('worktree', 'repair', linked);
      moved.write('f.txt', 'one\nthree\nfour\n');
      const later = moved.commit('Moved');
      beside.write('g.txt', 'two\nfive\n');
      const last = beside.commit('Beside');
      prov(moved, 'status');
      const noted = [...notesOf(moved).keys()];
      expect(noted.sort()).toEqual([recorded, later, last].sort());
      expect(noted).not.toContain(before);
      expect(noted).not.toContain(early);
    } finally {
      renameSync(place, repo.dir);
    }
  }));
