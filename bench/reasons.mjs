// Which reasons are shown for the edits of real sessions, and how many are correct according to labels (bench/reasons/labels.json).
// node bench/reasons.mjs [--train] [--held] [--wrong] [--fast] GIT-DIRECTORY...   clones with the branch entire/checkpoints/v1
// --train writes src/model/reasons/weights.ts; --held judges sessions that were not used for tuning; --wrong prints sentences that are not a reason;
// --fast leaves out the cross-validation.
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const args = process.argv.slice(2);
const sources = args.filter((arg) => !arg.startsWith('--')).map((source) => resolve(source));
if (sources.length === 0) {
  process.stderr.write('Name git directories that hold the branch entire/checkpoints/v1.\n');
  process.exit(1);
}
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'git-prov-reasons-'));
try {
  const outfile = join(folder, 'measure.mjs');
  await build({
    entryPoints: [join(root, 'bench/reasons/measure.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(join(root, 'package.json'))});`,
    },
  });
  const { measure } = await import(outfile);
  await measure({ root, sources, options: new Set(args.filter((arg) => arg.startsWith('--'))) });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
