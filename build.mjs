// The program in one file, a small one that loads it, its threads, and the library in parts that a browser can load.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleParts, FIRST_PART, hashOfParts } from './build-parts.mjs';

const ROOT = import.meta.dirname;
const DIST = join(ROOT, 'dist');
const { version: VERSION, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** The oldest Node that runs the program. */
const OLDEST_NODE = Number(/\d+/.exec(engines.node)[0]);
/** What `import … from 'git-prov'` gives. */
const LIBRARY = join(DIST, 'library');

/** Files of an earlier build that are younger than this stay, in milliseconds: a process of it may still start a thread. */
const KEPT_MS = 3_600_000;

/**
 * Writes the bundle and the licenses of what is in it to dist/. Each file is replaced as a whole, so that a hook which
 * runs meanwhile finds one or the other.
 * @param {{ clean?: boolean }} options `clean` removes everything that an earlier build left
 */
export async function bundle({ clean = false } = {}) {
  const { names, metafile } = await bundleProgram(DIST, {});
  const parts = await buildParts();
  // Each comes after the parts that it names: the first part is the last of them, and then comes the loader, which names the build.
  for (const [name, text] of parts.texts) if (name !== FIRST_PART) replace(join(DIST, name), text, 0o644);
  replace(join(DIST, FIRST_PART), parts.texts.get(FIRST_PART), 0o644);
  names.push(...parts.texts.keys());
  replace(join(DIST, 'git-prov.js'), await bundleLoader(hashOfParts(parts.texts), [...parts.texts.keys()]), 0o755);
  const library = await bundleLibrary(clean);
  const page = await bundlePage();
  const packages = [
    ...[metafile, parts.metafile, library.metafile, page].flatMap(bundledPackages),
    ...grammarFolders(),
  ];
  replace(join(DIST, 'THIRD-PARTY-LICENSES.txt'), licenses([...new Set(packages)].toSorted()), 0o644);
  const oldest = clean ? Infinity : Date.now() - KEPT_MS;
  removeOthers(DIST, ['git-prov.js', 'library', 'web', 'THIRD-PARTY-LICENSES.txt', ...names], oldest);
  removeOthers(LIBRARY, library.names, Infinity); // its parts have fixed names
}

/** The program in parts, see `bundleParts`; nothing is written. */
export const buildParts = () => bundleParts(COMMONJS, PLUGINS);

/**
 * Writes the program into a folder, with its threads and SQLite beside it.
 * @param {string} dir
 * @param {Record<string, string>} entry the name of the program's file, and its source
 * @returns what esbuild knows of the output, and the names of the files
 */
export async function bundleProgram(dir, entry) {
  const { outputFiles, metafile } = await build({
    ...COMMONJS,
    entryPoints: {
      ...entry,
      'verify-worker': 'src/trust/worker.ts',
      'index-worker': 'src/ask/index/build/index-worker.ts',
      'code-worker': 'src/code/parse/code-worker.ts',
    },
    outdir: dir,
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: PLUGINS,
    metafile: true,
  });
  mkdirSync(dir, { recursive: true });
  replace(join(dir, 'package.json'), '{ "type": "commonjs" }\n', 0o644); // the threads' names end in .js
  replace(join(dir, SQLITE), readFileSync(join(ROOT, 'node_modules/node-sqlite3-wasm/dist', SQLITE)), 0o644);
  copyGrammars(join(dir, 'grammars'));
  const names = ['package.json', SQLITE, 'grammars'];
  for (const { path, text } of outputFiles) {
    replace(path, text, 0o644);
    names.push(basename(path));
  }
  return { metafile, names };
}

async function bundleLoader(hash, parts) {
  const { outputFiles } = await build({
    ...COMMONJS,
    entryPoints: ['src/loader.ts'],
    target: 'node10', // an older Node must be able to read the file, to print why it cannot run it
    define: { BUILD: JSON.stringify(hash), PARTS: JSON.stringify(parts) },
    banner: { js: `${START_NODE}${REFUSE_OLD_NODE}` },
  });
  return outputFiles[0].contents;
}

/**
 * The first lines of the program are read by a shell, which starts Node on the same file. For Node each of them is a string and a
 * comment. Node reads a file of certificates (Node 20) and loads its client of HTTP (Node 22 and later) before it runs a line, where
 * these variables ask for it. The program makes no connection, so Node starts without them; `held-variables.ts` puts them back.
 */
const START_NODE = [
  '#!/bin/sh',
  ...['NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY'].map(
    (name) => `':' //; [ -z "\${${name}-}" ] || { GIT_PROV_${name}=$${name}; export GIT_PROV_${name}; unset ${name}; }`,
  ),
  `':' //; command -v node >/dev/null || { echo 'git prov: needs Node ${OLDEST_NODE} or later, and no folder of PATH has a node. Install Node, or put its folder on PATH.' >&2; exit 127; }`,
  `':' //; exec node "$0" "$@"`,
  '',
].join('\n');

/** Comes before the loader's first import. A hook of ours never makes git or an agent fail, so it ends with 0. */
const REFUSE_OLD_NODE = `if (parseInt(process.versions.node, 10) < ${OLDEST_NODE}) {
  if (process.argv[2] === 'hook') process.exit(0);
  process.stderr.write('git prov: needs Node ${OLDEST_NODE} or later, but this is Node ' + process.version + ' (' + process.execPath + '). Put a newer Node first on PATH.\\n');
  process.exit(1);
}`;

/**
 * One file, in which modules that are imported dynamically are set up when asked for. All text is ASCII, which V8 reads fastest.
 * @type {import('esbuild').BuildOptions}
 */
const COMMONJS = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  charset: 'ascii',
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true, // reading it takes a third of the time that loading takes
  legalComments: 'none',
  supported: { 'dynamic-import': false }, // the loader's script cannot import
  define: {
    'process.env.GIT_PROV_VERSION': JSON.stringify(VERSION),
    'import.meta.dirname': '__dirname',
    'import.meta.url': 'importMetaUrl',
  },
  write: false,
};

