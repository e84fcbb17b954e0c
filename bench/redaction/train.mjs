// Makes the weights of src/redact/likely from the lists of kinds, from made-up combinations, and from ordinary texts of repositories.
// node bench/redaction/train.mjs GIT-DIRECTORY...   MOST=1200 limits the texts of each sort and repository; WITHOUT=batch13,batch12 leaves lists out
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { build } from 'esbuild';
import { combinations } from './combinations.mjs';
import { otherPasswords } from './password-habits.mjs';
import { readSources } from './sources.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const LISTS = join(ROOT, 'fixtures/redact');
const MOST = Number(process.env.MOST ?? 1200);
const WITHOUT = (process.env.WITHOUT ?? '').split(',').filter(Boolean);
const COMBINATIONS = 9000;
const TIMES = 6;
const ROUNDS = 6;
const RATE = 0.1;
const PENALTY = 2e-9;
/** An ordinary word of a repository counts as much as three secrets, one of a list less, because the lists are all about secrets. */
const WEIGHTS = { secret: 1, ofList: 0.3, ordinary: 3 };
/** A feature counts if this many words of this many kinds or repositories have it. */
const SUPPORT = { words: 5, kinds: 3 };
const MIN_WEIGHT = 0.1;
/** The share of secrets that the first look at the characters may lose. */
const LOST = 0.035;

const directories = process.argv.slice(2);
if (directories.length === 0) {
  process.stderr.write('Name git directories with ordinary texts.\n');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'git-prov-train-'));
try {
  const program = await bundle();
  const random = program.dice(99);
  const rows = [...secretRows(program, random), ...(await ordinaryRows(program, random))];
  const { bias, weights, known } = fit(rows, random);
  write(rows, bias, weights, known, program.THRESHOLD);
} finally {
  rmSync(folder, { recursive: true });
}

/** Every candidate of a text, with its features. */
function* candidates({ candidatesIn, contextOf, cuesIn, featuresOfShape, isPlainlyNone }, text) {
  const cued = { text, cues: cuesIn(text) };
  for (const one of candidatesIn(cued, () => {})) {
    if (isPlainlyNone(one.word)) continue;
    const shape = featuresOfShape(one.word, one.near);
    yield { ...one, features: [...shape, ...contextOf(cued, one)], shapes: shape.length };
  }
}

function* secretRows(program, random) {
  const { dice, draw, humanPassword, typed } = program;
  const other = otherPasswords(wordlist, draw, random);
  const value = () => (random() < 0.5 ? other() : humanPassword('l', random));
  const lists = readdirSync(LISTS).filter(
    (name) => name.startsWith('typed-') && !WITHOUT.some((one) => name.includes(one)),
  );
  const ofLists = lists.flatMap((name) => typed(join(LISTS, name), 77, TIMES, wordlist));
  for (const one of [
    ...ofLists.map((text) => varied(text, other, random)),
    ...combinations(dice(98), value, COMBINATIONS),
  ]) {
    const spans = rangesOf(one);
    for (const candidate of candidates(program, one.text)) {
      const shares = spans.map(([from, to]) => {
        const common = Math.max(0, Math.min(to, candidate.to) - Math.max(from, candidate.from));
        return [common / (to - from), common / (candidate.to - candidate.from)];
      });
      if (shares.some(([a, b]) => a >= 0.6 && b >= 0.6))
        yield { ...candidate, is: 1, weight: WEIGHTS.secret, kind: one.kind };
      else if (shares.every(([a]) => a === 0)) yield { ...candidate, is: 0, weight: WEIGHTS.ofList, kind: one.kind };
    }
  }
}

// Half of the texts get passwords of other habits.
function varied({ kind, text, secrets }, other, random) {
  if (random() > 0.45) return { kind, text, secrets };
  const instead = new Map();
  for (const secret of secrets) if (secret.length < 24 && !secret.includes('\n')) instead.set(secret, other());
  for (const [secret, made] of instead) text = text.replaceAll(secret, () => made);
  return { kind, text, secrets: secrets.map((secret) => instead.get(secret) ?? secret) };
}

