// Creates the repository for the index benchmark: commits with notes of twenty steps each, inferred like those of a real
// session, with decisions and knowledge among them. Everything goes through `git fast-import`.
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadSource } from './source.mjs';

const DATE = 1_735_689_600;
const FILES = 4000;
const COMMITS_A_SESSION = 12;
const KINDS = ['claim', 'evidence', 'memory', 'raw', 'note', 'belief', 'risk', 'failure'];

/**
 * Fills the repository of a place with `count` commits and their notes.
 * @param {import('./place.mjs').Place} place a repository without commits
 * @param {number} count
 * @returns {Promise<{ one: () => Promise<void>, words: readonly string[], bytes: number }>} `one` adds one more commit with a
 *   note; `bytes` is the mean size of a note
 */
export async function fillIndexRepo(place, count) {
  const [{ append, startCursor }, { cut }, { encodeNote, graphIdOf }, { NEW_SESSION, sessionPrefix }] =
    await Promise.all([
      loadSource('src/model/graph/infer.ts'),
      loadSource('src/model/graph/decision.ts'),
      loadSource('src/model/format/note.ts'),
      loadSource('src/model/ids.ts'),
    ]);
  const random = generator(7);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const words = vocabulary(random);
  // Some words are in every tenth text, most in few.
  const word = () => words[Math.floor(words.length * random() ** 3)];
  const say = (n) => Array.from({ length: n }, word).join(' ');
  const paths = Array.from({ length: FILES }, (_, i) => `src/${words[i % 40]}/${words[(i * 7) % words.length]}${i}.ts`);
  const sha = (text) => createHash('sha256').update(text).digest('hex');
  let state;
  const begin = (n) => {
    const session = { id: sha(`session ${n}`).slice(0, 36), agent: 'claude-code', model: 'opus', ...NEW_SESSION };
    state = { session, cursor: startCursor(session), previous: null, said: [], start: undefined, context: [] };
  };

  const noteOf = (n, commit) => {
    if (n % COMMITS_A_SESSION === 0 || !state) begin(n);
    const nodes = [];
    const edges = [];
    const at = (DATE + n * 600) * 1000;
    const { head, parentHash } = state.cursor.chain;
    const step = (one) => {
      const added = append(state.cursor, { at: at + nodes.length * 9000, ...one });
      state.cursor = added.cursor;
      nodes.push(...added.nodes);
      edges.push(...added.edges);
      return added.nodes[0];
    };
    const tool = (name, action, summary, more) =>
      step({
        type: 'tool',
        tool: name,
        action,
        summary,
        outcome: 'ok',
        changed: [],
        paths: [],
        duration: 120,
        call: `toolu_${sha(`${n} ${nodes.length}`).slice(0, 24)}`,
        input: sha(`i${n} ${nodes.length}`),
        output: sha(`o${n} ${nodes.length}`),
        ...more,
      });
    const mine = Array.from({ length: 5 }, () => pick(paths));
    if (n % 3 === 0) step({ type: 'prompt', text: say(12) });
    for (const path of mine) tool('Read', 'read', path, { paths: [path] });
    tool('Grep', 'read', word());
    tool('Bash', 'shell', `grep -rn ${word()} src`, { command: `grep -rn ${word()} src` });
    for (const path of mine)
      tool('Edit', 'edit', path, {
        paths: [path],
        changed: [path],
        narration: random() < 0.3 ? `I will ${say(9)}.` : undefined,
      });
    tool('Bash', 'shell', 'npm test', { command: 'npm test', outcome: random() < 0.2 ? 'failed' : 'ok' });
    for (const path of mine.slice(0, 3)) tool('Edit', 'edit', path, { paths: [path], changed: [path] });
    tool('Bash', 'shell', `npx vitest run ${word()}`, { command: `npx vitest run ${word()}` });
    // Knowledge in the form of `git prov add` and `decide`. Every second entry is derived from an earlier one.
    const tell = (kind, detail) => {
      const id = `${sessionPrefix(state.session)}-${state.cursor.next++}`;
      const from = random() < 0.5 ? pick(state.said) : undefined;
      const source = { source_type: from ? 'inference' : 'direct_experience', confidence: 800 };
      const detailed = { source: 'declared', ...source, ...detail };
      nodes.push({ id, kind, at: at + 200_000, summary: say(11), parent: nodes.at(-1).id, detail: detailed });
      if (from) edges.push({ from: id, to: from, kind: 'derived_from', source: 'declared' });
      state.cursor = { ...state.cursor, last: id };
      state.said.push(id);
    };
    if (random() < 0.5) tell('decision', { because: say(12), rejected: [say(4)] });
    if (random() < 0.6) tell(pick(KINDS), {});
    step({ type: 'commit', oid: commit, summary: say(6), files: mine });
    const cutted = cut(state.cursor, nodes, edges);
    state.cursor = cutted.cursor;
    const goal = cutted.nodes.find(({ kind }) => kind === 'goal');
    const context = cutted.nodes[0].kind === 'goal' ? [] : state.context;
    const graph = {
      session: state.session,
      nodes: cutted.nodes,
      edges: cutted.edges,
      explains: [commit],
      previous: state.previous,
      chain: { start: head, head: state.cursor.chain.head, ...(parentHash ? { parent: parentHash } : {}) },
      ...(context.length > 0 ? { context } : {}),
    };
    if (goal) state.context = [goal];
    state.previous = graphIdOf(graph);
    const editors = cutted.nodes.filter(({ kind }) => kind === 'commitment');
    const lines = new Map(
      mine.map((path, i) => [path, [{ start: 1 + (n % 300), count: 4, node: editors[i].id, evidence: 'exact' }]]),
    );
    return encodeNote({ commit, graphs: [graph], lines, carried: [] });
  };

  await fastImport(place, async function* () {
    for (let n = 0; n < count; n++) {
      yield `commit refs/heads/main\nmark :${n + 1}\ncommitter A <a@b> ${DATE + n * 600} +0000\ndata 1\nc\n`;
      if (n === 0) yield 'M 100644 inline a.txt\ndata 2\na\n\n';
    }
  });
  const commits = place.git('rev-list', '--reverse', 'main').trim().split('\n');
  let bytes = 0;
  await fastImport(place, async function* () {
    yield `commit refs/notes/provenance\ncommitter A <a@b> ${DATE} +0000\ndata 0\n`;
    for (const [n, commit] of commits.entries()) {
      const note = noteOf(n, commit);
      bytes += note.length;
      yield `M 100644 inline ${commit.slice(0, 2)}/${commit.slice(2)}\ndata ${note.length}\n`;
      yield note;
      yield '\n';
    }
  });
  let n = count;
  const one = async () => {
    place.git('commit', '--quiet', '--allow-empty', '-m', `more ${n}`);
    const commit = place.git('rev-parse', 'HEAD').trim();
    const note = noteOf(n++, commit);
    await fastImport(place, async function* () {
      yield `commit refs/notes/provenance\ncommitter A <a@b> ${DATE + n * 600} +0000\ndata 0\nfrom refs/notes/provenance^0\n`;
      yield `M 100644 inline ${commit.slice(0, 2)}/${commit.slice(2)}\ndata ${note.length}\n`;
      yield note;
      yield '\n';
    });
  };
  return { one, words, bytes: Math.round(bytes / count) };
}

async function fastImport(place, parts) {
  const child = spawn('git', ['fast-import', '--quiet', '--done'], {
    cwd: place.repo,
    env: place.env,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  for await (const part of parts()) if (!child.stdin.write(part)) await once(child.stdin, 'drain');
  child.stdin.end('done\n');
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git fast-import: exit code ${code}`);
}

// Made-up words of two to four syllables.
function vocabulary(random) {
  const syllables = [
    'ba',
    'co',
    'di',
    'fu',
    'ga',
    'he',
    'jo',
    'ka',
    'lu',
    'me',
    'no',
    'pa',
    'qui',
    'ra',
    'se',
    'ti',
    'vo',
    'wa',
    'xe',
    'zu',
  ];
  const found = new Set();
  while (found.size < 6000)
    found.add(
      Array.from(
        { length: 2 + Math.floor(random() * 3) },
        () => syllables[Math.floor(random() * syllables.length)],
      ).join(''),
    );
  return [...found];
}

// mulberry32: the same repository in every run.
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
