import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

const BASE = {
  'src/auth.rs': 'fn a() {}\nfn verify_token() {}\n',
  'src/other.rs': 'other\n',
  Makefile: 'test:\n\ttest ! -e broken\n\nlint:\n\ttrue\n',
  '.gitignore': 'broken\n',
};

function story(name: string, tell: (repo: TestRepo, agent: TestAgent) => void): void {
  test(name, () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      tell(repo, new TestAgent(repo, 's').start().prompt('Fix the authentication bug'));
      expect(prov(repo, 'status')).not.toContain('could not');
    }),
  );
}

/** The kinds and texts of the evidence for something. */
function evidence(repo: TestRepo, reference: string): string[] {
  const { evidence: found } = JSON.parse(prov(repo, 'evidence', reference, '--json')) as {
    evidence: { others: { type: string; statement: string }[] };
  };
  return found.others.map(({ type, statement }) => `${type}: ${statement}`);
}

function decisionOf(repo: TestRepo, words = ''): string {
  const lines = prov(repo, 'show', 'HEAD').split('\n');
  return /\[(\w{8}-\d+)\]/.exec(lines.find((line) => line.includes(`Decision: ${words}`))!)![1]!;
}

const work = (agent: TestAgent): TestAgent => {
  agent.read('src/auth.rs').bash('grep verify_token src/auth.rs');
  return agent.edit('src/auth.rs', 'fn verify_token() {}', 'fn verify_token() { check() }').bash('make test');
};

story('the decision of the seed’s example rests on its explorations, its prompt and its check', (repo, agent) => {
  work(agent).bash('git commit -qam fix').stop();
  const found = evidence(repo, `decision:${decisionOf(repo)}`);
  expect(found).toContain('goal: Fix the authentication bug');
  expect(found).toContain('exploration: read src/auth.rs');
  expect(found).toContain('exploration: grep verify_token src/auth.rs');
  expect(found).toContain('verification: make test passed');
  expect(prov(repo, 'evidence', `decision:${decisionOf(repo)}`)).not.toContain('Nothing here');
});

story('the evidence of a commit lists its own checks', (repo, agent) => {
  work(agent).bash('git commit -qam fix').stop();
  expect(evidence(repo, 'commit:HEAD')).toContain('verification: make test passed');
  repo.git('commit', '-q', '--amend', '-m', 'amended');
  expect(evidence(repo, 'commit:HEAD')).toContain('verification: make test passed');
});

story('a failing test that led to a change is among its evidence', (repo, agent) => {
  repo.write('broken', '');
  agent.read('src/auth.rs').bash('make test').edit('src/auth.rs', 'fn a() {}', 'fn a() { b() }').bash('rm broken');
  agent.bash('make test').bash('git commit -qam fix').stop();
  expect(evidence(repo, `decision:${decisionOf(repo)}`)).toContain('verification: make test failed');
});

describe('a failing test that the words of a decision name', () => {
  const decided = (because: string, second = 'make lint') =>
    ((repo, agent) => {
      repo.write('broken', '');
      agent.bash('make test').edit('src/other.rs', 'other', 'another').bash(second);
      prov(repo, 'decide', 'Call b() in a()', '--because', because, '--session', 's');
      agent.edit('src/auth.rs', 'fn a() {}', 'fn a() { b() }').bash('git commit -qam fix').stop();
    }) satisfies Parameters<typeof story>[1];
  const failure = 'verification: make test failed';

  story('is among its evidence, also when another check passed in between', (repo, agent) => {
    decided('The failing test expects that callers are checked')(repo, agent);
    expect(evidence(repo, `decision:${decisionOf(repo, 'Call b')}`)).toContain(failure);
  });

  story('is not when the words name another check', (repo, agent) => {
    decided('The linter fails on empty functions')(repo, agent);
    expect(evidence(repo, `decision:${decisionOf(repo, 'Call b')}`)).not.toContain(failure);
  });

  story('is not when the words only speak of tests', (repo, agent) => {
    decided('It makes the tests shorter')(repo, agent);
    expect(evidence(repo, `decision:${decisionOf(repo, 'Call b')}`)).not.toContain(failure);
  });

  story('is not when it passed in an earlier turn', (repo, agent) => {
    repo.write('broken', '');
    agent.bash('make test').bash('rm broken').bash('make test').prompt('Now call b()');
    prov(repo, 'decide', 'Call b() in a()', '--because', 'A test would fail without it', '--session', 's');
    agent.edit('src/auth.rs', 'fn a() {}', 'fn a() { b() }').bash('git commit -qam fix').stop();
    expect(evidence(repo, `decision:${decisionOf(repo, 'Call b')}`)).not.toContain(failure);
  });
});

story('of the explorations, a decision rests on those that it names', (repo, agent) => {
  agent.read('src/auth.rs').read('src/other.rs');
  prov(repo, 'decide', 'Check tokens in auth.rs', '--because', 'auth.rs trusts its callers', '--session', 's');
  agent.edit('src/auth.rs', 'fn a() {}', 'fn a() { b() }').bash('git commit -qam fix').stop();
  const found = evidence(repo, `decision:${decisionOf(repo)}`);
  expect(found).toContain('exploration: read src/auth.rs');
  expect(found).not.toContain('exploration: read src/other.rs');
});

story('reading a file informs its change, whichever change comes first', (repo, agent) => {
  agent.read('src/auth.rs').read('src/other.rs').edit('src/auth.rs', 'fn a() {}', 'fn a() { b() }');
  agent.edit('src/other.rs', 'other', 'another').bash('git commit -qam both').stop();
  expect(evidence(repo, 'src/other.rs:1')).toEqual(expect.arrayContaining(['exploration: read src/other.rs']));
  expect(evidence(repo, 'src/other.rs:1')).not.toContain('exploration: read src/auth.rs');
  expect(prov(repo, 'why', 'src/other.rs:1')).toMatch(/explored +read src\/other\.rs/);
});

story('a claim about a commit survives an amend and a rebase, also in a clone', (repo, agent) => {
  work(agent).bash('git commit -qam fix').stop();
  prov(repo, 'add', 'claim', 'Tokens are verified', '--supports', 'commit:HEAD');
  const isKept = (): void => {
    const dir = join(repo.home, `clone${String(Math.random()).slice(2)}`);
    prov(repo, 'status');
    repo.git('clone', '-q', repo.dir, dir);
    const clone = adoptRepo(repo, dir);
    prov(repo, 'gc', '--prune');
    clone.git('fetch', '-q', 'origin', 'refs/notes/provenance:refs/notes/provenance');
    for (const one of [repo, clone]) expect(evidence(one, 'commit:HEAD')).toContain('claim: Tokens are verified');
  };
  repo.git('commit', '-q', '--amend', '-m', 'amended');
  isKept();
  repo.git('checkout', '-q', '-b', 'topic');
  repo.git('checkout', '-q', '-b', 'base', 'HEAD~1');
  repo.write('src/other.rs', 'changed\n');
  repo.commit('by a person');
  repo.git('checkout', '-q', 'topic');
  repo.git('rebase', '-q', 'base');
  isKept();
});
