import { checkKinds, onlyAsks } from './checks.ts';
import { subcommand } from '../packages.ts';
import { taskKind } from './task-names.ts';
import type { Effect } from '../verdict.ts';
import { checking } from '../verdict.ts';
import type { Arg } from '../parse/word.ts';
import { baseName } from '../parse/word.ts';
import { skip } from '../parse/wrappers.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Programs that run the project's tasks by name, and other programs too. */
const TASK_WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  pdm: ['run'],
  hatch: ['run'],
  poetry: ['run'],
  rye: ['run'],
  pixi: ['run'],
  devbox: ['run'],
  pipenv: ['run'],
  mise: ['run', 'r'],
  deno: ['task'],
  composer: ['run', 'run-script'],
  melos: ['run', 'exec'],
};
/** Programs that such a wrapper runs as often as tasks of the same name. */
const PROGRAMS = list('pytest mypy ruff pyright black eslint jest vitest tsc tox nox');
/** Words that are followed by a name, not by a program to run. */
const NAMES = list(
  'install add remove uninstall upgrade update which help search info list get show view create delete edit apt apk brew pip --version --help',
);
/** Words before a program to run. */
const LEADS = list('-- run exec test lint err -c --command -- shell with');
const CONTAINERS = list('docker podman docker-compose podman-compose kubectl devcontainer');
const CHECK_WORDS = list('test tests typecheck lint');
/** Programs that use these words for their subjects, not for tasks. */
const SPEAKERS = list(
  'gh glab bd issues jira aws gcloud kubectl curl wget ssh scp rsync psql mysql sqlite3 tmux entire code open say man docker podman',
);

/**
 * A task of the project, run by name: `hatch run test`, `poetry run lint`, `deno task check`; undefined for anything else.
 */
export function ownTask(words: readonly Arg[]): Effect | undefined {
  const name = baseName(words[0]?.value ?? '');
  const runs = Object.hasOwn(TASK_WRAPPERS, name) ? TASK_WRAPPERS[name]! : undefined;
  if (!runs) return undefined;
  const { name: sub, rest } = subcommand(words.slice(1));
  if (sub === undefined || !runs.includes(sub)) return undefined;
  const task = skip(rest, ['-e', '-C', '--env', '-p', '--project', '--dir', '--cd'])[0]?.value;
  if (task === undefined || PROGRAMS.has(task) || /[./\\]/.test(task)) return undefined;
  // `hatch run cov:test` names the environment first.
  const kind = taskKind(task.slice(task.lastIndexOf(':') + 1)) ?? taskKind(task);
  return kind === undefined ? undefined : checking([kind]);
}

/**
 * A check that an unknown program runs. Either its arguments contain the words of a known check (`docker exec app npm
 * test`, `op run -- pytest`), or its first operand is a word such as `test`; then the check is only likely (first seed).
 */
export function unknownRunner(words: readonly Arg[]): Effect | undefined {
  const values = words.map(({ value }) => value ?? '');
  const isContainer = runsInContainer(words);
  if (onlyAsks(baseName(values[0]!), values)) return undefined;
  for (let at = 1; at < Math.min(values.length, 16); at++) {
    if (NAMES.has(values[at]!)) return undefined;
    const name = baseName(values[at]!);
    const rest = words.slice(at + 1);
    const kinds = /^(npm|pnpm|yarn|bun)$/.test(name) ? packageKinds(rest) : checkKinds(name, rest);
    // A name without arguments may itself be an argument: `brew info jest`.
    if (kinds.length > 0 && (isContainer || rest.length > 0 || LEADS.has(values[at - 1]!))) return checking(kinds);
  }
  const first = values.slice(1).find((value) => !value.startsWith('-')) ?? '';
  if (SPEAKERS.has(baseName(values[0]!)) || !CHECK_WORDS.has(first)) return undefined;
  return { ...checking([taskKind(first)!]), likely: true };
}

/**
 * Whether the command runs in a container (`docker exec`, `kubectl exec`). The command follows the names of containers and
 * images.
 */
export const runsInContainer = (words: readonly Arg[]): boolean =>
  CONTAINERS.has(baseName(words[0]?.value ?? '')) &&
  words.slice(1, 3).some(({ value }) => value === 'exec' || value === 'run');

function packageKinds(args: readonly Arg[]): ReturnType<typeof checkKinds> {
  const { name, rest } = subcommand(args);
  const script = name === 'run' || name === 'run-script' ? subcommand(rest).name : name;
  const kind = script === undefined ? undefined : script === 't' ? 'test' : taskKind(script);
  return kind === undefined || script === 'install' ? [] : [kind];
}
