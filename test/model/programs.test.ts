import { describe, expect, test } from 'vitest';
import { taskText } from '../../src/model/shell/check/tasks.ts';
import { isSnapshot } from '../../src/model/shell/fixers.ts';
import { endsLike, generatedBy } from '../../src/model/shell/generators.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';
import { baseName, literalArg } from '../../src/model/shell/parse/word.ts';

const list = (words: string): string[] => words.split(/\s*;\s*/);
/** The checks of a command, as `KIND: LABEL`. */
const checks = (command: string): string =>
  (readCommand(command).runs ?? []).map(({ kind, label }) => `${kind}: ${label}`).join(', ');
/** What a command writes: its files, or the kind of its writes. */
const writes = (command: string): string => {
  const { writes: found } = readCommand(command);
  return found.kind === 'paths' ? found.paths.join(' ') : `<${found.kind}>`;
};

describe('a program that runs another one', () => {
  // Each with its options that take a value.
  test.each(
    Object.entries({
      command: '',
      builtin: '',
      exec: '-a',
      nohup: '',
      '/usr/bin/time': '-f -o --format --output',
      setsid: '',
      sudo: '-u -g -h -p -C -D --user --group --chdir',
      doas: '-u -C',
      nice: '-n --adjustment',
      ionice: '-c -n',
      stdbuf: '-i -o -e',
      unbuffer: '',
      chronic: '',
      caffeinate: '-t -w',
      'xvfb-run': '-n -s -e -f',
      'cross-env': '',
      'cross-env-shell': '',
      dotenv: '-e -f -v',
      npx: '-p --package -w --workspace --loglevel',
      pnpx: '-p --package',
      bunx: '-p --package',
      uvx: '-p --python --from --with --index-url',
      pipx: '--spec',
      c8: '-r --reporter -x --exclude -n --include -o --reports-dir',
      nyc: '-r --reporter -x --exclude -n --include',
      rlwrap: '',
      env: '-u --unset',
      timeout: '',
    }),
  )('%s, with the values of %j skipped', (wrapper, options) => {
    const more = wrapper === 'timeout' ? ' 60' : '';
    const commands = [
      `${wrapper}${more} jest a`,
      `${wrapper} -- ${more} jest a`,
      ...options
        .split(' ')
        .filter(Boolean)
        .map((option) => `${wrapper} ${option} value${more} jest a`),
    ];
    expect(commands.filter((command) => checks(command) !== 'test: jest a')).toEqual([]);
  });

  test.each([
    ['env A=1 B_2=x jest a', 'test: jest a'],
    ['env -i A=1 jest a', 'test: jest a'],
    ['cross-env A=1 jest a', 'test: jest a'],
    ['timeout -s KILL -k 5 60 jest a', 'test: jest a'],
    ['timeout --signal KILL --kill-after 5 60 jest a', 'test: jest a'],
    ['gtimeout 60 jest a', 'test: jest a'],
    ['flock -w 5 -E 1 lock jest a', 'test: jest a'],
    ['python -m pytest a', 'test: pytest a'],
    ['python3.11 -W ignore -X dev -m pytest a', 'test: pytest a'],
    ['uv run pytest a', 'test: pytest a'],
    ['uv run python -m pytest a', 'test: pytest a'],
    ['coverage run -m pytest a', 'test: pytest a'],
    ['sudo nice -n 5 npx jest a', 'test: jest a'],
    ['command -v jest', ''],
    ['env', ''],
    ['env A=1', ''],
    ['python -c jest', ''],
    ['python -m', ''],
    ['find . -name x -exec jest {} +', 'test: jest …'],
  ])('%s: %s', (command, expected) => {
    expect(checks(command)).toBe(expected);
  });

  test.each([
    ['env touch f', 'f'],
    ['env -C d touch f', '<any>'],
    ['env --chdir=d touch f', '<any>'],
    ['env A=-C touch f', 'f'],
    ['env', '<none>'],
    ['env A=1', '<none>'],
    ['find . -exec touch f \\; -exec touch g +', 'f g'],
  ])('%s writes %s', (command, expected) => {
    expect(writes(command)).toBe(expected);
  });
});

