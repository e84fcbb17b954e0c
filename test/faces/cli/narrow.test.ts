import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textWidth } from '../../../src/faces/cli/render/width.ts';
import { enable, prov } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');
const HAS_SCRIPT = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux');

const LONG = 'a_function_with_a_very_long_name_that_says_everything_about_what_it_does';
const WIDE = '平均値を計算する関数のとても長い名前であって端末の幅を超えるもの';
const FILE = 'src/a_folder_with_a_long_name/データ処理の長い名前のフォルダ/計算.js';

describe.runIf(HAS_SCRIPT)('long and wide names on a narrow terminal', () => {
  let repo: TestRepo;
  let decision: string;

  beforeAll(() => {
    repo = makeRepo({
      files: {
        [FILE]: `export function ${LONG}(x) { return ${WIDE}(x); }\nexport function ${WIDE}(x) { return process.env.${'A_NAME'.repeat(12)}; }\n`,
        'src/main.js': `import { ${LONG} } from './${FILE.slice(4)}';\nexport const main = () => ${LONG}(1);\n`,
        'compose.yaml': `services:\n  ${'web-'.repeat(12)}x:\n    command: node src/main.js --with-an-option\n    user: somebody\n    depends_on: [db]\n  db: {image: postgres}\n`,
      },
    });
    enable(repo);
    const declare = (...args: string[]): string => (JSON.parse(prov(repo, ...args, '--json')) as { node: string }).node;
    decision = declare('decide', `Use one function for all lists, because two of them gave other results: ${WIDE}`);
    prov(repo, 'link', decision, 'explains', `function:${LONG}`);
    declare(
      'add',
      'claim',
      'The mean is exact for all lists that are not empty, for years',
      '--derived-from',
      `function:${LONG}`,
    );
    repo.commit('Record it');
    repo.write(
      FILE,
      `export function ${LONG}(x) { return 1 + ${WIDE}(x); }\nexport function ${WIDE}(x) { return x; }\n`,
    );
    repo.commit('Change it');
  });
  afterAll(() => repo.cleanup());

  /** What was printed so far: nothing changes the repository after the story. */
  const printed = new Map<string, string>();
  function onTerminal(columns: number, env: NodeJS.ProcessEnv, ...words: string[]): string {
    const key = JSON.stringify([columns, env, words]);
    const text = printed.get(key) ?? printedOn(columns, env, words);
    printed.set(key, text);
    return text;
  }

  function printedOn(columns: number, env: NodeJS.ProcessEnv, words: readonly string[]): string {
    const command = ['node', PROGRAM, ...words].map((word) => `'${word}'`).join(' ');
    const done = spawnSync('script', ['-qec', `stty cols ${columns}; ${command}`, '/dev/null'], {
      cwd: repo.dir,
      env: { ...repo.env, TERM: 'xterm', GIT_PAGER: 'cat', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(done.status).toBe(0);
    return done.stdout.toString().replaceAll('\r', '');
  }
  const tooWide = (text: string, columns: number): string[] =>
    text.split('\n').filter((line) => textWidth(line) > columns);

  describe.each([80, 60])('of %i columns', (columns) => {
    test.each([
      [['list', 'claim']],
      [['list', 'decision']],
      [['list', 'functions']],
      [['list', 'services']],
      [['list', 'externals']],
      [['search', 'mean']],
      [['trace', 'main', '--layer', 'code']],
      [['trace', `${WIDE}`, '--layer', 'code']],
      [['status']],
      [['verify']],
      [['agents']],
      [['review']],
      [['stats']],
      [['impact', 'HEAD~1..HEAD']],
      [['import', 'transcripts', '--dry-run']],
      [['evidence', 'DECISION']],
      [['history', 'DECISION']],
      [['trace', 'DECISION']],
    ])('%j fits', (words) => {
      const named = words.map((word) => (word === 'DECISION' ? decision : word));
      const text = onTerminal(columns, { NO_COLOR: '1' }, ...named);
      expect(tooWide(text, columns)).toEqual([]);
      expect(text).not.toMatch(/\u001b\[[\d;]*m/);
    });

    test('what matters stays', () => {
      expect(onTerminal(columns, { NO_COLOR: '1' }, 'list', 'claim')).toMatch(
        /\n[0-9a-f]{8}-\d+ {2}The mean is exact.*… {2}accepted, stale/,
      );
      const functions = onTerminal(columns, { NO_COLOR: '1' }, 'list', 'functions');
      expect(functions).toMatch(/\na_function_with_a.*… {2}….*計算\.js:1\n/);
      expect(functions).toMatch(/\nmain {2,}src\/main\.js:2\n/);
      expect(onTerminal(columns, { NO_COLOR: '1' }, 'list', 'services')).toMatch(/node src\/main\.js/);
    });
  });

  test('a pipe gets all of it, without colour', () => {
    expect(prov(repo, 'list', 'claim')).toMatch(/stale: a_function_with.* in src\/.* changed/);
    expect(prov(repo, 'list', 'functions')).toContain(`${FILE}:1\n`);
    const trace = prov(repo, 'trace', 'main', '--layer', 'code');
    expect(trace).toContain(`\n    ${WIDE} ${FILE}:1\n`);
    expect(trace).not.toContain('\u001b');
    expect(onTerminal(80, {}, 'trace', 'main', '--layer', 'code')).toContain('\u001b[');
  });
});
