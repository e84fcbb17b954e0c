import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../src/ask/knowledge/layers.ts';
import { signsFor } from '../src/faces/cli/render/blame/blame-words.ts';
import { makeRepo, type TestRepo } from './helpers/repo.ts';

const ROOT = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

describe('the package, packed and installed without a network', () => {
  let repo: TestRepo;
  let prefix: string;
  let files: string[];

  beforeAll(() => {
    repo = makeRepo({ files: { 'a.txt': 'one\n' } });
    const outside = dirname(repo.home);
    prefix = join(outside, 'prefix');
    repo.env['npm_config_cache'] = join(outside, 'cache');
    repo.env['npm_config_update_notifier'] = 'false';
    // The scripts are left out: building here would remove the program while other tests use it.
    const packed = run(ROOT, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', outside);
    const [tarball] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
    files = tarball!.files.map(({ path }) => path);
    const install = ['install', '--global', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    run(outside, 'npm', ...install, '--prefix', prefix, join(outside, tarball!.filename));
    repo.env['PATH'] = `${join(prefix, 'bin')}${delimiter}${repo.env['PATH'] ?? ''}`;
  });
  afterAll(() => repo.cleanup());

  function run(cwd: string, command: string, ...args: string[]): string {
    return runWith('', cwd, command, ...args);
  }

  function runWith(input: string, cwd: string, command: string, ...args: string[]): string {
    const done = spawnSync(command, args, { cwd, env: repo.env, encoding: 'utf8', input, maxBuffer: 1 << 28 });
    if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.error?.message ?? done.stderr}`);
    return done.stdout;
  }

  test('contains the program and its documents, and no build files', () => {
    for (const path of [
      'dist/git-prov.js',
      'dist/THIRD-PARTY-LICENSES.txt',
      'hooks/agent',
      'hooks/git',
      'docs/format.md',
      'docs/man/git-prov.1',
      'docs/completions/git-prov.bash',
      'docs/completions/_git-prov',
      'LICENSE',
      'CHANGELOG.md',
      'package.json',
    ])
      expect(files).toContain(path);
    expect(files.filter((path) => /^(?:src|test|bench|fixtures|\.)|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test('contains every document that the README and the documents link', () => {
    const documents = ['README.md', ...files.filter((path) => /^docs\/[\w-]+\.md$/.test(path))];
    const missing = documents.flatMap((document) => {
      const text = readFileSync(join(ROOT, document), 'utf8');
      const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|srcset)="([^":]+)"/g)];
      const paths = links.map((link) => join(dirname(document), (link[1] ?? link[2])!));
      return paths.filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)));
    });
    expect(missing).toEqual([]);
  });

  test('installs no other package, and needs none', () => {
    expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual(['git-prov']);
    expect(existsSync(join(prefix, 'lib/node_modules/git-prov/node_modules'))).toBe(false);
    // The native addon of cbor-x: only JavaScript parses notes.
    const dist = join(prefix, 'lib/node_modules/git-prov/dist');
    const program = readdirSync(dist).filter((name) => name.endsWith('.js'));
    expect(program.filter((name) => readFileSync(join(dist, name), 'utf8').includes('cbor-extract'))).toEqual([]);
  });

  test('makes `git prov` a command of git, with a manual page', () => {
    expect(repo.git('prov', '--version')).toBe(version);
    const page = readFileSync(join(prefix, 'share/man/man1/git-prov.1'), 'utf8');
    expect(page).toMatch(new RegExp(`^\\.TH GIT\\\\-PROV 1 .*${version}`, 'm'));
    // Git searches for the page under this name.
    expect(repo.git('-c', 'man.viewer=told', '-c', 'man.told.cmd=echo', 'help', 'prov')).toContain('git-prov');
  });

  test("records an agent's work in a fresh repository", () => {
    const reported = JSON.parse(repo.git('prov', 'init', '--agent', 'claude-code', '--json')) as { changed: boolean };
    expect(reported.changed).toBe(true);
    const settings = JSON.parse(readFileSync(join(repo.home, '.claude/settings.json'), 'utf8')) as Settings;
    const send = (event: string, fields: object): void => {
      const common = {
        session_id: 's',
        transcript_path: join(repo.home, 's.jsonl'),
        cwd: repo.dir,
        hook_event_name: event,
      };
      const { command } = settings.hooks[event]![0]!.hooks[0]!;
      expect(runWith(JSON.stringify({ ...common, ...fields }), repo.dir, 'sh', '-c', command)).toBe('');
    };
    const path = join(repo.dir, 'b.txt');
    const call = { tool_name: 'Write', tool_input: { file_path: path, content: 'two\n' }, tool_use_id: 'toolu_1' };
    send('UserPromptSubmit', { prompt: 'Write it.' });
    send('PreToolUse', call);
    writeFileSync(path, 'two\n');
    send('PostToolUse', {
      ...call,
      tool_response: { type: 'create', filePath: path, content: 'two\n', originalFile: null },
    });
    repo.commit('second');
    const blamed = JSON.parse(repo.git('prov', 'blame', '--json', 'b.txt')) as { lines: { owner: string }[] };
    expect(blamed.lines.map(({ owner }) => owner)).toEqual(['agent']);
  });

  describe('as a library', () => {
    let consumer: string;

    beforeAll(() => {
      consumer = join(dirname(repo.home), 'consumer');
      mkdirSync(join(consumer, 'node_modules/@types'), { recursive: true });
      symlinkSync(join(prefix, 'lib/node_modules/git-prov'), join(consumer, 'node_modules/git-prov'), 'junction');
      writeFileSync(join(consumer, 'package.json'), '{"type":"module"}');
    });

    /** What the compiler says about these files. Each start of it reads all of its libraries. */
    const compile = (sources: Readonly<Record<string, string>>, more: object): string => {
      const files = Object.keys(sources);
      for (const file of files) writeFileSync(join(consumer, file), sources[file]!);
      const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
      // The compiler's own libraries need no check.
      const checked = { skipLibCheck: false, skipDefaultLibCheck: true, types: [], ...more };
      const compilerOptions = { ...strict, target: 'es2022', noEmit: true, ...checked };
      writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      return spawnSync(process.execPath, [tsc, '-p', consumer], { cwd: consumer, encoding: 'utf8' }).stdout;
    };
    const USE = `import { openRepository, ProvError, type FileSystem, type LineInfo, type Repository } from 'git-prov';
      export async function use(fs: FileSystem): Promise<string> {
        const prov: Repository = await openRepository({ dir: '.', fs });
        const line: LineInfo = await prov.whoWrote({ path: 'a', line: 1 });
        for await (const { graphs, damaged } of prov.allNotes()) if (!damaged) console.log(graphs[0]?.session.agent);
        return line.session?.agent ?? line.reason ?? line.owner;
      }
      export const hint = (error: unknown): string | undefined => (error instanceof ProvError ? error.hint : undefined);
      declare const console: { log(...all: unknown[]): void };`;

    test('has types for a strict program, in whichever way it resolves modules', () => {
      expect(compile({ 'use.ts': USE }, { module: 'preserve' })).toBe('');
      // The control: an error is detected, and no other one.
      const wrong = USE.replace('line: 1 }', "line: '1' }");
      const found = compile({ 'use.ts': USE, 'wrong.ts': wrong }, { module: 'nodenext' });
      expect(found).toMatch(/^wrong\.ts\(\d+,\d+\): error TS2322: [^\n]*\n$/);
    });

    test('takes the file systems of Node and of isomorphic-git', () => {
      const types = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], module: 'nodenext' };
      symlinkSync(join(ROOT, 'node_modules/isomorphic-git'), join(consumer, 'node_modules/isomorphic-git'), 'junction');
      const source = `import fs from 'node:fs';
        import { openRepository } from 'git-prov';
        import type { PromiseFsClient } from 'isomorphic-git';
        export const node = openRepository({ dir: '.', fs });
        export const other = (fs: PromiseFsClient) => openRepository({ dir: '.', fs });
        export const git = openRepository({ dir: '.', env: process.env });`;
      expect(compile({ 'use.ts': source }, { ...types, skipLibCheck: true })).toBe('');
    });

    test('answers who wrote a line from the package, without git installed', () => {
      const example = join(consumer, 'who-wrote.mjs');
      copyFileSync(join(prefix, 'lib/node_modules/git-prov/docs/examples/who-wrote.mjs'), example);
      const readable = makeRepo({ hash: 'sha1', refs: 'files', files: { 'a.txt': 'one\n' } });
      const args = [example, readable.dir, 'a.txt:1'];
      const done = spawnSync(process.execPath, args, { cwd: consumer, env: { PATH: '' }, encoding: 'utf8' });
      readable.cleanup();
      expect(done.stderr).toBe('');
      expect(done.stdout).toContain('line      "one"\nowner     "unknown"\nbecause   "no-note"\n');
    });
  });
});

interface Settings {
  readonly hooks: Readonly<Record<string, { hooks: { command: string }[] }[]>>;
}

test('the licenses of all bundled packages are listed', () => {
  const told = readFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  const source = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'))
    .join('\n');
  const imported = [...source.matchAll(/^import (?!type).* from '([^'.]+)'/gm)]
    .map((match) => /^(?:@[^/]+\/)?[^/]+/.exec(match[1]!)![0])
    .filter((name) => !name.startsWith('node:') && name !== '@secretlint/profiler'); // the build leaves it out
  const bundled = [...new Set(imported)];
  expect(bundled).toEqual(expect.arrayContaining(['cbor-x', 'isomorphic-git']));
  expect(bundled.filter((name) => !new RegExp(`^${name} \\d`, 'm').test(told))).toEqual([]);
  expect(told).not.toContain('carries no license text');
});

test('the manual page has every setting, every mark of blame and every kind of entry, and no row without a meaning', () => {
  const page = readFileSync(join(ROOT, 'docs/man/git-prov.1'), 'utf8').replaceAll('\\-', '-');
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const texts = docs.map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8')).join('\n');
  const settings = new Set([...texts.matchAll(/`(?:git config )?(prov\.[a-z][A-Za-z]+)\b/g)].map(([, name]) => name!));
  expect([...settings].filter((name) => !page.includes(name))).toEqual([]);
  expect(settings.size).toBeGreaterThan(8);
  for (const { passed, stale, failed, none, unknown } of [signsFor({ LANG: 'C.UTF-8' })])
    for (const mark of [passed, stale, failed, none, unknown]) expect(page).toMatch(new RegExp(`^\\.B \\${mark}`, 'm'));
  for (const kind of KIND_NAMES) expect(page).toMatch(new RegExp(`The kind of node.*\\b${kind}\\b`));
  expect(page).not.toMatch(/^\\fBgit prov/m);
});

