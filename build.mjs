// One bundle with lazy parts: everything a hook needs is in the entry chunk, the rest is loaded when asked for.
import { build } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = import.meta.dirname;
const DIST = join(ROOT, 'dist');

/** Parts of an earlier build that are younger than this stay, in milliseconds: a program that runs may still ask for them. */
const KEPT = 3_600_000;

/**
 * Writes the bundle and the licenses of what is in it to dist/. Each file is replaced as a whole, so that a hook which
 * runs meanwhile finds one or the other.
 * @param {{ clean?: boolean }} options `clean` removes everything that an earlier build left
 */
export async function bundle({ clean = false } = {}) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { 'git-prov': 'src/main.ts' },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    minifySyntax: true,
    legalComments: 'none',
    chunkNames: 'part-[name]-[hash]',
    define: { 'process.env.GIT_PROV_VERSION': JSON.stringify(version) },
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as $req } from 'node:module'; const require = $req(import.meta.url);",
    },
    plugins: [withoutProfiler],
    write: false,
    metafile: true,
  });
  mkdirSync(DIST, { recursive: true });
  const names = new Set(['THIRD-PARTY-LICENSES.txt']);
  // The entry comes last: it names the parts.
  for (const { path, contents } of outputFiles.toSorted((a, b) => isEntry(a.path) - isEntry(b.path))) {
    names.add(basename(path));
    replace(path, contents, isEntry(path) ? 0o755 : 0o644);
  }
  replace(join(DIST, 'THIRD-PARTY-LICENSES.txt'), licenses(bundledPackages(metafile)), 0o644);
  const oldest = clean ? Infinity : Date.now() - KEPT;
  for (const name of readdirSync(DIST)) {
    if (names.has(name)) continue;
    const path = join(DIST, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < oldest) rmSync(path, { force: true });
  }
}

// Secretlint measures itself at every text, and looks through all its earlier measurements each time: of thousands of
// events that wait, recording took fourteen times as long.
const withoutProfiler = {
  name: 'without-profiler',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@secretlint\/profiler$/ }, ({ path }) => ({ path, namespace: 'inert' }));
    onLoad({ filter: /.*/, namespace: 'inert' }, () => ({
      contents: 'export const secretLintProfiler = { mark() {} };',
    }));
  },
};

const isEntry = (path) => Number(basename(path) === 'git-prov.js');

function replace(path, bytes, mode) {
  const beside = `${path}.${process.pid}.tmp`;
  writeFileSync(beside, bytes, { mode });
  renameSync(beside, path);
}

// The folders of the packages of which code is in the output, not all that were looked at.
function bundledPackages(metafile) {
  const folders = new Set();
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const at = input.lastIndexOf('node_modules/');
      if (bytesInOutput === 0 || at < 0) continue;
      folders.add(input.slice(0, at) + /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.slice(at))[0]);
    }
  }
  return [...folders].map((folder) => join(ROOT, folder)).toSorted();
}

function licenses(folders) {
  const rule = '-'.repeat(80);
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (!license) throw new Error(`${relative(ROOT, folder)} names no license.`);
    return [rule, `${name} ${version} (${license})`, '', licenseText(folder), ''].join('\n');
  });
  return ['The program in this folder contains code of the packages below.', '', ...parts].join('\n');
}

// A package of a monorepo may carry no text of its own; then its name and license stand alone.
function licenseText(folder) {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name));
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.join('\n\n') || '(The package carries no license text.)';
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await bundle({ clean: process.argv.includes('--clean') });
