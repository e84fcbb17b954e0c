import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommitList, listCommits } from '../../src/git/history/commit-list.ts';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import { PackedLocations } from '../../src/notes/packed-locations.ts';
import { GraphChain } from '../../src/trust/checks/chain-checker.ts';
import { WorkerPool } from '../../src/trust/worker-pool.ts';
import { type Examined, type Examiner, examiner, type NotesPart } from '../../src/trust/note-checker.ts';
import type { VerifyFinding } from '../../src/trust/finding.ts';
import { verifyNotes } from '../../src/trust/verify.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';
import { fillWithNotes } from './many.ts';

const DIST = resolve(import.meta.dirname, '../../dist');
const WORKER = pathToFileURL(join(DIST, 'verify-worker.js'));
/** More than `verify` examines in one thread (`MIN_NOTES_FOR_THREADS`). */
const COUNT = 2100;

let repo: TestRepo;
let places: PackedLocations;
let listed: CommitList;
let store: NoteStore;
let objects: ObjectReader;
beforeAll(async () => {
  repo = makeRepo();
  const commits = fillWithNotes(repo, COUNT);
  const opened = await repo.open();
  store = new NoteStore(opened);
  places = new PackedLocations(await store.locate(commits), commits);
  listed = await listCommits(opened, new Set(commits), 'given');
  objects = new ObjectReader(opened);
}, 60_000);
afterAll(async () => {
  await Promise.all([store.close(), objects.close()]);
  repo.cleanup();
});

const chunks = (): NotesPart[] =>
  Array.from({ length: Math.ceil(COUNT / 200) }, (_, i) => {
    const [from, to] = [200 * i, 200 * (i + 1)];
    return { located: places.slice(from, to), commits: listed.slice(from, to) };
  });

/** The results for all commits, in chunks, with this many requested at once. */
async function examineAll(by: Examiner): Promise<Examined[]> {
  try {
    return await Promise.all(chunks().map((some) => by.examine(some)));
  } finally {
    await by.close();
  }
}

const search = { session: undefined, signed: true };
const here = async (): Promise<Examiner> => examiner(await repo.open(), store, objects, search);

let alone: Promise<Examined[]> | undefined;
/** What one thread finds: the same for all tests. */
const foundAlone = (): Promise<Examined[]> => (alone ??= here().then(examineAll));

/** The number of threads, and of chunks examined in this one. */
async function hire(size: number, program: URL): Promise<{ crew: WorkerPool; inPlace: { asked: number } }> {
  const opened = await repo.open();
  const inPlace = { asked: 0 };
  const replace = (): Examiner => {
    const { examine, close } = examiner(opened, store, objects, search);
    return { examine: (located) => (inPlace.asked++, examine(located)), close };
  };
  return { crew: new WorkerPool(size, { repo: opened, search }, replace, program), inPlace };
}

/** Each graph's result once: a thread does not know what another one has met. */
function firstMet(examined: readonly Examined[]): unknown {
  const chain = new GraphChain();
  const all = examined.map(({ linked, notes, ...rest }) => {
    const isNew = chain.join(linked);
    return {
      ...rest,
      notes: notes.map((note) => ({
        ...note,
        faults: note.faults.filter(([at]) => isNew[at]).map(([, fault]) => fault),
      })),
    };
  });
  return { all, graphs: chain.size, steps: chain.steps, findings: [...chain.findings()] };
}

