import type { CheckKind } from './kind.ts';
import { languageOf, languagesOf, READS_PROSE } from './languages.ts';

/** A check, as far as it shows what it can cover. */
export interface Covering {
  readonly kind: CheckKind;
  /** Its words without wrappers: `cargo test -p core`. Another text where they are not known. */
  readonly words: string;
  /** The folders of the project's parts that it ran in, relative to the top; absent for the whole project. */
  readonly scope?: readonly string[] | undefined;
  /** It was recognised by a word among the arguments of an unknown program, or its part of the project is not known. */
  readonly likely?: boolean | undefined;
  /** It found faults in these of the session's files only, where that is known of a linter or formatter that failed. */
  readonly faulty?: readonly string[] | undefined;
  /** It failed because the code did not compile. */
  readonly unbuilt?: boolean | undefined;
}

/** Whether a check covers a file. `likely` where the check does not show it. */
export type Cover = 'yes' | 'likely' | 'no';

// Prose, licences and pictures.
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG|CHANGES|README|CONTRIBUTING)(?:[-_.][^/]*)?$|\.(?:md|mdx|markdown|rst|adoc|png|jpe?g|gif|svg|ico|pdf|webp|woff2?)$/i;
// Files that tools write: lock files, bundles, generated code, snapshots.
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|(?:yarn|bun|cargo|gemfile|composer|poetry|uv|pipfile|flake|mix|pubspec|podfile|deno|gradle)\.lockb?|\.terraform\.lock\.hcl)$|(?:^|\/)(?:node_modules|vendor|third_party|dist)\/|\.(?:min\.(?:js|css)|map|pb\.(?:go|cc|h)|g\.dart|snap|lock)$|[._](?:generated|pb2|pb2_grpc)\.\w+$/i;

// Settings of git, of editors and of the CI service: no test reads them.
const SETTINGS =
  /(?:^|\/)\.(?:git(?:ignore|attributes|modules|keep)|env(?:\.[\w.-]+)?|\w+ignore|editorconfig|mailmap)$|^\.(?:github|circleci|husky|vscode|idea)\/|^(?:\.gitlab-ci\.yml|azure-pipelines\.yml|CODEOWNERS)$/;

const isProse = (path: string): boolean => PROSE.test(path) && languageOf(path) === undefined;

/** Whether a test, compiler or linter for code can check the file at all: not prose, a licence, a picture, generated or a setting. */
export const isCheckable = (path: string): boolean => !isProse(path) && !GENERATED.test(path) && !SETTINGS.test(path);

/**
 * Whether a check can verify a file:
 *
 * - a test run or a build covers the code of its part of the project, but not files of another programming language;
 * - a linter, formatter or type check covers the files of its languages;
 * - a linter or formatter that names files and folders covers these only, and a test run that names tests no other tests;
 * - prose, licences, pictures, generated files and settings are covered by a check that names them, and by tools that read them.
 */
