import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeListAnswer } from '../../../src/ask/code/code-list.ts';
import type { CodeTraceAnswer } from '../../../src/ask/code/code-trace.ts';
import { enable, prov } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');

describe('packages, data, services and tools of a repository', () => {
  let repo: TestRepo;
  const ask = (...args: string[]): string => prov(repo, ...args);
  const traced = (...args: string[]): CodeTraceAnswer => JSON.parse(ask('trace', '--json', ...args)) as CodeTraceAnswer;

  beforeAll(() => {
    repo = makeRepo({
      files: {
        'package.json': '{"name": "shop", "dependencies": {"pg": "8.1.0"}}\n',
        'packages/db/package.json': '{"name": "db"}\n',
        'packages/db/users.js': `import pg from 'pg';
export function findUser(id) {
  return pg.query('SELECT * FROM users WHERE id = $1', [id]);
}
export function addUser(name) {
  return pg.query('INSERT INTO users (name) VALUES ($1)', [name]);
}
const url = process.env.DATABASE_URL;
`,
        'src/app.js': `import { readFileSync } from 'node:fs';
import { findUser } from '../packages/db/users.js';
export const start = () => findUser(readFileSync('data/first.txt', 'utf8'));
`,
        'data/first.txt': '1\n',
        'lib/user.rb': 'module Shop\n  class User\n    def valid?; true; end\n  end\nend\n',
        'compose.yaml': `services:
  db:
    image: postgres:16
    ports: ["5432"]
    environment: {POSTGRES_PASSWORD: x}
  web:
    command: node src/app.js
    depends_on: [db, mail]
`,
        'ops/compose.yaml': 'services:\n  web: {image: x}\n',
        '.mcp.json': '{"mcpServers": {"gh": {"command": "gh-mcp", "env": {"GH_TOKEN": "x"}}}}\n',
      },
    });
  });
  afterAll(() => repo.cleanup());

  test('data leads to the functions that read and write it', () => {
    expect(ask('trace', 'external:table/users', '--direction', 'backward', '--depth', '2')).toBe(`external:table/users
Used by:
  findUser packages/db/users.js:3 (reads, 0.6)
    start src/app.js:3
  addUser packages/db/users.js:6 (writes, 0.6)
`);
    expect(ask('trace', 'external:env/DATABASE_URL', '--direction', 'backward')).toContain(
      'top of the file packages/db/users.js:8 (reads, 0.6)',
    );
    expect(ask('trace', 'external:table/users', '--min-confidence', '0.7')).toContain('nothing is known');
  });

  test('a function leads to the packages, the data and the files that it uses', () => {
    const { forward } = traced('function:src/app.js#start', '--layer', 'code');
    expect(forward?.map(({ id, kind, confidence }) => [id, kind, confidence])).toEqual([
      ['function:packages/db/users.js#findUser', 'calls', 1],
      ['external:node/fs', 'calls', 1],
      ['file:data/first.txt', 'reads', 0.6],
    ]);
    expect(forward![0]!.steps.map(({ id }) => id)).toEqual(['external:npm/pg', 'external:table/users']);
  });

  test('a file and a function are found by what people call them', () => {
    const ofFile = ask('trace', 'file:packages/db/users.js', '--layer', 'code');
    expect(ask('trace', 'packages/db/users.js', '--layer', 'code')).toBe(ofFile);
    expect(prov({ ...repo, dir: `${repo.dir}/packages` }, 'trace', 'db/users.js', '--layer', 'code')).toBe(ofFile);
    const ofFunction = ask('trace', 'function:packages/db/users.js#findUser', '--layer', 'code');
    expect(ask('trace', 'findUser', '--layer', 'code')).toBe(ofFunction);
    expect(ask('trace', 'findUser')).toBe(ask('trace', 'function:packages/db/users.js#findUser'));
    for (const name of ['Shop::User.valid?', 'User::valid?', 'valid?'])
      expect(ask('trace', name, '--layer', 'code')).toContain('function:lib/user.rb#Shop.User.valid?\n');
    for (const layer of [[], ['--layer', 'code']]) {
      expect(() => ask('trace', 'nobody', ...layer)).toThrow("'nobody' is not a known commit, session or node");
      expect(() => ask('trace', 'abc123', ...layer)).toThrow("'abc123' is not a known commit, session or node");
    }
  });

  test('impact of a file says what to name instead', () => {
    expect(() => ask('impact', 'packages/db/users.js')).toThrow(
      /"packages\/db\/users.js" is a file.*\n.*git prov list functions --path packages\/db\/users.js/,
    );
  });

  test('files, packages of the repository and packages from outside lead to what imports them', () => {
    expect(ask('trace', 'file:packages/db/users.js', '--layer', 'code', '--depth', '1')).toBe(`file:packages/db/users.js
Used by:
  src/app.js:2
Uses:
  npm/pg packages/db/users.js:1
  env/DATABASE_URL packages/db/users.js:8 (reads, 0.6)
`);
    expect(traced('file:data/first.txt', '--layer', 'code').backward!.map(({ id }) => id)).toEqual([
      'function:src/app.js#start',
    ]);
    expect(ask('trace', 'external:npm/pg')).toBe(`external:npm/pg
Used by:
  packages/db/users.js:1
    src/app.js:2
  findUser packages/db/users.js:3
    start src/app.js:3
  addUser packages/db/users.js:6
Uses:
  nothing is known
`);
    const { backward, forward } = traced('module:packages/db', '--depth', '1');
    expect(backward!.map(({ id }) => id)).toEqual(['file:src/app.js']);
    expect(forward!.map(({ id }) => id)).toEqual(['external:npm/pg']);
  });

  test('services lead to what they need, and to what needs them', () => {
    expect(ask('trace', 'service:compose.yaml#web')).toBe(`service:compose.yaml#web
Used by:
  nothing is known
Uses:
  db compose.yaml:2 (depends on)
    port/5432 compose.yaml:2 (exposes)
    secret/POSTGRES_PASSWORD compose.yaml:2 (uses secret)
  service/mail compose.yaml:6 (depends on)
`);
    expect(traced('service:db').backward!.map(({ id }) => id)).toEqual(['service:compose.yaml#web']);
    expect(traced('external:secret/GH_TOKEN').backward!.map(({ id }) => id)).toEqual(['tool:.mcp.json#gh']);
    expect(() => ask('trace', 'service:web')).toThrow(
      /could mean several things\.[^]*service:compose\.yaml#web {2}line 6\n {4}service:ops\/compose\.yaml#web/,
    );
    expect(() => ask('trace', 'tool:none')).toThrow(/There is no tool "none" here\.[^]*git prov list tool/);
  });

  test('list shows services and tools, with the names of their secrets', () => {
    const services = ask('list', 'services', '--path', 'compose.yaml');
    expect(services).toContain('postgres:16');
    expect(services).toMatch(/web +node src\/app\.js +db mail/);
    const { items } = JSON.parse(ask('list', 'tool', '--json')) as CodeListAnswer;
    expect(items).toEqual([
      {
        id: 'tool:.mcp.json#gh',
        name: 'gh',
        path: '.mcp.json',
        lines: [1, 1],
        tool: { command: 'gh-mcp', secrets: ['GH_TOKEN'] },
      },
    ]);
  });

  test('a bare clone answers for its HEAD', () => {
    repo.git('clone', '-q', '--bare', '.', 'bare.git');
    const bare = (...args: string[]): string => prov({ ...repo, dir: `${repo.dir}/bare.git` }, ...args);
    expect(bare('trace', 'external:table/users', '--direction', 'backward')).toContain('findUser');
    expect(bare('list', 'service')).toContain('postgres:16');
  });
});

