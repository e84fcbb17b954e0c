import { featuresOf, isWithinReach } from '../../src/model/reasons/relate.ts';
import { SAYS } from '../../src/model/reasons/weigh.ts';
import type { Example } from './examples.ts';

export interface Model {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** A word counts if this many sentences of this many projects contain it. */
const MIN_SENTENCES = 10;
const MIN_PROJECTS = 4;
/** How much stronger the penalty is for the weight of a word: there are many, and each says little. */
const WORD_PENALTY = 4;
const ROUNDS = 400;
const RATE = 2;

/**
 * Fits a logistic regression with an L2 penalty by gradient descent. Every edit has the same weight, however many sentences are
 * around it.
 */
export function train(examples: readonly Example[], penalty: number): Model {
  const isCommon = commonWords(examples);
  const names = new Map<string, number>();
  const rows: { features: number[]; is: number; weight: number }[] = [];
  for (const { edit, field, isReason } of examples) {
    const usable = field.candidates.filter((one) => isWithinReach(one, edit));
    for (const one of usable) {
      const features = [...one.own, ...featuresOf(one, edit, field)]
        .filter((name) => !name.startsWith(SAYS) || isCommon(name))
        .map((name) => {
          if (!names.has(name)) names.set(name, names.size);
          return names.get(name)!;
        });
      rows.push({ features, is: isReason(one.said) ? 1 : 0, weight: 1 / Math.sqrt(usable.length) });
    }
  }
  const all = rows.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(names.size);
  const penalties = Float64Array.from(names.keys(), (name) => penalty * (name.startsWith(SAYS) ? WORD_PENALTY : 1));
  const squares = new Float64Array(names.size + 1).fill(1e-6);
  let bias = -2;
  for (let round = 0; round < ROUNDS; round++) {
    const slope = new Float64Array(names.size);
    let slopeOfBias = 0;
    for (const { features, is, weight } of rows) {
      let sum = bias;
      for (const feature of features) sum += weights[feature]!;
      const error = ((1 / (1 + Math.exp(-sum)) - is) * weight) / all;
      slopeOfBias += error;
      for (const feature of features) slope[feature]! += error;
    }
    // AdaGrad: rare features take as large steps as common ones.
    for (let i = 0; i < slope.length; i++) {
      const step = slope[i]! + penalties[i]! * weights[i]!;
      squares[i]! += step * step;
      weights[i]! -= (RATE * 0.1 * step) / Math.sqrt(squares[i]!);
    }
    squares[slope.length]! += slopeOfBias ** 2;
    bias -= (RATE * 0.1 * slopeOfBias) / Math.sqrt(squares[slope.length]!);
  }
  return {
    bias,
    weights: Object.fromEntries([...names].map(([name, i]) => [name, weights[i]!])),
  };
}

// Returns a test: whether a word occurs in enough sentences and projects.
function commonWords(examples: readonly Example[]): (word: string) => boolean {
  const sentences = new Map<string, Set<string>>();
  const projects = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, word: string, one: string): void => {
    const known = map.get(word);
    if (known) known.add(one);
    else map.set(word, new Set([one]));
  };
  for (const { project, edit, field } of examples)
    for (const one of field.candidates.filter((candidate) => isWithinReach(candidate, edit)))
      for (const word of one.own.filter((name) => name.startsWith(SAYS))) {
        add(sentences, word, one.said.text);
        add(projects, word, project);
      }
  return (word) => (sentences.get(word)?.size ?? 0) >= MIN_SENTENCES && (projects.get(word)?.size ?? 0) >= MIN_PROJECTS;
}
