import type { Cursor, Group } from './cursor.ts';
import { nodeId } from '../ids.ts';
import { capital, enumerate, oneLine } from '../one-line.ts';
import type { Edge, Node } from '../model.ts';

const WORDS = 240;
const NAMES = 4;

// What agents say on the way to a tool call, and what says nothing by itself.
const OPENING =
  /^(?:(?:great|perfect|good|okay|ok|alright|right|sure|excellent|nice|done|yes|now|next|then|first|finally|so|and|also|got it|i see|of course|certainly|absolutely)\b[,.!:;—–-]*\s*|(?:let me|let's|let us|i(?:'|’)ll|i will|i(?:'|’)m going to|i am going to|i(?:'|’)m|i need to|i should|i can|we need to|we should|time to|going to|here(?:'|’)s)\s+(?:now\s+|also\s+|next\s+|first\s+|then\s+|quickly\s+|go ahead and\s+|start by\s+)*)+/i;
const REASON =
  /\b(?:because|since|so that|so the|otherwise|instead|to (?:avoid|make|keep|prevent|ensure|allow|match|support)|should|must|needs?|wrong|bug|fix(?:es)?|fail(?:s|ed|ing)?|missing|breaks?|broken|cause[sd]?|issue|problem|rather than|without|never|always|only)\b/i;
// "update the file", "make the change": the purpose of nothing in particular.
const EMPTY =
  /^(?:\w+ (?:this|that|it|them|the (?:\w+ )?(?:file|files|change|changes|edit|edits|code|fix|test|tests))(?: now)?|(?:make|apply) \w+ (?:change|edit|fix)s?)$/i;

/**
 * One or two sentences of the agent's words that say why, at most 240 characters; undefined when the words are only on
 * the way ("Now let me edit the file:"). Markdown and code blocks are taken off.
 */
export function narrate(words: string): string | undefined {
  const sentences = plain(words)
    .split(/(?<=[.!?])\s+|\s*\n+\s*/)
    .map((sentence) =>
      sentence
        .replace(OPENING, '')
        .replace(/[\s:;,—–-]+$/, '')
        .trim(),
    )
    .filter((sentence) => says(sentence.replace(/[.!]$/, '')));
  const reasons = sentences.filter((sentence) => REASON.test(sentence));
  const chosen = (reasons.length > 0 ? reasons : sentences).slice(-2).map(capital);
  const [first, second] = chosen;
  if (first === undefined) return undefined;
  const both = second === undefined ? first : `${/[.!?]$/.test(first) ? first : `${first}.`} ${second}`;
  return oneLine(both.length <= WORDS ? both : (second ?? first), WORDS);
}

// Three words, or two that are more than "running tests".
const says = (sentence: string): boolean => {
  const words = sentence.split(/\s+/).length;
  return (words >= 3 || (words === 2 && !/^\w+ing\b/i.test(sentence))) && !EMPTY.test(sentence);
};

/** What was done, in the first seed's form: "Read src/auth.rs, grep verify_token → edit src/auth.rs". */
export function consolidate(informed: readonly string[], did: readonly string[]): string {
  const parts = [enumerate(informed, NAMES), enumerate(did, NAMES)].filter((part) => part !== '');
  return oneLine(capital(parts.join(' → ')), WORDS);
}

/** A change that has no declared decision, as it joins its group or starts one. */
export interface Undecided {
  readonly node: Node;
  readonly words: string | undefined;
  readonly informed: readonly string[];
  /** What was done, in words: `edit src/a.ts`, `run npm install`. */
  readonly did: string;
}

/**
 * Adds a change to the groups. It joins the last one while that is open (see `closeGroup`); a group
 * without words also ends where something new was explored in between.
 */
export function joinGroup(groups: readonly Group[], { node, words, informed, did }: Undecided): readonly Group[] {
  const last = groups.at(-1);
  const continues = words === undefined ? last?.words !== null || informed.length === 0 : words === last?.words;
  if (last?.open && continues)
    return groups.with(groups.length - 1, {
      ...last,
      nodes: [...last.nodes, node.id],
      informed: [...last.informed, ...informed],
      did: [...last.did, did],
    });
  const group = {
    nodes: [node.id],
    at: node.at,
    words: words ?? null,
    informed,
    did: [did],
    open: true,
  };
  return [...groups, group];
}

/** Ends the last group: a new goal, a verification passed, the agent gave a new reason, a commit was made. */
export function closeGroup(groups: readonly Group[]): readonly Group[] {
  const last = groups.at(-1);
  return last?.open ? groups.with(groups.length - 1, { ...last, open: false }) : groups;
}

/**
 * Completes the nodes and edges of a graph that is being cut: a decision for every change that has none, narrated in the
 * agent's words or else consolidated from what was done. These nodes are derived and no ledger steps: they have a number
 * of the session but no parent.
 * @param nodes since the last cut
 * @returns them with the decisions added, and the cursor after it
 */
export function cut(
  cursor: Cursor,
  nodes: readonly Node[],
  edges: readonly Edge[],
): { cursor: Cursor; nodes: Node[]; edges: Edge[] } {
  const decisions: Node[] = [];
  const decided: Edge[] = [];
  let next = cursor.next;
  for (const group of cursor.groups) {
    const source = group.words === null ? 'consolidated' : 'narrated';
    const summary = group.words ?? consolidate(group.informed, group.did);
    const id = nodeId(`${cursor.prefix}-${next++}`);
    decisions.push({ id, kind: 'decision', at: group.at, summary, detail: { source } });
    for (const from of group.nodes)
      decided.push({ from, to: id, kind: 'decided_by', source: source === 'narrated' ? 'observed' : 'inferred' });
  }
  return { cursor: { ...cursor, next, groups: [] }, nodes: [...nodes, ...decisions], edges: [...edges, ...decided] };
}

function plain(words: string): string {
  return words
    .slice(0, 8192)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+[.)])\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.*?)\1/g, '$2')
    .trim();
}
