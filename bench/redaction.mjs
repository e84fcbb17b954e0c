// How much redaction removes from ordinary commit messages, code, prompts and paths.
// node bench/redaction.mjs GIT-DIRECTORY...   SHOW=1 also prints the removed texts; MOST=500 limits the texts of each kind and repository
import { resolve } from 'node:path';
import { readSources } from './redaction/sources.mjs';
import { loadSource } from './source.mjs';

const MOST = Number(process.env.MOST ?? 500);
const directories = process.argv.slice(2);
if (directories.length === 0) {
  process.stderr.write('Name git directories.\n');
  process.exit(1);
}

const { Redactor } = await loadSource('src/redact/redact.ts');
const redactor = new Redactor('', () => 'key');
const sums = new Map();
for (const directory of directories)
  for (const { sort, name, text } of readSources(resolve(directory), MOST)) {
    const sum = sums.get(sort) ?? { texts: 0, touched: 0, tens: [] };
    sums.set(sort, sum);
    sum.texts++;
    const before = performance.now();
    const { secrets, dropped } = await redactor.look(text);
    sum.tens.push(performance.now() - before);
    if (secrets.length === 0 && dropped === undefined) continue;
    sum.touched++;
    if (process.env.SHOW) show(sort, directory, name, text, secrets);
  }
for (const [sort, { texts, touched, tens }] of sums)
  process.stdout.write(
    `${sort}: ${touched} of ${texts} lose something, ${((100 * touched) / texts).toFixed(2)} %; slowest ${Math.max(...tens).toFixed(0)} ms\n`,
  );

function show(sort, directory, name, text, secrets) {
  for (const { from, to, rules } of secrets) {
    const around = `${text.slice(Math.max(0, from - 60), from)}⟦${text.slice(from, to)}⟧${text.slice(to, to + 30)}`;
    process.stdout.write(`${sort} [${rules}] ${directory}:${name}\n    ${around.replaceAll(/\s+/g, ' ')}\n`);
  }
}
