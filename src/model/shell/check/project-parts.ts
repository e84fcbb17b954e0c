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
const LIKE: Readonly<Record<string, string>> = { mvnw: 'mvn', gradlew: 'gradle', bun: 'pnpm', 'go-task': 'task' };
/** Options that name the folder to work in. */
const FOLDERS =
  /^(?:-C|--prefix|--cwd|--dir|--directory|--project-dir|--rootdir|-f|--manifest-path|--package-path)(?:=(.+))?$/;
const IN_FOLDER: ReadonlySet<string> = new Set(
  'make gmake npm npx pnpm yarn bun just gradle mvn go cargo cmake ninja swift uv poetry turbo task mise rake'.split(
    ' ',
  ),
);
/** Options of single programs that name this folder, or a file of settings in it. */
const OWN_FOLDERS: Readonly<Record<string, RegExp>> = {
  gradle: /^-p()$/,
  mvn: /^(?:-f|--file)(?:=(.+))?$/,
  task: /^-d()$/,
  just: /^(?:-d|-f|--working-directory|--justfile)(?:=(.+))?$/,
  mise: /^--cd(?:=(.+))?$/,
  vitest: /^(?:-r|--root)(?:=(.+))?$/,
  jest: /^--rootDir(?:=(.+))?$/,
};
const SETTINGS = /(?:^|\/)(?:Cargo\.toml|pom\.xml|package\.json|[Mm]akefile|justfile|tsconfig[\w.-]*\.json)$/;

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
    if (named)
      for (const one of (named[1] ?? values[i + 1] ?? '').split(','))
        packages.add(name === 'mvn' ? one.replace(/^[^:]*:/, '') : one);
    const placed = IN_FOLDER.has(name) ? FOLDERS.exec(value) : null;
    const isPlaced = placed && (value[1] === 'C' || value.startsWith('--'));
    const options = Object.hasOwn(OWN_FOLDERS, name) ? OWN_FOLDERS[name]!.exec(value) : null;
    if (isPlaced || options) folder = placed?.[1] || options?.[1] || values[i + 1];
    // A folder with types of its own need not have a manifest.
    if (/^(?:tsc|vue-tsc|tsgo)$/.test(name) && /^(?:-p|--project)$/.test(value))
      packages.add(typed(values[i + 1] ?? ''));
    if (name === 'yarn' && value === 'workspace') packages.add(values[i + 1] ?? '');
    if (name === 'go' && /^\.\/[^.]/.test(value)) packages.add(value.replace(/\/(?:\.\.\.)?$/, ''));
    if (name === 'gradle' && /^:?[\w.-]+:/.test(value) && !value.startsWith('-'))
      packages.add(value.slice(0, value.lastIndexOf(':')).replace(/^:/, '').replaceAll(':', '/'));
  }
  const [first = '', second = ''] = values.filter((value) => !value.startsWith('-'));
  if (name === 'nx' && first !== 'run' && first !== 'run-many' && first !== 'affected' && second !== '')
    packages.add(second);
  if (name === 'nx' && first === 'run') packages.add(second.split(':')[0] ?? '');
  packages.delete('');
  return {
    ...(packages.size > 0 && { packages: [...packages] }),
    ...(folder !== undefined && {
      folder: folder.replace(SETTINGS, '') || '.',
    }),
  };
}

// `tsc -p web/tsconfig.json`
function typed(project: string): string {
  const folder = project.replace(SETTINGS, '').replace(/^\.\/|\/$/g, '');
  return /^(?:\.{0,2}|\/.*|\.\.\/.*)$/.test(folder) ? '' : `./${folder}`;
}
