import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { NODE } from '../../helpers/program/node.ts';
import { commit, type Site } from '../../recorder/site.ts';
import { withPreparedSite } from '../../sharing/prepared.ts';
import { notesOf } from '../../helpers/judge.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { filesWith, objectsWith } from '../../helpers/search.ts';
import { run } from '../signed.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');
const LEAK = 'the zebrafish tango';

/** The command that is killed is a process of its own; the server of the tests runs the others. */
function forget(repo: TestRepo, env: NodeJS.ProcessEnv = repo.env): { signal: string | null; out: string } {
  const args = [PROGRAM, 'forget', '--stdin', '--yes', '--json'];
  const done = spawnSync(NODE, args, { cwd: repo.dir, env, input: LEAK });
  return { signal: done.signal, out: done.stdout.toString() };
}

/** Runs it with a git that kills its parent process, once, at the given command. */
function killedAt(repo: TestRepo, when: 'before' | 'after', what: string): { signal: string | null } {
  const dir = join(repo.home, 'bin');
  const real = spawnSync('sh', ['-c', 'command -v git'], { env: repo.env }).stdout.toString().trim();
  mkdirSync(dir, { recursive: true });
  const once = `[ ! -e '${dir}/done' ] && : >'${dir}/done'`;
  const kill =
    when === 'before' ? `${once} && kill -9 $PPID && exit 1` : `${once} && '${real}' "$@" && kill -9 $PPID && exit 0`;
  writeFileSync(join(dir, 'git'), `#!/bin/sh\ncase "$*" in *'${what}'*) ${kill} ;; esac\nexec '${real}' "$@"\n`, {
    mode: 0o755,
  });
  const done = forget(repo, { ...repo.env, PATH: `${dir}:${repo.env['PATH']}` });
  expect(existsSync(join(dir, 'done'))).toBe(true);
  return { signal: done.signal };
}

const ids = (repo: TestRepo): string[] =>
  [...notesOf(repo).values()]
    .flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes.map(({ id }) => id)))
    .toSorted();

/** A site where an agent wrote the text into a commit, and into a step that waits. It is made once and copied. */
const withLeak = (story: (site: Site) => void): Promise<void> =>
  withPreparedSite(
    'a text in a commit and in a step',
    ({ repo, agent }) => {
      agent.start().prompt(`Sing ${LEAK} in f.txt`).write('f.txt', 'one @agent\n');
      commit(repo, 'one');
      agent.prompt('Something else').write('g.txt', 'two @agent\n');
      commit(repo, 'two');
      agent.prompt(`Again ${LEAK}`).bash('true');
      run(repo, 'status');
    },
    story,
  );

// The moments: before objects are written, before and after the refs are moved, and before the old blobs are removed.
test.each([
  ['before', 'unpack-objects'],
  ['before', 'update-ref -m git prov forget'],
  ['after', 'update-ref -m git prov forget'],
  ['before', '--all --reflog'],
] as const)('killed %s git %s: agents can continue, and a second run finishes', (when, what) =>
  withLeak(({ repo, agent, prov }) => {
    if (what === 'unpack-objects') repo.git('config', 'core.sharedRepository', 'group'); // git writes objects itself
    const before = ids(repo);
    expect(killedAt(repo, when, what)).toEqual({ signal: 'SIGKILL' });
    agent.write('h.txt', 'three @agent\n');
    commit(repo, 'three');
    const after = ids(repo);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBeGreaterThan(before.length + 2);
    expect(JSON.parse(forget(repo).out)).toMatchObject({ done: true, remains: [] });
    expect(ids(repo)).toEqual(after);
    expect(objectsWith(join(repo.dir, '.git'), [LEAK])).toEqual([]);
    expect(filesWith(join(repo.dir, '.git'), [LEAK, 'zebrafish'])).toEqual([]);
    expect(readdirSync(prov).filter((name) => /staged|forgetting/.test(name))).toEqual([]);
    expect(JSON.parse(run(repo, 'verify', '--json').out)).toMatchObject({
      faults: 0,
      gaps: 0,
      ledgers: [{ valid: true }],
    });
  }),
);
