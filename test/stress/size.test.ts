import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import { nodeId, oid, sessionId, type Oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import { prov } from '../helpers/agent.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { bundle, median, scaled, SCALE, tell, TIMEOUT } from './campaign.ts';

const NOTES = scaled(100_000, 1500);
const FETCHED = scaled(10_000, 300);
const TIMES = scaled(7, 3);
/** The project's guarantees, in milliseconds. Only a whole campaign checks them: a test run shares its machine. */
const ONE_NOTE_MS = 100;
const JOIN_MS = 5000;

const idOf = (n: number): Oid => oid(createHash('sha1').update(`commit ${n}`).digest('hex'));

/** A note like those of an agent at work: a graph of some steps, and the lines of two files. */
function noteOf(n: number, who: string): Note {
  const id = (step: number) => nodeId(`${who.padEnd(8, '0')}-${n * 10 + step}`);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  return {
    graphs: [
      {
        session: { id: sessionId(`${who}-${n % 50}`), agent: 'claude-code' },
        nodes: Array.from({ length: 6 }, (_, i) => ({
          id: id(i),
          kind: i === 0 ? 'goal' : i === 5 ? 'patch' : 'commitment',
          at: 1_767_225_600_000 + n * 1000 + i,
          summary: `step ${i} of ${n}: edit src/part${n % 300}.ts`,
        })),
        edges: [{ from: id(0), to: id(1), kind: 'led_to', source: 'observed' }],
        explains: [idOf(n)],
        previous: null,
        chain: { start: hash(`${who} ${n}`), head: hash(`${n} ${who}`) },
      },
    ],
    lines: new Map(
      [0, 1].map((i) => [
        pathFromBytes(Buffer.from(`src/part${(n + i) % 300}.ts`)),
        [{ start: 1 + 20 * i, count: 12, node: id(2 + i), evidence: 'exact' as const }],
      ]),
    ),
    carried: [],
  };
}

/** Writes notes in one commit and one pack. */
function importNotes(repo: TestRepo, ref: string, notes: Iterable<readonly [Oid, Note]>): void {
  const parts: Buffer[] = [Buffer.from(`commit ${ref}\ncommitter Ada <a@b> 1767225600 +0000\ndata 0\n\n`)];
  for (const [commit, note] of notes) {
    const bytes = encodeNote(note);
    const path = `${commit.slice(0, 2)}/${commit.slice(2)}`;
    parts.push(Buffer.from(`M 100644 inline ${path}\ndata ${bytes.length}\n`), Buffer.from(bytes), Buffer.from('\n'));
  }
  repo.gitRaw(['fast-import', '--quiet', '--force'], Buffer.concat(parts));
}

function* many(from: number, to: number, who: string): Generator<readonly [Oid, Note]> {
  for (let n = from; n < to; n++) yield [idOf(n), noteOf(n, who)];
}

/** The program's own time and the process's time, both in milliseconds, and its other output. */
function time(program: string, repo: TestRepo, ...args: string[]): { inside: number; whole: number; rest: string } {
  const begin = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], { cwd: repo.dir, env: repo.env });
  const whole = performance.now() - begin;
  if (status !== 0) throw new Error(stderr.toString());
  const [inside = '', rest = ''] = stdout.toString().trim().split(' ');
  return { inside: Number(inside), whole, rest };
}

const inMs = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`;

test(`one of ${NOTES} notes is read and written as quickly as a note of a few`, { timeout: TIMEOUT }, () =>
  withRepo({ files: { a: 'a' }, hash: 'sha1' }, async (repo) => {
    const program = await bundle('timed', repo.home);
    const head = repo.oid('HEAD');
    importNotes(repo, 'refs/notes/provenance', [...many(0, NOTES, 'a'), [head, noteOf(0, 'b')]]);
    for (const what of ['read', 'write'] as const) {
      const runs = Array.from({ length: TIMES }, (_, i) =>
        time(program, repo, what, idOf(Math.floor((i * NOTES) / TIMES))),
      );
      const inside = runs.map((run) => run.inside);
      tell(
        `${what} one of ${NOTES} notes: ${inMs(inside)} in the process, ${inMs(runs.map(({ whole }) => whole))} as a process`,
      );
      expect(SCALE > 0 ? median(inside) : 0).toBeLessThanOrEqual(ONE_NOTE_MS);
    }
    const begin = performance.now();
    expect(prov(repo, 'show', head, '--json')).toContain(head);
    tell(`git prov show of one of them: ${(performance.now() - begin).toFixed(0)} ms`);
    expect(repo.git('ls-tree', '-r', '--name-only', 'refs/notes/provenance').split('\n')).toHaveLength(NOTES + 1);
  }),
);

test(`${FETCHED} fetched notes are joined with ${NOTES}`, { timeout: TIMEOUT }, () =>
  withRepo({ files: { a: 'a' }, hash: 'sha1' }, async (repo) => {
    const program = await bundle('timed', repo.home);
    importNotes(repo, 'refs/notes/provenance', many(0, NOTES, 'a'));
    // Half of them are on commits that have notes here, by other sessions.
    importNotes(repo, 'refs/prov/remotes/origin/provenance', many(NOTES - FETCHED / 2, NOTES + FETCHED / 2, 'b'));
    const { inside, whole, rest } = time(program, repo, 'join');
    tell(`join ${FETCHED} with ${NOTES}: ${inside.toFixed(0)} ms in the process, ${whole.toFixed(0)} ms as a process`);
    expect(rest).toBe(String(FETCHED));
    expect(repo.git('ls-tree', '-r', '--name-only', 'refs/notes/provenance').split('\n')).toHaveLength(
      NOTES + FETCHED / 2,
    );
    expect(SCALE > 0 ? inside : 0).toBeLessThanOrEqual(JOIN_MS);
    const again = time(program, repo, 'join');
    tell(`join again: ${again.inside.toFixed(0)} ms`);
    expect(again.rest).toBe('0');
  }),
);
