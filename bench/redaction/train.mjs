// Makes the weights of src/redact/likely from the lists of kinds, from made-up combinations, and from ordinary texts of repositories.
// node bench/redaction/train.mjs GIT-DIRECTORY...   MOST=400 limits the texts of each sort and repository; WITHOUT=batch13,batch12 leaves lists out;
// PENALTY=2 makes fewer weights; OUT=file writes them elsewhere
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fit } from './fit.mjs';
import { program } from './program.mjs';
import { Rows } from './rows.mjs';
import { ordinaryTexts, secretTexts } from './training-texts.mjs';
import { writeWeights } from './weights-file.mjs';

const MOST = Number(process.env.MOST ?? 400);
const WITHOUT = (process.env.WITHOUT ?? '').split(',').filter(Boolean);
const OUT = process.env.OUT ?? resolve(import.meta.dirname, '../../src/redact/likely/weights.ts');

const directories = process.argv.slice(2);
if (directories.length === 0) {
  process.stderr.write('Name git directories with ordinary texts.\n');
  process.exit(1);
}
const started = performance.now();
const say = (what) => process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s: ${what}\n`);
const folder = mkdtempSync(join(tmpdir(), 'git-prov-train-'));
try {
  const code = await program(folder);
  const rows = new Rows(code);
  for (const one of secretTexts(code, WITHOUT)) rows.addSecret(one);
  say(`${rows.count} words of texts with secrets`);
  for (const directory of directories) {
    for (const text of ordinaryTexts(resolve(directory), MOST)) await rows.addOrdinary(text, directory);
    say(`${rows.count} words with ${directory}`);
  }
  rows.dropRare();
  const model = fit(rows, code.dice(97), { penalty: Number(process.env.PENALTY ?? 2) });
  say(`${writeWeights(OUT, rows, model, code.THRESHOLD)} weights`);
} finally {
  rmSync(folder, { recursive: true });
}
