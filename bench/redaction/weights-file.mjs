import { writeFileSync } from 'node:fs';

const MIN_WEIGHT = 0.1;
/** The share of secrets that the first look at the characters may lose. */
const LOST = 0.01;

/** Writes weights as a module. @returns the number of weights */
export function writeWeights(path, rows, { bias, weights }, threshold) {
  const rounded = Array.from(weights, (one) => (Math.abs(one) >= MIN_WEIGHT ? Math.round(one * 100) : 0));
  const families = new Map();
  const named = rows.names.flatMap((name, at) =>
    rounded[at] === 0 || /[\t\n\r]/.test(name) ? [] : [[name, rounded[at]]],
  );
  for (const [name, weight] of named.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const at = name.indexOf(' ');
    const family = at < 0 ? '' : name.slice(0, at);
    families.set(family, [...(families.get(family) ?? []), `${at < 0 ? name : name.slice(at + 1)}\t${weight}`]);
  }
  const lines = [...families].map(([family, members]) =>
    `${family}\t${members.join('\t')}`.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${'),
  );
  const least = leastShapes(rows, bias, rounded, threshold);
  writeFileSync(
    path,
    `// Made by bench/redaction/train.mjs. Do not edit.
/** The score of a word about which nothing is known. */
export const BIAS = ${bias.toFixed(2)};
/** The least score of the characters of a word, by nearness, that the text around it can make up for. */
export const LEAST_SHAPE = [${least.map((one) => Number(one.toFixed(2))).join(', ')}] as const;
/** A line for each family of features: its name, then the rest of each name and its weight in hundredths. */
export const WEIGHTS = \`${lines.join('\n')}\`;
`,
  );
  return named.length;
}

function leastShapes(rows, bias, rounded, threshold) {
  const shapes = [[], [], [], []];
  for (let row = 0; row < rows.count; row++) {
    if (rows.labels[row] === 0) continue;
    const scores = Array.from(rows.features[row], (at) => rounded[at] / 100);
    const sum = (some) => some.reduce((all, one) => all + one, bias);
    if (sum(scores) >= threshold) shapes[rows.nears[row]].push(sum(scores.slice(0, rows.shapes[row])));
  }
  return shapes.map((some) => (some.length < 20 ? -3 : some.toSorted((a, b) => a - b)[Math.floor(LOST * some.length)]));
}
