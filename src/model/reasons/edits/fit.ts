import type { Names } from '../names.ts';
import type { EditNames } from './change.ts';

/** The names that the changed lines of an edit contain. Where they are not known, all names of the edit count as new. */
export interface ChangedNames {
  readonly added: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
}

/** Lower bounds of the classes of a share. */
const SOME_OF_SENTENCE = 0.15;
const MUCH_OF_SENTENCE = 0.35;
const SOME_OF_CHANGE = 0.1;
const MUCH_OF_CHANGE = 0.3;

const known = new WeakMap<EditNames, ChangedNames>();

export function changedNames(names: EditNames): ChangedNames {
  let changed = known.get(names);
  if (changed) return changed;
  const all = [...names.code, ...names.words];
  const sides = names.change?.sides;
  const of = (side: string): Set<number> => new Set(all.filter((_, i) => (sides ? sides[i] : '+') === side));
  changed = { added: of('+'), removed: of('-') };
  known.set(names, changed);
  return changed;
}

/** The features of a sentence that say how well it fits what an edit changed. */
export function fitFeatures(sentence: Names, edit: EditNames, place: string, side: string): string[] {
  const { added, removed } = changedNames(edit);
  const names = allOf(sentence);
  const [isNew, isOld] = [countIn(names, added), countIn(names, removed)];
  const shape = edit.change?.shape ?? 'changes';
  const found = [`shape ${shape}`, `shape ${shape} ${place}`];
  if (isNew > 0) found.push(`shares ${isNew > 1 ? 'added names' : 'an added name'}`);
  if (isOld > 0) found.push(`shares ${isOld > 1 ? 'removed names' : 'a removed name'}`);
  if (isNew > 0 && isOld > 0) found.push('shares added and removed');
  const ofSentence = sizeOf((isNew + isOld) / Math.max(1, sentence.words.length), SOME_OF_SENTENCE, MUCH_OF_SENTENCE);
  const ofChange = sizeOf((isNew + isOld) / Math.max(1, added.size + removed.size), SOME_OF_CHANGE, MUCH_OF_CHANGE);
  found.push(`${ofSentence} of it changed`, `${ofSentence} of it changed ${side}`, `${ofChange} of the change`);
  return found;
}

const sets = new WeakMap<Names, ReadonlySet<number>>();

// A name may be both code and a word.
function allOf(names: Names): ReadonlySet<number> {
  let set = sets.get(names);
  if (!set) sets.set(names, (set = new Set([...names.code, ...names.words])));
  return set;
}

function countIn(names: ReadonlySet<number>, others: ReadonlySet<number>): number {
  let count = 0;
  for (const name of names) if (others.has(name)) count++;
  return count;
}

const sizeOf = (share: number, some: number, much: number): string =>
  share === 0 ? 'none' : share < some ? 'little' : share < much ? 'some' : 'much';
