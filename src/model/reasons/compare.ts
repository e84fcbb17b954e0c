import type { FileKind } from './file-kind.ts';
import { both, type Names } from './names.ts';
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

const shared = (some: readonly number[], others: readonly number[]): number => both(some, others).length;

/** An edit that a sentence may be about. */
interface Edit extends Target {
  readonly paths: readonly string[];
}

/** A sentence with the files that it names. */
interface Named extends Sentence {
  readonly named: readonly string[];
}

/** The edits by the names in them. */
export interface Edits {
  readonly all: readonly Edit[];
  /** The names of their files. */
  readonly files: readonly (readonly string[])[];
  /** For each name, the edits that contain it, by their index. */
  readonly with: ReadonlyMap<number, readonly number[]>;
  /** Their indices in the order of the conversation. */
  readonly order: readonly number[];
  readonly aims: WeakMap<Named, Map<number, Aim>>;
  readonly among: Map<Edit, Among>;
}

/** The edits of a turn as what a sentence is about. */
interface Aim {
  /** How similar the sentence is to each edit. */
  readonly values: readonly number[];
  /** The highest values in the turn, highest first. */
  readonly top: readonly number[];
  /** The first edit of the turn after the sentence. */
  readonly first: number | undefined;
  /** The edits of the turn to files that it names. */
  readonly named: readonly number[];
}

/** An edit among the others of its turn. */
interface Among {
  readonly index: number;
  /** Its place in the order of the conversation. */
  readonly place: number;
  /** How many edits of its file came before it in its turn. */
  readonly again: number;
  /** How far away the last edit is. */
  readonly gap: number;
  readonly isStatus: boolean;
}

/** Added to the number of an edit's words, so that a short edit with one shared word is not the most similar one. */
const SMOOTHING_OF_EDITS = 8;
/** Added to the weight of a name that all edits contain. */
const LEAST = 0.2;

export function editsOf(all: readonly Edit[]): Edits {
  const found = new Map<number, number[]>();
  for (const [i, { names }] of all.entries())
    for (const name of new Set([...names.code, ...names.words])) {
      const known = found.get(name);
      if (known) known.push(i);
      else found.set(name, [i]);
    }
  const files = all.map(({ paths }) => paths.map(fileOf));
  const order = [...all.keys()].sort((a, b) => all[a]!.at - all[b]!.at);
  return { all, files, with: found, order, aims: new WeakMap(), among: new Map() };
}

function amongIn(edit: Edit, { all, files, order, among }: Edits): Among {
  const known = among.get(edit);
  if (known) return known;
  const before = all.filter(({ turn, at }) => turn === edit.turn && at < edit.at);
  const index = all.indexOf(edit);
  const found = {
    index,
    place: order.indexOf(index),
    again: before.filter(({ paths }) => paths[0] === edit.paths[0]).length,
    gap: edit.at - before.reduce((last, { at }) => Math.max(last, at), -Infinity),
    isStatus: STATUS.test(files[index]?.[0] ?? ''),
  };
  among.set(edit, found);
  return found;
}

/** Goes through the edits between a sentence and an edit, nearest to the edit first, until `isEnough` says so. */
function between(said: SaidSentence, edit: Edit, edits: Edits, isEnough: (index: number) => boolean): void {
  const { all, order } = edits;
  const step = said.at < edit.at ? -1 : 1;
  for (let i = amongIn(edit, edits).place + step; i >= 0 && i < order.length; i += step) {
    const { at } = all[order[i]!]!;
    if ((at - said.at) * step >= 0) return;
    if (at !== edit.at && isEnough(order[i]!)) return;
  }
}

const MAX_TOP = 3;

