import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { State } from '../../src/recorder/state/state.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';

// Two packages. `cargo`, `npm` and `eslint` are scripts that do nothing and pass.
const PASSES = '#!/bin/sh\nexit 0\n';
const BASE = {
  'a/Cargo.toml': '[package]\nname = "alpha"\n',
  'a/lib.rs': 'a\n',
  'b/Cargo.toml': '[package]\nname = "beta"\n',
  'b/lib.rs': 'b\n',
  'web/package.json': '{\n  "name": "web"\n}\n',
  'web/app.js': 'app\n',
  'CHANGELOG.md': 'old\n',
  LICENSE: 'mine\n',
  'Cargo.lock': 'locked\n',
  'bin/cargo': PASSES,
  'bin/npm': PASSES,
  'bin/eslint': PASSES,
  'bin/prettier': PASSES,
  'bin/jest': PASSES,
  'bin/tsc': PASSES,
};

function story(name: string, tell: (repo: TestRepo, agent: TestAgent) => void): void {
  test(name, () =>
    withRepo({ files: BASE }, (repo) => {
      repo.git(
        'update-index',
        '--chmod=+x',
        'bin/cargo',
        'bin/npm',
        'bin/eslint',
        'bin/prettier',
        'bin/jest',
        'bin/tsc',
      );
      repo.git('checkout', '--', '.');
      repo.git('commit', '-q', '-m', 'programs');
      repo.git('checkout', '-f', '-q', 'HEAD');
      repo.env['PATH'] = `${join(repo.dir, 'bin')}:${repo.env['PATH']}`;
      enable(repo);
      tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
      const state = JSON.parse(readFileSync(join(repo.dir, '.git/prov/state.json'), 'utf8')) as State;
      expect([state.faults, state.outgoing]).toEqual([[], []]);
    }),
  );
}

/** The verification of the first line of a file, and its checks. */
function stateOf(repo: TestRepo, path: string): string {
  const { answers } = JSON.parse(prov(repo, 'why', '--json', `${path}:1`)) as {
    answers: { verification: { state: string; checks: { kind: string; state: string; likely?: true }[] } }[];
  };
  const { state, checks } = answers[0]!.verification;
  return [state, ...checks.map(({ kind, likely }) => `${kind}${likely ? ' (likely)' : ''}`)].join(' ');
}

const COMMIT = 'git add -A && git commit -qm work';

story('a test run covers code, and neither prose, licences nor generated files', (repo, agent) => {
  agent.edit('a/lib.rs', 'a', 'A').edit('CHANGELOG.md', 'old', 'new').edit('LICENSE', 'mine', 'ours');
  agent.edit('Cargo.lock', 'locked', 'updated').edit('web/app.js', 'app', 'APP');
  agent.bash('cargo test').bash(COMMIT).stop();
  expect(stateOf(repo, 'a/lib.rs')).toBe('passed test');
  for (const path of ['CHANGELOG.md', 'LICENSE', 'Cargo.lock']) expect(stateOf(repo, path)).toBe('not-applicable');
  expect(stateOf(repo, 'web/app.js')).toBe('none');
  expect(prov(repo, 'why', 'CHANGELOG.md:1')).toContain('no check applies to this file');
  expect(prov(repo, 'blame', 'CHANGELOG.md')).toMatch(/claude-code \w+ - /);
  const report = prov(repo, 'report', 'HEAD~1..HEAD');
  expect(report).toContain('1 passed, 1 never verified, 3 not applicable');
  expect(report).not.toMatch(/never verified +CHANGELOG/);
});

story('a check that names a document covers it', (repo, agent) => {
  agent.edit('CHANGELOG.md', 'old', 'new').bash('prettier --check CHANGELOG.md').bash(COMMIT).stop();
  expect(stateOf(repo, 'CHANGELOG.md')).toBe('passed format');
});

