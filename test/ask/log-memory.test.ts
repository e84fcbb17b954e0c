import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import type { Oid } from '../../src/model/ids.ts';
import { graphOf, nodeOf } from '../faces/library/fixture.ts';
import { NODE } from '../helpers/program/node.ts';
import { withRepo } from '../helpers/repo.ts';
import { plant } from '../hostile/field.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
const COMMITS = 24;
const STEPS = 7000;
/** Megabytes of Node's heap. With the notes held together the program ends after some sixteen of them; alone they need 24. */
const HEAP_MB = 32;

test('log and show hold a few of many large notes at a time', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    const made = Array.from(
      { length: COMMITS },
      (_, i) =>
        `commit refs/heads/main\ncommitter M <m@x> ${1767225600 + i} +0000\ndata 2\nc\n${i === 0 ? 'from refs/heads/main^0\n' : ''}`,
    );
    repo.gitRaw(['fast-import', '--quiet', '--force'], made.join(''));
    const all = repo.git('rev-list', `-${COMMITS}`, 'HEAD').split('\n') as Oid[];
    plant(
      repo,
      all.map((commit, i) => {
        const name = `session ${i}`;
        const own = graphOf(name);
        const steps = Array.from({ length: STEPS }, (_, step) => ({
          ...own.nodes[0]!,
          id: nodeOf(name, 10 + step),
          kind: 'exploration' as const,
          summary: `read the file number ${step} of a long list of files`,
        }));
        const graph = { ...own, nodes: [...own.nodes, ...steps] };
        return [commit, encodeNote({ commit, graphs: [graph], lines: new Map(), carried: [] })] as const;
      }),
    );
    const env = { ...repo.env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
    for (const args of [['log'], ['log', '--json'], ['log', '--verbose'], ['show', '--json', 'HEAD']]) {
      const done = spawnSync(NODE, [PROGRAM, ...args], { cwd: repo.dir, env, maxBuffer: 1 << 28 });
      expect([args, done.status, done.stderr.toString().slice(-300)]).toEqual([args, 0, '']);
      const shown = args[0] === 'show' ? all.slice(0, 1) : all;
      expect(shown.filter((commit) => !done.stdout.includes(commit.slice(0, 7)))).toEqual([]);
      expect(done.stdout.toString().match(/no note/g)?.length ?? 0).toBeLessThanOrEqual(1); // the first commit
    }
  }));