function aimOf(one: Named, turn: number, edits: Edits): Aim {
  const known = edits.aims.get(one);
  const found = known?.get(turn);
  if (found) return found;
  const { all, files, order } = edits;
  const values = [...(known?.values() ?? [])][0]?.values ?? similarTo(one, edits);
  const mine = order.filter((i) => all[i]!.turn === turn);
  const aim = {
    values,
    top: mine
      .map((i) => values[i]!)
      .sort((a, b) => b - a)
      .slice(0, MAX_TOP),
    first: mine.find((i) => all[i]!.at > one.said.at),
    named: one.named.length === 0 ? [] : mine.filter((i) => files[i]!.some((file) => one.named.includes(file))),
  };
  if (known) known.set(turn, aim);
  else edits.aims.set(one, new Map([[turn, aim]]));
  return aim;
}

// How similar a sentence is to each edit, by the names that they share. A name in few edits counts more.
function similarTo(one: Named, { all, with: having }: Edits): readonly number[] {
  const sums = Array.from(all, () => 0);
  for (const name of [...one.names.code, ...one.names.words]) {
    const inside = having.get(name);
    if (!inside) continue;
    const rarity = Math.log((all.length + 1) / (inside.length + 0.5)) + LEAST;
    for (const i of inside) sums[i]! += rarity;
  }
  return sums.map((sum, i) => sum / Math.sqrt(SMOOTHING_OF_EDITS + all[i]!.names.words.length));
}

/**
 * The features of a sentence that ask which edit of the turn it is about: this one, or another that shares more names with it. Agents
 * explain one edit of several, and the words for it are no reason of the next one.
 */
export function aboutFeatures(one: Named, edit: Edit, edits: Edits, side: string, kind: FileKind): string[] {
  const { said } = one;
  const { all } = edits;
  const { index } = amongIn(edit, edits);
  const { values, top, first, named } = aimOf(one, edit.turn, edits);
  const mine = values[index] ?? 0;
  const best = top[0] ?? 0;
  const better = top.filter((value) => value > mine).length;
  let closer = 0;
  between(said, edit, edits, (i) => {
    if (all[i]!.turn === edit.turn && values[i]! >= mine) closer++;
    return closer === MAX_TOP;
  });
  const order = best === 0 ? 'none' : better === 0 ? 'best' : better < 3 ? 'among 3' : 'low';
  const share = mine / (best || 1);
  const part = best === 0 ? 'none' : share > 0.99 ? 'all' : share > 0.6 ? 'most' : share > 0.25 ? 'some' : 'little';
  const nearer = `about closer ${closer}`;
  const cue = one.signs.includes('cue') ? 'cue' : 'plain';
  const found = [`about ${order}`, `about part ${part} ${side}`, `${nearer} ${side}`, `${nearer} ${cue}`];
  for (const what of [side, cue, said.place, kind]) found.push(`about ${order} ${what}`);
  if (side === 'before' && first !== undefined && all[first]!.at !== edit.at)
    found.push(`used up ${values[first]! > mine ? 'yes' : values[first]! > 0 ? 'shared' : 'no'} ${said.place}`);
  if (named.some((i) => i !== index)) found.push(`about another file ${side}`);
  return found;
}

/** Files about the state of the work. */
const STATUS = /status|sprint|story|backlog|deferred|lessons|session/i;

/** The features of an edit among the edits of its turn, with the place and the side of a sentence. */
export function editFeatures({ said }: Named, edit: Edit, edits: Edits, side: string): string[] {
  const { again, gap, isStatus } = amongIn(edit, edits);
  const found = isStatus ? ['edit status', `edit status ${said.place}`] : [];
  found.push(
    `edit again ${Math.min(2, again)} ${said.place}`,
    `edit gap ${gap < 3 ? gap : gap < 6 ? 'near' : 'far'} ${side}`,
  );
  let isSame = false;
  let isOther = false;
  between(said, edit, edits, (i) => {
    if (edits.all[i]!.paths[0] === edit.paths[0]) isSame = true;
    else isOther = true;
    return isSame && isOther;
  });
  found.push(`over same ${isSame ? 'yes' : 'no'} other ${isOther ? 'yes' : 'no'} ${side}`);
  return found;
}

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