/** The library in parts, which load each other as they are needed. */
const PARTS = {
  index: 'src/faces/library/index.ts',
  binary: 'src/faces/library/with-git.ts',
  browser: 'src/faces/library/browser.ts',
  isomorphic: 'src/git/objects/isomorphic.ts',
  errors: 'src/errors.ts',
};

/**
 * The library has a bundle of its own, which a browser can load: what needs Node is in `binary.js` alone, isomorphic-git in
 * `isomorphic.js`, and only `index.js` names `binary.js`. Code splitting would put what both ways use, and with it some of
 * what needs Node, into one part.
 */
async function bundleLibrary(clean) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: PARTS,
    outdir: 'dist/library',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    plugins: [inParts],
    write: false,
    metafile: true,
  });
  mkdirSync(LIBRARY, { recursive: true });
  // Those that load others come after them.
  for (const { path, contents } of outputFiles.toReversed()) replace(path, contents, 0o644);
  replace(join(LIBRARY, 'package.json'), '{ "type": "module" }\n', 0o644); // dist itself is CommonJS
  return { metafile, names: ['package.json', ...outputFiles.map(({ path }) => basename(path)), ...declare(clean)] };
}

const inParts = {
  name: 'in-parts',
  setup({ onResolve, onLoad, resolve: find }) {
    const parts = new Map(Object.entries(PARTS).map(([name, path]) => [join(ROOT, path), name]));
    // None of our files does anything by being loaded, so what is not used of them is left out.
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir, kind }) => {
      const full = resolve(resolveDir, path);
      const part = kind === 'entry-point' ? undefined : parts.get(full);
      return part ? { path: `./${part}.js`, external: true, sideEffects: false } : { path: full, sideEffects: false };
    });
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
    // A package that asks for `buffer` gets the global one, which a browser's page provides: isomorphic-git counts on it.
    // With `clean-git-ref` it only words an error of writing.
    onResolve({ filter: /^(?:buffer|clean-git-ref)$/ }, ({ path }) => ({ path, namespace: 'stands-in' }));
    onLoad({ filter: /.*/, namespace: 'stands-in' }, ({ path }) => ({
      contents: path === 'buffer' ? 'module.exports = { Buffer };' : 'export default { clean: (name) => name };',
    }));
    // Nor do packages: what isomorphic-git needs for writing is left out with the functions that write.
    onResolve({ filter: /^[@a-z]/ }, async ({ path, pluginData, ...where }) => {
      if (pluginData === inParts || where.kind === 'entry-point') return undefined;
      return { ...(await find(path, { ...where, pluginData: inParts })), sideEffects: false };
    });
  },
};

/** The page of `git prov web`: in parts for the server, and whole for exported files. */
const PAGE = join(ROOT, 'src/faces/web/page');

/** @type {import('esbuild').BuildOptions} */
const FOR_BROWSERS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'browser',
  target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  write: false,
  metafile: true,
};

// Only `git prov web` reads these files.
async function bundlePage() {
  const entryPoints = { main: join(PAGE, 'main.tsx'), style: join(PAGE, 'style.css') };
  const served = await build({
    ...FOR_BROWSERS,
    entryPoints,
    outdir: 'dist/web/served',
    format: 'esm',
    splitting: true,
  });
  const whole = await build({ ...FOR_BROWSERS, entryPoints, outdir: 'dist/web/whole', format: 'iife' });
  const index = readFileSync(join(PAGE, 'index.html'));
  for (const [dir, { outputFiles }] of [
    ['served', served],
    ['whole', whole],
  ]) {
    const folder = join(DIST, 'web', dir);
    mkdirSync(folder, { recursive: true });
    for (const { path, contents } of outputFiles) replace(path, contents, 0o644);
    if (dir === 'served') replace(join(folder, 'index.html'), index, 0o644);
    removeOthers(folder, ['index.html', ...outputFiles.map(({ path }) => basename(path))], Infinity);
  }
  return served.metafile;
}

