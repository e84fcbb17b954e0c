// Which checks of real sessions are joined to the edits that they check, according to labels (bench/joins/labels.json).
// node bench/joins.mjs [--wrong] GIT-DIRECTORY...   clones with the branch entire/checkpoints/v1, in folders named OWNER+NAME
// --wrong prints the missed and the wrong pairs.
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
const folder = mkdtempSync(join(tmpdir(), 'git-prov-joins-'));
try {
  const outfile = join(folder, 'measure.mjs');
  await build({
    entryPoints: [join(root, 'bench/joins/measure.ts')],
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
