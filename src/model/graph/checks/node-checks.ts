import type { Covering } from '../../checks/cover.ts';
import { type Check, type CheckedKind, type CheckKind, isCheckKind } from '../../checks/kind.ts';
import type { Node } from '../../model.ts';
import { listsFaults } from './faulty.ts';
import { readCommand } from '../../shell/parse/command.ts';

/** The results of a step's checks, by kind. Older writers recorded no kinds, so they are derived from the summary. */
export function checkedBy(node: Node): readonly CheckedKind[] {
  const { check, results, passed } = node.detail ?? {};
  const named = [check ?? []].flat();
  if (named.length === 0 && node.kind !== 'verification') return [];
  const kinds = named.length > 0 ? named : kindsInWords(node.summary);
  return kinds.flatMap((kind, i) =>
    isCheckKind(kind) ? { kind, result: resultOf(Array.isArray(results) ? results[i] : passed) } : [],
  );
}

/**
 * A step's checks with what they can cover.
 * @param runs the checks in its command, where they are at hand; otherwise they are read from what is recorded of it
 */
export function coveringBy(node: Node, runs: readonly Check[] = []): readonly (Covering & CheckedKind)[] {
  const { scope, likely, command, faulty, unbuilt } = node.detail ?? {};
  const checked = checkedBy(node);
  if (checked.length > 1 && runs.length === 0) runs = runsIn(command, checked);
  // The words are those of one check, so with several kinds they say nothing about the others.
  const words =
    checked.length !== 1 ? '' : node.kind === 'verification' ? wordsOf(node.summary) : String(command ?? node.summary);
  const folders = textsIn(scope);
  return checked.flatMap(({ kind, result }) => {
    const own = runs.filter((run) => run.kind === kind);
    const labels = own.length === 0 ? [words] : own.filter(({ stashed }) => !stashed).map(({ label }) => label);
    const isFault = result === 'failed' && listsFaults(kind);
    return labels.map((one) => ({
      kind,
      result,
      words: one,
      scope: folders,
      likely: likely === true,
      faulty: isFault ? textsIn(faulty) : undefined,
      unbuilt: isFault && unbuilt === true,
    }));
  });
}

const textsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;

// The checks in a recorded command, unless they are of other kinds than the recorded ones. It is one line, so several lines of it
// are joined. Of a command that was cut off, the last part is left out.
function runsIn(command: unknown, checked: readonly CheckedKind[]): readonly Check[] {
  if (typeof command !== 'string') return [];
  const whole = command.endsWith('…')
    ? command.slice(0, Math.max(0, ...ENDS.map((end) => command.lastIndexOf(end))))
    : command;
  const { runs = [] } = readCommand(whole);
  const read = [...new Set(runs.map(({ kind }) => kind))];
  const isAll = whole !== command || read.length === checked.length;
  return isAll && read.every((kind, i) => kind === checked[i]?.kind) ? runs : [];
}

/** The changes for which a check of one kind passed without running all that had failed: their numbers, after the kind. */
export function besideIn({ detail }: Node, kind: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  let current: unknown;
  for (const one of Array.isArray(detail?.['beside']) ? detail['beside'] : [])
    if (typeof one === 'number' && current === kind) numbers.add(one);
    else if (typeof one === 'string') current = one;
  return numbers;
}

/** Between two parts of a command. */
const ENDS = ['; ', ' && ', ' || '];

/** The words of a check, without its result. */
export const wordsOf = (summary: string): string => summary.replace(/ (?:passed|failed)$/, '');

const resultOf = (passed: unknown): CheckedKind['result'] =>
  typeof passed === 'boolean' ? (passed ? 'passed' : 'failed') : 'unknown';

function kindsInWords(summary: string): readonly CheckKind[] {
  const { runs = [] } = readCommand(wordsOf(summary));
  return runs.length > 0 ? [...new Set(runs.map(({ kind }) => kind))] : ['test'];
}
