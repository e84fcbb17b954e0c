// Compares the imports, calls and calls of packages that git prov resolves in JavaScript and TypeScript with those of the TypeScript compiler.
//   node bench/judges/calls.mjs DIR LIBRARY [CONDITION…]
// DIR is a git repository; LIBRARY the folder of the npm package typescript 5, which is not part of this project; CONDITION a
// condition of `exports` that the repository uses. A call counts as right if the compiler has a call to the same place on its line.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const [dir, library, ...customConditions] = process.argv.slice(2);
if (!library) {
  process.stderr.write('usage: node bench/judges/calls.mjs DIR LIBRARY [CONDITION...]\n');
  process.exit(2);
}
const root = resolve(dir);
const require = createRequire(import.meta.url);
const ts = require(resolve(library));
const { withCode, CodeGraph, externalOf, openRepo } = await ours();

const SOURCE = /\.(?:[mc]?[jt]s|[jt]sx)$/;
const options = {
  allowJs: true,
  allowImportingTsExtensions: true,
  customConditions,
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  noEmit: true,
  resolveJsonModule: true,
  strict: true,
  target: ts.ScriptTarget.ESNext,
};
const counts = {
  imports: [0, 0],
  found: [0, 0],
  sure: [0, 0],
  all: [0, 0],
  calls: [0, 0],
  sureOutside: [0, 0],
  outside: [0, 0],
  foundOutside: [0, 0],
};
const wrong = [];
const count = (what, isRight) => {
  counts[what][0] += isRight ? 1 : 0;
  counts[what][1]++;
  return isRight;
};

await withCode(await openRepo(root, process.env), {}, async (tree) => {
  const graph = await CodeGraph.of(tree);
  const files = [...tree.paths].filter((path) => SOURCE.test(path) && tree.facts(path) && !tree.facts(path).fault);
  const program = ts.createProgram(
    files.map((path) => join(root, path)),
    options,
  );
  const checker = program.getTypeChecker();
  const known = new Set(files);
  for (const path of files) {
    const source = program.getSourceFile(join(root, path));
    if (!source) continue;
    judgeImports(path, tree.facts(path).imports, graph.importsOf(path));
    const theirs = theirCalls(source, checker, known);
    judgeCalls(path, tree, graph, theirs);
    judgeExternals(path, tree, graph, theirs);
  }
  process.stdout.write(`${files.length} files\n`);
});
const share = ([part, whole]) => `${((100 * part) / whole).toFixed(2)} % (${part} of ${whole})`;
process.stdout.write(
  [
    `imports right: ${share(counts.imports)}; of the compiler's: ${share(counts.found)}`,
    `calls with confidence 1.0 right: ${share(counts.sure)}; all: ${share(counts.all)}; of the compiler's: ${share(counts.calls)}`,
    `calls of packages with confidence 1.0 right: ${share(counts.sureOutside)}; all: ${share(counts.outside)}; of the compiler's: ${share(counts.foundOutside)}`,
    ...wrong,
  ].join('\n') + '\n',
);

