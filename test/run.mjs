// What `npm test` runs: the checks, then vitest. By default the quick tests alone, in about a minute. With CI=true, by `npm cit` and by
// `npm run test:all` every test, with real processes where `helpers/real.ts` names the file, and then a small mutation campaign.
// Further words go to vitest. CI then tries the other versions of Node that `test/nodes` names: a new
// user's walk, and with the newest of them the tests that start no process.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { env } = process;
const words = process.argv.slice(2);
const isCi = env.CI === 'true' || env.npm_command === 'install-ci-test';
const all = isCi || env.ALL === '1';
if (all) env.PROCESSES = '1';
else if (words.every((word) => word.startsWith('-'))) env.QUICK = '1'; // named files run with all of their tests

if (!env.TMPDIR) inMemory(all ? 8 : 2);

/**
 * The part of `npm run campaign:mutants` that runs with all tests: a sample of the code that says who wrote a line, in the same places
 * every time, and a floor well below what is killed.
 */
const MUTANTS = {
  FILES:
    'src/lines,src/model/standing,src/model/knowledge,src/model/attributions.ts,src/model/lines-hash.ts,src/model/node.ts',
  RUNS: '100',
  SEED: '2',
  FLOOR: '80',
  PATIENCE: '1000', // an endless one is killed, and takes all of a core until then
};

/** They need a core at most, and nothing of each other: they run side by side. */
const CHECKS = [
  ['tsc', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/git-prov/tsc.json'],
  ['tsc', '-p', 'src/faces/web/page'],
  ['tsc', '-p', 'test/faces/web/browser'],
  ['oxlint', '--quiet'],
  ['oxfmt', '--check'],
  ...(all ? [['knip']] : []),
];

const NODES = resolve('test/nodes');
const fetched = isCi && words.length === 0 ? fetchNodes() : undefined; // meanwhile the tests run

exitUnless(await Promise.all(CHECKS.map(([name, ...args]) => runBeside(`node_modules/.bin/${name}`, args, env))));
const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...words], { stdio: 'inherit', env });
if (status !== 0) process.exit(status ?? 1);
if (all && words.length === 0) {
  const isFetched = fetched === undefined || (await fetched);
  exitUnless([
    ...(await Promise.all([
      runBeside(process.execPath, ['bench/mutants.mjs'], { ...env, ...MUTANTS }),
      ...(fetched && isFetched ? nodesToTry() : []),
    ])),
    isFetched,
  ]);
}

// Tests create thousands of small repositories and sync what they write. In memory that takes an eighth less time.
function inMemory(gibibytes) {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < gibibytes * 2 ** 30) return;
  } catch {
    return; // no such folder
  }
  env.TMPDIR = mkdtempSync(join(memory, 'git-prov-'));
  chmodSync(env.TMPDIR, 0o1777); // some tests run as another user
  process.once('exit', () => rmSync(env.TMPDIR, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
}

/** Runs a program, and prints all of its output when it has ended. @returns whether it succeeded */
async function runBeside(command, args, environment) {
  const { isFine, output } = await ended(command, args, environment);
  process.stdout.write(output);
  return isFine;
}

function ended(command, args, environment) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
  return new Promise((done) =>
    child.on('close', (code) => done({ isFine: code === 0, output: Buffer.concat(output) })),
  );
}

function exitUnless(passed) {
  if (passed.includes(false)) process.exit(1);
}

// The programs come as pinned packages, for Linux on x64; elsewhere none is installed.
function fetchNodes() {
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: NODES,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_(?!config_)/.test(name))),
  });
  return new Promise((done) => npm.on('error', () => done(false)).on('close', (code) => done(code === 0)));
}

/** Each of the programs runs the walk, and the newest of them the fast tests before it. */
function nodesToTry() {
  const folder = join(NODES, 'node_modules');
  const programs = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'bin/node')) : [];
  const there = programs.filter((path) => existsSync(path)).toSorted();
  return there.map((node) => tryNode(node, node === there.at(-1)));
}

async function tryNode(node, isNewest) {
  const few = { ...env, RUNS: '4', QUICK: '1' }; // the laws were tried with many cases already
  delete few.CI;
  const pure = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'pure', '--reporter=dot'];
  for (const args of [...(isNewest ? [pure] : []), ['bench/walk.mjs']]) {
    const { isFine, output } = await ended(node, args, few);
    if (isFine) continue;
    process.stdout.write(`${output}\n${node} ${args[0]} failed.\n`);
    return false;
  }
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  process.stdout.write(`${version}: ${isNewest ? 'the fast tests and ' : ''}a new user's walk passed.\n`);
  return true;
}