describe('a subcommand that checks', () => {
  test.each([
    [
      'test',
      'cargo test; cargo t; cargo nextest run; cargo miri test; cargo llvm-cov; cargo tarpaulin; go test; dotnet test; dotnet vstest; swift test; flutter test; flutter drive; dart test; deno test; mix test; rebar3 eunit; rebar3 ct; zig build test; stack test; cabal test; dune runtest; lein test; bazel test; bazelisk coverage; buck2 test; terraform test; tofu test; helm test; opa test; rails test; ng test; ng e2e; forge test; hardhat test; gleam test; hatch test; meson test; wasm-pack test; crystal spec; nimble test',
    ],
    ['types', 'cargo check; cargo c; deno check a.ts; mix dialyzer; rebar3 dialyzer; srb tc; astro check; gleam check'],
    [
      'lint',
      'cargo clippy; cargo audit; cargo deny check; go vet; flutter analyze; dart analyze; deno lint; mix credo; rebar3 xref; zig ast-check a; lein eastwood; buf lint; buf breaking; ruff check; biome check; biome ci; sqlfluff lint; terraform validate; tofu validate; helm lint; opa check; ng lint; next lint; pre-commit run; prek run; lefthook run; hardhat check; expo lint; poetry check; trunk check; composer validate',
    ],
    [
      'build',
      'cargo build; cargo b; go build; dotnet build; dotnet publish; swift build; flutter build; dart compile exe; deno compile a.ts; bun build a; mix compile; rebar3 compile; zig build; zig build-exe a; stack build; cabal build; dune build; lein uberjar; bazel build; bazelisk build; buck2 build; buf build; ng build; next build; astro build; forge build; hardhat compile; gleam build; hatch build; uv build; poetry build; meson compile; nix build; wasm-pack build; trunk build; crystal build a; nimble build',
    ],
  ])('%s', (kind, commands) => {
    expect(list(commands).filter((command) => !checks(command).startsWith(`${kind}: `))).toEqual([]);
  });

  test.each([
    ['hatch run test', 'test'],
    ['hatch run cov:test', 'test'],
    ['hatch run test:cov', 'test'],
    ['poetry run lint', 'lint'],
    ['deno task check', 'lint'],
    ['mise run -C d lint', 'lint'],
    ['mise r lint', 'lint'],
    ['pixi run -e dev test', 'test'],
    ['pixi run --env dev test', 'test'],
    ['pdm run -p d test', 'test'],
    ['pdm run --project d test', 'test'],
    ['composer run-script test', 'test'],
    ['composer run --dir d test', 'test'],
    ['melos exec test', 'test'],
    ['hatch run pytest', 'test'],
    ['hatch run ./test', ''],
    ['hatch run', ''],
    ['hatch', ''],
    ['hatch env test', ''],
    ['hatch run serve', ''],
  ])('%s: %s', (command, kind) => {
    expect(checks(command).split(':')[0]).toBe(kind);
  });
});

describe('a generator of code', () => {
  const generated = (command: string): string => generatedBy(command.split(' ').map(literalArg)).join(' ');

  test.each([
    ['yacc a.y', 'y.tab.c y.tab.h'],
    ['byacc a.y', 'y.tab.c y.tab.h'],
    ['yacc -o src/p.c a.y', 'y.tab.c y.tab.h p.c'],
    ['yacc --output=src/p.c a.y', 'y.tab.c y.tab.h p.c'],
    ['yacc --output src/p.c a.y', 'y.tab.c y.tab.h p.c'],
    ['yacc -osrc/p.c a.y', 'y.tab.c y.tab.h p.c'],
    ['yacc -o - a.y', 'y.tab.c y.tab.h'],
    ['yacc -o *.c a.y', 'y.tab.c y.tab.h'],
    ['yacc -o', 'y.tab.c y.tab.h'],
    ['/usr/bin/lex a.l', 'lex.yy.c'],
    ['flex a.l', 'lex.yy.c lex.yy.cc'],
    ['autoconf-2.69', 'configure autom4te.cache/'],
    ['autoheader', 'config.h.in'],
    ['automake', 'Makefile.in depcomp install-sh missing compile test-driver'],
    ['aclocal', 'aclocal.m4 autom4te.cache/'],
    ['autoreconf', 'configure aclocal.m4 autom4te.cache/ depcomp install-sh missing compile test-driver'],
    ['buf generate', '*.pb.go *_grpc.pb.go *_pb2.py *_pb.js *_pb.ts *_pb.d.ts *.pb.h *.pb.cc buf.lock'],
    ['flatc a', '*_generated.h *_generated.ts *_generated.rs *_generated.js'],
    ['thrift a', 'gen-cpp/ gen-go/ gen-java/ gen-js/ gen-nodejs/ gen-py/ gen-rb/ gen-rs/'],
    ['swig a', '*_wrap.c *_wrap.cxx *_wrap.cpp'],
    ['stringer', '*_string.go'],
    ['wire', 'wire_gen.go'],
    ['sqlx prepare', '.sqlx/'],
    ['mockgen -destination mocks/m.go', 'm.go'],
    ['moc --header a.h -o b.h', 'a.h b.h'],
    ['cmake .', 'CMakeCache.txt CMakeFiles/ cmake_install.cmake compile_commands.json CTestTestfile.cmake'],
    ['cmake -B out', 'CMakeCache.txt CMakeFiles/ cmake_install.cmake compile_commands.json CTestTestfile.cmake out/'],
    ['cmake -Bout', 'CMakeCache.txt CMakeFiles/ cmake_install.cmake compile_commands.json CTestTestfile.cmake out/'],
    [
      'cmake --build ./out/',
      'CMakeCache.txt CMakeFiles/ cmake_install.cmake compile_commands.json CTestTestfile.cmake out/',
    ],
    ['cmake -B ../out', 'CMakeCache.txt CMakeFiles/ cmake_install.cmake compile_commands.json CTestTestfile.cmake'],
    ['cmake -B .', 'CMakeCache.txt CMakeFiles/ cmake_install.cmake compile_commands.json CTestTestfile.cmake'],
    ['cmake -B a/../..', 'CMakeCache.txt CMakeFiles/ cmake_install.cmake compile_commands.json CTestTestfile.cmake'],
    ['ninja -C out/debug', 'out/debug/'],
    ['ninja -Bout', ''],
    ['meson compile -C out', 'out/'],
    ['meson setup --wipe out', 'out/'],
    ['meson setup', ''],
    ['meson test out', ''],
    ['ninja setup out', ''],
    ['constructor -o a', ''],
    ['ls -o a', ''],
  ])('%s writes %s', (command, expected) => {
    expect(generated(command)).toBe(expected);
  });

  test.each([
    ['a.pb.go', '*.pb.go', true],
    ['.pb.go', '*.pb.go', false],
    ['a.go', '*.pb.go', false],
    ['a.pb.go', 'a.pb.go', false],
  ])('%s ends like %s: %s', (name, pattern, expected) => {
    expect(endsLike(name, pattern)).toBe(expected);
  });
});

