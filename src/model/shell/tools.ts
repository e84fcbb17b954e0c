import type { Effect } from './verdict.ts';
import { runsClean } from './verdict.ts';
import { type Arg, baseName } from './parse/word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

// Programs for containers, databases, services, system packages or other machines. They write no file of the work tree.
const ELSEWHERE = list(
  `psql redis-cli mongosh createdb dropdb pg_isready systemctl service launchctl journalctl crontab apt apt-get yum dnf apk brew
  rustup nvm volta kubectl minikube kind k9s docker-credential-helper dockerd systemd-run notify-send osascript pbcopy xclip vercel
  netlify heroku flyctl fly railway supabase-status tmux screen at batch ssh-add ssh-keygen gpg-agent adb simctl ulimit`,
);
// Programs that write no such file with one of these words as first operand.
const CLEAN_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  docker: list(
    'start stop restart kill rm rmi pull push tag login logout network volume image system container build buildx',
  ),
  podman: list('start stop restart kill rm rmi pull push tag login logout network volume image system container build'),
  pip: list('install uninstall download cache'),
  pip3: list('install uninstall download cache'),
  npm: list('login logout cache'),
  gh: list('pr issue run workflow release api auth secret variable label gist'),
  cargo: list('fetch login publish search install clean'),
  go: list('install clean'),
  gem: list('install uninstall'),
  conda: list('install create activate'),
};
const COMPOSE_CLEAN = list(
  'up down start stop restart build pull push ps logs kill rm create pause unpause top images',
);
/** Files that a package manager or a build maintains, by program. */
const LOCKS: Readonly<Record<string, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json', 'node_modules/'],
  yarn: ['yarn.lock', '.pnp.cjs', '.pnp.loader.mjs', '.yarn/', 'node_modules/'],
  pnpm: ['pnpm-lock.yaml', 'node_modules/'],
  bun: ['bun.lock', 'bun.lockb', 'node_modules/'],
  deno: ['deno.lock'],
  cargo: ['Cargo.lock', 'target/'],
  go: ['go.sum'],
  poetry: ['poetry.lock'],
  uv: ['uv.lock'],
  pdm: ['pdm.lock'],
  pipenv: ['Pipfile.lock'],
  bundle: ['Gemfile.lock'],
  composer: ['composer.lock', 'vendor/'],
  mix: ['mix.lock', '_build/', 'deps/'],
  flutter: ['pubspec.lock', '.dart_tool/'],
  dart: ['pubspec.lock', '.dart_tool/'],
  pod: ['Podfile.lock', 'Pods/'],
  swift: ['Package.resolved', '.build/'],
  nix: ['flake.lock'],
  terraform: ['.terraform.lock.hcl', '.terraform/'],
  tofu: ['.terraform.lock.hcl', '.terraform/'],
  dotnet: ['packages.lock.json', 'bin/Debug/', 'bin/Release/', 'obj/'],
  gradle: ['gradle.lockfile', '.gradle/'],
  gradlew: ['gradle.lockfile', '.gradle/'],
};
/** Folders that only builds write. */
const OUTPUTS = ['dist/', 'coverage/', '.next/', '.nuxt/', '.svelte-kit/', '__pycache__/', '.turbo/'];
const BUILDS = list(
  'webpack rollup vite esbuild parcel tsup swc babel next nuxt ng astro turbo nx gulp grunt browserify microbundle unbuild',
);
const BUILD_WORDS = /(^|[:_-])(build|bundle|compile|dist|prepack)($|[:_-])/;
/** Subcommands of cargo and go that run no program of the project. */
const COMPILES = list('build check clippy doc add remove update fetch vet get mod tidy');

/** Reads a program that changes no file of the work tree, or only those in `knownOutputs`; undefined for others. */
export function readTool(name: string, args: readonly Arg[]): Effect | undefined {
  if (ELSEWHERE.has(name)) return runsClean;
  const operands = args.flatMap(({ value }) => (value === undefined || value.startsWith('-') ? [] : [value]));
  const [first = '', second = ''] = operands;
  if ((name === 'docker' || name === 'podman') && first === 'compose')
    return COMPOSE_CLEAN.has(second) ? runsClean : undefined;
  if (name === 'docker-compose' || name === 'podman-compose') return COMPOSE_CLEAN.has(first) ? runsClean : undefined;
  if (name === 'gh' && (second === 'checkout' || second === 'download' || second === 'clone')) return undefined;
  if (name === 'docker' && args.some(({ value }) => /^(-o|--output|--iidfile|--metadata-file)/.test(value ?? '')))
    return undefined;
  return Object.hasOwn(CLEAN_SUBCOMMANDS, name) && CLEAN_SUBCOMMANDS[name]!.has(first) ? runsClean : undefined;
}

/**
 * The files that a program is known to write: file names, and folder names with a final slash. All new content there is its
 * own. Empty when nothing is known.
 * @param words the words of the program, without its wrappers
 */
export function knownOutputs(words: readonly Arg[]): readonly string[] {
  const values = words.map(({ value }) => value ?? '');
  const name = baseName(values[0] ?? '');
  const locks = Object.hasOwn(LOCKS, name) ? LOCKS[name]! : [];
  const isBuild = BUILDS.has(name) || values.slice(1, 4).some((word) => BUILD_WORDS.test(word));
  return isBuild ? [...locks, ...OUTPUTS] : locks;
}

/** Whether a compiler only compiles: apart from its known outputs it writes no file of the work tree. */
export const onlyCompiles = (words: readonly Arg[]): boolean => {
  const [name, first] = words.map(({ value }) => baseName(value ?? ''));
  return (name === 'cargo' || name === 'go') && COMPILES.has(first ?? '') && first !== 'add' && first !== 'remove';
};

/** Whether a path is one of these outputs. */
export const isKnownOutput = (path: string, outputs: readonly string[]): boolean =>
  outputs.some((one) => (one.endsWith('/') ? `/${path}`.includes(`/${one}`) : baseName(path) === one));
