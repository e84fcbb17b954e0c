// `git push` with and without git prov: of 50 commits with notes, and of nothing.
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { registered } from './hook.mjs';
import { execute, measure } from './measure.mjs';
import { makePlace } from './place.mjs';
import { over, spread } from './table.mjs';
import { fillNotes } from './verify.mjs';

const COMMITS = 50;

/** Pushes to a bare repository on the same disk. Each round has a new one with another name, since a remote that has all gets nothing. */
export async function push({ quick }) {
  const place = makePlace();
  try {
    place.git('init', '-q');
    await fillNotes(place, COMMITS);
    place.git('reset', '-q', '--hard');
    registered(place);
    const remote = join(place.root, 'remote.git');
    const fresh = () => {
      settled(place);
      rmSync(remote, { recursive: true, force: true });
      place.git('init', '-q', '--bare', remote);
      for (const name of ['sent', 'remotes.json', 'waiting.json'])
        rmSync(join(place.repo, '.git/prov', name), { force: true });
      for (const ref of place
        .git('for-each-ref', '--format=%(refname)', 'refs/prov/remotes', 'refs/remotes')
        .split('\n'))
        if (ref) place.git('update-ref', '-d', ref);
      // Removing refs looks like moved branches. In daily work the hook of the last commit has looked at them.
      execute('git', ['prov', 'status'], where);
    };
    place.git('remote', 'add', 'origin', remote);
    const where = { cwd: place.repo, env: place.env };
    const send = (...settings) => execute('git', [...settings, 'push', '-q', 'origin', 'main'], where);
    const plain = ['-c', 'core.hooksPath=/dev/null'];
    const later = ['-c', 'prov.push=background'];
    const rounds = quick ? 3 : 15;
    const all = measure(
      {
        plain: { before: fresh, run: () => send(...plain) },
        auto: { before: fresh, run: () => send() },
        later: { before: fresh, run: () => send(...later) },
      },
      { rounds, warmup: 1 },
    );
    fresh();
    send();
    send();
    const nothing = measure(
      { plain: { run: () => send(...plain) }, ours: { run: () => send() } },
      { rounds: 2 * rounds },
    );
    const row = (what, times, without, limit) => ({
      what,
      measured: spread(times),
      against: `without: ${spread(without)}`,
      result: over(times.median - without.median),
      value: times.median - without.median,
      limit,
      budget: `≤ +${limit} ms`,
    });
    return [
      row(`git push of ${COMMITS} annotated commits`, all.auto, all.plain, 120),
      row('… with prov.push background', all.later, all.plain, 120),
      row('git push, nothing to send', nothing.ours, nothing.plain, 10),
    ];
  } finally {
    settled(place);
    place.remove();
  }
}

// Waits until no process of an earlier push sends notes.
function settled(place) {
  const mine = () => existsSync('/proc') && readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && runsIn(place, pid));
  for (const end = Date.now() + 20_000; mine() && Date.now() < end; place.run('sleep', '0.05'));
}

function runsIn(place, pid) {
  try {
    return pid !== String(process.pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(place.root);
  } catch {
    return false; // it has ended, or is another user's
  }
}