/** The files with the library's public types. */
const DECLARED = ['faces/library/index', 'faces/library/types', 'ask/shapes/shapes', 'model/standing/level', 'errors'];

// Written only where they are older than their sources: the compiler takes longer than all the rest.
function declare(always) {
  const names = DECLARED.map((path) => `${basename(path)}.d.ts`);
  const written = Math.min(...names.map((name) => changedAt(join(LIBRARY, name))));
  if (!always && written > Math.max(...DECLARED.map((path) => changedAt(join(ROOT, 'src', `${path}.ts`)))))
    return names;
  const dir = mkdtempSync(join(DIST, 'types-'));
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const config = { extends: '../../tsconfig.json', files: [`../../src/${DECLARED[0]}.ts`], include: [] };
    const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true };
    Object.assign(compilerOptions, { outDir: '.', rootDir: '../../src' });
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ ...config, compilerOptions }));
    execFileSync(process.execPath, [tsc, '-p', dir], { stdio: ['ignore', 'inherit', 'inherit'] });
    for (const path of DECLARED) {
      const text = readFileSync(join(dir, `${path}.d.ts`), 'utf8');
      const here = text.replaceAll(/from '(?:\.\.?\/)+(?:\w+\/)*(\w+)\.ts'/g, "from './$1.js'"); // all in one folder
      replace(join(LIBRARY, `${basename(path)}.d.ts`), here, 0o644);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return names;
}

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

// Parts of earlier builds.
function removeOthers(dir, names, oldest) {
  const kept = new Set(names);
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (!kept.has(name) && changed < oldest) rmSync(path, { recursive: true, force: true });
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

// What lays out --help has three copies of a package that loads the Unicode data of Intl.Segmenter, at each start of every
// command. Our own help has no cluster of characters in it: the widths that our output has will do.
const withOurWidth = {
  name: 'with-our-width',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^string-width$/ }, ({ path }) => ({ path, namespace: 'ours' }));
    onLoad({ filter: /.*/, namespace: 'ours' }, () => ({
      contents: "export { textWidth as default } from './src/faces/cli/render/width.ts';",
      resolveDir: ROOT,
      loader: 'ts',
    }));
  },
};

// yargs looks for translations three folders above its own file. From the bundle that is outside of the package, where another user
// may put any text. So it looks beside the bundle, which has no translations. From there it also takes the user's folder for the program's,
// and reads a `package.json` in it or above it for a version that it does not need: a pipe or a device there would never end.
const withoutLocales = {
  name: 'without-locales',
  setup({ onLoad }) {
    onLoad({ filter: /yargs\/lib\/platform-shims\/esm\.mjs$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      let contents = text;
      for (const [from, to] of [
        ["'../../../locales'", "'../locales'"],
        ['findUp: escalade,', 'findUp: () => undefined,'],
      ]) {
        if (!contents.includes(from)) throw new Error(`${path} is not what this build expects`);
        contents = contents.replace(from, to);
      }
      return { contents };
    });
  },
};

/** SQLite, compiled: it lies beside the bundle, and is read when a command first asks the index. */
const SQLITE = 'node-sqlite3-wasm.wasm';

// It looks for its other half in `__dirname`; the tests' thread runs a copy of the program in another folder.
const withSqlite = {
  name: 'with-sqlite',
  setup({ onLoad }) {
    onLoad({ filter: /node-sqlite3-wasm\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        '__dirname',
        `require('path').dirname(require.resolve(['./${SQLITE}'][0]))`,
      ),
    }));
  },
};

const PLUGINS = [withoutProfiler, withOurWidth, withoutLocales, withSqlite];

/** Where the grammars of the code layer are, apart from the packages that are named like them. */
const GRAMMAR_PACKAGES = {
  'tree-sitter-c-sharp': ['tree-sitter-c_sharp.wasm'],
  'tree-sitter-typescript': ['tree-sitter-typescript.wasm', 'tree-sitter-tsx.wasm'],
  // Not part of the bundle: when its memory is damaged, it is loaded again.
  'web-tree-sitter': ['web-tree-sitter.wasm', 'web-tree-sitter.cjs'],
};

const grammarNames = () =>
  Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies).filter((name) =>
    /^(?:web-)?tree-sitter/.test(name),
  );
const grammarFolders = () => grammarNames().map((name) => join(ROOT, 'node_modules', name));

// The packages of grammars also have the parsers in C and compiled for Node, ten times as large. What is needed of them is this.
function copyGrammars(dir) {
  mkdirSync(dir, { recursive: true });
  for (const name of grammarNames())
    for (const file of GRAMMAR_PACKAGES[name] ?? [`${name}.wasm`]) {
      const [from, to] = [join(ROOT, 'node_modules', name, file), join(dir, file)];
      if (statSync(to, { throwIfNoEntry: false })?.size !== statSync(from).size) replace(to, readFileSync(from), 0o644);
    }
}

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
