import type { Dice } from './dice.ts';
import { NUMBERS, WORDS } from './words.ts';

type Holder = unknown[] | Map<unknown, unknown> | Record<string, unknown>;

/** A tree of arrays, and of Maps (CBOR) or objects (JSON). */
export interface Kind {
  /** A map with these entries. */
  readonly map: (entries: readonly (readonly [string, unknown])[]) => unknown;
  /** Leaves that only this kind has. */
  readonly leaves: readonly unknown[];
}

export const CBOR: Kind = {
  map: (entries) => new Map(entries),
  leaves: [new Uint8Array(), new Uint8Array(20), new Uint8Array(32).fill(7), Uint8Array.of(255), Uint8Array.of(97)],
};

export const JSON_TREE: Kind = {
  // Like JSON.parse: `__proto__` becomes an ordinary property.
  map: (entries) =>
    JSON.parse(
      `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value ?? null)}`).join(',')}}`,
    ),
  leaves: [0.5, -1e300, 1e21, {}, { toString: null, valueOf: null }, { length: 1e9 }, [[]]],
};

/**
 * Changes a tree in place, some times at random: values become others of another kind, extreme, empty, many or nested;
 * entries go, come twice, change places, come from elsewhere in the tree, or under names that mean something to others.
 */
export function mutateTree(root: unknown, kind: Kind, dice: Dice): unknown {
  let tree = root;
  for (let i = 1 + dice.below(3); i > 0; i--) tree = mutateOnce(tree, kind, dice);
  return tree;
}

function mutateOnce(tree: unknown, kind: Kind, dice: Dice): unknown {
  const holders: Holder[] = [];
  collect(tree, holders, 0);
  if (holders.length === 0) return someValue(kind, dice);
  const holder = dice.pick(holders);
  const keys = keysOf(holder);
  if (keys.length === 0 || dice.once(9)) add(holder, someName(dice), someValue(kind, dice));
  else {
    const key = dice.pick(keys);
    change(holder, key, { kind, dice, elsewhere: () => valueOf(dice.pick(holders), dice) });
  }
  return tree;
}

interface Means {
  readonly kind: Kind;
  readonly dice: Dice;
  readonly elsewhere: () => unknown;
}

function change(holder: Holder, key: unknown, { kind, dice, elsewhere }: Means): void {
  const old = get(holder, key);
  switch (dice.below(10)) {
    case 0:
      return remove(holder, key);
    case 1: // twice
      return Array.isArray(holder)
        ? void holder.splice(Number(key), 0, copy(old))
        : add(holder, someName(dice), copy(old));
    case 2: // changes places
      return put(holder, dice.pick(keysOf(holder)), old);
    case 3:
      return put(holder, key, copy(elsewhere()));
    case 4:
      return put(holder, key, [old]);
    case 5:
      return put(holder, key, kind.map([[someName(dice), Array.isArray(old) ? null : 1]]));
    case 6:
      return put(holder, key, near(old, dice));
    case 7:
      return put(holder, key, dice.once(20) ? nested(dice.below(40), kind) : many(old, dice));
    default:
      return put(holder, key, someValue(kind, dice));
  }
}

// A little more, less, longer or shorter.
function near(old: unknown, dice: Dice): unknown {
  if (typeof old === 'number')
    return Number.isSafeInteger(old) ? old + dice.pick([-1, 1, 2, -2, 256, -old, -2 * old]) : -1;
  if (typeof old === 'string') return dice.once(2) ? old.slice(0, dice.below(old.length + 1)) : old + dice.pick(WORDS);
  if (old instanceof Uint8Array) return dice.once(2) ? old.slice(1) : Uint8Array.of(...old, dice.below(256));
  if (typeof old === 'boolean') return !old;
  return null;
}

const many = (old: unknown, dice: Dice): unknown => Array.from({ length: dice.pick([0, 2, 9, 300]) }, () => copy(old));

function nested(depth: number, kind: Kind): unknown {
  let out: unknown = 1;
  for (let i = 0; i < depth; i++) out = i % 3 === 0 ? kind.map([['a', out]]) : [out];
  return out;
}

const someName = (dice: Dice): string => dice.pick(WORDS).slice(0, 40);

const someValue = (kind: Kind, dice: Dice): unknown =>
  copy(
    dice.pick([
      () => dice.pick(WORDS),
      () => dice.pick(NUMBERS),
      () => dice.pick(LEAVES),
      () => dice.pick(kind.leaves),
    ])(),
  );

const LEAVES: readonly unknown[] = [null, true, false, [], ['a'], [0, 0], [1, 2, null, 0]];

function collect(value: unknown, into: Holder[], depth: number): void {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || depth > 50) return;
  into.push(value as Holder);
  for (const key of keysOf(value as Holder)) collect(get(value as Holder, key), into, depth + 1);
}

const valueOf = (holder: Holder, dice: Dice): unknown => {
  const keys = keysOf(holder);
  return keys.length === 0 ? null : get(holder, dice.pick(keys));
};

const keysOf = (holder: Holder): unknown[] =>
  holder instanceof Map || Array.isArray(holder) ? [...holder.keys()] : Object.keys(holder);

const get = (holder: Holder, key: unknown): unknown =>
  holder instanceof Map ? holder.get(key) : (holder as Record<string, unknown>)[String(key)];

function put(holder: Holder, key: unknown, value: unknown): void {
  if (holder instanceof Map) holder.set(key, value);
  else Object.defineProperty(holder, String(key), { value, writable: true, enumerable: true, configurable: true });
}

function add(holder: Holder, name: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else put(holder, name, value);
}

function remove(holder: Holder, key: unknown): void {
  if (holder instanceof Map) holder.delete(key);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[String(key)];
}

/** A copy of the tree. */
export function copy<T>(value: T): T {
  return structuredClone(value);
}
