import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { expect } from 'vitest';
import { left, makeSite, type Site } from '../recorder/site.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { randomOf, SCALE, SEED, tell } from './campaign.ts';
import { waitForAll } from '../helpers/at-work.ts';
import { type Fault, faultName, hitFile } from './faults.ts';
import { removeFolder } from '../helpers/remove-folder.ts';

/** The faults of each sort that a test run plays; a campaign plays its share of all. */
const FEW = 1;
/** A story that takes more seconds than this was delayed by a fault. */
export const SLOW = 40;
export const FILES = ['f.txt', 'n.txt', 'b.txt', 'm.txt', 'x.txt'];

/** A place that runs the same story repeatedly from the same start. */
export class Stage {
  readonly site: Site;
  readonly #root: string;
  readonly #saved: string;

  private constructor(site: Site) {
    this.site = site;
    this.#root = dirname(site.repo.dir);
    this.#saved = `${this.#root}.saved`;
  }

  /**
   * Creates a site, runs the start of the story, and saves it. The hooks find no program meanwhile: one that records in the background
   * would still write while the folder is copied or restored.
   */
  static async make(begin: (site: Site) => void): Promise<Stage> {
    const stage = new Stage(await makeSite());
    const runtime = join(stage.site.repo.home, '.local/share/git-prov/runtime');
    renameSync(runtime, `${runtime}.off`);
    begin(stage.site);
    renameSync(`${runtime}.off`, runtime);
    spawnSync('sync');
    stage.#copy(stage.#root, stage.#saved);
    return stage;
  }

  /** Restores everything to the start. */
  restore(): Site {
    waitForAll(this.site.repo.home);
    removeFolder(this.#root);
    this.#copy(this.#saved, this.#root);
    return this.site;
  }

  remove(): void {
    for (const dir of [this.#root, this.#saved]) removeFolder(dir);
  }

  // With its hard links, which snapshots are.
  #copy(from: string, to: string): void {
    const { status, stderr } = spawnSync('cp', ['-a', from, to]);
    if (status !== 0) throw new Error(stderr.toString());
  }
}

/**
 * The result of recording: the steps, and every line with its owner, the evidence and the step that wrote it. The graph that
 * contains a step is left out: it is a different one when a commit is recorded later than it was made.
 */
export function outcome({ repo, prov: dir }: Site): Outcome {
  const { steps, waiting, bad } = left(dir);
  const notes = notesOf(repo);
  const nodes = new Map(
    [...notes.values()].flatMap(({ graphs }) => graphs.flatMap((graph) => graph.nodes)).map((node) => [node.id, node]),
  );
  const subjectOf = new Map(
    [...notes].flatMap(([commit, { lines }]) =>
      lines.size > 0 ? [[commit, repo.git('log', '-1', '--format=%s', commit)] as const] : [],
    ),
  );
  const wrote = [...notes].flatMap(([commit, { lines }]) =>
    [...lines].flatMap(([path, list]) =>
      list.map(
        ({ start, count, node }) =>
          `${subjectOf.get(commit)} ${path} ${start}+${count} ${node ? nodes.get(node)?.summary : 'nobody'}`,
      ),
    ),
  );
  const lines = FILES.filter((path) => existsSync(join(repo.dir, path))).map(
    (path) => [path, judge(repo, path)] as const,
  );
  return {
    steps: steps.toSorted(),
    waiting,
    bad,
    wrote: wrote.sort(),
    lines: lines.flatMap(([path, verdicts]) =>
      verdicts.map(({ text, owner, evidence }) => ({ path, text, owner, evidence })),
    ),
  };
}

export interface Outcome {
  readonly steps: readonly string[];
  readonly waiting: readonly string[];
  readonly bad: readonly string[];
  /** By commit, path and lines: the action of the step that wrote them. */
  readonly wrote: readonly string[];
  readonly lines: readonly { path: string; text: string; owner: string; evidence: string }[];
}

/** Fails with the differing lines of two outcomes, in the form of a diff. */
export function same(actual: object, expected: object): void {
  const [is, should] = [actual, expected].map((one) => JSON.stringify(one, null, 1).split('\n')) as [
    string[],
    string[],
  ];
  const lacks = should.filter((line) => !is.includes(line)).map((line) => `- ${line.trim()}`);
  const adds = is.filter((line) => !should.includes(line)).map((line) => `+ ${line.trim()}`);
  if (is.join('') !== should.join('')) throw new Error(['differs', ...lacks, ...adds].join('\n    '));
}

/** Plays faults and returns those with a wrong result, and what was wrong. */
export async function campaign(
  name: string,
  all: readonly Fault[],
  logs: string,
  play: (fault: Fault) => void,
): Promise<void> {
  const random = randomOf(SEED);
  const shuffled = all.map((fault) => ({ fault, at: random() })).sort((a, b) => a.at - b.at);
  const only = new RegExp(`^(?:${process.env['FAULT'] ?? '.*'})$`); // such as FAULT='EIO at openat 70', to play one again
  const some = shuffled
    .filter(({ fault }) => only.test(faultName(fault)))
    .slice(0, SCALE > 0 ? Math.ceil(all.length * SCALE) : FEW);
  const wrong: string[] = [];
  let beside = 0;
  for (const { fault } of some) {
    const begin = performance.now();
    try {
      play(fault);
      const seconds = (performance.now() - begin) / 1000;
      if (seconds > SLOW) throw new Error(`it took ${seconds.toFixed(0)} s`);
    } catch (error) {
      if (fault.kind !== 'KILL' && !hitFile(logs)) {
        beside++;
        continue;
      }
      wrong.push(`${faultName(fault)}: ${error instanceof Error ? error.message : String(error)}`);
      if (SCALE > 0) tell(wrong.at(-1)!);
    }
    await new Promise(setImmediate);
  }
  tell(
    `${name}: ${some.length} of ${all.length} faults played, ${wrong.length} did harm; ${beside} that hit no file do not count`,
  );
  expect(wrong).toEqual([]);
}
