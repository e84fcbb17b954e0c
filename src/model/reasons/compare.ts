import type { Names } from './names.ts';
import type { SaidSentence } from './talk.ts';

/** A sentence that may be a reason. */
interface Sentence {
  readonly said: SaidSentence;
  readonly signs: readonly string[];
  readonly names: Names;
}

/** The edit that needs one. */
interface Target {
  readonly at: number;
  readonly turn: number;
  readonly names: Names;
}

/** How the sentences within reach of an edit compare with each other. */
export interface Comparison {
  /** For each kind of sentence: the positions of the agent's texts before the edit that contain one, nearest first. */
  readonly nearest: Readonly<Record<Kind, readonly number[]>>;
  readonly similar: ReadonlyMap<Sentence, Similarity>;
}

interface Similarity {
  readonly value: number;
  /** How many sentences are more similar to the edit. */
  readonly rank: number;
}

type Kind = 'cue' | 'link' | 'cue and link';

const KINDS: Readonly<Record<Kind, (one: Sentence, edit: Target) => boolean>> = {
  cue: ({ signs }) => signs.includes('cue'),
  link: ({ names }, edit) => shared(names.code, edit.names.code) > 0 || shared(names.words, edit.names.words) > 1,
  'cue and link': ({ signs, names }, edit) => signs.includes('cue') && shared(names.words, edit.names.words) > 0,
};

/** Added to the number of words, so that a short sentence with one shared word is not the most similar one. */
const SMOOTHING = 8;

/**
 * Compares the sentences within reach of an edit.
 * @param rarity how rare a name is in the conversation
 */
export function compare(within: readonly Sentence[], edit: Target, rarity: (name: number) => number): Comparison {
  const before = within.filter((one) => isBefore(one, edit) && one.said.place !== 'prompt');
  const positions = (kind: Kind): number[] =>
    [...new Set(before.flatMap((one) => (KINDS[kind](one, edit) ? [one.said.at] : [])))].sort((a, b) => b - a);
  const values = new Map(within.map((one) => [one, similarity(one, edit, rarity)]));
  const sorted = [...values.values()].sort((a, b) => b - a);
  return {
    nearest: { cue: positions('cue'), link: positions('link'), 'cue and link': positions('cue and link') },
    similar: new Map([...values].map(([one, value]) => [one, { value, rank: sorted.indexOf(value) }])),
  };
}

/** The features of a sentence in this comparison. */
export function comparedFeatures(
  one: Sentence,
  edit: Target,
  { nearest, similar }: Comparison,
  side: string,
): string[] {
  const found: string[] = [];
  if (isBefore(one, edit))
    for (const kind of Object.keys(KINDS) as Kind[])
      if (KINDS[kind](one, edit)) {
        const place = nearest[kind].indexOf(one.said.at);
        found.push(`nearest ${kind} ${place < 0 ? 'prompt' : place > 2 ? 'far' : place}`);
        if (nearest[kind].length === 0) found.push(`nearest ${kind} in the prompt only`);
      }
  const { value, rank } = similar.get(one) ?? { value: 0, rank: 0 };
  const order = value <= 0 ? 'none' : rank === 0 ? 'first' : rank < 3 ? 'among 3' : rank < 8 ? 'among 8' : 'low';
  found.push(`similar ${order}`, `similar ${order} ${side}`);
  found.push(`similar by ${value > 3 ? 'much' : value > 1.5 ? 'more' : value > 0.7 ? 'some' : 'little'}`);
  return found;
}

// The shared names, each by how rare it is in the conversation.
function similarity({ names }: Sentence, edit: Target, rarity: (name: number) => number): number {
  const all = [...both(names.code, edit.names.code), ...both(names.words, edit.names.words)];
  return all.reduce((sum, name) => sum + rarity(name), 0) / Math.sqrt(SMOOTHING + names.words.length);
}

const isBefore = ({ said }: Sentence, edit: Target): boolean => said.turn === edit.turn && said.at < edit.at;

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/** The names of the first list that the second one contains. */
export function both(some: readonly number[], others: readonly number[]): number[] {
  let set = sets.get(others);
  if (!set) sets.set(others, (set = new Set(others)));
  return some.filter((one) => set.has(one));
}

const shared = (some: readonly number[], others: readonly number[]): number => both(some, others).length;
