// `git commit` with and without git prov, and the size of the notes.
import { join } from 'node:path';
import { commitAll, registered } from './hook.mjs';
import { execute, measure, median } from './measure.mjs';
import { makePlace } from './place.mjs';
import { over, spread } from './table.mjs';

const FILES = 10;
const STEPS = 20;

/** Compares commits in a recorded repository and in one without recording. */
export function* commit({ quick }) {
  const [ours, theirs] = [makePlace(), makePlace()];
  try {
    for (const place of [ours, theirs]) prepare(place);
    const agent = registered(ours);
    let n = 0;
    const stage = (place) => () => {
      place.write('notes.txt', `change ${++n}\n`);
      place.git('add', '-A');
    };
    const idle = measure(
      { without: { before: stage(theirs), run: run(theirs) }, with: { before: stage(ours), run: run(ours) } },
      { rounds: quick ? 7 : 51 },
    );
    yield row('git commit, no agent activity', idle, 10);

    let [done, edited] = [0, 0];
    agent.start().prompt('Give every module a better name for its values, and say so in the tests.');
    const busy = measure(
      {
        without: { before: () => editAll(theirs, ++edited), run: run(theirs) },
        with: { before: () => work(agent, ours, ++done), run: run(ours) },
      },
      { rounds: quick ? 3 : 21, warmup: 1 },
    );
    yield row(`git commit, after ${STEPS} agent steps on ${FILES} files`, busy, 200);
    yield noteSizes(ours);
  } finally {
    ours.remove();
    theirs.remove();
  }
}

const row = (what, times, limit) => ({
  what,
  measured: spread(times.with),
  against: `without: ${spread(times.without)}`,
  result: over(times.with.median - times.without.median),
  value: times.with.median - times.without.median,
  limit,
  budget: `≤ +${limit} ms`,
});

const run = (place) => () => execute('git', ['commit', '-qm', 'Change'], { cwd: place.repo, env: place.env });

function prepare(place) {
  place.git('init', '-q');
  place.git('config', 'gc.auto', '0');
  for (let file = 0; file < FILES; file++) place.write(path(file), content(0));
  commitAll(place);
}

const LINES = 80;
const path = (file) => `src/module${file}.js`;
const line = (i, n) => `export const value${i} = ${n} + ${i}; // ${n === 0 ? 'as it was' : `as of change ${n}`}`;
const content = (n) => Array.from({ length: LINES }, (_, i) => `${line(i, i < 2 * n ? n : 0)}\n`).join('');

// Two steps for each file, on lines that no commit has touched yet. Some of them use the shell.
function work(agent, place, n) {
  for (let step = 0; step < STEPS; step++) {
    const file = step % FILES;
    const at = 2 * n + (step < FILES ? 0 : 1);
    const [old, fresh] = [line(at, 0), line(at, n)];
    const say =
      step % 5 === 0
        ? `The value has to follow change ${n}, because the tests expect it in module ${file}.`
        : undefined;
    if (step % 5 === 4) agent.call('Bash', { command: `sed -i '${at + 1}s|.*|${fresh}|' ${path(file)}` }, { say });
    else agent.call('Edit', { file_path: join(place.repo, path(file)), old_string: old, new_string: fresh }, { say });
  }
  place.git('add', '-A');
}

function editAll(place, n) {
  for (let file = 0; file < FILES; file++) place.write(path(file), content(n));
  place.git('add', '-A');
}

function noteSizes(place) {
  const sizes = place
    .git('notes', '--ref=provenance', 'list')
    .trim()
    .split('\n')
    .map((entry) => Number(place.git('cat-file', '-s', entry.split(' ')[0])))
    // Commits without an agent have an empty note or no note.
    .filter((size) => size > 200);
  if (sizes.length === 0) throw new Error('No notes were written.');
  const middle = Math.round(median(sizes));
  return {
    what: `size of the note of such a commit`,
    measured: `${middle} B (${Math.min(...sizes)} – ${Math.max(...sizes)} B, ${sizes.length} notes)`,
    value: middle,
    limit: 4095,
    budget: '< 4 KB',
  };
}
