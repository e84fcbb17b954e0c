import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');

/** The parts of the program, and of its tests, that the training needs. @param folder a temporary folder for the built file */
export async function program(folder) {
  const [entry, outfile] = [join(folder, 'entry.ts'), join(folder, 'test/redact/entry.mjs')];
  const from = (path) => JSON.stringify(join(ROOT, path));
  writeFileSync(
    entry,
    `export { candidatesIn, isPlainlyNone } from ${from('src/redact/likely/candidates.ts')};
    export { contextOf } from ${from('src/redact/likely/context.ts')};
    export { cuesIn } from ${from('src/redact/likely/cues.ts')};
    export { featuresOfShape, isOrdinary, THRESHOLD } from ${from('src/redact/likely/likely.ts')};
    export { secretsIn } from ${from('src/redact/redact.ts')};
    export { findPublic } from ${from('src/redact/rules.ts')};
    export { typed } from ${from('test/redact/typed.ts')};
    export { dice, draw } from ${from('test/redact/corpus.ts')};
    export { humanPassword } from ${from('test/redact/human-passwords.ts')};`,
  );
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner,
    nodePaths: [join(ROOT, 'node_modules')],
  });
  return import(outfile);
}
