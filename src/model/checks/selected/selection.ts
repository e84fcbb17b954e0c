import { languageOf } from '../languages.ts';

/** What the words of a check select of all that its program could check. */
export interface Selection {
  /** Files, folders, packages and tests that it names: `tests/test_a`, `tests/test_a/test_x`. */
  readonly names: readonly string[];
  /** Options that leave tests out, with their values: `-k a`. */
  readonly filters: readonly string[];
  /** The suite that its task is for: `e2e` of `npm run test:e2e`. */
  readonly part?: string;
  /** It repeats what failed before: `pytest --lf`. */
  readonly repeats?: true;
}

const PACKAGE_MANAGER = /^(?:npm|pnpm|yarn|bun|deno|npx|bunx)$/;
const TASK_RUNNER =
  /^(?:g?make|just|task|rake|mise|mage|gradlew?|mvnw?|sbt|nx|turbo|moon|lerna|ant|invoke|poe|hatch|composer|rails)$/;
/** Programs whose operands are all files, folders, packages or tests. */
const DIRECT =
  /^(?:pytest|py\.test|nose2|unittest|jest|vitest|mocha|ava|tap|tape|uvu|jasmine|cypress|playwright|rspec|minitest|cucumber|phpunit|pest|paratest|bats|prove|busted|go|gotestsum|ginkgo|cargo|mix|dart|flutter|dotnet|swift|ctest|bazel|bazelisk|mypy|pyright|tsc|deno|node|ruby|phpspec|behat|codecept|shellspec)$/;
/** Words between a program and its operands. */
const SUBCOMMANDS =
  /^(?:run|run-script|exec|x|dlx|test|tests|t|watch|check|vet|build|lint|ci|nextest|clippy|e2e|related|spec|manage\.py|clean|verify|install|package|compile)$/;
/** Tasks that run all tests there are. */
const ALL =
  /^(?:tests?|t|checks?|verify|validate|ci|all|qa|specs?|build|compile|lint|typecheck|type-check|types|tsc|install|clean|package|format|fmt)(?:[:_-](?:all|ci|run|once|cov|coverage|watch|full|local|quick|fast|verbose|no-\w+))?$/i;
/** Options that select tests, by their long names. Their value follows. */
const SELECTS =
  /^--?(?:testNamePattern|test-name-pattern|test-skip-pattern|testPathPatterns?|testPathIgnorePatterns|selectProjects|ignoreProjects|changedSince|shard|grep|fgrep|filter|exclude|exclude-group|group|testsuite|suite|tests|example|tags?|only|name|plain-name|ignore|deselect|config|spec|skip|run|project|package|bin|D\S+|pl|it)$/;
/** The same without a value. */
const SELECTS_ALONE = /^--?(?:lib|bins|doc|examples|benches|onlyChanged|changed|test-only|short|findRelatedTests)$/;
const REPEATS = /^--(?:lf|last-failed|only-failures|onlyFailures|failed)$/;
/** Short options that select, by program. Elsewhere the same letters mean something else. */
const SHORT: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:pytest|py\.test|unittest)$/, /^-[kmc]$/],
  [/^(?:jest|vitest|bun|deno)$/, /^-[tc]$/],
  [PACKAGE_MANAGER, /^-[tkg]$/],
  [/^(?:mocha|playwright|cypress)$/, /^-[gfc]$/],
  [/^rspec$/, /^-[et]$/],
  [/^cargo$/, /^(?:-p|--test|-E)$/],
  [/^ctest$/, /^-[RLE]$/],
  [/^(?:tsc|tsgo)$/, /^(?:-p|-b|--build)$/],
  [/^(?:ruby|rails|rake|minitest)$/, /^-n$/],
  [/^(?:nox|tox)$/, /^-[se]$/],
];
/** Options without a value, before which a word is an operand. `--run` is one of Vitest. */
const FLAGS =
  /^(?:-[vqlwxsu]+|-r[a-zA-Z]+|--(?:run|test|verbose|quiet|watch|no-[\w-]+|coverage|race|bail|ci|silent|runInBand|noEmit|nocapture|failfast|colou?r|check|update))$|=/;
/** By its name a test, or a folder of tests. */
const TESTS = /(?:^|[/._-])(?:tests?|specs?|__tests__|e2e)(?:[/._:-]|$)|[a-z]Tests?(?:\.\w+)?$/;

/** The whole project, or its folder of tests. */
const WHOLE = /^(?:\.{0,3}|\*{1,2}|tests?|specs?|__tests__)\/?(?:\.{3}|\*{1,2})?$/;

