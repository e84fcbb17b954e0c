// One bundle with lazy parts: everything a hook needs is in the entry chunk, the rest is loaded when asked for.
import { build } from 'esbuild';
import { chmodSync, readFileSync, rmSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: { 'git-prov': 'src/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  legalComments: 'linked',
  chunkNames: 'part-[name]-[hash]',
  define: { 'process.env.GIT_PROV_VERSION': JSON.stringify(version) },
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as $req } from 'node:module'; const require = $req(import.meta.url);",
  },
});
chmodSync('dist/git-prov.js', 0o755);
