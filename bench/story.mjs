// A repository with a longer story than the demo's: two agents and a person, failed and stale checks, decisions with
// alternatives that were ruled out, proposals, a sub-agent. For the pictures and for a look at `git prov web`.
//   node bench/story.mjs    prints the folder, and keeps it
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Agent } from './agent.mjs';
import { makePlace } from './place.mjs';

const FIXTURES = resolve(import.meta.dirname, '../fixtures/demo');
const SHOP = 'b7f0c2d4-9a31-4e86-b1c5-3d2e8f6a7190';
const FORMAT = 'e1a6d3c8-5b27-4f90-8d1e-6c4b2a7f9035';

/**
 * Plays the story.
 * @returns {import('./place.mjs').Place} with the repository at `repo`
 */
export function tellStory() {
  const place = makePlace();
  cpSync(join(FIXTURES, 'project'), place.repo, { recursive: true });
  place.write(
    'README.md',
    '# calc\n\nSmall statistics for the daily sales report.\n\n```js\nimport { mean } from "./src/calc.js";\n```\n',
  );
  place.write('docs/reports.md', '# Reports\n\nOne row a day. A day without sales has a row too.\n');
  place.git('init', '-q');
  place.git('add', '-A');
  place.git('commit', '-qm', 'A calculator');
  place.git('prov', 'init', '--agent', 'claude-code');
  const { session, model, steps } = JSON.parse(readFileSync(join(FIXTURES, 'session.json'), 'utf8'));
  new Agent(place, session, { model }).start().play(steps).end();
  place.write('src/calc.js', `${place.read('src/calc.js')}\nexport const max = (numbers) => Math.max(...numbers);\n`);
  place.git('commit', '-qam', 'Add max');
  addMedian(place);
  addPrices(place);
  addCsv(place);
  return place;
}

function addMedian(place) {
  const agent = new Agent(place, SHOP, { model: 'demo-model-2' }).start();
  agent.play([
    { prompt: 'One outlier spoils the mean. Add a median and a trimmed mean to src/stats.js, with tests.' },
    { tool: 'Read', input: { file_path: '$REPO/src/calc.js' } },
    { tool: 'Read', input: { file_path: '$REPO/src/report.js' } },
    { tool: 'Grep', input: { pattern: 'mean', path: '$REPO/src' } },
    { tool: 'Read', input: { file_path: '$REPO/docs/reports.md' } },
  ]);
  agent.call('Bash', {
    command:
      'git prov decide "The median sorts a copy of the numbers" --because "callers keep their order, and the report reads the same list twice" --ruled-out "Sort the list in place" --ruled-out "Quickselect: faster only for long lists"',
  });
  agent.play([
    {
      say: 'The median sorts a copy, because the report reads the list again afterwards.',
      tool: 'Write',
      input: { file_path: '$REPO/src/stats.js', content: STATS },
    },
    { tool: 'Write', input: { file_path: '$REPO/test/stats.test.js', content: STATS_TEST } },
    { tool: 'Bash', input: { command: 'node --test' }, fails: true },
    {
      say: 'An even count has two numbers in the middle, so the median has to be their mean.',
      tool: 'Edit',
      input: {
        file_path: '$REPO/src/stats.js',
        old_string: '  return sorted[middle];',
        new_string: '  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;',
      },
    },
    { tool: 'Bash', input: { command: 'node --test' } },
    { tool: 'Bash', input: { command: "git add -A && git commit -q -m 'Add median and trimmed mean'" } },
  ]);
  agent.call('Bash', {
    command: 'git prov add claim "The report reads each list of sales twice" --confidence 0.8',
  });
  agent.call('Bash', {
    command:
      'git prov add risk "Trimming hides a real day with high sales" --because "a holiday looks like an outlier" --confidence 0.6',
  });
  agent.end();
}

function addPrices(place) {
  const agent = new Agent(place, FORMAT, { model: 'demo-model-1' }).start();
  agent.play([
    { prompt: 'Show prices with two digits and the currency in the report.' },
    { tool: 'Read', input: { file_path: '$REPO/src/report.js' } },
    {
      say: 'Intl.NumberFormat knows the digits of every currency, so no table of our own is needed.',
      tool: 'Write',
      input: { file_path: '$REPO/src/format/price.js', content: PRICE },
    },
    {
      tool: 'Write',
      input: { file_path: '$REPO/src/format/index.js', content: "export { price } from './price.js';\n" },
    },
    { tool: 'Bash', input: { command: "git add -A && git commit -q -m 'Format prices'" } },
    { prompt: 'Also round to five cents for Swiss francs.' },
    {
      say: 'Only cash is rounded to five cents; a card payment is exact.',
      tool: 'Edit',
      input: {
        file_path: '$REPO/src/format/price.js',
        old_string: '  return formats.get(currency).format(amount);',
        new_string:
          "  const exact = currency === 'CHF' ? Math.round(amount * 20) / 20 : amount;\n  return formats.get(currency).format(exact);",
      },
    },
    { tool: 'Write', input: { file_path: '$REPO/test/price.test.js', content: PRICE_TEST } },
    { tool: 'Bash', input: { command: 'node --test' }, fails: true },
    { tool: 'Bash', input: { command: "git add -A && git commit -q -m 'Round Swiss francs to five cents'" } },
  ]);
  agent.call('Bash', {
    command: 'git prov add memory "Prices are rounded only where they are shown" --confidence 0.7',
  });
  agent.end();
}

function addCsv(place) {
  place.write('src/csv.js', CSV);
  place.write('docs/reports.md', `${place.read('docs/reports.md')}\nThe export to CSV quotes every text.\n`);
  place.git('add', '-A');
  place.git('commit', '-qm', 'Export the report as CSV');
}

const STATS = `/** The middle of the numbers; 0 for none. Unlike the mean, one outlier does not move it. */
export function median(numbers) {
  if (numbers.length === 0) return 0;
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted[middle];
}

/** The mean without the lowest and the highest share of the numbers. */
export function trimmedMean(numbers, share = 0.1) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length * share);
  const kept = sorted.slice(cut, sorted.length - cut);
  return kept.length === 0 ? 0 : kept.reduce((sum, number) => sum + number, 0) / kept.length;
}
`;

const STATS_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, trimmedMean } from '../src/stats.js';

test('the median of an odd count is the number in the middle', () => assert.equal(median([9, 1, 5]), 5));
test('the median of an even count is between two numbers', () => assert.equal(median([1, 2, 3, 10]), 2.5));
test('a trimmed mean leaves outliers out', () => assert.equal(trimmedMean([1, 1, 1, 1, 1, 1, 1, 1, 1, 99]), 1));
`;

const PRICE = `const formats = new Map();

/** An amount with its currency, as people write it. */
export function price(amount, currency = 'EUR') {
  if (!formats.has(currency)) formats.set(currency, new Intl.NumberFormat('en', { style: 'currency', currency }));
  return formats.get(currency).format(amount);
}
`;

const PRICE_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from '../src/format/index.js';

test('francs are rounded to five cents', () => assert.equal(price(1.02, 'CHF'), 'CHF 1.00'));
test('cash in euros is exact', () => assert.equal(price(1.025), '€1.02'));
`;

const CSV = `const quoted = (value) => \`"\${String(value).replaceAll('"', '""')}"\`;

/** The rows of a report as CSV, with CRLF as RFC 4180 wants it. */
export const csv = (rows) => rows.map((row) => row.map(quoted).join(',')).join('\\r\\n');
`;

if (process.argv[1] === import.meta.filename) {
  const place = tellStory();
  process.stdout.write(`${place.root}\n`);
}
