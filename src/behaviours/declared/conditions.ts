import type { KnownNode, SeenEvent, Surroundings } from '../../model/behaviours/behaviour.ts';
import { matchesBranch, matchesPath } from '../../model/behaviours/pattern.ts';
import { STATUSES, type Status } from '../../model/knowledge/status.ts';
import { TASK_STATES, type TaskState } from '../../model/knowledge/task-state.ts';
import { EDGE_KINDS, type EdgeKind, NODE_KINDS, type NodeKind } from '../../model/model.ts';
import { filesOf } from '../built-in/entries.ts';
import { type Table, Table as Values, wrong } from './table.ts';

/** Conditions on an event and its node. All have to hold; of a list, one. */
export interface Conditions {
  readonly kind?: readonly NodeKind[] | undefined;
  readonly status?: readonly Status[] | undefined;
  readonly state?: readonly TaskState[] | undefined;
  readonly agent?: readonly string[] | undefined;
  readonly path?: readonly string[] | undefined;
  readonly branch?: readonly string[] | undefined;
  readonly text?: readonly string[] | undefined;
  readonly links?: readonly EdgeKind[] | undefined;
  readonly linkedBy?: readonly EdgeKind[] | undefined;
  /** None of these may hold. */
  readonly not?: Conditions | undefined;
}

const KINDS: readonly NodeKind[] = Object.values(NODE_KINDS).flat();
const MAX_PATTERN_CHARACTERS = 200;

/**
 * Reads a table of conditions.
 * @throws ProvError `data` for an unknown condition, a wrong type, or a pattern that fits nothing
 */
export function readConditions(table: Table, isInner = false): Conditions {
  const inner = isInner ? undefined : table.any('not');
  const conditions = {
    kind: table.words('kind', KINDS),
    status: table.words('status', STATUSES),
    state: table.words('state', TASK_STATES),
    agent: table.texts('agent'),
    path: patternsIn(table, 'path'),
    branch: patternsIn(table, 'branch'),
    text: table.texts('text'),
    links: table.words('links', EDGE_KINDS),
    linkedBy: table.words('linked_by', EDGE_KINDS),
    not: inner === undefined ? undefined : readConditions(new Values(`${table.name}.not`, inner), true),
  };
  table.end();
  const empty = conditions.text?.find((text) => wordsOf(text) === '');
  if (empty !== undefined) throw wrong(`${table.name}.text has no word.`, 'Use words that the entry has to contain.');
  return conditions;
}

/** Reads patterns of paths or branches. @throws ProvError `data` for a pattern with brackets, braces, `\` or `!` */
export function patternsIn(table: Table, key: string): readonly string[] | undefined {
  const patterns = table.texts(key);
  for (const pattern of patterns ?? []) {
    if (pattern.length > MAX_PATTERN_CHARACTERS)
      throw wrong(
        `${table.name}.${key} has a pattern of ${pattern.length} characters.`,
        `Use at most ${MAX_PATTERN_CHARACTERS}.`,
      );
    if (/[[\]\\!{}\n]/.test(pattern))
      throw wrong(`${table.name}.${key} has a pattern with one of [ ] { } \\ !.`, 'Use names, *, ** and ?.');
  }
  return patterns;
}

/** Whether all conditions hold for an event. The cheap ones come first. */
export async function holds(conditions: Conditions, event: SeenEvent, around: Surroundings): Promise<boolean> {
  const { known } = event;
  if (!holdsAt(conditions, known)) return false;
  if (conditions.branch) {
    const branch = await around.branch();
    if (branch === undefined || !conditions.branch.some((pattern) => matchesBranch(pattern, branch))) return false;
  }
  if (conditions.path) {
    const files = event.files ?? (known ? await filesOf(known, around) : []);
    if (!files.some((file) => conditions.path!.some((pattern) => matchesPath(pattern, file)))) return false;
  }
  if (!conditions.not) return true;
  return !(await anyHolds(conditions.not, event, around));
}

async function anyHolds(conditions: Conditions, event: SeenEvent, around: Surroundings): Promise<boolean> {
  for (const [name, value] of Object.entries(conditions))
    if (value !== undefined && (await holds({ [name]: value }, event, around))) return true;
  return false;
}

function holdsAt(conditions: Conditions, known: KnownNode | undefined): boolean {
  const { kind, status, state, agent, text, links, linkedBy } = conditions;
  return (
    isOneOf(kind, known?.node.kind) &&
    isOneOf(status, known?.standing?.status) &&
    isOneOf(state, known?.standing?.state) &&
    isOneOf(agent, known?.agent) &&
    (!text || (known !== undefined && hasWords(known, text))) &&
    (!links || known?.links.some(({ kind: edge, from }) => from === known.node.id && isOneOf(links, edge)) === true) &&
    (!linkedBy || known?.links.some(({ kind: edge, to }) => to === known.node.id && isOneOf(linkedBy, edge)) === true)
  );
}

const isOneOf = (allowed: readonly string[] | undefined, value: string | undefined): boolean =>
  allowed === undefined || (value !== undefined && allowed.includes(value));

// Whole words, in any case: "api" is not in "rapid".
function hasWords({ node }: KnownNode, wanted: readonly string[]): boolean {
  const nodeText = ` ${wordsOf(`${node.summary} ${textOf(node.detail?.['text'])} ${textOf(node.detail?.['because'])}`)} `;
  return wanted.some((words) => nodeText.includes(` ${wordsOf(words)} `));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const wordsOf = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  ).join(' ');