test('a package leads to functions that reach it through a file that passes on its names', () => {
  const repo = makeRepo({
    files: {
      'package.json': '{"dependencies": {"left-pad": "1.0.0"}}\n',
      'src/pad.js': "export { pad } from 'left-pad';\n",
      'src/all.js': "export * from './pad.js';\n",
      'src/a.js': "import { pad } from './all.js';\nexport const wide = (x) => pad(x, 9);\n",
      'src/b.js': 'export const other = (x) => x;\n',
    },
  });
  try {
    const { backward } = JSON.parse(
      prov(repo, 'trace', 'external:npm/left-pad', '--json', '--depth', '1'),
    ) as CodeTraceAnswer;
    expect(backward!.map(({ id, kind }) => [id, kind])).toEqual([
      ['function:src/a.js#wide', 'calls'],
      ['file:src/pad.js', 'imports'],
    ]);
  } finally {
    repo.cleanup();
  }
});

test('a function is an end of links, under all names of its file, and after it was deleted', () => {
  const repo = makeRepo({
    files: { 'src/calc.js': 'export function mean(xs) {\n  return xs[0];\n}\n'.repeat(1) + '// x\n'.repeat(9) },
  });
  const ask = (...args: string[]): string => prov(repo, ...args);
  try {
    enable(repo);
    const decision = /^decision:\S+/.exec(ask('decide', 'Empty lists have no mean'))![0].replace(/[.,]$/, '');
    ask('link', decision, 'explains', 'function:src/calc.js#mean');
    ask('add', 'claim', 'The mean is exact', '--derived-from', 'function:mean');
    repo.write('other.txt', 'x\n');
    repo.commit('Record it');
    expect(ask('trace', 'function:src/calc.js#mean')).toMatch(/Empty lists have no mean[^]*The mean is exact/);
    expect(ask('trace', decision)).toContain('mean in src/calc.js');
    expect(ask('impact', 'src/calc.js#mean')).toMatch(
      /about it +Empty lists have no mean \[decision:[^]*The mean is exact \[claim:/,
    );
    expect(ask('impact', 'src/calc.js#mean', '--format', 'md')).toContain('- `The mean is exact` `claim:');
    repo.git('mv', 'src/calc.js', 'lib.js');
    repo.commit('Move it');
    expect(ask('trace', 'function:lib.js#mean')).toContain('Empty lists have no mean');
    expect(ask('trace', 'function:src/calc.js#mean')).toContain('Empty lists have no mean');
    repo.write('lib.js', '// x\n'.repeat(9));
    repo.commit('Remove it');
    expect(ask('trace', 'function:lib.js#mean')).toContain('The mean is exact');
    expect(() => ask('link', decision, 'explains', 'function:lib.js#mean')).toThrow(
      'There is no function "mean" in "lib.js".',
    );
    ask('link', decision, 'explains', 'function:src/calc.js#mean', '--remove');
  } finally {
    repo.cleanup();
  }
});

describe('a name that a function and a branch share', () => {
  let repo: TestRepo;
  const ask = (...args: string[]): string => prov(repo, ...args);
  const saidBy = (...args: string[]): string =>
    spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env: repo.env }).stderr.toString();

  beforeAll(() => {
    repo = makeRepo({
      files: {
        'main.go': 'package main\n\nfunc main() {\n\trun()\n}\n\nfunc run() {}\n',
        'a.go': 'package main\n\nfunc twice() {}\n',
        'b/b.go': 'package b\n\nfunc twice() {}\n',
        'head.c': 'int HEAD(void) { return 1; }\n',
      },
    });
    for (const name of ['run', 'twice', 'topic']) repo.git('branch', name);
  });
  afterAll(() => repo.cleanup());

  test('the layer of code takes the function, and other words name the branch', () => {
    expect(ask('trace', 'main', '--layer', 'code')).toBe(ask('trace', 'function:main.go#main', '--layer', 'code'));
    expect(ask('trace', 'run', '--layer', 'code')).toContain('Used by:\n  main main.go:4');
    expect(() => ask('trace', 'twice', '--layer', 'code')).toThrow(
      /'twice' could mean several things\.[^]*function:a\.go#twice[^]*function:b\/b\.go#twice/,
    );
    for (const branch of ['refs/heads/main', 'topic', 'HEAD'])
      expect(ask('trace', branch, '--layer', 'code')).toMatch(/^Lineage for commit:/);
    expect(ask('trace', 'main')).toMatch(/^Lineage for commit:/);
  });

  test('impact takes the function, and says how to name the branch', () => {
    const both = (...args: string[]): string => ask('impact', ...args);
    expect(both('main')).toBe(both('function:main.go#main'));
    expect(both('run')).toMatch(/^run {2}main\.go:7\n[^]*called by +main main\.go:4/);
    expect(saidBy('impact', 'run')).toContain(
      "'run' is also a revision. To ask about commits, name a range such as run..HEAD or HEAD..run.\n",
    );
    for (const clear of ['function:main.go#run', 'main.go#run', 'HEAD..run', 'topic'])
      expect(saidBy('impact', clear)).toBe('');
    expect(() => both('twice')).toThrow(
      /'twice' could mean several things\.[^]*function:a\.go#twice[^]*function:b\/b\.go#twice[^]*HEAD\.\.twice/,
    );
    expect(both('topic')).toContain('main...topic');
    expect(() => both('HEAD')).toThrow('There is no branch to compare "main" with.');
    expect(both('main', '--rev', 'topic')).toContain('main.go:3');
  });
});

