import { BIAS, FEATURES, WORDS } from './weights.ts';

/** Names a feature: the sentence contains this word. */
export const SAYS = 'says ';
const THOUSANDTHS = 1000;

/** The weights of all features, with the words among them. To fill a map takes a commit 4 ms less than to make an object of that size. */
let known: ReadonlyMap<string, number> | undefined;
const allWeights = (): ReadonlyMap<string, number> => (known ??= weightsIn([FEATURES, ''], [WORDS, SAYS]));

function weightsIn(...tables: readonly (readonly [table: string, before: string])[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [table, before] of tables)
    for (const one of table.split(';')) {
      const at = one.lastIndexOf(':');
      weights.set(before + one.slice(0, at), Number(one.slice(at + 1)) / THOUSANDTHS);
    }
  return weights;
}

/** The sum of the weights of these features. @param weights other weights than those of the program */
export function weightOf(features: readonly string[], weights?: Readonly<Record<string, number>>): number {
  const own = weights ? undefined : allWeights();
  let sum = 0;
  for (const feature of features) sum += (own ? own.get(feature) : weights![feature]) ?? 0;
  return sum;
}

/** The probability that a sentence of this total weight states the reason of an edit. */
export const likely = (weight: number, bias = BIAS): number => 1 / (1 + Math.exp(-(weight + bias)));

// A plural or a past form shares its beginning with its base form.
const BEGINNING_CHARACTERS = 7;

/** The features of the words of a text. @param lower in small letters */
export const wordsOf = (lower: string): string[] => [
  ...new Set(
    lower
      .match(/[a-z]{2,}(?:['’][a-z]+)?/g)
      ?.map((word) => `${SAYS}${word.replace('’', "'").slice(0, BEGINNING_CHARACTERS)}`),
  ),
];
