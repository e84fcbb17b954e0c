import { type Arg, baseName } from './parse/word.ts';

/** The files that a code generator writes although its command does not name them. `*` is any beginning of a name. */
const GENERATED: Readonly<Record<string, readonly string[]>> = {
  bison: [
    '*.tab.c',
    '*.tab.h',
    '*.tab.cc',
    '*.tab.hh',
    '*.tab.cpp',
    '*.tab.hpp',
    'location.hh',
    'position.hh',
    'stack.hh',
  ],
  yacc: ['y.tab.c', 'y.tab.h'],
  byacc: ['y.tab.c', 'y.tab.h'],
  flex: ['lex.yy.c', 'lex.yy.cc'],
  lex: ['lex.yy.c'],
  protoc: [
    '*.pb.h *.pb.cc *.pb.go *_grpc.pb.go *_pb2.py *_pb2.pyi *_pb2_grpc.py *_pb.js *_pb.ts *_pb.d.ts *_grpc_pb.js *_pb.rb',
    '*.pb.swift *.pb.dart *.pbenum.dart *.pbjson.dart *.pbgrpc.dart *OuterClass.java *Grpc.java *.grpc.pb.h *.grpc.pb.cc',
  ].flatMap((names) => names.split(' ')),
  buf: ['*.pb.go', '*_grpc.pb.go', '*_pb2.py', '*_pb.js', '*_pb.ts', '*_pb.d.ts', '*.pb.h', '*.pb.cc', 'buf.lock'],
  flatc: ['*_generated.h', '*_generated.ts', '*_generated.rs', '*_generated.js'],
  thrift: ['gen-cpp/', 'gen-go/', 'gen-java/', 'gen-js/', 'gen-nodejs/', 'gen-py/', 'gen-rb/', 'gen-rs/'],
  swig: ['*_wrap.c', '*_wrap.cxx', '*_wrap.cpp'],
  autoheader: ['config.h.in'],
  autoconf: ['configure', 'autom4te.cache/'],
  automake: ['Makefile.in', 'depcomp', 'install-sh', 'missing', 'compile', 'test-driver'],
  aclocal: ['aclocal.m4', 'autom4te.cache/'],
  // Without automake, people write Makefile.in themselves.
  autoreconf: [
    'configure',
    'aclocal.m4',
    'autom4te.cache/',
    'depcomp',
    'install-sh',
    'missing',
    'compile',
    'test-driver',
  ],
  cmake: ['CMakeCache.txt', 'CMakeFiles/', 'cmake_install.cmake', 'compile_commands.json', 'CTestTestfile.cmake'],
  stringer: ['*_string.go'],
  wire: ['wire_gen.go'],
  sqlx: ['.sqlx/'],
  gperf: [],
  cbindgen: [],
  bindgen: [],
  mockgen: [],
  moc: [],
  uic: [],
  rcc: [],
  'wayland-scanner': [],
};
/** Options of these programs that name the file that is written. */
const OUTPUT = /^(?:-o|--output|--output-file|-destination|--destination|--header|--defines|--header-file|--outfile)$/;
/** Options that name the folder of a build. */
const FOLDER: Readonly<Record<string, RegExp>> = { cmake: /^(?:-B|--build)$/, ninja: /^-C$/, meson: /^-C$/ };

/**
 * The files that a generator of code writes: names, names with `*` as their beginning, and folders with a final slash. Empty
 * for other programs.
 * @param words the words of the program, without its wrappers
 */
export function generatedBy(words: readonly Arg[]): readonly string[] {
  const values = words.map(({ value }) => value ?? '');
  const name = baseName(values[0] ?? '').replace(/-\d+(?:\.\d+)*$/, '');
  const folders = foldersOf(name, values);
  if (!Object.hasOwn(GENERATED, name)) return folders;
  return [...GENERATED[name]!, ...folders, ...namedOutputs(values)];
}

/** Whether a file name is one that starts in any way and ends like `pattern`. */
export const endsLike = (base: string, pattern: string): boolean =>
  pattern.startsWith('*') && base.length > pattern.length - 1 && base.endsWith(pattern.slice(1));

// `-o FILE`, `--output=FILE`, `-oFILE`. A path is known by its last part.
function namedOutputs(values: readonly string[]): string[] {
  const found: string[] = [];
  for (const [i, value] of values.entries()) {
    const [option = '', given] = value.split(/=(.*)/s);
    if (OUTPUT.test(option)) found.push(given ?? values[i + 1] ?? '');
    else if (/^-o[^-]/.test(value)) found.push(value.slice(2));
  }
  return found.map((path) => baseName(path)).filter((base) => /^[\w.+-]*\w[\w.+-]*$/.test(base));
}

function foldersOf(name: string, values: readonly string[]): string[] {
  const option = Object.hasOwn(FOLDER, name) ? FOLDER[name] : undefined;
  const found = option ? values.filter((_, i) => i > 0 && option.test(values[i - 1]!)) : [];
  if (name === 'cmake') found.push(...values.flatMap((value) => (/^-B./.test(value) ? [value.slice(2)] : [])));
  if (name === 'meson' && values[1] === 'setup')
    found.push(values.slice(2).find((value) => !value.startsWith('-')) ?? '');
  // Never the work tree itself, or a folder above it.
  return found.flatMap((dir) => {
    const plain = dir.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    return /^[\w.+-]*\w[\w/.+-]*$/.test(plain) && !plain.split('/').includes('..') ? [`${plain}/`] : [];
  });
}
