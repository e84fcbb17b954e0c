// What `npm test` runs: the checks, then vitest. By default the quick tests alone, in about a minute. With CI=true, by `npm cit` and by
// `npm run test:all` every test, with real processes where `helpers/real.ts` names the file, and then a small mutation campaign.
// Further words go to vitest.
import { spawnSync } from 'node:child_process';

const { env } = process;
const words = process.argv.slice(2);
const all = env.CI === 'true' || env.npm_command === 'install-ci-test' || env.ALL === '1';
if (all) env.PROCESSES = '1';
else if (words.every((word) => word.startsWith('-'))) env.QUICK = '1'; // named files run with all of their tests

/** The part of `npm run campaign:mutants` that runs with all tests: the same places every time, and a floor well below what is killed. */
const MUTANTS = { FILES: 'src/lines', RUNS: '60', SEED: '1', FLOOR: '80' };

const STEPS = [
  ['tsc', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/git-prov/tsc.json'],
  ['oxlint', '--quiet'],
  ['oxfmt', '--check'],
  ...(all ? [['knip']] : []),
  ['vitest', 'run', ...words],
];

for (const [name, ...args] of STEPS) run(`node_modules/.bin/${name}`, args, env);
if (all && words.length === 0) run(process.execPath, ['bench/mutants.mjs'], { ...env, ...MUTANTS });

function run(command, args, environment) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: environment });
  if (status !== 0) process.exit(status ?? 1);
}
