import { NOTES_REF } from '../../src/notes/refs.ts';
import { describe, expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import { nodeId, type Oid, type RepoPath } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { graphOf, nodeOf } from '../faces/library/fixture.ts';
import { note } from '../helpers/notes.ts';
import { plant } from '../hostile/field.ts';
import { type Done, type Site, withWorld } from './world.ts';

// Without limits a push of 150 commits took 121 s. Three files of tests share two cores, so a command may take several times what it takes alone.
const MAX_PUSH_S = 20;
const MAX_LOG_S = 40;
const COMMITS = 50;
const PARTS = 6000;

/** Notes of half a megabyte that fit every commit, each slow in its own way. */
const FLOODS: readonly [string, () => Note][] = [
  ['sources', () => note(...Array.from({ length: PARTS }, (_, i) => `theirs${i}${'x'.repeat(40)}`))],
  [
    'claims',
    () => ({
      ...note(),
      lines: new Map([
        [
          'a.txt' as RepoPath,
          Array.from({ length: 4 * PARTS }, (_, i) => ({
            start: 1 + 2 * i,
            count: 1,
            node: nodeId(`deadbeef-${i}`),
            evidence: 'exact' as const,
          })),
        ],
      ]),
    }),
  ],
  [
    'steps',
    () => {
      const graph = graphOf('theirs');
      const nodes = Array.from({ length: PARTS + 1700 }, (_, i) => ({
        ...graph.nodes[1]!,
        id: nodeOf('theirs', 10 + i),
        summary: `read the file number ${i} of a long list of files`,
      }));
      return { ...note(), graphs: [{ ...graph, nodes: [...graph.nodes, ...nodes] }] };
    },
  ],
];

/** Commits on main that the server has, made in one process. */
function commits(site: Site): Oid[] {
  const made = Array.from(
    { length: COMMITS },
    (_, n) =>
      `commit refs/heads/main\ncommitter M <m@x> ${1767225600 + n} +0000\ndata 2\nc\n` +
      (n === 0 ? 'from refs/heads/main^0\n' : '') +
      `M 100644 inline a.txt\ndata ${`${n}\n`.length}\n${n}\n\n`,
  );
  site.repo.gitRaw(['fast-import', '--quiet', '--force'], made.join(''));
  site.git('reset', '-q', '--hard');
  site.git('push', '-q', '--no-verify', 'origin', 'main');
  return site.git('rev-list', `-${COMMITS}`, 'main').split('\n') as Oid[];
}

const timed = (run: () => Done): Done & { seconds: number } => {
  const began = Date.now();
  return { ...run(), seconds: (Date.now() - began) / 1000 };
};

describe('half a megabyte that a stranger puts on 50 commits', () => {
  test.each(FLOODS)(
    'of %s does not hold a push beyond prov.pushTimeout, and comes in over several',
    (_, make) =>
      withWorld(async ({ clone }) => {
        const here = await clone('here');
        const all = commits(here);
        plant(
          here.repo,
          all.map((commit, i) => [commit, encodeNote({ ...note(`ours${i}`), commit })] as const),
        );
        const stranger = await clone('stranger', { init: false });
        const bytes = encodeNote(make());
        expect(bytes.length).toBeGreaterThan(390_000);
        plant(
          stranger.repo,
          all.map((commit) => [commit, bytes] as const),
        );
        stranger.git('push', '-q', 'origin', `${NOTES_REF}:${NOTES_REF}`);
        here.git('config', 'prov.pushTimeout', '1');
        here.repo.write('b.txt', 'b\n');
        here.repo.commit('one more');
        const push = timed(() => here.try('push'));
        expect(push.code).toBe(0);
        expect(push.seconds).toBeLessThan(MAX_PUSH_S);

        // What was left over is reported, and comes with the next commands.
        const tipOf = (ref: string): string =>
          here.try('rev-parse', '-q', '--verify', `${ref}/origin/provenance`).stdout.trim(); // '' where it is missing
        const isFetched = (): boolean => tipOf('refs/prov/remotes') !== '';
        const isJoined = (): boolean => isFetched() && tipOf('refs/prov/joined') === tipOf('refs/prov/remotes');
        // On a busy machine the time is over before the fetch, or before the first join. Then nothing was left over yet.
        if (!isFetched()) here.git('fetch', '-q', 'origin');
        for (let n = 0; n < 20 && !isJoined(); n++) {
          const wasTried = tipOf('refs/prov/joined') !== '';
          const status = here.prov('status', '--no-drain').stdout;
          expect(!wasTried || isJoined() || /fetched notes of origin not joined yet/.test(status)).toBe(true);
          const log = timed(() => here.prov('log', '-n1'));
          expect([log.code, log.stderr]).toEqual([0, '']);
          expect(log.seconds).toBeLessThan(MAX_LOG_S);
        }
        expect(isJoined()).toBe(true);
        expect(here.prov('status', '--no-drain').stdout).not.toMatch(/not joined yet/);
        const sizes = here
          .git('ls-tree', '-rl', NOTES_REF)
          .split('\n')
          .map((line) => Number(line.split(/\s+/)[3]));
        expect(sizes.filter((size) => size > bytes.length)).toHaveLength(COMMITS);
      }),
    240_000,
  );
});
