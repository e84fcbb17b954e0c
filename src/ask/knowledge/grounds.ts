import type { CheckKind } from '../../model/checks/kind.ts';
import { checkedBy, wordsOf } from '../../model/graph/checks/node-checks.ts';
import { type NodeId, numberOf, sessionPart } from '../../model/ids.ts';
import { isThingId } from '../../model/knowledge/thing.ts';
import type { Node } from '../../model/model.ts';
import { sentencesOf } from '../../model/reasons/sentences.ts';
import type { KnowledgeGraph } from './knowledge-graph.ts';
import type { Link } from '../../model/knowledge/link.ts';

const FAILURE = /\b(?:fail\w*|br[eo]ak\w*|broken?|errors?|crash\w*|panic\w*|red)\b/i;
/** How people speak of a kind of check. */
const SPOKEN: Readonly<Record<CheckKind, RegExp>> = {
  test: /\b(?:tests?|specs?|test suite|assertions?)\b/i,
  types: /\b(?:types?|type-?check\w*|tsc|mypy)\b/i,
  build: /\b(?:builds?|building|compil\w+)\b/i,
  lint: /\b(?:lint\w*|eslint|clippy)\b/i,
  format: /\b(?:format\w*)\b/i,
};
/** Characters. Shorter words of a command appear in any sentence. */
const MIN_WORDS = 5;

/** A node that something rests on, and how it is linked to it. */
export interface Ground {
  readonly id: NodeId;
  readonly link: Link;
}

/**
 * The changes that were made on decisions, or went into commits. A commit's own node has no author, so every claim could lead a
 * change to it: only patches do.
 */
export async function changesBehind(world: KnowledgeGraph, ids: readonly NodeId[]): Promise<NodeId[]> {
  await world.learn(ids);
  const changes = new Set<NodeId>();
  for (const id of ids.filter((one) => !isThingId(one)))
    for (const { kind, from, to } of world.links(id))
      if (to === id && (kind === 'decided_by' || kind === 'committed_via')) changes.add(from);
  await world.learn(changes);
  return [...changes];
}

/**
 * What led to changes, as far as the steps before them show it: the prompts, and the failed check or error that each change
 * follows. They are inferred from the order of the steps.
 * @param words those of the decision on the changes, which may name an earlier check that failed
 */
export function causesOf(world: KnowledgeGraph, changes: readonly NodeId[], words = ''): Ground[] {
  const own = new Set(changes);
  const steps = [...world.met()].map(({ node }) => node);
  const grounds = new Map<NodeId, Ground>();
  const add = (cause: Node | undefined, change: NodeId): void => {
    if (cause && !own.has(cause.id) && !grounds.has(cause.id))
      grounds.set(cause.id, {
        id: cause.id,
        link: { from: cause.id, to: change, kind: 'led_to', source: 'inferred', at: cause.at },
      });
  };
  for (const change of changes) {
    const goal = world.goalOf(change);
    add(goal, change);
    const before = steps.filter(({ id }) => sessionPart(id) === sessionPart(change) && numberOf(id) < numberOf(change));
    const since = before
      .filter(({ id, kind }) => kind === 'goal' || (kind === 'commitment' && !own.has(id)))
      .map(({ id }) => numberOf(id));
    const last = Math.max(0, ...since);
    const failed = before.filter((node) => numberOf(node.id) > last && hasFailed(node));
    add(
      failed.reduce<Node | undefined>((a, b) => (a && numberOf(a.id) > numberOf(b.id) ? a : b), undefined),
      change,
    );
    add(namedFailure(before, goal ? numberOf(goal.id) : 0, words), change);
  }
  return [...grounds.values()];
}

const hasFailed = ({ kind, detail }: Node): boolean => kind === 'error' || detail?.['passed'] === false;

// The last failed check before a change that the words of its decision name: in a sentence about a failure, by its kind or its
// command. `before` has the steps before the change, and `turn` is the number of its prompt: a check that passed again in an
// earlier turn no longer failed.
function namedFailure(before: readonly Node[], turn: number, text: string): Node | undefined {
  const sentences = sentencesOf(text).flatMap((one) => (FAILURE.test(one.text) ? [one.text] : []));
  if (sentences.length === 0) return undefined;
  const passed = new Set<CheckKind>();
  for (const node of before.toSorted((a, b) => numberOf(b.id) - numberOf(a.id))) {
    const checked = checkedBy(node);
    const failed = checked.flatMap(({ kind, result }) => (result === 'failed' && !passed.has(kind) ? [kind] : []));
    if (failed.length > 0 && sentences.some((sentence) => isNamed(sentence, node, failed))) return node;
    if (numberOf(node.id) < turn) for (const { kind, result } of checked) if (result === 'passed') passed.add(kind);
  }
  return undefined;
}

function isNamed(sentence: string, { summary }: Node, failed: readonly CheckKind[]): boolean {
  const words = wordsOf(summary);
  return failed.some((kind) => SPOKEN[kind].test(sentence)) || (words.length >= MIN_WORDS && sentence.includes(words));
}

/** Of the explorations behind a decision, those that its words name; all of them when they name none. */
export function namedIn<T extends { readonly node: Node | undefined }>(
  explorations: readonly T[],
  text: string,
): readonly T[] {
  const named = explorations.filter(({ node }) => node && subjects(node.summary).some((word) => text.includes(word)));
  return named.length > 0 ? named : explorations;
}

// The paths and patterns of an exploration, and the names of the files: `read src/auth.rs` speaks of `src/auth.rs` and `auth.rs`.
function subjects(summary: string): string[] {
  const words = summary.split(/[\s"']+/).slice(1);
  return words.flatMap((word) => [word, word.slice(word.lastIndexOf('/') + 1)]).filter((word) => word.length > 3);
}
