// Which reasons are shown for the edits of real sessions, and how many are correct according to labels (bench/reasons/labels.json).
// node bench/reasons.mjs [--train] [--held] [--sweep] [--wrong] [--fast] GIT-DIRECTORY...   clones with transcripts of Entire or SpecStory
// --train writes src/model/reasons/weights.ts; --held judges sessions that were not used for tuning; --wrong prints sentences that are not a reason;
// --sweep tries all limits by nested cross-validation, which takes some minutes; --fast leaves out the cross-validation.
import { resolve } from 'node:path';
import { loadSource } from './source.mjs';

const args = process.argv.slice(2);
const sources = args.filter((arg) => !arg.startsWith('--')).map((source) => resolve(source));
if (sources.length === 0) {
  process.stderr.write('Name git directories that hold the branch entire/checkpoints/v1.\n');
  process.exit(1);
}
const root = resolve(import.meta.dirname, '..');
const { measure } = await loadSource('bench/reasons/measure.ts');
await measure({ root, sources, options: new Set(args.filter((arg) => arg.startsWith('--'))) });
