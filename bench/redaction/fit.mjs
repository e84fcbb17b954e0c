const ROUNDS = 5;
/** Step of the search, and the penalty on the square of a weight. */
const RATE = { alpha: 0.1, beta: 1 };
const SQUARE_PENALTY = 1;

/**
 * A logistic regression by FTRL-Proximal (McMahan and others, "Ad Click Prediction", 2013): features that add little get no weight at all.
 * @param penalty the penalty on the size of a weight; more makes fewer weights
 */
export function fit(rows, random, { penalty }) {
  const size = rows.names.length;
  const [sums, squares, weights] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  let [bias, biasSquares] = [-3, 1];
  const order = Uint32Array.from({ length: rows.count }, (_, i) => i);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    for (const row of order) {
      const features = rows.features[row];
      let score = bias;
      for (const at of features) {
        const sum = sums[at];
        weights[at] =
          Math.abs(sum) <= penalty
            ? 0
            : -(sum - Math.sign(sum) * penalty) / ((RATE.beta + Math.sqrt(squares[at])) / RATE.alpha + SQUARE_PENALTY);
        score += weights[at];
      }
      const error = (1 / (1 + Math.exp(-score)) - rows.labels[row]) * rows.weights[row];
      biasSquares += error * error;
      bias -= (RATE.alpha * error) / Math.sqrt(biasSquares);
      for (const at of features) {
        const before = squares[at];
        squares[at] = before + error * error;
        sums[at] += error - ((Math.sqrt(squares[at]) - Math.sqrt(before)) / RATE.alpha) * weights[at];
      }
    }
  }
  return { bias, weights };
}