test("git's completion for bash completes commands, options and files of `git prov`", () => {
  const dir = makeRepo({ files: {} });
  try {
    mkdirSync(dir.home, { recursive: true });
    const complete = (...words: string[]): string => {
      // Replaces git's own functions, which a machine may not have.
      const script = `
        . '${join(ROOT, 'docs/completions/git-prov.bash')}'
        words=(git prov "$@"); cur=\${words[-1]}
        __git_find_on_cmdline() { for word in "\${words[@]:2:\${#words[@]}-3}"; do case " $1 " in *" $word "*) echo "$word"; return ;; esac; done; }
        __gitcomp() { compgen -W "$1" -- "\${3-$cur}"; }
        __git_complete_index_file() { echo "files $1"; }
        _git_prov`;
      const done = spawnSync('bash', ['-c', script, 'bash', ...words], {
        cwd: dir.dir,
        env: dir.env,
        encoding: 'utf8',
      });
      if (done.stderr !== '') throw new Error(done.stderr);
      return done.stdout.trim();
    };
    expect(complete('').split('\n')).toEqual(expect.arrayContaining(['init', 'deinit', 'blame']));
    expect(complete('dein')).toBe('deinit');
    expect(complete('init', '--dry')).toBe('--dry-run');
    expect(complete('blame', '--incr')).toBe('--incremental');
    expect(complete('blame', '--onl')).toBe('--only=');
    expect(complete('blame', 'src')).toBe('files --cached');
    expect(complete('report', '--format=')).toBe('text\nmd\njson');
    expect(complete('init', '--agent=cl')).toBe('claude-code\ncline');
    expect(complete('list', 'decis')).toBe('decision');
    expect(complete('add', 'ri')).toBe('risk');
    expect(complete('export', 'git')).toBe('git-ai');
  } finally {
    dir.cleanup();
  }
});
