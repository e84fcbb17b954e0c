// How well checks and their results are recognised in real sessions, according to labels in bench/verdicts/labels.txt.
// node bench/verdicts.mjs GIT-DIRECTORY...   clones with the sessions; calls that are in none of them are left out
// A line of the labels: the call (a hash of its id and words), the list, what it checks (t test, y types, b build,
// l lint, f format, - nothing), and what its output shows: P passed, F failed, U not known, N not run, Q not known or passed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { callsOf } from './verdicts/calls.mjs';

const HERE = import.meta.dirname;
const LETTERS = { test: 't', types: 'y', build: 'b', lint: 'l', format: 'f' };
const MEANT = { P: 'P', F: 'F', U: 'U', N: 'FU', Q: 'PU' };

const sources = process.argv.slice(2);
if (sources.length === 0) {
  process.stderr.write('Name git directories that hold sessions (entire/checkpoints/v1 or .specstory/history).\n');
  process.exit(1);
}
const { marksOf, readCommand, readOutput, resultsOf } = await program();
const calls = new Map(sources.flatMap((source) => callsOf(resolve(source))).map((call) => [call.key, call]));
const labels = readFileSync(join(HERE, 'verdicts/labels.txt'), 'utf8').trim().split('\n');
for (const part of ['tuned', 'held', 'last', 'fifth', 'sixth'])
  print(
    part,
    labels.map((line) => line.split(' ')).filter(([, one]) => one === part),
  );

function print(part, rows) {
  const sum = { found: 0, right: 0, missed: 0, wrong: 0, kinds: 0, told: 0, untold: 0, false: 0, missing: 0 };
  for (const [key, , kinds, shown] of rows) {
    const call = calls.get(key);
    if (!call) {
      sum.missing++;
      continue;
    }
    sum.found++;
    const { runs = [] } = readCommand(call.command);
    const isCheck = kinds !== '-';
    if (runs.length === 0) sum.missed += isCheck ? 1 : 0;
    else if (isCheck) sum.right++;
    else sum.wrong++;
    if (!isCheck) continue;
    const seen = new Set(runs.map(({ kind }) => LETTERS[kind]));
    if (runs.length > 0 && [...kinds].every((kind) => seen.has(kind)) && seen.size === kinds.length) sum.kinds++;
    const verdict = verdictOf(
      resultsOf(runs, call, readOutput(call.output, marksOf(call.command))).map(({ result }) => result),
    );
    if (MEANT[shown].includes(verdict)) sum.told++;
    else if (verdict === 'U') sum.untold++;
    else sum.false++;
    if (process.env.SHOW && !MEANT[shown].includes(verdict)) console.log(key, shown, verdict);
  }
  const all = sum.right + sum.missed;
  const share = (count, of) => `${((100 * count) / of).toFixed(1)} % (${count} of ${of})`;
  console.log(`${part}: ${sum.found} commands at hand, ${all} checks; ${sum.missing} not at hand`);
  console.log(`  recognised       ${share(sum.right, all)}`);
  console.log(`  is a check       ${share(sum.right, sum.right + sum.wrong)}`);
  console.log(`  kinds right      ${share(sum.kinds, sum.right)}`);
  console.log(`  verdict right    ${share(sum.told, all)}; ${sum.false} wrong, ${sum.untold} unknown`);
}

function verdictOf(results) {
  return results.includes('failed') ? 'F' : results.length === 0 || results.includes('unknown') ? 'U' : 'P';
}

// The program's own reading, from the sources.
async function program() {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-verdicts-'));
  try {
    const entry = ['shell/parse/command', 'shell/parse/marks', 'checks/output', 'checks/result'].map(
      (name) => `export * from './${name}.ts';`,
    );
    const outfile = join(dir, 'checks.mjs');
    const stdin = { contents: entry.join('\n'), resolveDir: resolve(HERE, '../src/model') };
    const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire('/');" };
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', banner, logLevel: 'error' });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