function rangesOf({ text, secrets }) {
  const found = [];
  for (const secret of new Set(secrets))
    for (let at = secret === '' ? -1 : text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      found.push([at, at + secret.length]);
  return found;
}

async function ordinaryRows(program, random) {
  const rows = [];
  for (const directory of directories)
    for (const { sort, text } of readSources(resolve(directory), MOST)) {
      if (sort === 'paths' || random() > 0.8) continue;
      const found = await program.secretsIn(text).catch(() => undefined);
      if (found === undefined) continue;
      const known = found.filter(({ rules }) => rules.some((rule) => rule !== 'likely'));
      for (const one of candidates(program, text))
        if (!known.some(({ from, to }) => from < one.to && to > one.from))
          rows.push({ ...one, is: 0, weight: WEIGHTS.ordinary, kind: directory });
    }
  return rows;
}

// A logistic regression by AdaGrad.
function fit(rows, random) {
  const support = new Map();
  for (const { features, kind } of rows)
    for (const one of features) {
      const held = support.get(one) ?? { words: 0, kinds: new Set() };
      support.set(one, held);
      held.words++;
      if (held.kinds.size < SUPPORT.kinds) held.kinds.add(kind);
    }
  const known = new Map();
  for (const [name, { words, kinds }] of support)
    if (words >= SUPPORT.words && kinds.size >= SUPPORT.kinds) known.set(name, known.size);
  for (const row of rows) row.at = row.features.map((name) => known.get(name)).filter((at) => at !== undefined);
  const weights = new Float64Array(known.size);
  const squares = new Float64Array(known.size).fill(1e-6);
  let [bias, biasSquares] = [-3, 1e-6];
  const order = rows.map((_, i) => i);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    for (const i of order) {
      const { at, is, weight } = rows[i];
      let sum = bias;
      for (const one of at) sum += weights[one];
      const error = (1 / (1 + Math.exp(-sum)) - is) * weight;
      biasSquares += error * error;
      bias -= (RATE * error) / Math.sqrt(biasSquares);
      for (const one of at) {
        const step = error + PENALTY * rows.length * weights[one];
        squares[one] += step * step;
        weights[one] -= (RATE * step) / Math.sqrt(squares[one]);
      }
    }
  }
  return { bias, weights, known };
}

function write(rows, bias, weights, known, threshold) {
  const kept = new Map(
    [...known]
      .filter(([, at]) => Math.abs(weights[at]) >= MIN_WEIGHT)
      .map(([name, at]) => [name, Math.round(weights[at] * 100)]),
  );
  const shapes = [[], [], [], []];
  for (const { features, shapes: count, is, near } of rows) {
    if (!is) continue;
    const scores = features.map((name) => (kept.get(name) ?? 0) / 100);
    const sum = (some) => some.reduce((all, one) => all + one, bias);
    if (sum(scores) >= threshold) shapes[near].push(sum(scores.slice(0, count)));
  }
  const least = shapes.map((some) =>
    some.length < 20 ? -3 : some.toSorted((a, b) => a - b)[Math.floor(LOST * some.length)],
  );
  const families = new Map();
  for (const [name, weight] of [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (/[\t\n]/.test(name)) continue;
    const at = name.indexOf(' ');
    const family = at < 0 ? '' : name.slice(0, at);
    families.set(family, [...(families.get(family) ?? []), `${at < 0 ? name : name.slice(at + 1)}\t${weight}`]);
  }
  const lines = [...families].map(([family, members]) =>
    `${family}\t${members.join('\t')}`.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${'),
  );
  writeFileSync(
    join(ROOT, 'src/redact/likely/weights.ts'),
    `// Made by bench/redaction/train.mjs. Do not edit.
/** The score of a word about which nothing is known. */
export const BIAS = ${bias.toFixed(2)};
/** The least score of the characters of a word, by nearness, that the text around it can make up for. */
export const LEAST_SHAPE = [${least.map((one) => Number(one.toFixed(2))).join(', ')}] as const;
/** A line for each family of features: its name, then the rest of each name and its weight in hundredths. */
export const WEIGHTS = \`${lines.join('\n')}\`;
`,
  );
  process.stdout.write(`${rows.length} words, ${kept.size} features\n`);
}

async function bundle() {
  const [entry, outfile] = [join(folder, 'entry.ts'), join(folder, 'test/redact/entry.mjs')];
  const from = (path) => JSON.stringify(join(ROOT, path));
  writeFileSync(
    entry,
    `export { candidatesIn, isPlainlyNone } from ${from('src/redact/likely/candidates.ts')};
    export { contextOf } from ${from('src/redact/likely/context.ts')};
    export { cuesIn } from ${from('src/redact/likely/cues.ts')};
    export { featuresOfShape, THRESHOLD } from ${from('src/redact/likely/likely.ts')};
    export { secretsIn } from ${from('src/redact/redact.ts')};
    export { typed } from ${from('test/redact/typed.ts')};
    export { dice, draw } from ${from('test/redact/corpus.ts')};
    export { humanPassword } from ${from('test/redact/human-passwords.ts')};`,
  );
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner,
    nodePaths: [join(ROOT, 'node_modules')],
  });
  return import(outfile);
}
