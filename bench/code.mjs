// The code layer: the first index of a large repository, the next one after a commit, and answers by name.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fastImport, makePlace } from './place.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'dist/git-prov.js');
const DATE = 1_767_225_600;
const LINES = 200;
const CHANGED_FILES = 10;
const WARM_UP_RUNS = 3;
const SYMBOL = 'function:src/answer.ts#answerOfAll';

/** Up to 10,000 files of some 200 lines, made of this project's own sources: whole ones, because broken texts are no usual files. */
export async function code({ quick }) {
  const rounds = quick ? 1 : 5;
  const sizes = quick ? [10, 100] : [10, 100, 1000, 10_000];
  const curve = [];
  for (const [i, count] of sizes.entries()) {
    const place = makePlace();
    try {
      place.git('init', '-q');
      fill(place, count);
      curve.push(ofSize(place, count, rounds));
      if (i === sizes.length - 1) return [...ofLargest(place, count, curve.at(-1), rounds), ...curveRows(curve)];
    } finally {
      place.remove();
    }
  }
}

/** What a first index and then each question costs. */
function ofSize(place, count, rounds) {
  const memory = memoryOf(place, 'list', 'function', '--path', 'src/answer.ts', '--json');
  rmSync(join(place.repo, '.git/prov/code'), { recursive: true });
  const first = time(place, 'list', 'function', '--path', 'src/answer.ts', '--json');
  const questions = {
    line: ['why', 'src/answer.ts:2'],
    name: ['why', 'answerOfAll'],
    impact: ['impact', 'answerOfAll', '--json'],
    trace: ['trace', SYMBOL, '--layer', 'code', '--json'],
  };
  const times = { line: [], name: [], impact: [], trace: [] };
  for (let i = -WARM_UP_RUNS; i < rounds; i++)
    // the first ones write the program's compiled code
    for (const [what, words] of Object.entries(questions)) {
      const taken = time(place, ...words);
      if (i >= 0) times[what].push(taken);
    }
  return { count, memory, first, times };
}

function ofLargest(place, count, { first, times }, rounds) {
  const files = `${count.toLocaleString('en')} files of ${LINES} lines`;
  const byLine = () => time(place, 'why', 'src/answer.ts:2');
  const byName = () => time(place, 'why', 'answerOfAll');
  const impact = () => time(place, 'impact', 'answerOfAll', '--json');
  const [names, impacts, users] = [[], [], []];
  for (let i = 0; i < rounds; i++) {
    const before = byName();
    change(place, i, '');
    names.push(byName() - before);
    impacts.push(impact() - impact());
  }
  for (let i = 0; i < rounds; i++) {
    change(place, i, "import { answerOfAll } from '../answer.ts';\nexport const again = () => answerOfAll();\n");
    users.push(impact() - impact()); // the first one parses all files of the change
  }
  place.git('prov', 'init');
  for (const what of ['one', 'two', 'three'])
    place.git('prov', 'add', 'decision', `Give ${what}`, '--derived-from', SYMBOL);
  change(place, rounds, '');
  for (let i = 0; i < WARM_UP_RUNS; i++) byName();
  const decided = Array.from({ length: rounds }, () => byName() - byLine());
  const whole = count === 10_000;
  const pairs = times.name.map((name, i) => name - times.line[i]);
  return [
    row(`first index, ${files}`, [first], whole ? 30_000 : undefined, '≤ 30 s'),
    row(`git prov why FILE:LINE, ${files}`, times.line),
    row('git prov why NAME, more than by line', pairs, 150, '≤ 150 ms'),
    row('the same with three decisions about the function', decided, 150, '≤ 150 ms'),
    row(`why NAME after a commit of ${CHANGED_FILES} files, more than before`, names, 300, '≤ 300 ms'),
    row(`git prov impact NAME, ${files}`, times.impact),
    row(
      `git prov impact NAME after a commit of ${CHANGED_FILES} files, more than the next one`,
      impacts,
      300,
      '≤ 300 ms',
    ),
    row('the same where each of these files calls the function', users, 300, '≤ 300 ms'),
    row(`git prov trace ${SYMBOL} --layer code, ${files}`, times.trace),
  ];
}