describe('a task of a justfile', () => {
  const file = `# a comment: here
x := "1"
[private]
default: lint
    echo hi # not a comment
@all flag='x' +more: (quick flag) && after # why
    -@cargo clippy {{a}} {{ b }}
\t  cargo doc

quick x:
    #!/bin/sh
    cargo test
`;
  test.each([
    ['default', ['lint'], 'echo hi # not a comment'],
    ['all', ['quick', 'flag', 'after'], 'cargo clippy x x\ncargo doc'],
    ['quick', [], 'cargo test'],
    ['x', [], undefined],
    ['comment', [], undefined],
  ])('%s', (name, needs, text) => {
    const found = taskText(file, { file: 'justfile', name });
    expect(needs.filter((one) => !found?.includes(one))).toEqual([]);
    expect(text === undefined ? found === undefined : found?.endsWith(text)).toBe(true);
  });
});

test.each([
  ['touch /tmp/x', 'execution /tmp/x'],
  ['touch /var/tmp/x', 'execution /var/tmp/x'],
  ['touch a/tmp/x', 'commitment a/tmp/x'],
  ['touch /tmp/x b', 'commitment /tmp/x b'],
  ['echo x > /dev/null', 'exploration <none>'],
  ['echo x > /dev/fd/12', 'exploration <none>'],
  ['echo x > a/dev/null', 'commitment a/dev/null'],
  ['echo x > /dev/nullx', 'execution /dev/nullx'],
  ['uniq a b', 'commitment b'],
  ['uniq -f 1 -s 2 -w 3 a b', 'commitment b'],
  ['xxd -l 1 -c 2 -g 4 -o 5 a b', 'commitment b'],
  ['uniq a', 'exploration <none>'],
  ['sort -o b a', 'commitment b'],
  ['sort a', 'exploration <none>'],
  ['sort -o - a', 'exploration <none>'],
  ['git -C d mv a b/', 'commitment d/a d/b d/b/a'],
  ['git mv x/a x/b', 'commitment x/a x/b x/b/a'],
])('%s: %s', (command, expected) => {
  expect(`${readCommand(command).kind} ${writes(command)}`).toBe(expected);
});

test('a snapshot is known by its name', () => {
  const names = [
    'a/__snapshots__/b',
    '__snapshots__/b',
    'a-snapshots/b.png',
    'a.snap',
    'x__snapshots__/b',
    'a.snaps',
    '.snap/a',
  ];
  expect(names.map(isSnapshot)).toEqual([true, true, true, true, false, false, false]);
});

test('the last part of a path is its name', () => {
  expect(['a/b', 'a/b//', 'b', '/', ''].map(baseName)).toEqual(['b', 'b//', 'b', '/', '']);
});
