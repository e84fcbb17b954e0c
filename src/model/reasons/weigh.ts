import { BIAS, FEATURES, WORDS } from './weights.ts';

/** Names a feature: the sentence contains this word. */
export const SAYS = 'says ';
const THOUSANDTHS = 1000;

/** The weights of all features, with the words among them. */
let known: Readonly<Record<string, number>> | undefined;
const allWeights = (): Readonly<Record<string, number>> =>
  (known ??= { ...weightsIn(FEATURES), ...weightsIn(WORDS, SAYS) });

function weightsIn(table: string, before = ''): Record<string, number> {
  return Object.fromEntries(
    table.split(';').map((one) => {
      const at = one.lastIndexOf(':');
      return [before + one.slice(0, at), Number(one.slice(at + 1)) / THOUSANDTHS];
    }),
  );
}

/** The sum of the weights of these features. */
export function weightOf(
  features: readonly string[],
  weights: Readonly<Record<string, number>> = allWeights(),
): number {
  let sum = 0;
  for (const feature of features) sum += weights[feature] ?? 0;
  return sum;
}

/** The probability that a sentence of this total weight states the reason of an edit. */
export const likely = (weight: number, bias = BIAS): number => 1 / (1 + Math.exp(-(weight + bias)));