describe('threads', () => {
  test('find what one thread finds', async () => {
    const { crew, inPlace } = await hire(3, WORKER);
    const expected = await foundAlone();
    expect(expected.flatMap(({ notes }) => notes).filter(({ findings }) => findings.length > 0).length).toBeGreaterThan(
      5,
    );
    expect(firstMet(await examineAll(crew))).toEqual(firstMet(expected));
    expect(inPlace.asked).toBe(3); // its share of the eleven: the third, the sixth and the ninth
  });

  test.each([
    ['is not there', undefined],
    ['throws as it starts', 'throw new Error("no");'],
    [
      'ends at its second question',
      'import { parentPort as p } from "node:worker_threads"; let n = 0; p.on("message", () => { if (++n === 2) process.exit(3); });',
    ],
    [
      'cannot do anything',
      'import { parentPort as p } from "node:worker_threads"; p.on("message", ({ number }) => p.postMessage({ number, examined: undefined }));',
    ],
  ])('are not used when their program %s', async (_, text) => {
    const dir = mkdtempSync(join(tmpdir(), 'git-prov-crew-'));
    try {
      const file = join(dir, 'worker.mjs');
      if (text !== undefined) writeFileSync(file, text);
      const { crew, inPlace } = await hire(2, pathToFileURL(file));
      const examined = await examineAll(crew);
      expect(firstMet(examined)).toEqual(firstMet(await foundAlone()));
      expect(inPlace.asked).toBe(chunks().length);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  test('that fail on a commit leave it to this thread, which reports why', async () => {
    const opened = await repo.open();
    const broken = { ...opened, gitDir: join(repo.home, 'nowhere') };
    const task = { repo: broken, search };
    const there = new WorkerPool(2, task, () => examiner(broken, store, objects, task.search), WORKER);
    await expect(there.examine(chunks()[0]!)).rejects.toThrow(/git/);
    await there.close();
  });
});

describe('git prov verify of many notes', () => {
  const verify = (...args: string[]) =>
    spawnSync(process.execPath, [join(DIST, 'git-prov.js'), 'verify', ...args], {
      cwd: repo.dir,
      env: repo.env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });

  test('prints the same as a single thread, in the same order in every run', async () => {
    const findings: VerifyFinding[] = [];
    const run = verifyNotes(await repo.open(), store, objects, {});
    let next = await run.next();
    for (; !next.done; next = await run.next()) findings.push(next.value);
    const first = verify('--json');
    const said = JSON.parse(first.stdout) as {
      findings: VerifyFinding[];
      notes: number;
      graphs: number;
      steps: number;
    };
    const of = (kind: string): VerifyFinding[] => findings.filter((finding) => finding.kind === kind);
    expect(said.findings).toEqual([...of('fault'), ...of('gap')]);
    expect(new Set(said.findings.map(({ field }) => field))).toEqual(
      new Set(['note', 'lines', 'chain.head', 'previous']),
    );
    expect([said.notes, said.graphs, said.steps]).toEqual([next.value.notes, next.value.graphs, next.value.steps]);
    expect(first.status).toBe(1);
    // Another run, which names what is usual.
    expect(verify('--all', '--json').stdout).toBe(first.stdout);
  });

  test('of one session prints only its own findings', () => {
    const said = JSON.parse(verify('--session', '32345678-aaaa-4bbb-8ccc-000000000001', '--json').stdout) as {
      findings: VerifyFinding[];
      notes: number;
    };
    expect(said.notes).toBeLessThan(COUNT / 4);
    expect(said.findings.length).toBeGreaterThan(0);
    const named = verify('session:32345678-aaaa-4bbb-8ccc-000000000001', '--json');
    expect(JSON.parse(named.stdout)).toEqual(said);
    const two = verify('session:1', '--session', '2');
    expect([two.status, two.stderr]).toEqual([2, expect.stringContaining('one session at a time')]);
  });

  test('accepts a range or --all, but not both', () => {
    const range = JSON.parse(verify('HEAD~3..HEAD', '--json').stdout) as { notes: number };
    expect(range.notes).toBe(3);
    const both = verify('--all', 'HEAD');
    expect([both.status, both.stdout]).toEqual([2, '']);
    expect(both.stderr).toContain('--all checks everything');
  });

  test('exits quietly when its output is closed', () => {
    const program = `'${process.execPath}' '${join(DIST, 'git-prov.js')}' verify --json; echo $? >&2`;
    const done = spawnSync('sh', ['-c', `{ ${program}; } | true`], {
      cwd: repo.dir,
      env: repo.env,
      encoding: 'utf8',
    });
    expect([done.stdout, done.stderr]).toEqual(['', '3\n']);
  });
});
