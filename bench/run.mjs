// Measures the cost of git prov and compares it with the budgets.
//   node bench/run.mjs [--quick] [--write] [hook|snapshot|commit|rebase|blame|drain|verify|check|index|import …]
// --quick uses smaller repositories and fewer rounds, to check that everything runs; --write writes all results to docs/benchmarks.md.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { blame } from './blame.mjs';
import { check } from './check.mjs';
import { commit } from './commit.mjs';
import { drain } from './drain.mjs';
import { hook, snapshot } from './hook.mjs';
import { imports } from './import.mjs';
import { index } from './index.mjs';
import { rebase } from './rebase.mjs';
import { verify } from './verify.mjs';
import { machine, table, verdict } from './table.mjs';

const ALL = { hook, snapshot, commit, rebase, blame, drain, verify, check, index, import: imports };
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

if (write)
  writeFileSync(
    resolve(import.meta.dirname, '../docs/benchmarks.md'),
    `# Benchmarks

What \`git prov\` costs, by \`npm run bench -- --write\`. Medians with the quartiles in brackets; what is compared took turns in one run, so that other
work of the machine falls on both alike. Each time contains that of starting a process from Node, about a millisecond. The table and its verdicts are
written by the program.

Taken on ${machine()}.

${table(rows)}

- *A call around a shell step*: the hook is called before and after the step; the figure is for one of the two. It looks at the whole work tree.
- *After 20 agent steps*: sixteen edits and four shell commands, two for each of ten files, recorded by the commit's hook.
- *A rebase*: of more than some twenty commits the notes are made by a process that the hook leaves behind; of fewer, before git ends.
- *Annotated commits*: each of the commits has a note with a graph of five nodes.
- *A backlog*: events that no \`git prov\` process has recorded yet: of every five steps two are edits, two shell commands, one a read.
`,
  );
