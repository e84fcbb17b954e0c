// Which checks of real sessions are joined to the edits that they check, according to labels (bench/joins/labels.json).
// node bench/joins.mjs [--wrong] GIT-DIRECTORY...   clones with the branch entire/checkpoints/v1, in folders named OWNER+NAME
// --wrong prints the missed and the wrong pairs.
import { resolve } from 'node:path';
import { loadSource } from './source.mjs';

const args = process.argv.slice(2);
const sources = args.filter((arg) => !arg.startsWith('--')).map((source) => resolve(source));
if (sources.length === 0) {
  process.stderr.write('Name git directories that hold the branch entire/checkpoints/v1.\n');
  process.exit(1);
}
const root = resolve(import.meta.dirname, '..');
const { measure } = await loadSource('bench/joins/measure.ts');
await measure({ root, sources, options: new Set(args.filter((arg) => arg.startsWith('--'))) });
