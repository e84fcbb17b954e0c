// Loads a TypeScript module of the sources into a benchmark.
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '..');
/** Some packages call `require`, which a module does not have. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(join(ROOT, 'package.json'))});`;

/**
 * @param {string} path from the top of the package, such as `src/model/format/note.ts`
 * @returns {Promise<any>} the module
 */
export async function loadSource(path) {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-source-'));
  try {
    const outfile = join(dir, 'module.mjs');
    await build({
      absWorkingDir: ROOT,
      entryPoints: [path],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'error',
      banner: { js: REQUIRE },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
