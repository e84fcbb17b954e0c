import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import { withRepo } from '../../helpers/repo.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `line ${from + i} of a person\n`).join('');

test('a short line of an agent that a person amends in a stopped rebase, before it goes on, is not a person’s', () =>
  withRepo({}, (repo) => {
    enable(repo);
    repo.write('f.js', lines(0, 30));
    repo.commit('zero');
    const a = new TestAgent(repo, 'a').start().prompt('work');
    a.edit('f.js', 'line 3 of a person\n', 'line 3 of a person\nalpha is new here\n').bash('git commit -qam one');
    repo.write('f.js', repo.read('f.js').replace('line 15 ', 'typed first\nline 15 '));
    repo.commit('two');
    repo.write('g.js', 'another file\n');
    repo.commit('three');
    repo.env['GIT_SEQUENCE_EDITOR'] = 'sed -i s/^pick/edit/';
    repo.git('rebase', '-q', '-i', 'HEAD~3');
    a.edit('f.js', 'line 25 of a person\n', 'line 25 of a person\nbeta is new\n');
    repo.write('f.js', repo.read('f.js').replace('line 8 ', 'typed second\nline 8 '));
    repo.git('add', '-A');
    // As where the events wait: nothing is recorded between the two.
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--amend', '--no-edit');
    repo.env['GIT_EDITOR'] = 'true';
    repo.git('-c', 'core.hooksPath=/dev/null', 'rebase', '--continue');
    prov(repo, 'status');
    const owners = Object.fromEntries(judge(repo, 'f.js').map(({ text, owner }) => [text, owner]));
    expect(owners['alpha is new here']).toBe('a');
    expect(owners['beta is new']).not.toBe('human');
    expect([owners['typed first'], owners['typed second']]).toEqual(['human', 'human']);
  }));
