import { featuresOf, isWithinReach } from '../../src/model/reasons/relate.ts';
import type { Example } from './examples.ts';

export interface Model {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

const ROUNDS = 400;
const RATE = 2;

/**
 * Fits a logistic regression with an L2 penalty by gradient descent. Every edit has the same weight, however many sentences are
 * around it.
 */
export function train(examples: readonly Example[], penalty: number): Model {
  const names = new Map<string, number>();
  const rows: { features: number[]; is: number; weight: number }[] = [];
  for (const { edit, field, isReason } of examples) {
    const usable = field.candidates.filter((one) => isWithinReach(one, edit));
    for (const one of usable) {
      const features = featuresOf(one, edit, field).map((name) => {
        if (!names.has(name)) names.set(name, names.size);
        return names.get(name)!;
      });
      rows.push({ features, is: isReason(one.said) ? 1 : 0, weight: 1 / Math.sqrt(usable.length) });
    }
  }
  const all = rows.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(names.size);
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
      const step = slope[i]! + penalty * weights[i]!;
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
