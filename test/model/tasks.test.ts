import { expect, test } from 'vitest';
import { taskText } from '../../src/model/shell/check/tasks.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    scripts: {
      ok: 'vitest run',
      all: 'tsc && eslint . && npm run ok',
      gen: 'node gen.js',
      test: 'node run.mjs',
      check: 'tsc --noEmit',
    },
  }),
  Makefile: `RUN := go test
.PHONY: everything quick
everything: quick lint ; @echo done
quick:
\t@$(RUN) ./...
lint:
\t-golangci-lint run
clean:
\trm -rf out
loop: loop
\t$(MAKE) loop
`,
  justfile: `default:
    echo hi
@everything flag='x': (quick flag)
    cargo clippy
quick x:
    #!/bin/sh
    @cargo test {{x}}
`,
};

const kinds = (command: string): string[] => {
  let left = 20;
  const tasks = (task: {
    file: string;
    name: string;
    folder: string;
  }): ReturnType<NonNullable<Parameters<typeof readCommand>[2]>> => {
    const text = task.folder === '' && left-- > 0 ? taskText(FILES[task.file]!, task as never) : undefined;
    const runs = text === undefined ? [] : (readCommand(text, false, tasks).runs ?? []);
    return runs.length > 0 ? runs.map(({ kind }) => kind) : undefined;
  };
  return (readCommand(command, false, tasks).runs ?? []).map(({ kind, label }) => `${kind}: ${label}`);
};

test.each([
  ['npm run ok', ['test: npm run ok']],
  ['npm run ok 2>&1 | tail -5', ['test: npm run ok']],
  ['yarn all', ['types: yarn all', 'lint: yarn all', 'test: yarn all']],
  ['pnpm run check', ['types: pnpm run check']],
  ['npm run gen', []],
  ['npm test', ['test: npm test']],
  ['npm run missing', []],
  ['npm install', []],
  ['cd sub && npm run ok', []],
  ['npm run ok -w a', []],
  ['make everything', ['test: make everything', 'lint: make everything']],
  ['make -j4 quick', ['test: make -j4 quick']],
  ['make -n everything', []],
  ['make clean', []],
  ['just everything', ['test: just everything', 'lint: just everything']],
  ['just default', []],
])('%s: %j', (command, expected) => {
  expect(kinds(command)).toEqual(expected);
});

test('rules that depend on themselves, and files that are no manifests, are harmless', () => {
  expect(taskText(FILES['Makefile']!, { file: 'Makefile', name: 'loop' })).toBe('make loop\nmake loop');
  expect(taskText('{', { file: 'package.json', name: 'a' })).toBeUndefined();
  expect(taskText('null', { file: 'package.json', name: 'a' })).toBeUndefined();
  expect(taskText('{"scripts":{"a":1}}', { file: 'package.json', name: 'a' })).toBeUndefined();
  expect(taskText(FILES['package.json']!, { file: 'package.json', name: '__proto__' })).toBeUndefined();
});
