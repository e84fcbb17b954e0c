// Demonstrates git prov in a temporary repository: an agent fixes a bug and commits it, then a
// person edits and commits too, and git prov shows who wrote what, and why. Exits with 1 when an answer is wrong.
//   node bench/demo.mjs [--keep]
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { Agent } from './agent.mjs';
import { makePlace } from './place.mjs';

const FIXTURES = resolve(import.meta.dirname, '../fixtures/demo');
const colored = process.stdout.isTTY === true && !process.env.NO_COLOR;
const paint = (style, text) => (colored ? styleText(style, text) : text);
const say = (text = '') => process.stdout.write(`${text}\n`);
const heading = (command) => say(`\n${paint('bold', `$ ${command}`)}`);
const aside = (text) => say(paint('dim', `  ${text.replaceAll(/\s+/g, ' ')}`));

const keep = process.argv.includes('--keep');
const place = makePlace();
try {
  demo();
  if (keep) howToGoOn();
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`\nThe demo went wrong: ${error.message}\n`);
} finally {
  if (!keep) place.remove();
}

function demo() {
  cpSync(join(FIXTURES, 'project'), place.repo, { recursive: true });
  place.git('init', '-q');
  place.git('add', '-A');
  place.git('commit', '-qm', 'A calculator');
  show('init', '--agent', 'claude-code');

  const { session, model, steps } = JSON.parse(readFileSync(join(FIXTURES, 'session.json'), 'utf8'));
  say(`\n${paint('bold', 'An agent is asked to fix a bug, then a person continues:')}`);
  new Agent(place, session, { model })
    .start()
    .play(steps, (text) => aside(text.replace('$REPO/', '')))
    .end();

  // A reflog has whole seconds: a commit within the second of the agent's own is unknown.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2100);
  aside('person: edits src/calc.js and commits');
  place.write('src/calc.js', `${place.read('src/calc.js')}\nexport const max = (numbers) => Math.max(...numbers);\n`);
  place.git('commit', '-qam', 'Add max');

  const blamed = show('blame', 'src/calc.js');
  const why = show('why', 'src/calc.js:2');
  const log = show('log');
  check(blamed, why, log, session);
}

// Runs git prov like a person would, with its command line as a heading. Returns its output for programs.
function show(...args) {
  heading(['git prov', ...args].join(' '));
  const text = place.git('prov', ...args);
  // On a terminal it detects the width and the colours. Only the output of init has the names of the temporary folders.
  if (process.stdout.isTTY && args[0] !== 'init') place.inherit('git', 'prov', ...args);
  else process.stdout.write(text.replaceAll(`${place.root}/`, '').replaceAll(place.root, ''));
  return text;
}

function check(blamed, why, log, session) {
  const { lines, nodes } = JSON.parse(place.git('prov', 'blame', '--json', 'src/calc.js'));
  expect(
    'blame knows the owners of the lines',
    lines.map((line) => line.owner).join(' '),
    ['unknown', 'agent', ...Array(6).fill('unknown'), 'human', 'human'].join(' '),
  );
  const fixed = lines[1];
  expect('the line of the fix is of the session', fixed.session, session);
  expect(
    'its decision has the words of the agent',
    nodes[fixed.decision]?.summary.slice(0, 37),
    'An empty list has to give 0 instead o',
  );
  expect('its goal is what the person asked', nodes[fixed.goal]?.summary.slice(0, 22), 'The report prints NaN ');
  // The tests passed after the fix, but then the person changed the file again.
  expect('its verification is out of date', fixed.verification, 'stale');
  for (const [name, text] of Object.entries({ blame: blamed, why, log }))
    if (text.trim() === '') throw new Error(`git prov ${name} prints nothing.`);
  if (!why.replaceAll(/\s+/g, ' ').includes('An empty list has to give 0'))
    throw new Error('git prov why does not show the decision.');
  if (!log.includes('Give 0 as the mean of no numbers')) throw new Error('git prov log does not show the commit.');
}

function expect(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what}: expected ${expected}, got ${actual}`);
}

function howToGoOn() {
  say(`\nThe repository is kept: ${place.repo}`);
  say(`To go on there:  cd ${place.repo} && export HOME=${place.home} PATH=${join(place.root, 'bin')}:$PATH`);
}
