import type { CheckKind } from '../kind.ts';
import { textHash } from '../../reasons/names.ts';
import { isWithin, nameOf, selectionOf, type Selection } from './selection.ts';

/** A run that failed, as long as no run that includes it has passed. */
export interface FailedRun {
  readonly kind: CheckKind;
  /** A hash of its words. */
  readonly run: number;
  /** What has to pass: the tests that its output names as failed, or what its words name. Empty for all of its part of the project. */
  readonly left: readonly string[];
  readonly filters?: readonly string[];
  readonly part?: string;
  /** The folders of its part of the project. */
  readonly scope?: readonly string[];
}

/** A run with its words, and the part of the project where it ran. */
export interface SelectedRun {
  readonly kind: CheckKind;
  readonly words?: string;
  readonly scope?: readonly string[] | undefined;
  /** The files and packages whose tests failed, where the output shows all of them. */
  readonly failing?: readonly string[] | undefined;
}

/** Names that one failed run keeps. With more, only a run of the same part of the project includes it. */
const MAX_NAMES = 16;
const MAX_CHARACTERS = 200;

/** What is kept of a run that failed. */
export function failedRun({ kind, words = '', scope, failing }: SelectedRun): FailedRun {
  const { names, filters, part } = selectionOf(words);
  const all = [...new Set(failing ? failing.map((name) => nameOf(name)) : names)];
  const isShort = all.length <= MAX_NAMES && all.every((name) => name.length <= MAX_CHARACTERS);
  return {
    kind,
    run: textHash(words),
    left: isShort ? all : [],
    ...(filters.length > 0 && { filters: filters.map((one) => one.slice(0, MAX_CHARACTERS)) }),
    ...(part !== undefined && { part }),
    ...(scope && { scope }),
  };
}

/** Options with which a runner stops at the first failure, so that it says nothing about the rest. */
const STOPS = /(?:^|\s)(?:-x|--exitfirst|--maxfail\S*|--bail\S*|--?fail-?fast|--fail-fast)(?=\s|$)/;

/** Whether the failures of a run are all that there are: it ran everything, and its output names them, or none is known to pass. */
export function isOfAll({ words = '', scope, failing }: SelectedRun): boolean {
  const { names, filters, part } = selectionOf(words);
  return names.length + filters.length === 0 && part === undefined && !scope && !(failing && STOPS.test(words));
}

/**
 * What remains of a failed run after one that passed: undefined if the passed run included all of it, and the same object if it
 * included nothing.
 */
export function afterPass(failed: FailedRun, passed: SelectedRun): FailedRun | undefined {
  if (failed.kind !== passed.kind) return failed;
  if (failed.run === textHash(passed.words ?? '') && sameTexts(failed.scope, passed.scope)) return undefined;
  const selection = selectionOf(passed.words ?? '');
  const { names, part, repeats } = selection;
  if (repeats) return undefined;
  if (failed.scope && passed.scope && !failed.scope.every((folder) => isInside(folder, passed.scope!))) return failed;
  const filters = selection.filters.map((one) => one.slice(0, MAX_CHARACTERS));
  if (!filters.every((one) => failed.filters?.includes(one))) return failed;
  const isWide = names.length === 0 && (passed.scope === undefined || failed.scope !== undefined);
  if (isWide) return isOfPart(failed, part) ? undefined : failed;
  const selected = names.length > 0 ? names : (passed.scope ?? []);
  const left = failed.left.filter((name) => !selected.some((one) => isWithin(name, one) || matches(name, one, passed)));
  if (failed.left.length === 0 || left.length === failed.left.length) return failed;
  return left.length > 0 ? { ...failed, left } : undefined;
}

// `npm run test:unit` includes a named test, but not all tests, and not those of another suite.
const isOfPart = ({ part: of, left }: FailedRun, part: Selection['part']): boolean =>
  part === undefined || part === of || (of === undefined && left.length > 0);

const isInside = (folder: string, scope: readonly string[]): boolean =>
  scope.some((one) => one === '' || folder === one || folder.startsWith(`${one}/`));

/** Runners that run all files, or all tests, with the word in their names. */
const BY_PART_OF_NAME = /^(?:jest|vitest|bun|npm|pnpm|yarn|ava|cargo|playwright)\b/;
const matches = (name: string, selected: string, { words = '' }: SelectedRun): boolean =>
  BY_PART_OF_NAME.test(words) && selected.length > 2 && name.includes(selected);

const sameTexts = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);
