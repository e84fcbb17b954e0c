import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');

/** The parts of the program, and of its tests, that the training needs. @param folder a temporary folder for the built file */
export const program = (folder) =>
  bundle(folder, {
    'src/redact/likely/candidates.ts': 'candidatesIn, isPlainlyNone',
    'src/redact/likely/context.ts': 'contextOf',
    'src/redact/likely/cues.ts': 'cuesIn',
    'src/redact/likely/likely.ts': 'featuresOfShape, isOrdinary, THRESHOLD',
    'src/redact/redact.ts': 'secretsIn',
    'src/redact/rules.ts': 'findPublic',
    'test/redact/blind/kind.ts': 'corpus, kindsIn',
    'test/redact/typed.ts': 'typed',
    'test/redact/corpus.ts': 'dice, draw',
    'test/redact/human-passwords.ts': 'humanPassword',
  });

/**
 * Builds one module of several sources. The sources of the tests find their texts from the place of the built file.
 * @param folder a temporary folder
 * @param names what to take from each source, by its path from the top of the package
 */
export async function bundle(folder, names) {
  const [entry, outfile] = [join(folder, 'entry.ts'), join(folder, 'test/redact/entry.mjs')];
  const lines = Object.entries(names).map(
    ([path, some]) => `export { ${some} } from ${JSON.stringify(join(ROOT, path))};`,
  );
  writeFileSync(entry, lines.join('\n'));
  if (!existsSync(join(folder, 'fixtures'))) symlinkSync(join(ROOT, 'fixtures'), join(folder, 'fixtures'));
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