/** Reads what the words of a check select. @param words without wrappers: `pytest tests/test_a.py` */
export function selectionOf(words: string): Selection {
  const all = splitWords(words);
  const program = (all[0] ?? '').replace(/^.*\//, '').replace(/^python[\d.]*$/, 'python');
  const isPackageManager = PACKAGE_MANAGER.test(program);
  const tasks = TASK_RUNNER.test(program);
  const short = SHORT.find(([of]) => of.test(program))?.[1];
  const isVitest = /\bvitest\b/.test(words);
  const names: string[] = [];
  const filters: string[] = [];
  let part: string | undefined;
  let repeats = false;
  let hasTask = !isPackageManager;
  let isStart = true;
  for (let i = 1; i < all.length; i++) {
    const word = all[i]!;
    if (word === '--') continue;
    if (word.startsWith('-') && word.length > 1) {
      const [, name = word, value] = /^(-[^=]+)=(.*)$/s.exec(word) ?? [];
      // Options of a package manager before its task name a package, and the scope of the check has that.
      if (!hasTask) {
        if (value === undefined && /^-(?:-filter|-prefix|-dir|-cwd|-workspace|F|C|w)$/.test(word)) i++;
        continue;
      }
      if (program === 'python' && word === '-m') {
        return selectionOf(all.slice(i + 1).join(' '));
      }
      if (REPEATS.test(name)) repeats = true;
      else if (SELECTS_ALONE.test(name)) filters.push(name);
      else if (word.startsWith('-D') && /^mvnw?$/.test(program)) {
        if (/^-D(?:it\.)?test=/.test(word)) filters.push(word);
      } else if (short?.test(name) || (SELECTS.test(name) && !(isVitest && name === '--run')))
        filters.push(`${name.replace(/^-+/, '')} ${value ?? all[++i] ?? ''}`);
      continue;
    }
    const before = all[i - 1]!;
    const isPlain = i === 1 || !before.startsWith('-') || before === '--' || FLAGS.test(before);
    if (!hasTask) {
      if (/^(?:run|run-script|exec|x|dlx)$/.test(word)) continue;
      if (word === 'workspace') {
        i++;
        continue;
      }
      hasTask = true;
      if (!DIRECT.test(word) && !ALL.test(word)) part = partIn(word);
      continue;
    }
    if (tasks) {
      if (!isPlain) continue;
      if (/^[\w-]+=/.test(word)) filters.push(word);
      else if (!ALL.test(word) && !SUBCOMMANDS.test(word)) part = [part, partIn(word)].filter(Boolean).join(' ');
      continue;
    }
    if (isStart && (SUBCOMMANDS.test(word) || (isPackageManager && DIRECT.test(word)))) continue;
    isStart = false;
    const looksLike = TESTS.test(word) || (isPlain && (word.includes('/') || languageOf(word) !== undefined));
    if (!(looksLike || (isPlain && (DIRECT.test(program) || isPackageManager)))) continue;
    const name = nameOf(word, /^(?:python|unittest|nose2|pytest|tox)$/.test(program));
    if (name === '') return { names: [], filters, ...(part && { part }), ...(repeats && { repeats }) };
    names.push(name);
  }
  return { names, filters, ...(part && { part }), ...(repeats && { repeats }) };
}

// The suite in the name of a task: `e2e` of `test:e2e`.
const partIn = (task: string): string => task.toLowerCase().replace(/^tests?[:_-]/, '');

/**
 * A file, folder or test in one spelling: `./tests/test_a.py::test_x` and `tests.test_a.test_x` are `tests/test_a/test_x`. Empty for the
 * whole project, and for the folder of all tests.
 * @param isDotted modules are named with dots, as Python does
 */
export function nameOf(word: string, isDotted = false): string {
  const plain = word.replaceAll('\\', '/').replace(/^(?:\.{1,2}\/)+/, '');
  if (WHOLE.test(plain)) return '';
  const parts = plain
    .replace(/\/(?:\.{3}|\*{1,2})?$/, '')
    .replace(/\.pyi?(?=::|$)/, '')
    .replace(/:(\d+)(?::\d+)?$/, '/$1')
    .split('::')
    .join('/');
  return isDotted && !parts.includes('/') ? parts.replaceAll('.', '/') : parts;
}

/** Whether a run of `selected` runs `name` too. Names may begin at different folders. */
export const isWithin = (name: string, selected: string): boolean =>
  name === selected ||
  name.startsWith(`${selected}/`) ||
  name.endsWith(`/${selected}`) ||
  name.includes(`/${selected}/`) ||
  selected.endsWith(`/${name}`) ||
  // A case of a test with parameters: `test_x[1]`
  name.startsWith(`${selected}[`) ||
  name.includes(`/${selected}[`);

const splitWords = (words: string): string[] =>
  [...words.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));
