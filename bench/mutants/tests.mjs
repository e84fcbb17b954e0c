// The pure tests in this process. They load in milliseconds, so that each mutant meets fresh modules: no cache keeps what another mutant left in it.
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

for (const matchers of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(matchers);
const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect);

// A law ends with its first failure. The search for a shorter example would take many more runs.
const SEEDED = `
  require('./test/helpers/seed.ts');
  const fc = require('fast-check');
  fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })`;

/**
 * @typedef {{ id: string, file: string, run: () => unknown }} Test
 * @typedef {{ files: readonly string[], load: (files: readonly string[]) => Test[], uses: (file: string, source: string) => boolean }} Tests
 * `load` gives the tests of some files, with fresh modules; `uses` says whether a test file imports a source, directly or through other files
 */

/**
 * @param {string} root of the project, or of a copy of it
 * @returns {Promise<Tests>} those of `npm test` in `test/lines/` and `test/model/` that start no process
 */
export async function bundleTests(root) {
  const kinds = run(await bundle(root, `export * from './test/helpers/projects.ts'`));
  const files = kinds.projects(false, false).pure.filter((file) => /^test\/(?:lines|model)\//.test(file));
  const entries = files.map((file) => `${JSON.stringify(file)}: () => require('./${file}')`);
  const bundled = await bundle(root, `${SEEDED}; export default { ${entries.join(',\n')} }`);
  const used = new Map(files.map((file) => [file, reach(bundled.inputs, file)]));
  return {
    files,
    uses: (file, source) => used.get(file)?.has(source) ?? false,
    load(wanted) {
      const { vitest, tests, begin } = collector();
      const open = run(bundled, vitest).default;
      for (const file of wanted) {
        begin(file);
        open[file]();
      }
      return tests;
    },
  };
}

async function bundle(root, contents) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, sourcefile: 'tests.ts', loader: 'ts' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'error',
    plugins: [{ name: 'import-meta', setup: keepImportMeta }],
  });
  return {
    script: new Script(`(function (module, exports, require) {${outputFiles[0].text}\n})`),
    inputs: metafile.inputs,
  };
}

// The bundle is one module, so `import.meta` has to say for itself where each file was.
function keepImportMeta({ onLoad }) {
  onLoad({ filter: /\/(?:test|src)\/.*\.ts$/ }, ({ path }) => ({
    loader: 'ts',
    contents: readFileSync(path, 'utf8')
      .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href))
      .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(path))),
  }));
}

const installed = createRequire(import.meta.url);

function run({ script }, vitest) {
  const module = { exports: {} };
  script.runInThisContext()(module, module.exports, (id) => (id === 'vitest' ? vitest : installed(id)));
  return module.exports;
}

function reach(inputs, file) {
  const found = new Set([file]);
  for (const one of found) for (const { path } of inputs[one]?.imports ?? []) found.add(path);
  return found;
}

/** What the tests use of vitest. Anything else fails when the tests are loaded. */
function collector() {
  const tests = [];
  let [file, count] = ['', 0];
  const names = [];
  const add = (name, fn) => {
    const id = `${file}#${count++} ${[...names, name].join(' ')}`;
    tests.push({ id, file, run: fn });
  };
  const test = (name, fn) => {
    if (typeof fn !== 'function')
      throw new Error(`The campaign cannot run the test "${name}": it has no function as its second argument.`);
    add(name, fn);
  };
  test.each = (cases) => (name, fn) => {
    for (const one of cases) add(name, () => (Array.isArray(one) ? fn(...one) : fn(one)));
  };
  test.skip = () => {};
  test.skipIf = (skip) => (skip ? test.skip : test);
  const describe = (name, fn) => {
    names.push(name);
    fn();
    names.pop();
  };
  return { vitest: { test, describe, expect }, tests, begin: (one) => ([file, count] = [one, 0]) };
}
