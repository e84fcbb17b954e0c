// `git prov blame` against `git blame`: on a long file with many annotated commits, and on a small one.
import { rmSync } from 'node:fs';
import { makeBlameRepo } from './blame-repo.mjs';
import { commitAll, registered } from './hook.mjs';
import { execute, measure } from './measure.mjs';
import { makePlace } from './place.mjs';
import { loadSource } from './source.mjs';
import { over, ratio, spread } from './table.mjs';

/** Runs both benchmarks. */
export async function* blame({ quick }) {
  yield await long(quick ? { commits: 100, lines: 350 } : { commits: 2000, lines: 7000 }, quick);
  yield small(quick ? 5 : 31);
}

async function long({ commits, lines }, quick) {
  const { encodeNote } = await loadSource('src/model/format/note.ts');
  const place = makePlace();
  try {
    rmSync(place.repo, { recursive: true });
    const note = (commit, file, ranges) => encodeNote(noteOf(commit, file, ranges));
    const path = await makeBlameRepo(place.repo, { commits, lines, env: place.env, note });
    const times = compare(place, path, quick ? 5 : 15);
    return {
      what: `git prov blame, ${lines.toLocaleString('en')} lines of ${commits.toLocaleString('en')} annotated commits`,
      ...told(times),
      result: ratio(times.ours.median / times.gits.median),
      value: times.ours.median / times.gits.median,
      // With a short file only the start of Node matters.
      ...(quick ? {} : { limit: 1.1, budget: '≤ 1.10 ×' }),
    };
  } finally {
    place.remove();
  }
}

function small(rounds) {
  const place = makePlace();
  try {
    place.git('init', '-q');
    place.write('a.js', 'export const a = 1;\n');
    commitAll(place);
    const agent = registered(place).start().prompt('Add b.');
    agent.call('Edit', {
      file_path: `${place.repo}/a.js`,
      old_string: '1;\n',
      new_string: '1;\nexport const b = 2;\n',
    });
    commitAll(place);
    const times = compare(place, 'a.js', rounds);
    const more = times.ours.median - times.gits.median;
    return {
      what: 'git prov blame, a small file',
      ...told(times),
      result: over(more),
      value: more,
      limit: 90,
      budget: '≤ +90 ms',
    };
  } finally {
    place.remove();
  }
}

function compare(place, path, rounds) {
  const where = { cwd: place.repo, env: place.env };
  return measure(
    {
      gits: { run: () => execute('git', ['blame', path], where) },
      ours: { run: () => execute('git', ['prov', 'blame', path], where) },
    },
    { rounds },
  );
}

const told = ({ ours, gits }) => ({ measured: spread(ours), against: `git blame: ${spread(gits)}` });

// The note of a session with twenty commits. Each commit's graph contains the steps before it.
export function noteOf(commit, path, ranges) {
  const session = `5b1e0c3a-7d42-4c9e-8f16-${String(Math.floor(commit / 20)).padStart(12, '0')}`;
  const prefix = (0x10000000 + Math.floor(commit / 20)).toString(16);
  const first = (commit % 20) * 5;
  const id = (n) => `${prefix}-${first + n}`;
  const at = Date.UTC(2026, 0, 1) + commit * 60_000;
  const node = (n, kind, summary, more = {}) => ({ id: id(n), kind, at: at + n, summary, ...more });
  const edge = (from, to, kind) => ({ from: id(from), to: id(to), kind, source: 'observed' });
  const graph = {
    session: { id: session, agent: 'claude-code', vendor: 'anthropic', model: 'demo-model-1' },
    nodes: [
      node(0, 'goal', `Make part ${commit} of the engine compute its values`),
      node(1, 'exploration', `read ${path}`, { tool: 'Read' }),
      node(2, 'commitment', `edit ${path}`, { tool: 'Edit' }),
      node(3, 'verification', 'npm test', { tool: 'Bash', detail: { passed: commit % 7 !== 0 } }),
      node(4, 'decision', `The values of part ${commit} are computed once, because the loop reads them often`),
    ],
    edges: [edge(0, 1, 'led_to'), edge(1, 2, 'explored_via'), edge(2, 3, 'verified_by'), edge(2, 4, 'decided_by')],
    explains: [],
    previous: null,
    chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
  };
  const lines = ranges.map(({ start, count }) => ({ start, count, node: id(2), evidence: 'exact' }));
  return { graphs: [graph], lines: new Map([[path, lines]]), carried: [] };
}
