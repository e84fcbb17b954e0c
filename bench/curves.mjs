// What each operation costs by size, from 10 to 100,000 notes, files, steps or lines, and how it grows.
//   npm run bench:curves, or node bench/curves.mjs [--most=N] [--write] [notes|imports|files|steps|lines …]
// --write replaces these tables in docs/benchmarks.md. A run of all sizes takes half an hour.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { imports, notes } from './curves/notes.mjs';
import { files, lines, steps } from './curves/work.mjs';
import { machine } from './table.mjs';

const ALL = { notes, imports, files, steps, lines };
// Less than this, and less than a quarter of the smallest size's cost, is no growth.
const FEW_MS = 20;
const SIZES = [10, 100, 1000, 10_000, 100_000];
const words = process.argv.slice(2);
const most = Number(words.find((word) => word.startsWith('--most='))?.slice('--most='.length) ?? SIZES.at(-1));
const names = words.filter((word) => !word.startsWith('--'));
const write = words.includes('--write');
if (names.some((name) => !ALL[name]) || !SIZES.includes(most)) {
  process.stderr.write(`usage: node bench/curves.mjs [--most=N] [--write] [${Object.keys(ALL).join('|')} …]\n`);
  process.exit(2);
}

for (const name of names.length > 0 ? names : Object.keys(ALL)) {
  const curves = new Map();
  for (const size of SIZES.filter((one) => one <= most)) {
    process.stderr.write(`measuring ${size.toLocaleString('en')} ${name} …\n`);
    for await (const [what, cost] of ALL[name](size)) {
      if (!curves.has(what)) curves.set(what, new Map());
      curves.get(what).set(size, cost);
      process.stderr.write(`  ${what}: ${told(cost)}\n`);
    }
  }
  const text = table(name, curves);
  process.stdout.write(`${machine()}\n\n${text}\n\n`);
  if (write) replace(name, text);
}

function told({ cpu, ms, mb }) {
  return `${seconds(cpu)} of processor time, ${seconds(ms)} by the clock, ${mb} MB`;
}

function seconds(ms) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

function table(name, curves) {
  const sizes = SIZES.filter((one) => one <= most);
  const head = [name, ...sizes.map((size) => size.toLocaleString('en')), 'slope', 'memory'];
  const rows = [...curves].map(([what, costs]) => [
    what,
    ...sizes.map((size) => (costs.has(size) ? seconds(costs.get(size).cpu) : '')),
    slope(costs),
    `${[...costs.values()].at(-1).mb} MB`,
  ]);
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

// The power of the size by which the last ten times grow, without what the smallest size costs: 0 is constant, 1 linear.
function slope(costs) {
  const values = [...costs.values()].map(({ cpu }) => cpu);
  if (values.length < 3) return '';
  const [before, last] = values.slice(-2).map((value) => value - values[0]);
  if (last < Math.max(FEW_MS, values[0] / 4) || last <= before) return '0';
  return Math.log10(last / Math.max(before, FEW_MS / 4)).toFixed(1);
}

function replace(name, text) {
  const file = resolve(import.meta.dirname, '../docs/benchmarks.md');
  const whole = readFileSync(file, 'utf8');
  const place = new RegExp(`^\\| ${name} +\\|.*\\n(?:\\|.*\\n)+`, 'm');
  if (!place.test(whole)) throw new Error(`${file} has no table of ${name}.`);
  writeFileSync(
    file,
    whole.replace(place, () => `${text}\n`),
  );
}