test('entries stay with a service when its file is renamed or deleted', () => {
  const repo = makeRepo({
    files: {
      'compose.yaml': 'services:\n  db:\n    image: postgres:16\n  web:\n    image: shop\n    depends_on: [db]\n',
      '.mcp.json': '{"mcpServers": {"gh": {"command": "gh-mcp"}}}\n',
    },
  });
  const ask = (...args: string[]): string => prov(repo, ...args);
  const declare = (...words: string[]): string => (JSON.parse(ask(...words, '--json')) as { node: string }).node;
  try {
    enable(repo);
    const [first, second] = [declare('decide', 'One database for all'), declare('decide', 'No second database')];
    ask('link', first, 'explains', 'service:db');
    ask('link', first, 'explains', 'tool:gh');
    repo.commit('Record it');
    repo.git('mv', 'compose.yaml', 'docker-compose.yml');
    repo.git('mv', '.mcp.json', '.cursor.json');
    repo.commit('Rename it');
    ask('link', second, 'explains', 'service:compose.yaml#db');
    for (const name of ['service:db', 'service:docker-compose.yml#db', 'service:compose.yaml#db']) {
      expect(ask('trace', name)).toMatch(
        /^service:docker-compose\.yml#db\nUsed by:\n {2}web [^]*about it +No second database \[[^]*One database for all \[/,
      );
      expect(ask('evidence', name)).toContain('Evidence for service:');
    }
    expect(ask('trace', 'tool:.mcp.json#gh')).toContain('One database for all');
    expect(ask('trace', 'service:web')).not.toContain('One database');
    ask('link', first, 'explains', 'service:compose.yaml#db', '--remove');
    expect(ask('trace', 'service:db')).not.toContain('One database for all');
    repo.git('rm', '-q', 'docker-compose.yml');
    repo.commit('Remove it');
    expect(ask('trace', 'service:docker-compose.yml#db')).toContain('No second database');
    expect(() => ask('trace', 'service:db')).toThrow(
      /could mean several things\.[^]*service:compose\.yaml#db[^]*service:docker-compose\.yml#db/,
    );
    expect(() => ask('trace', 'service:db', '--layer', 'code')).toThrow('There is no service "db" here.');
    expect(() => ask('trace', 'service:none')).toThrow('There is no service "none" here.');
    ask('link', second, 'explains', 'service:docker-compose.yml#db', '--remove');
  } finally {
    repo.cleanup();
  }
});