/** By the number of files; the slope is how many times as much ten times as many files cost. */
function curveRows(curve) {
  const of = (what) => curve.map(({ count, times, ...one }) => [count, times[what] ? median(times[what]) : one[what]]);
  return [
    ['first', 'first index', 'ms'],
    ['memory', '… its memory', 'MB'],
    ['line', 'git prov why FILE:LINE', 'ms'],
    ['name', 'git prov why NAME', 'ms'],
    ['impact', 'git prov impact NAME', 'ms'],
    ['trace', 'git prov trace FUNCTION --layer code', 'ms'],
  ].map(([what, name, unit]) => {
    const values = of(what).map(([, value]) => Math.round(value));
    const slope = values.at(-1) / values.at(-2);
    return {
      what: `${name}, ${curve.map(({ count }) => count.toLocaleString('en')).join(' / ')} files`,
      measured: `${values.map((value) => value.toLocaleString('en')).join(' / ')} ${unit}`,
      result: `${slope.toFixed(1)} × for the last ten times`,
      value: slope,
    };
  });
}

const median = (runs) => runs.toSorted((a, b) => a - b)[runs.length >> 1];

function row(what, runs, limit, budget = '') {
  const middle = Math.round(median(runs));
  const [least, most] = [Math.min(...runs), Math.max(...runs)].map(Math.round);
  return {
    what,
    measured: `${middle.toLocaleString('en')} ms (${least} ms – ${most} ms)`,
    result: `${middle} ms`,
    value: middle,
    ...(limit && { limit }),
    budget,
  };
}

function time(place, ...args) {
  const start = process.hrtime.bigint();
  const done = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: place.repo, env: place.env, maxBuffer: 1 << 28 });
  if (done.status !== 0 || !done.stdout.includes('answerOfAll'))
    throw new Error(`git prov ${args.join(' ')} gave another result: ${done.stdout}${done.stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** The most memory that a command had, in megabytes. */
function memoryOf(place, ...args) {
  const told = `process.on('exit', () => process.stderr.write('\\n' + process.resourceUsage().maxRSS))`;
  const before = ['--import', `data:text/javascript,${encodeURIComponent(told)}`];
  const done = spawnSync(process.execPath, [...before, PROGRAM, ...args], {
    cwd: place.repo,
    env: place.env,
    maxBuffer: 1 << 28,
  });
  return Number(done.stderr.toString().trim().split('\n').at(-1)) / 1024;
}

function fill(place, count) {
  const texts = sources().map((file) => readFileSync(file, 'utf8'));
  const stream = [];
  const put = (text) => stream.push(Buffer.from(text));
  put(`commit refs/heads/main\ncommitter A <a@b> ${DATE} +0000\ndata 1\nc\n`);
  const file = (path, text) => put(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  let [next, lines] = [0, 0];
  for (let n = 0; n < count; n++) {
    let text = `// ${n}\n`;
    for (; lines < (n + 1) * LINES; next++) {
      const one = texts[next % texts.length];
      text += one;
      lines += one.split('\n').length - 1;
    }
    file(`src/part${n % 100}/file${n}.ts`, text);
  }
  file('src/answer.ts', 'export function answerOfAll(): number {\n  return 42;\n}\n');
  put('done\n');
  fastImport(place, stream);
  place.git('reset', '-q', '--hard');
  place.git('status'); // as people do: until then git reads the files that are as new as its index again each time
}

const sources = () =>
  readdirSync(join(ROOT, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => join(ROOT, 'src', name));

function change(place, round, more) {
  for (let n = 0; n < CHANGED_FILES; n++)
    writeFileSync(
      join(place.repo, `src/part${n}/file${n}.ts`),
      `export const made${n} = () => ${round}; // ${more.length}\n`.repeat(LINES) + more,
    );
  place.git('commit', '-qam', `round ${round}`);
}
