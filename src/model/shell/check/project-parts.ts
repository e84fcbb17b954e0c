import type { Arg } from '../parse/word.ts';
import { baseName } from '../parse/word.ts';

/** Options that name packages, by program. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  cargo: /^(?:-p|--package)(?:=(.+))?$/,
  npm: /^(?:-w|--workspace)(?:=(.+))?$/,
  pnpm: /^(?:-F|--filter)(?:=(.+))?$/,
  turbo: /^(?:-F|--filter|--scope)(?:=(.+))?$/,
  lerna: /^(?:--scope)(?:=(.+))?$/,
  nx: /^(?:-p|--projects?)(?:=(.+))?$/,
  mvn: /^(?:-pl|--projects)(?:=(.+))?$/,
  bazel: /^$/,
};
const LIKE: Readonly<Record<string, string>> = { mvnw: 'mvn', gradlew: 'gradle', bun: 'pnpm' };
/** Options that name the folder to work in. */
const FOLDERS =
  /^(?:-C|--prefix|--cwd|--dir|--directory|--project-dir|--rootdir|-f|--manifest-path|--package-path)(?:=(.+))?$/;
const IN_FOLDER: ReadonlySet<string> = new Set(
  'make gmake npm pnpm yarn bun just gradle mvn go cargo cmake ninja swift'.split(' '),
);

/** The parts of a project that a check names: packages by name, and the folder that it works in. */
export interface NamedParts {
  readonly packages?: readonly string[];
  readonly folder?: string;
}

/**
 * What a check's words say about the part of the project: `cargo test -p a`, `npm test -w a`, `yarn workspace a test`,
 * `go test ./a/...`, `gradle :a:test`, `nx test a`, `make -C a test`. Folders of packages begin with `./`.
 */
export function namedParts(words: readonly Arg[]): NamedParts {
  const own = baseName(words[0]?.value ?? '');
  const name = Object.hasOwn(LIKE, own) ? LIKE[own]! : own;
  const values = words.slice(1).map(({ value }) => value ?? '');
  const packages = new Set<string>();
  let folder: string | undefined;
  for (const [i, value] of values.entries()) {
    if (value === '--') break;
    const named = Object.hasOwn(OPTIONS, name) ? OPTIONS[name]!.exec(value) : null;
    if (named) for (const one of (named[1] ?? values[i + 1] ?? '').split(',')) packages.add(one);
    const placed = IN_FOLDER.has(name) ? FOLDERS.exec(value) : null;
    if (placed && (value[1] === 'C' || value.startsWith('--'))) folder = placed[1] ?? values[i + 1];
    if (name === 'yarn' && value === 'workspace') packages.add(values[i + 1] ?? '');
    if (name === 'go' && /^\.\/[^.]/.test(value)) packages.add(value.replace(/\/(?:\.\.\.)?$/, ''));
    if (name === 'gradle' && /^:.+:/.test(value))
      packages.add(value.slice(1, value.lastIndexOf(':')).replaceAll(':', '/'));
  }
  const [first = '', second = ''] = values.filter((value) => !value.startsWith('-'));
  if (name === 'nx' && first !== 'run' && first !== 'run-many' && first !== 'affected' && second !== '')
    packages.add(second);
  if (name === 'nx' && first === 'run') packages.add(second.split(':')[0] ?? '');
  packages.delete('');
  return {
    ...(packages.size > 0 && { packages: [...packages] }),
    ...(folder !== undefined && {
      folder: folder.replace(/\/?(?:Cargo\.toml|pom\.xml|package\.json|Makefile)$/, '') || '.',
    }),
  };
}
