// Writes the program in parts, so that a command loads only what it may need: to read all of it takes longer than most commands run.
import { build, transform } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const ROOT = import.meta.dirname;

/** The name of the part that the loader reads. */
export const FIRST_PART = 'program.cjs';

/** The file that starts the program. */
const START = 'src/main.ts';

/**
 * Which part has what a dynamic import names. The first part is loaded at each start. Everything that no part names is in `rest`, so
 * nothing new becomes part of a quick start by itself.
 */
const PARTS = {
  program: [
    'src/faces/cli/commands/ask/blame.ts',
    'src/faces/cli/hook-command.ts',
    'src/faces/cli/program.ts',
    'src/faces/cli/reading/open-history.ts',
    'src/faces/cli/reading/with-reading.ts',
    'src/git/repository/git-settings.ts',
    'src/git/repository/repo.ts',
    'src/install/git-hooks/watch.ts',
    'src/recorder/agent-port.ts',
  ],
  ask: [
    'src/faces/cli/commands/ask/log.ts',
    'src/faces/cli/commands/ask/show.ts',
    'src/faces/cli/commands/ask/why.ts',
    'src/faces/cli/parser.ts',
    'src/recorder/ledger/content-store.ts',
  ],
  query: [
    'src/faces/cli/commands/aliases/evidence.ts',
    'src/faces/cli/commands/aliases/history.ts',
    'src/faces/cli/commands/ask/list.ts',
    'src/faces/cli/commands/ask/search.ts',
    'src/faces/cli/commands/ask/trace.ts',
  ],
  sqlite: ['src/sqlite/web-assembly.ts'],
  code: ['src/ask/code/symbols-around.ts', 'src/code/symbols.ts', 'src/faces/cli/reading/with-symbol.ts'],
  status: ['src/faces/cli/commands/start/status.ts', 'src/faces/cli/reading/known-state.ts'],
  push: ['src/sharing/pre-push.ts'],
  record: [
    'src/agents/registry.ts',
    'src/recorder/commit/uncommitted.ts',
    'src/recorder/drain.ts',
    'src/recorder/hook.ts',
    'src/redact/rescan.ts',
    'src/redact/secretlint.ts',
  ],
};
const REST = 'rest';

/** A dynamic import of a file of ours. Those of packages have files of their own. */
const IMPORT = /\bimport\('(\.{1,2}\/[^']+\.tsx?)'\)/g;

/**
 * Bundles the program.
 * @param {import('esbuild').BuildOptions} options for a bundle in CommonJS
 * @param {readonly import('esbuild').Plugin[]} plugins
 * @returns the texts by the names of their files, each the text of a function as Node's own loader makes one of a CommonJS module;
 *   what esbuild knows of them; and the names of the files that the start of each part reads
 */
export async function bundleParts(options, plugins) {
  const doors = doorsOf(join(ROOT, 'src'));
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: { program: START, ...Object.fromEntries([...doors.keys()].map((part) => [part, `part:${part}`])) },
    outdir: 'dist',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    supported: {},
    plugins: [inParts(doors), ...plugins],
    metafile: true,
  });
  const names = new Map(outputFiles.map(({ path }) => [basename(path, '.js'), nameOf(path)]));
  const fixed = new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), fixedIn(text)]));
  const texts = new Map();
  for (const { path, text } of outputFiles)
    texts.set(nameOf(path), await asFunction(withOwnNames(text, fixed), names, options));
  return { texts, metafile, reads: readsOf(metafile) };
}

// Only the first part has a name that the loader knows. The others are named by their content: a process that was started before
// an update gets what belongs together.
const nameOf = (path) =>
  basename(path)
    .replace(/^program-\w+/, 'program')
    .replace(/\.js$/, '.cjs');

/** The library and the page have bundles of their own. */
const OF_OTHERS = /^faces[\\/](?:library|web[\\/]page)[\\/]/;

/** The files of ours that dynamic imports name, by the part that has them. */
function doorsOf(dir) {
  const partOf = new Map(Object.entries(PARTS).flatMap(([part, files]) => files.map((file) => [file, part])));
  const doors = new Map([...Object.keys(PARTS).slice(1), REST].map((part) => [part, new Set()]));
  for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || OF_OTHERS.test(file)) continue;
    const path = join(dir, file);
    for (const [, named] of readFileSync(path, 'utf8').matchAll(IMPORT))
      doors.get(partOf.get(target(path, named)) ?? REST)?.add(target(path, named));
  }
  return doors;
}

const target = (path, named) => relative(ROOT, resolve(dirname(path), named)).replaceAll('\\', '/');

