// Measures the cost of git prov and compares it with the budgets.
//   node bench/run.mjs [--quick] [--write] [hook|snapshot|commit|push|rebase|blame|drain|verify|check|code|index|import …]
// --quick uses smaller repositories and fewer rounds, to check that everything runs; --write replaces the table in docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { blame } from './blame.mjs';
import { check } from './check.mjs';
import { code } from './code.mjs';
import { commit } from './commit.mjs';
import { drain } from './drain.mjs';
import { hook, snapshot } from './hook.mjs';
import { imports } from './import.mjs';
import { index } from './index.mjs';
import { push } from './push.mjs';
import { rebase } from './rebase.mjs';
import { verify } from './verify.mjs';
import { machine, table, verdict } from './table.mjs';

const ALL = { hook, snapshot, commit, push, rebase, blame, drain, verify, check, code, index, import: imports };
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('--'));
const names = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const quick = flags.includes('--quick');
const write = flags.includes('--write');
const unknown = [
  ...flags.filter((flag) => !['--quick', '--write'].includes(flag)),
  ...names.filter((name) => !ALL[name]),
];
if (unknown.length > 0 || (write && (quick || names.length > 0))) {
  process.stderr.write(`usage: node bench/run.mjs [--quick] [${Object.keys(ALL).join('|')} …], or --write alone\n`);
  process.exit(2);
}

const rows = [];
for (const name of names.length > 0 ? names : Object.keys(ALL)) {
  process.stderr.write(`measuring ${name} …\n`);
  for await (const row of await ALL[name]({ quick })) rows.push(row);
}
process.stdout.write(`${machine()}\n\n${table(rows)}\n`);
const over = rows.filter((row) => verdict(row) === 'over').length;
process.stdout.write(`\n${over === 0 ? 'All within their budgets.' : `${over} over budget.`}\n`);

// Only the table is written: the text around it is by people.
if (write) {
  const file = resolve(import.meta.dirname, '../docs/benchmarks.md');
  const text = readFileSync(file, 'utf8');
  const place = /^Taken on .*\n\n(?:\|.*\n)+/m;
  if (!place.test(text)) throw new Error(`${file} has no table after a line that begins with "Taken on".`);
  writeFileSync(
    file,
    text.replace(place, () => `Taken on ${machine()}.\n\n${table(rows)}\n`),
  );
}
