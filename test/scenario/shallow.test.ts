import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { withRepo } from '../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');

test('in a shallow clone, lines that git blames on the boundary commit without a note entry have no owner', () =>
  withRepo({}, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, '11111111-aaaa-4bbb-8ccc-000000000001').start().prompt('go');
    agent.write('f.txt', 'one @a\n');
    repo.write('g.txt', 'a person\n');
    repo.commit('one');
    agent.edit('f.txt', 'one @a\n', 'one @a\ntwo @a\n');
    repo.commit('two');
    prov(repo, 'status', '--json');
    const clone = join(repo.home, 'clone');
    repo.git('clone', '-q', '--depth=1', '--no-local', `file://${repo.dir}`, clone);
    repo.git('-C', clone, 'fetch', '-q', 'origin', '+refs/notes/provenance*:refs/prov/remotes/origin/provenance*');
    const owners = (path: string): string[] => {
      const done = spawnSync(process.execPath, [PROGRAM, 'blame', '--json', path], { cwd: clone, env: repo.env });
      const { lines } = JSON.parse(done.stdout.toString()) as { lines: { owner: string }[] };
      return lines.map(({ owner }) => owner);
    };
    expect(owners('f.txt')).toEqual(['unknown', 'agent']);
    expect(owners('g.txt')).toEqual(['unknown']);
    const why = spawnSync(process.execPath, [PROGRAM, 'why', 'f.txt:1'], { cwd: clone, env: repo.env });
    expect(why.stdout.toString()).toContain('this clone is shallow, and the line may be older (git fetch --unshallow)');
  }));