export function coverOf(check: Covering, path: string): Cover {
  const { kind, words, scope, likely } = check;
  if (scope && !scope.some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`))) return 'no';
  if (!isCheckable(path)) return names(words, path) || readsAnyway(words, path) ? 'yes' : 'no';
  if (isOfOtherPackage(words, path)) return 'no';
  if (isBeside(check, path)) return FOLLOWS_IMPORTS.test(words) && languageOf(path) === 'js' ? 'likely' : 'no';
  if (likely) return names(words, path) ? 'yes' : 'likely';
  const languages = languagesOf(words);
  const language = languageOf(path);
  if (kind === 'test' || kind === 'build')
    return languages && language !== undefined && !languages.has(language) ? 'no' : 'yes';
  if (names(words, path)) return 'yes';
  // A file without an extension shows no language.
  if (!languages || !/\.[^/]+$/.test(path)) return 'likely';
  return language !== undefined && languages.has(language) ? 'yes' : 'no';
}

// A tool for the language of a setting, such as `actionlint`, or for prose.
const readsAnyway = (words: string, path: string): boolean =>
  (isProse(path) && READS_PROSE.test(words)) ||
  (SETTINGS.test(path) && languagesOf(words)?.has(languageOf(path) ?? '') === true);

/** Tests by their names: `a_test.go`, `test_a.py`, `a.spec.ts`, `ATest.java`. */
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*(?:[._-](?:test|spec)s?|[a-z]Tests?|_spec))\.\w+$/;
const TESTS = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)|[a-z]Tests?\.\w+$/;

/** Programs whose operands are files and folders, so that `src` is one, too. */
const TAKES_PATHS =
  /^(?:(?:dart|flutter) analyze|phpstan|psalm|eslint|oxlint|stylelint|prettier|oxfmt|biome|ruff|flake8|black|isort|bandit|mypy|pyright|basedpyright|ty|rubocop|standardrb|phpcs|shellcheck|hadolint|yamllint|markdownlint(?:-cli2)?|swiftlint|codespell|typos|golangci-lint|gofmt|gofumpt|goimports)(?= |$)/;
/** Type checkers that report the faults of the named files. Others follow what a file of settings includes. */
const NAMES_TYPED = /^(?:mypy|pyright|basedpyright|ty|phpstan|psalm)(?= |$)/;
/** Type checkers with options that name modules: `mypy -p web.api`. */
const MODULES = /^d?mypy(?= |$)/;
/** Compilers that check the named files and what these import. */
const FOLLOWS_IMPORTS = /^(?:(?:vue-)?tsc|tsgo)(?= |$)/;

/** Whether the check reports the faults of each file that it covers by itself. A test finds in one file what another one broke. */
export const judgesEachFile = ({ kind, words }: Covering): boolean =>
  kind === 'lint' || kind === 'format' || (kind === 'types' && NAMES_TYPED.test(words));

/** Runners that run the test files whose paths contain the operand. */
const BY_PART_OF_NAME = /^(?:jest|vitest|bun test|playwright test)(?= |$)/;

/** Whether the words name files or folders, and the path is none of them. */
function isBeside({ kind, words }: Covering, path: string): boolean {
  const isNarrow =
    kind === 'lint' ||
    kind === 'format' ||
    (kind === 'test' && TEST_FILE.test(path)) ||
    (kind === 'types' && (NAMES_TYPED.test(words) || FOLLOWS_IMPORTS.test(words)));
  if (!isNarrow || GO.test(words)) return false; // of Go: `isOfOtherPackage`
  const named = operandsOf(words);
  if (named === undefined || !named.some(({ isPlain, name }) => isPlain && (kind !== 'test' || TESTS.test(name))))
    return false;
  return !named.some(
    ({ name }) =>
      path === name ||
      path.startsWith(`${name}/`) ||
      path.endsWith(`/${name}`) ||
      path.includes(`/${name}/`) ||
      (kind === 'test' && BY_PART_OF_NAME.test(words) && path.includes(name)) ||
      name.endsWith(`/${path}`),
  );
}

const GO = /^(?:go (?:build|test|vet)|gotestsum)(?= |$)/;
/** Options of Go whose value may look like a folder of the project. */
const TAKES_FILE =
  /^--?(?:o|C|coverprofile|cpuprofile|memprofile|blockprofile|mutexprofile|trace|outputdir|exec|modfile|overlay|pgo|vettool|jsonfile|junitfile)$/;

/** Whether Go was told packages by their folders (`go test ./a ./b/...`), and the path is in none of them. */
function isOfOtherPackage(words: string, path: string): boolean {
  if (!GO.test(words) || words.endsWith('…') || !path.endsWith('.go')) return false;
  const folders: string[] = [];
  const packages: string[] = [];
  const all = words.split(/\s+/);
  for (const [i, word] of all.entries()) {
    const isValue = TAKES_FILE.test(all[i - 1] ?? '');
    if (word.startsWith('./') && !isValue) folders.push(word.slice(2));
    else if (/^[\w-]+\.[\w.-]+\/[\w./-]+$/.test(word) && !isValue) packages.push(word);
    else if (!word.startsWith('-') && word.includes('/') && !isValue) return false; // something unknown
  }
  if (folders.some((one) => /^(?:\.{3})?$|[*?{}$()[\]]/.test(one)) || folders.length + packages.length === 0)
    return false;
  const folder = path.includes('/') ? `/${path.slice(0, path.lastIndexOf('/'))}` : '';
  // The name of a package ends with its folder, after the module's name: `example.com/m/a/b` may be `a/b`, `b`, or the top.
  if (packages.some((one) => folder === '' || mayContain(one, folder.slice(1)))) return false;
  return !folders.some((one) => {
    const name = `/${one.replace(/\/(?:\.{3})?$/, '')}`;
    return folder.endsWith(name) || (one.endsWith('/...') && `${folder}/`.includes(`${name}/`));
  });
}

function mayContain(name: string, folder: string): boolean {
  const parts = name.replace(/\/(?:\.{3})?$/, '').split('/');
  const isTree = name.endsWith('/...');
  if (isTree && parts.length <= 3) return true; // all of the module, as far as one sees
  return parts.some((_, i) => {
    const end = parts.slice(i).join('/');
    return folder === end || (isTree && folder.startsWith(`${end}/`));
  });
}

const SUBCOMMANDS = /^(?:check|ci|clippy|fmt|format|lint|run|test|vet|analy[sz]e)$/;
/** Options without a value. */
const FLAGS =
  /^(?:--(?:check|diff|fix|quiet|test|verbose|write|list-different|no-[\w-]+|noEmit|strict|skipLibCheck|pretty|allowJs|checkJs|exit-zero)|-[vqlwx]+)$/;

/**
 * The files and folders among the words of a check; undefined where they are not known, or are the whole project. One after an option
 * may be its value, so it is not plain.
 */
function operandsOf(words: string): { readonly name: string; readonly isPlain: boolean }[] | undefined {
  if (words.endsWith('…')) return undefined;
  const found: { name: string; isPlain: boolean }[] = [];
  const all = words.split(/\s+/).slice(1);
  for (const [i, word] of all.entries()) {
    if (word.startsWith('-') || (i === 0 && SUBCOMMANDS.test(word))) continue;
    const bare = word.replace(/^['"]|['"]$/g, '').replace(/(?:::.*|(?::\d+)+)$/, '');
    const name = bare.replace(/^(?:\.{1,2}\/)+/, '').replace(/\/(?:\.{3})?$/, '');
    if (name === '' || /^\.+$|[*?{}$()[\]]|^\/(?:.*\/)?[^./]+$/.test(name)) return undefined;
    const before = all[i - 1] ?? '';
    if (MODULES.test(words) && /^(?:-[pm]|--package|--module)$/.test(before)) {
      const path = name.replaceAll('.', '/');
      found.push({ name: path, isPlain: true }, { name: `${path}.py`, isPlain: true });
      continue;
    }
    const isPath = bare.includes('/') || languageOf(bare) !== undefined || TAKES_PATHS.test(words);
    found.push({ name, isPlain: isPath && (!before.startsWith('-') || FLAGS.test(before)) });
  }
  return found;
}

/** Whether tests can cover a file. */
export const isTestable = (path: string): boolean => coverOf({ kind: 'test', words: '' }, path) !== 'no';

// Whether one of the words is the path, or its end.
const names = (words: string, path: string): boolean =>
  words
    .split(/[\s'"]+/)
    .some(
      (word) =>
        word === path ||
        (/\.\w|^[A-Z]+$/.test(word) && path.endsWith(`/${word.replace(/^\.\//, '')}`)) ||
        word === `./${path}`,
    );