story('cargo test -p alpha covers the package alpha, by the name in its manifest', (repo, agent) => {
  agent.edit('a/lib.rs', 'a', 'A').edit('b/lib.rs', 'b', 'B').bash('cargo test -p alpha').bash(COMMIT).stop();
  expect([stateOf(repo, 'a/lib.rs'), stateOf(repo, 'b/lib.rs')]).toEqual(['passed test', 'none']);
  agent.prompt('the other one').bash('cargo test -p beta').stop();
  expect(stateOf(repo, 'b/lib.rs')).toBe('passed test');
});

story('a named package does not include the files at the top', (repo, agent) => {
  agent.bash("printf '[workspace]\\n' > Cargo.toml && printf 'x\\n' > build.rs", () => {
    repo.write('Cargo.toml', '[workspace]\n');
    repo.write('build.rs', 'x\n');
  });
  agent.bash('cargo test -p alpha').bash(COMMIT).stop();
  expect(stateOf(repo, 'build.rs')).toBe('none');
});

story('a check in a folder covers the part of the project with that folder', (repo, agent) => {
  agent.edit('a/lib.rs', 'a', 'A').edit('web/app.js', 'app', 'APP').bash('cd web && npm test').bash(COMMIT).stop();
  expect([stateOf(repo, 'a/lib.rs'), stateOf(repo, 'web/app.js')]).toEqual(['none', 'passed test']);
});

story('a linter covers the files of its languages, and a script of the project only likely', (repo, agent) => {
  agent.edit('a/lib.rs', 'a', 'A').edit('web/app.js', 'app', 'APP').bash('eslint .').bash(COMMIT).stop();
  expect([stateOf(repo, 'a/lib.rs'), stateOf(repo, 'web/app.js')]).toEqual(['none', 'passed lint']);
  agent.prompt('lint').bash('npm run lint').stop();
  expect(stateOf(repo, 'a/lib.rs')).toBe('passed lint (likely)');
  expect(prov(repo, 'why', 'a/lib.rs:1')).toContain('(likely covers this file)');
});

story('a linter that runs in a folder covers this folder, also without a manifest there', (repo, agent) => {
  agent.write('web/ui/a.js', '1\n').write('web/app.js', 'APP\n').bash('cd web/ui && eslint .').bash(COMMIT).stop();
  expect([stateOf(repo, 'web/ui/a.js'), stateOf(repo, 'web/app.js')]).toEqual(['passed lint', 'none']);
});

story('after `cd web;` a check ran in web', (repo, agent) => {
  agent.edit('a/lib.rs', 'a', 'A').edit('web/app.js', 'app', 'APP').bash('cd web; npm test').bash(COMMIT).stop();
  expect([stateOf(repo, 'a/lib.rs'), stateOf(repo, 'web/app.js')]).toEqual(['none', 'passed test']);
});

story('a package that is left out is not covered', (repo, agent) => {
  agent.edit('a/lib.rs', 'a', 'A').edit('b/lib.rs', 'b', 'B');
  agent.bash('cargo test --workspace --exclude beta').bash(COMMIT).stop();
  expect([stateOf(repo, 'a/lib.rs'), stateOf(repo, 'b/lib.rs')]).toEqual(['passed test', 'none']);
});

story('a package that is left out is not covered by way of a file at the top', (repo, agent) => {
  agent.write('build.rs', 'x\n').edit('a/lib.rs', 'a', 'A').edit('b/lib.rs', 'b', 'B');
  agent.bash('cargo test --workspace --exclude beta').bash(COMMIT).stop();
  expect(['build.rs', 'a/lib.rs', 'b/lib.rs'].map((path) => stateOf(repo, path))).toEqual([
    'passed test',
    'passed test',
    'none',
  ]);
});

story('a word that is a part of the names of tests covers the parts of the project with such files', (repo, agent) => {
  agent.write('lib/ui/package.json', '{}').write('lib/ui/app.js', '1\n').edit('web/app.js', 'app', 'APP');
  agent.bash('jest ui').bash(COMMIT).stop();
  expect([stateOf(repo, 'lib/ui/app.js'), stateOf(repo, 'web/app.js')]).toEqual(['passed test', 'none']);
});

