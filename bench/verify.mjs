// `git prov verify` over many notes: notes per second, and memory.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fastImport, makePlace } from './place.mjs';
import { loadSource } from './source.mjs';

const PROGRAM = resolve(import.meta.dirname, '../dist/git-prov.js');
const DATE = 1_767_225_600;
const STEPS = 20;
const LINES = 5;
// At most 500 lines a file, so that many commits do not need gigabytes.
const filesFor = (count) => Math.max(200, Math.ceil(count / 100));
const SESSIONS = 40;
const TOOLS = ['Read', 'Bash', 'Grep', 'Edit', 'Read', 'Bash'];

/** Commits of a few lines each, with notes of 3.4 KB. Their graphs continue each other like a real session's. */
export async function verify({ quick }) {
  const count = quick ? 1000 : 20_000;
  const place = makePlace();
  try {
    place.git('init', '-q');
    await fillNotes(place, count);
    const some = run(place, [`HEAD~${count / 2}..HEAD`]);
    const pairs = Array.from({ length: quick ? 1 : 5 }, () => [run(place, ['HEAD~100..HEAD']), run(place, [])]);
    const [[few], [all, least, most]] = [0, 1].map((i) => inOrder(pairs.map((pair) => pair[i])));
    const rate = Math.round(count / ((all.ms - few.ms) / 1000));
    return [
      {
        what: `git prov verify, ${count.toLocaleString('en')} notes of ${STEPS} steps`,
        measured: `${ms(all)} ms (${ms(least)} ms – ${ms(most)} ms); ${ms(few)} ms for 100`,
        result: `${rate.toLocaleString('en')} notes/s`,
        value: quick ? 0 : 5000 / rate,
        limit: 1,
        budget: '≥ 5,000 notes/s',
      },
      {
        what: '… its memory',
        measured: `${all.mb} MB at most; ${some.mb} MB for ${(count / 2).toLocaleString('en')}`,
        result: `${(((all.mb - some.mb) * 2048) / count).toFixed(1)} KB more a note`,
      },
    ];
  } finally {
    place.remove();
  }
}

const ms = (one) => Math.round(one.ms).toLocaleString('en');

// The median, the shortest and the longest of some runs.
function inOrder(runs) {
  const sorted = [...runs].sort((a, b) => a.ms - b.ms);
  return [0.5, 0, 1].map((at) => sorted[Math.round(at * (sorted.length - 1))]);
}

function run(place, args) {
  const start = process.hrtime.bigint();
  const program = `process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)));
    process.argv.splice(1, 0, 'git-prov'); await import(${JSON.stringify(PROGRAM)});`;
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', program, '--', 'verify', ...args], {
    cwd: place.repo,
    env: place.env,
  });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (done.status !== 0) throw new Error(`verify found faults: ${done.stdout}${done.stderr}`);
  return { ms, mb: Math.round(Number(done.stderr.toString().trim()) / 1024) };
}

/** Fills a repository without commits with `count` commits of five lines each, and a note of twenty steps for each. */
export async function fillNotes(place, count) {
  const [{ encodeNote, graphIdOf }, { chainOf, GENESIS }, { claimsHash }, { NEW_SESSION, sessionPrefix }] =
    await Promise.all([
      loadSource('src/model/format/note.ts'),
      loadSource('src/model/graph/ledger.ts'),
      loadSource('src/model/lines-hash.ts'),
      loadSource('src/model/ids.ts'),
    ]);
  const stream = [];
  const put = (text) => stream.push(Buffer.from(text));
  const files = filesFor(count);
  const texts = Array.from({ length: files }, () => '');
  const sessions = Array.from({ length: SESSIONS }, (_, i) => ({
    id: `bench-session-${i}`,
    ...NEW_SESSION,
    number: 0,
    previous: null,
    chain: { head: GENESIS, parentHash: null },
  }));
  for (let n = 0; n < count; n++) {
    const file = n % files;
    for (let i = 0; i < LINES; i++) texts[file] += `line ${i} of change ${n}\n`;
    put(`commit refs/heads/main\nmark :${n + 1}\ncommitter A <a@b> ${DATE + n} +0000\ndata 1\nc\n`);
    put(`M 100644 inline src/part${file}.ts\ndata ${Buffer.byteLength(texts[file])}\n${texts[file]}\n`);
  }
  put('done\n');
  fastImport(place, stream);
  const commits = place.git('rev-list', '--reverse', 'main').trim().split('\n');
  const notes = [Buffer.from(`commit refs/notes/provenance\ncommitter A <a@b> ${DATE} +0000\ndata 0\n`)];
  for (const [n, commit] of commits.entries()) {
    const session = sessions[n % SESSIONS];
    const path = `src/part${n % files}.ts`;
    const ids = Array.from({ length: STEPS }, () => `${sessionPrefix(session)}-${++session.number}`);
    const start = Math.floor(n / files) * LINES + 1;
    const lines = new Map([[path, [{ start, count: LINES, node: ids[STEPS - 2], evidence: 'exact' }]]]);
    const first = session.number === STEPS;
    const nodes = ids.map((id, i) => ({
      id,
      kind: i === 0 ? 'goal' : i === STEPS - 1 ? 'patch' : i === STEPS - 2 ? 'commitment' : 'exploration',
      at: (DATE + n) * 1000 + 137 * i,
      summary: i === 0 ? `Make change ${n}, so that this part does what the others do` : `Commit of change ${n}`,
      ...(i > 0 && i < STEPS - 1 ? step(n, i, files) : {}),
      ...(i > 0 ? { parent: ids[i - 1] } : first ? {} : { parent: session.last }),
      ...(i === STEPS - 1 ? { detail: { commit, files: [path], lines: claimsHash(lines, session) } } : {}),
    }));
    const { head, parentHash: parent } = session.chain;
    const chain = chainOf(session.id, nodes, head, parent);
    const graph = {
      session: { id: session.id, agent: 'claude-code', ...NEW_SESSION },
      nodes,
      edges: ids.slice(1, -1).map((to) => ({ from: ids[0], to, kind: 'led_to', source: 'observed' })),
      explains: [commit],
      previous: session.previous,
      chain: { start: head, head: chain.head, ...(parent === null ? {} : { parent }) },
    };
    Object.assign(session, { previous: graphIdOf(graph), chain, last: ids.at(-1) });
    const bytes = encodeNote({ commit, graphs: [graph], lines, carried: [] });
    notes.push(Buffer.from(`M 100644 inline ${commit.slice(0, 2)}/${commit.slice(2)}\ndata ${bytes.length}\n`), bytes);
    notes.push(Buffer.from('\n'));
  }
  notes.push(Buffer.from('done\n'));
  fastImport(place, notes);
}

const sha = (text) => createHash('sha256').update(text).digest('hex');

// The step of a tool call.
function step(n, i, files) {
  const tool = TOOLS[i % TOOLS.length];
  const file = `src/part${(7 * n + i) % files}.ts`;
  return {
    summary: `${tool} ${file}`,
    tool,
    call: `toolu_${sha(`${n}c${i}`).slice(0, 24)}`,
    duration: 5 + i,
    input: sha(`${n}i${i}`),
    output: sha(`${n}o${i}`),
    detail: tool === 'Bash' ? { command: `npx vitest run test/part${i}.test.ts --reporter dot` } : { files: [file] },
  };
}