// The bundler would make a file of each dynamic import. Here those of the same part only begin later, and each part has one door.
const inParts = (doors) => ({
  name: 'in-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^part:/ }, ({ path }) => ({ path, namespace: 'part' }));
    onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => {
      const files = [...doors.get(path.slice('part:'.length))].toSorted();
      const entries = files.map((file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)})`);
      return {
        contents: `const files = { ${entries.join(',\n')} };\nexport const open = (file) => files[file]();`,
        resolveDir: ROOT,
      };
    });
    onLoad({ filter: /[\\/]src[\\/].+\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(IMPORT, (_, named) => {
        const wanted = target(path, named);
        for (const [part, files] of doors)
          if (files.has(wanted)) return `import('part:${part}').then((part) => part.open(${JSON.stringify(wanted)}))`;
        return `Promise.resolve().then(() => require(${JSON.stringify(named)}))`;
      }),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
});

/** The names that a part gives to others, at the end of its text. */
const EXPORTS = /export\{([^{}]*)\};\s*$/;
/** How CommonJS asks for another part. No copy of its names is made. */
const REQUIRE = /(?:__toESM\(require\("\.\/([\w.-]+)\.js"\)\)|require\("\.\/([\w.-]+)\.js"\))/g;
/** How CommonJS asks for a module of Node. All of them are at the start of a part. */
const OF_NODE = /\b(import_\w+)=((?:__toESM\()?require\("[^."][^"]*"\)\)?)/g;
const LATER = 'var later=(load)=>{let known;return()=>known??=load()};';
const FILE_URL = "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;";

/** The imports of a part from other parts, at the start of its text. */
const IMPORTS = /import\{([^{}]*)\}from"\.\/([\w.-]+)\.js";/g;
/** What has its value before any file of a part began: functions, and what begins a file. */
const FIXED =
  /(?:^|[;}\n])(?:async )?function\*?\s*([\w$]+)\(|\b([\w$]+)=(?:__esm|__commonJS)\(|(?:^|[;}\n])var ([\w$]+)=\{\};/g;

/** The exports of a part with a value that never changes. */
function fixedIn(text) {
  const own = new Set([...text.matchAll(FIXED)].map(([, ...names]) => names.find((name) => name !== undefined)));
  const exported = (EXPORTS.exec(text)?.[1] ?? '').split(',').map((name) => name.split(' as '));
  return new Set(exported.flatMap(([name, as = name]) => (own.has(name) ? [as] : [])));
}

// A call of a function is quicker than a call of a property.
const withOwnNames = (text, fixed) =>
  text.replace(IMPORTS, (_, list, part) => {
    const names = list.split(',');
    const isFixed = (name) => fixed.get(part).has(name.split(' as ')[0]);
    const others = names.filter((name) => !isFixed(name));
    const own = names.filter(isFixed).map((name) => name.replace(' as ', ':'));
    const asked = others.length > 0 || own.length === 0 ? `import{${others.join(',')}}from"./${part}.js";` : '';
    return own.length > 0 ? `${asked}const{${own.join(',')}}=require("./${part}.js");` : asked;
  });

// Other names are properties that are read when they are used.
async function asFunction(text, names, { target, charset, minifySyntax, minifyWhitespace, legalComments, supported }) {
  const exported = (EXPORTS.exec(text)?.[1] ?? '').split(',').filter(Boolean);
  const isFixed = fixedIn(text);
  const given = exported.map((name) => {
    const [own, as = own] = name.split(' as ');
    return isFixed.has(as) ? `${as}:${own}` : `get ${as}(){return ${own}}`;
  });
  const { code } = await transform(text.replace(EXPORTS, ''), {
    target,
    charset,
    minifySyntax,
    minifyWhitespace,
    legalComments,
    supported,
    format: 'cjs',
    platform: 'node',
  });
  const own = withLateModules(code).replaceAll(REQUIRE, (whole, converted, plain) => {
    const name = converted ?? plain;
    return names.has(name) ? `require("./${names.get(name)}")` : whole;
  });
  const start = own.includes('importMetaUrl') ? FILE_URL : '';
  return `(function(exports,require,module,__filename,__dirname){${LATER}${start}${asAscii(own)}module.exports=()=>({__proto__:null,${given.join(',')}});\n})\n`;
}

/**
 * The bundler leaves other characters in regular expressions and in raw templates, which hold the sources of some. The loader would read
 * each of their bytes as a character of Latin-1. An escape means the same in both places.
 */
const asAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

// Many modules of Node take a millisecond to load, and most of a part's files are not used in one run.
function withLateModules(code) {
  const names = new Set([...code.matchAll(OF_NODE)].map(([, name]) => name));
  const used = code.replaceAll(/\bimport_\w+\b(?!=)/g, (name) => (names.has(name) ? `(${name}())` : name));
  return used.replaceAll(OF_NODE, '$1=later(()=>$2)');
}

/** The names of the files that the start of each part reads: its own, and those of what it shares with others. */
function readsOf({ outputs }) {
  const reads = {};
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    const named = /^(?:part:part:(\w+)|src\/main\.ts)$/.exec(entryPoint ?? '');
    if (named) reads[named[1] ?? 'program'] = [...staticOf(path, outputs)].map(nameOf);
  }
  return reads;
}

function staticOf(path, outputs, seen = new Set()) {
  if (!outputs[path] || seen.has(path)) return seen;
  seen.add(path);
  for (const { path: other, kind } of outputs[path].imports)
    if (kind === 'import-statement') staticOf(other, outputs, seen);
  return seen;
}

/** Changes with the text of any part. */
export function hashOfParts(texts) {
  const sum = createHash('sha256');
  for (const [name, text] of [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))) sum.update(`${name}\0${text}\0`);
  return sum.digest('hex');
}