async function ours() {
  const outfile = join(ROOT, 'node_modules', `.judge-${process.pid}.cjs`);
  await build({
    stdin: {
      contents: `export { withCode } from './src/code/code-index.ts';
export { CodeGraph } from './src/code/resolve/code-graph.ts';
export { externalOf } from './src/code/resolve/externals.ts';
export { openRepo } from './src/git/repository/repo.ts';`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    define: { 'import.meta.url': 'ownUrl', 'import.meta.dirname': '__dirname' },
    banner: { js: 'const ownUrl = require("node:url").pathToFileURL(__filename).href;' },
    external: ['web-tree-sitter', 'node-sqlite3-wasm'],
    outfile,
  });
  process.on('exit', () => rmSync(outfile, { force: true }));
  return require(outfile);
}

function judgeImports(path, imports, meant) {
  for (const [i, { specifier, line }] of imports.entries()) {
    const { resolvedFileName: file } =
      ts.resolveModuleName(specifier, join(root, path), options, ts.sys).resolvedModule ?? {};
    const theirs = file && !file.includes('/node_modules/') ? relative(root, file) : 'external';
    const one = meant[i];
    const our = !one ? undefined : 'external' in one ? 'external' : (one.file ?? JSON.stringify(one));
    count('found', our === theirs);
    if (our !== undefined && !count('imports', our === theirs))
      wrong.push(`import ${path}:${line} ${specifier}: ${our}, by the compiler ${theirs}`);
  }
}

function judgeCalls(path, tree, graph, theirs) {
  const our = new Map();
  for (const reference of tree.facts(path).references)
    for (const { path: to, definition, confidence } of graph.resolve(path, reference)) {
      const { start, name } = tree.facts(to).definitions[definition];
      const place = `${to}:${start}`;
      our.set(reference.line, [...(our.get(reference.line) ?? []), place]);
      const isRight = (theirs.get(reference.line) ?? []).some(({ places }) => places.has(place));
      count('all', isRight);
      if (confidence === 1 && !count('sure', isRight)) wrong.push(`call ${path}:${reference.line} ${name} ${place}`);
    }
  for (const [line, calls] of theirs)
    for (const { places, isFunction } of calls)
      if (isFunction && places.size > 0)
        count(
          'calls',
          (our.get(line) ?? []).some((place) => places.has(place)),
        );
}

// A call is right if the compiler has a call of the same package on its line.
function judgeExternals(path, tree, graph, theirs) {
  const our = new Map();
  for (const reference of tree.facts(path).references) {
    const { external, confidence } = externalOf(graph, path, reference) ?? {};
    if (!external) continue;
    const name = external.from === 'npm' ? external.name : external.from;
    our.set(reference.line, [...(our.get(reference.line) ?? []), name]);
    const isRight = (theirs.get(reference.line) ?? []).some(({ packages }) => packages.has(name));
    count('outside', isRight);
    if (confidence === 1 && !count('sureOutside', isRight)) wrong.push(`package ${path}:${reference.line} ${name}`);
  }
  for (const [line, calls] of theirs)
    for (const { packages } of calls)
      if (packages.size > 0)
        count(
          'foundOutside',
          (our.get(line) ?? []).some((name) => packages.has(name)),
        );
}

/** The package that an import of the first name of an expression names: it may pass on names of another one. */
function importedFrom(checker, name) {
  let first = name;
  if (ts.isPropertyAccessExpression(first.parent)) first = first.parent;
  while (ts.isPropertyAccessExpression(first)) first = first.expression;
  for (let one of checker.getSymbolAtLocation(first)?.declarations ?? [])
    for (; one; one = one.parent) {
      const specifier = ts.isImportDeclaration(one) ? one.moduleSpecifier.text : undefined;
      if (specifier === undefined || specifier.startsWith('.')) continue;
      if (specifier.startsWith('node:')) return ['node'];
      return [
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      ];
    }
  return [];
}

/** The package of a file of the compiler; undefined for files of the repository and of the language. */
function packageOf(file) {
  const [, scope, name] = /.*\/node_modules\/(?:(@[^/]+)\/)?([^/]+)/.exec(file) ?? [];
  if (name === undefined || (name === 'typescript' && file.includes('/lib/lib.'))) return undefined;
  if (scope !== '@types') return scope ? `${scope}/${name}` : name;
  return name.includes('__') ? `@${name.replace('__', '/')}` : name;
}

/** What the compiler resolves the calls, elements and supertypes of a file to, by their lines. */
function theirCalls(source, checker, known) {
  const found = new Map();
  const lineOf = (file, at) => file.getLineAndCharacterOfPosition(at).line + 1;
  const add = (name, call) => {
    const declarations = declarationsOf(checker, name, call);
    const places = new Set();
    const packages = new Set(importedFrom(checker, name));
    for (const one of declarations) {
      const file = one.getSourceFile();
      const from = packageOf(file.fileName);
      if (from !== undefined) packages.add(from);
      const path = relative(root, file.fileName);
      if (!known.has(path)) continue;
      for (const at of [one.getStart(file), one.name?.getStart?.(file)])
        if (at !== undefined) places.add(`${path}:${lineOf(file, at)}`);
    }
    const line = lineOf(source, name.getStart(source));
    found.set(line, [
      ...(found.get(line) ?? []),
      { places, packages, isFunction: [...declarations].some(isDefinition) },
    ]);
  };
  const nameOf = (node) => (ts.isPropertyAccessExpression(node) ? node.name : node);
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = nameOf(node.expression);
      const isNamed = ts.isIdentifier(name) || ts.isPrivateIdentifier(name);
      if (isNamed || name.kind === ts.SyntaxKind.SuperKeyword) add(name, node);
    } else if (ts.isTaggedTemplateExpression(node)) add(nameOf(node.tag), node);
    else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) add(node.tagName);
    else if (ts.isHeritageClause(node)) for (const { expression } of node.types) add(nameOf(expression));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function declarationsOf(checker, name, call) {
  const named = checker.getSymbolAtLocation(name);
  const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  const signature = call && checker.getResolvedSignature(call)?.declaration;
  const all = [...(symbol?.declarations ?? []), signature, signature?.parent];
  return new Set(all.filter((one) => one !== undefined));
}

function isDefinition(one) {
  const { initializer } = one;
  const isFunction =
    initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
  return (
    ts.isFunctionLike(one) ||
    ts.isClassLike(one) ||
    ts.isInterfaceDeclaration(one) ||
    ts.isTypeAliasDeclaration(one) ||
    (ts.isVariableDeclaration(one) && isFunction)
  );
}
