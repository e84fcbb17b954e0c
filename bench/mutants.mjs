// Changes the code in many small ways (mutants) and counts how many of them make a pure test fail (are killed).
// npm run campaign:mutants            every mutant of src/lines and src/model; takes about an hour
//   RUNS=300 SEED=1                   about so many mutants, in places that the seed picks
//   FILES=src/lines,src/model/hash.ts only these files and folders
//   FLOOR=85                          the share to kill, in percent; with less it exits with 1
//   PATIENCE=1000                     milliseconds that a mutant may take longer than the tests; it is endless then
//   JSON=FILE                         writes all mutants and what became of them
// Stryker makes the mutants, and runs for each one the tests that reach it, in its own processes (mutants/runner.mjs).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { known } from './mutants/known.mjs';
import { allFiles, sample } from './mutants/places.mjs';
import { report } from './mutants/report.mjs';

const { env } = process;
/** Learned weights, which `npm run campaign:reasons` measures. */
const GENERATED = 'src/model/reasons/weights.ts';
const files = allFiles((env.FILES ?? 'src/lines,src/model').split(',')).filter((file) => file !== GENERATED);
const count = env.RUNS === undefined ? undefined : Number(env.RUNS);
const seed = Number(env.SEED ?? 1);
const floor = Number(env.FLOOR ?? 85);
const mutate = count === undefined ? files : sample(files, count, seed);

// The tests take the same random cases every time, and as few as `npm test` takes.
Object.assign(env, { CI: 'true', QUICK: '1', MUTANTS: '1' });
delete env.RUNS;
delete env.SEED;

const tempDirName = mkdtempSync(join(tmpdir(), 'git-prov-mutants-'));
const stryker = new Stryker({
  mutate,
  testRunner: 'pure',
  plugins: [join(import.meta.dirname, 'mutants/runner.mjs')],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: process.stdout.isTTY ? ['progress'] : [],
  logLevel: 'error',
  tsconfigFile: 'none.json', // there is nothing to rewrite in it
  disableTypeChecks: false,
  ignorePatterns: ['.git', 'dist', 'docs/pictures'],
  timeoutMS: Number(env.PATIENCE ?? 5000),
  tempDirName,
  cleanTempDir: 'always',
});
const results = await stryker.runMutationTest().finally(() => rmSync(tempDirName, { recursive: true, force: true }));

const mutants = results.map(({ fileName, location, mutatorName, replacement, status }) => {
  const file = fileName.slice(fileName.lastIndexOf('/src/') + 1);
  return known({ file, location, mutator: mutatorName, to: replacement ?? '', status });
});
const { share } = report(mutants);
console.log(`\n${share.toFixed(1)} % of ${mutants.length} mutants are killed; at least ${floor} % have to be.`);
if (env.JSON) writeFileSync(env.JSON, JSON.stringify(mutants, null, 1));
if (share < floor) process.exitCode = 1;