story('such a word that no changed file has may be in any part of the project', (repo, agent) => {
  agent.write('app.js', '1\n').edit('web/app.js', 'app', 'APP').bash('jest button').bash(COMMIT).stop();
  expect([stateOf(repo, 'app.js'), stateOf(repo, 'web/app.js')]).toEqual([
    'passed test (likely)',
    'passed test (likely)',
  ]);
});

story('`tsc` checks nothing where its settings only refer to other projects', (repo, agent) => {
  const settings = '{\n  // the parts\n  "files": [],\n  "references": [{ "path": "./tsconfig.app.json" }]\n}\n';
  const scripts = '{ "name": "web", "scripts": { "typecheck": "tsc --noEmit", "all": "eslint . && tsc --noEmit" } }\n';
  agent.write('web/tsconfig.json', settings).write('web/package.json', scripts).write('web/app.ts', '1\n');
  agent.bash('cd web && tsc --noEmit').bash('cd web && npm run typecheck').bash(COMMIT).stop();
  expect(stateOf(repo, 'web/app.ts')).toBe('none');
  agent.prompt('more').bash('cd web && npm run all').stop();
  expect(stateOf(repo, 'web/app.ts')).toBe('passed lint (likely)');
  agent.prompt('the part').bash('cd web && tsc -p tsconfig.app.json --noEmit').stop();
  expect(stateOf(repo, 'web/app.ts')).toBe('passed types lint (likely)');
});

story('a test run that names a folder covers the part of the project around it', (repo, agent) => {
  agent.write('app.js', 'app\n').edit('web/app.js', 'app', 'APP').bash('jest web/tests').bash(COMMIT).stop();
  expect([stateOf(repo, 'web/app.js'), stateOf(repo, 'app.js')]).toEqual(['passed test', 'none']);
});

story('`env -C` names the folder of a check', (repo, agent) => {
  agent.edit('a/lib.rs', 'a', 'A').edit('web/app.js', 'app', 'APP').bash('env -C web npm test').bash(COMMIT).stop();
  expect([stateOf(repo, 'a/lib.rs'), stateOf(repo, 'web/app.js')]).toEqual(['none', 'passed test']);
});

story('a formatter that names a folder beside its own covers that folder', (repo, agent) => {
  agent.write('ui/a.js', '1\n').edit('web/app.js', 'app', 'APP').bash('cd ui && prettier --check ../web');
  agent.bash(COMMIT).stop();
  expect([stateOf(repo, 'ui/a.js'), stateOf(repo, 'web/app.js')]).toEqual(['none', 'passed format (likely)']);
});

story('a check outside of the repository covers none of its files', (repo, agent) => {
  agent.edit('web/app.js', 'app', 'APP').bash('cd / && npm test').bash('npm --prefix .. test').bash(COMMIT).stop();
  expect(stateOf(repo, 'web/app.js')).toBe('none');
});

story('a check on a branch that the command leaves again covers nothing', (repo, agent) => {
  repo.git('branch', 'before');
  agent.edit('web/app.js', 'app', 'APP').bash(COMMIT);
  agent.bash('git checkout -q before && npm test; git checkout -q -').stop();
  expect(stateOf(repo, 'web/app.js')).toBe('none');
  agent.prompt('test').bash('npm test').stop();
  expect(stateOf(repo, 'web/app.js')).toBe('passed test');
});

story('a check in another work tree says nothing about changes that are not there', (repo, agent) => {
  agent.edit('web/app.js', 'app', 'APP').bash(COMMIT);
  agent.bash(`git worktree add -q --detach ${repo.dir}-old HEAD~1 && cd ${repo.dir}-old/web && npm test`).stop();
  expect(stateOf(repo, 'web/app.js')).toBe('none');
  agent.prompt('again').bash(`cd ${repo.dir}-old/web && npm test`).stop();
  expect(stateOf(repo, 'web/app.js')).toBe('none');
  agent.prompt('here').bash('cd web && npm test').stop();
  expect(stateOf(repo, 'web/app.js')).toBe('passed test');
});
