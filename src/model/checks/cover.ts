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
}

/** Whether a check covers a file. `likely` where the check does not show it. */
export type Cover = 'yes' | 'likely' | 'no';

// Prose, licences and pictures.
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG|CHANGES|README|CONTRIBUTING)(?:[-_.][^/]*)?$|\.(?:md|mdx|markdown|rst|adoc|png|jpe?g|gif|svg|ico|pdf|webp|woff2?)$/i;
// Files that tools write: lock files, bundles, generated code, snapshots.
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|(?:yarn|bun|cargo|gemfile|composer|poetry|uv|pipfile|flake|mix|pubspec|podfile|deno|gradle)\.lockb?|\.terraform\.lock\.hcl)$|(?:^|\/)(?:node_modules|vendor|third_party|dist)\/|\.(?:min\.(?:js|css)|map|pb\.(?:go|cc|h)|g\.dart|snap|lock)$|[._](?:generated|pb2|pb2_grpc)\.\w+$/i;

const isProse = (path: string): boolean => PROSE.test(path) && languageOf(path) === undefined;

/** Whether a test, compiler or linter for code can check the file at all: not prose, a licence, a picture or generated. */
export const isCheckable = (path: string): boolean => !isProse(path) && !GENERATED.test(path);

/**
 * Whether a check can verify a file:
 *
 * - a test run or a build covers the code of its part of the project, but not files of another programming language;
 * - a linter, formatter or type check covers the files of its languages;
 * - prose, licences, pictures and generated files are covered by a check that names them, and prose by tools that read it.
 */
export function coverOf(check: Covering, path: string): Cover {
  const { kind, words, scope, likely } = check;
  if (scope && !scope.some((folder) => folder === '' || path.startsWith(`${folder}/`))) return 'no';
  if (!isCheckable(path)) return names(words, path) || (isProse(path) && READS_PROSE.test(words)) ? 'yes' : 'no';
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
