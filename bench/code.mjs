// The code layer: the first index of a large repository, the next one after a commit, and answers by name.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fastImport, makePlace } from './place.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'dist/git-prov.js');
const DATE = 1_767_225_600;
const LINES = 200;
const CHANGED_FILES = 10;
const WARM_UP_RUNS = 3;

/** 10,000 files of some 200 lines, made of this project's own sources: whole ones, because broken texts are no usual files. */
export async function code({ quick }) {
  const count = quick ? 200 : 10_000;
  const rounds = quick ? 1 : 5;
  const place = makePlace();
  try {
    place.git('init', '-q');
    fill(place, count);
    const files = `${count.toLocaleString('en')} files of ${LINES} lines`;
    const first = time(place, 'list', 'function', '--path', 'src/answer.ts', '--json');
    const rows = [row(`first index, ${files}`, [first], quick ? undefined : 30_000, '≤ 30 s')];
    const byLine = () => time(place, 'why', 'src/answer.ts:2');
    const byName = () => time(place, 'why', 'answerOfAll');
    const impact = () => time(place, 'impact', 'answerOfAll', '--json');
    for (let i = 0; i < WARM_UP_RUNS; i++) for (const ask of [byLine, byName, impact]) ask(); // writes the program's compiled code
    const pairs = Array.from({ length: rounds }, () => [byLine(), byName()]);
    const [names, impacts] = [[], []];
    for (let i = 0; i < rounds; i++) {
      const before = byName();
      change(place, i);
      names.push(byName() - before);
      impacts.push(impact() - impact()); // the first one brings the database up to date
    }
    rows.push(
      row(
        `git prov why FILE:LINE, ${files}`,
        pairs.map(([line]) => line),
      ),
      row(
        'git prov why NAME, more than by line',
        pairs.map(([line, name]) => name - line),
        150,
        '≤ 150 ms',
      ),
      row(`the same after a commit of ${CHANGED_FILES} files, more than before`, names, 300, '≤ 300 ms'),
      row(`git prov impact NAME after such a commit, more than the next one`, impacts, 300, '≤ 300 ms'),
    );
    return rows;
  } finally {
    place.remove();
  }
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

function change(place, round) {
  for (let n = 0; n < CHANGED_FILES; n++)
    writeFileSync(
      join(place.repo, `src/part${n}/file${n}.ts`),
      `export const made${n} = () => ${round};\n`.repeat(LINES),
    );
  place.git('commit', '-qam', `round ${round}`);
}
