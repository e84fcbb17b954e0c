import type { CheckKind } from '../../checks/kind.ts';
import { taskKind } from './task-names.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Build tools and task runners that take the names of targets, goals or tasks. */
const TARGETED = list(
  `make gmake just task go-task rake ninja mvn mvnw gradle gradlew ant bazel invoke inv mage nx turbo lerna moon wireit grunt gulp
  xcodebuild sbt cmake doit poe earthly composer run-s run-p npm-run-all wsrun mise rush lage dagger pixi bb waf scons tup
  taskipy nox-task garden vp nr R Rscript julia`,
);
/** Subcommands that precede the name of a task. */
const RUN = list('run r run-many affected exec call runTask run-script invoke');
/** Subcommands that take no task. */
const OWN = list(
  'install i use ls list ls-remote upgrade up self-update settings trust doctor env activate init add remove graph reset --list --summary login logout version help config plugins cache tasks which where current outdated prune require update show',
);
/** Options that take a value other than a target. */
const VALUED =
  /^(-[CfpIjdD]|--(?:file|makefile|directory|filter|project|projects|scope|parallel|jobs|justfile|working-directory|cd|taskfile|dir|concurrency|base|head|configuration|scheme|destination|sdk|workspace))$/;
/** Options that name a task to leave out. */
const EXCLUDING = /^(?:-x|--exclude-task)$/;
/** Options that take the names of tasks. */
const NAMING = /^(-t|--targets?|--tasks?)$/;
/** Meanings of goals in particular tools. They override the general meaning of the words. */
const GOALS: Readonly<Record<string, Readonly<Record<string, CheckKind>>>> = {
  mvn: { verify: 'test', package: 'build', install: 'test', compile: 'build', 'test-compile': 'build' },
  gradle: { check: 'test', build: 'build', assemble: 'build', classes: 'build', testClasses: 'build' },
  make: { check: 'test', distcheck: 'test', all: 'build', test: 'test' },
  sbt: { compile: 'build', package: 'build', assembly: 'build', testOnly: 'test', testQuick: 'test' },
  xcodebuild: {
    build: 'build',
    'build-for-testing': 'build',
    'test-without-building': 'test',
    archive: 'build',
    analyze: 'lint',
  },
  ninja: { all: 'build' },
};
const LIKE: Readonly<Record<string, string>> = { mvnw: 'mvn', gradlew: 'gradle', gmake: 'make' };
/** Tools that build when no target is given. */
const DEFAULTS = list('make gmake ninja xcodebuild scons');

/** Runners that only print the commands of a target with `-n`. */
const SHORT_DRY = list('make gmake ninja just rake task scons');

/** The kinds of check that the named targets run. @param name the tool's name without its folder */
export function targetKinds(name: string, words: readonly string[]): readonly CheckKind[] {
  if (name === 'cmake') return cmakeKinds(words);
  if (name === 'R')
    return words[0] === 'CMD' ? (words[1] === 'check' ? ['test'] : words[1] === 'build' ? ['build'] : []) : [];
  if (name === 'Rscript' || name === 'julia') return expressionKinds(words);
  if (!TARGETED.has(name)) return [];
  if (onlyPrints(name, words)) return [];
  const named = targetsIn(words);
  if (named.length === 0)
    return DEFAULTS.has(name) && !words.some((word) => /^-(n|p|v|-version|-help|list|-dry-run)$/.test(word))
      ? ['build']
      : [];
  if (OWN.has(named[0]!) && !RUN.has(named[0]!) && name !== 'mvn' && name !== 'mvnw') return [];
  const tool = LIKE[name] ?? name;
  const goals = Object.hasOwn(GOALS, tool) ? GOALS[tool]! : {};
  const kinds = named.flatMap((target) => kindOf(target, goals) ?? []);
  return [...new Set(skipsTests(tool, words) ? kinds.map(withoutTests) : kinds)];
}

// `mvn install -DskipTests`, `gradle check -x test`. What is left builds or lints.
const skipsTests = (tool: string, words: readonly string[]): boolean =>
  tool === 'mvn'
    ? words.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word))
    : tool === 'gradle' && words.some((word, i) => word === 'test' && EXCLUDING.test(words[i - 1] ?? ''));
const withoutTests = (kind: CheckKind): CheckKind => (kind === 'test' ? 'build' : kind);

/** Whether a runner of targets only prints the commands that it would run. */
export const onlyPrints = (name: string, words: readonly string[]): boolean =>
  TARGETED.has(name) &&
  (words.some((word) => /^--(?:dry-?run|dry|just-print)(?:=|$)/.test(word)) ||
    (SHORT_DRY.has(name) && words.includes('-n')) ||
    (/^gradlew?$/.test(name) && words.includes('-m')));

// The kind of check of one target. It may have a prefix: Gradle's `:app:testDebugUnitTest`, Maven's `surefire:test`, Nx's
// `run app:test`, sbt's `core/test`.
function kindOf(target: string, goals: Readonly<Record<string, CheckKind>>): CheckKind | undefined {
  const last = target.slice(Math.max(target.lastIndexOf(':'), target.lastIndexOf('/')) + 1);
  const first = target.split(/\s/)[0]!;
  for (const one of [last, first]) if (Object.hasOwn(goals, one)) return goals[one];
  return taskKind(last) ?? taskKind(target);
}

function targetsIn(words: readonly string[]): string[] {
  const found: string[] = [];
  for (const [i, word] of words.entries()) {
    if (word === '--' || word === ':::') break;
    const named = /^(?:-t|--targets?|--tasks?)=(.+)$/.exec(word);
    if (named) found.push(...named[1]!.split(','));
    else if (NAMING.test(words[i - 1] ?? '')) found.push(...word.split(','));
    else if (word.startsWith('-') || VALUED.test(words[i - 1] ?? '') || EXCLUDING.test(words[i - 1] ?? '')) continue;
    else if (/^\w+=/.test(word)) continue;
    else if (!RUN.has(word) || found.length > 0) found.push(word);
  }
  return found;
}

function cmakeKinds(words: readonly string[]): readonly CheckKind[] {
  if (!words.includes('--build')) return [];
  const target = words[words.findIndex((word) => NAMING.test(word)) + 1];
  return [words.some((word) => NAMING.test(word)) && target !== undefined ? (taskKind(target) ?? 'build') : 'build'];
}

// `Rscript -e 'devtools::test()'`, `julia --project -e 'using Pkg; Pkg.test()'`, `julia test/runtests.jl`
function expressionKinds(words: readonly string[]): readonly CheckKind[] {
  const text = words.find((_, i) => /^(-e|--eval|-E)$/.test(words[i - 1] ?? ''));
  if (text !== undefined)
    return /\b(?:Pkg\.test|test_(?:dir|file|check|package|local)|devtools::(?:test|check)|rcmdcheck|check)\(/.test(text)
      ? ['test']
      : /\blint(?:_package|r)?\b/.test(text)
        ? ['lint']
        : [];
  const script = words.find((word) => !word.startsWith('-'));
  return script !== undefined && /(^|\/)(runtests|tests?|testthat)\.(jl|R|r)$/.test(script) ? ['test'] : [];
}
