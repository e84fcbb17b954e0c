// The index: notes indexed per second, the time of queries, and the time of an update after a commit.
import { rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fillIndexRepo } from './index-repo.mjs';
import { execute, measure, median } from './measure.mjs';
import { makePlace } from './place.mjs';

const PROGRAM = resolve(import.meta.dirname, '../dist/git-prov.js');
const ms = (n) => `${Math.round(n).toLocaleString('en')} ms`;
const spread = ({ median: m, low, high }) => `${ms(m)} (${ms(low)} – ${ms(high)})`;

/** An index of many notes with about twenty steps each. */
export async function index({ quick }) {
  const count = quick ? 3000 : 100_000;
  const place = makePlace();
  try {
    place.git('init', '-q');
    const { one, words, bytes } = await fillIndexRepo(place, count);
    const prov = (...args) => execute(process.execPath, [PROGRAM, ...args], { cwd: place.repo, env: place.env });
    const forget = () => rmSync(join(place.repo, '.git/prov/index'), { recursive: true, force: true });
    const builds = Array.from({ length: quick ? 1 : 3 }, () => {
      forget();
      return timed(() => prov('search', words[50]));
    });
    const whole = median(builds);
    const found = JSON.parse(run(place, 'list', 'belief', '--provenance', '--json', '--limit', '300')).items;
    const belief = (found.find(({ provenance }) => provenance.length > 0) ?? found[0]).id;
    const times = measure(
      {
        rare: { run: () => prov('search', words[4000]) },
        common: { run: () => prov('search', words[3]) },
        trace: { run: () => prov('trace', `belief:${belief}`) },
        commit: { run: () => prov('trace', 'HEAD') },
        list: { run: () => prov('list', 'decision', '--limit', '50') },
      },
      { rounds: quick ? 3 : 11, warmup: 1 },
    );
    const rate = Math.round(count / ((whole - times.common.median) / 1000));
    const after = [];
    for (let i = 0; i < (quick ? 3 : 9); i++) {
      await one();
      const [cold, warm] = [timed(() => prov('trace', 'HEAD')), timed(() => prov('trace', 'HEAD'))];
      after.push(cold - warm);
    }
    forget();
    const asked = (what, time) => ({
      what,
      measured: spread(time),
      result: ms(time.median),
      value: time.median / 300,
      limit: 1,
      budget: '≤ 300 ms',
    });
    return [
      {
        what: `building the index, ${count.toLocaleString('en')} notes of some 22 steps`,
        measured: `${ms(whole)} (${ms(Math.min(...builds))} – ${ms(Math.max(...builds))}); ${bytes} B a note`,
        result: `${rate.toLocaleString('en')} notes/s`,
        value: quick ? 0 : 5000 / rate,
        limit: 1,
        budget: '≥ 5,000 notes/s',
      },
      asked('… git prov search, a word that is in few of them', times.rare),
      asked('… git prov search, a word that is in many', times.common),
      asked('… git prov trace of a belief', times.trace),
      asked('… git prov trace HEAD', times.commit),
      asked('… git prov list decision --limit 50', times.list),
      {
        what: '… bringing it up to date after one commit',
        measured: `${after.length} times`,
        result: `+${ms(median(after))}`,
        value: median(after) / 50,
        limit: 1,
        budget: '≤ +50 ms',
      },
    ];
  } finally {
    place.remove();
  }
}

function run(place, ...args) {
  const done = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: place.repo,
    env: place.env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

function timed(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}
