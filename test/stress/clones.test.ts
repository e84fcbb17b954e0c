import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oid, type Oid } from '../../src/model/ids.ts';
import { isDamaged, NoteStore } from '../../src/notes/notes.ts';
import { NOTES, PROGRAM, script, type Site, withWorld, type World } from '../sharing/world.ts';
import { bundle, randomOf, scaled, SEED, tell, TIMEOUT } from './campaign.ts';
import { type Came, clockOff, isServing, type Mishap, runWith, tidyUp } from './people.ts';

const CLONES = scaled(16, 3);
const OPERATIONS = scaled(100, 5);
const NEVER: Mishap = { kind: 'none', after: 0 };
const TEN_YEARS = 10 * 365 * 86_400;

/** How notes travel: by git prov, or by git commands of a person. */
interface Ways {
  readonly push: (person: Person, mishap: Mishap) => Promise<Came>;
  readonly fetch: (person: Person, mishap: Mishap) => Promise<Came>;
  readonly sync: (person: Person, mishap: Mishap) => Promise<Came>;
}

/** A developer at work in a separate clone, on a separate branch. */
interface Person {
  readonly site: Site;
  readonly branch: string;
  readonly random: () => number;
  /** The current offset of this person's clock. */
  env: NodeJS.ProcessEnv;
  /** Marks in notes that were acknowledged. */
  readonly marks: string[];
  made: number;
}

/** What all share. */
interface Place {
  /** The program that writes marks. */
  readonly writer: string;
  readonly server: Site;
  readonly road: Road;
  /** A commit that all have; all write its note. */
  readonly first: Oid;
}

const git = (person: Person, mishap: Mishap, ...args: string[]): Promise<Came> =>
  runWith(person.site.repo, 'git', args, mishap, { env: person.env });

const OURS: Ways = {
  push: (person, mishap) => git(person, mishap, 'push', '-q', 'origin', person.branch),
  fetch: (person, mishap) => git(person, mishap, 'fetch', '-q'),
  sync: (person, mishap) => runWith(person.site.repo, process.execPath, [PROGRAM, 'sync'], mishap, { env: person.env }),
};

const GITS: Ways = {
  push: async (person, mishap) => {
    await git(person, mishap, 'push', '-q', 'origin', person.branch);
    return git(person, mishap, 'push', '-q', '-f', 'origin', 'refs/notes/*:refs/notes/*');
  },
  fetch: (person, mishap) => git(person, mishap, 'fetch', '-q', 'origin', '+refs/notes/*:refs/notes/*'),
  sync: (person, mishap) => GITS.push(person, mishap),
};

const collect = ({ repo }: Site): Promise<Came> => runWith(repo, 'git', ['gc', '-q', '--prune=now'], NEVER);

/**
 * The way to a server. Git warns of `gc --prune=now` during pushes: it deletes new objects that no ref reaches yet, those of branches
 * too. So it waits until no transfer is running.
 */
class Road {
  readonly #server: Site;
  readonly #under = new Set<Promise<unknown>>();
  #closed: Promise<unknown> = Promise.resolve();

  constructor(server: Site) {
    this.#server = server;
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    for (let last; last !== this.#closed;) await (last = this.#closed);
    const under = work();
    this.#under.add(under);
    return under.finally(() => this.#under.delete(under));
  }

  close(work: () => Promise<unknown>): Promise<unknown> {
    this.#closed = this.#closed.then(async () => {
      await Promise.all(this.#under);
      while (isServing(this.#server.repo)) await sleep(20); // also of those that were killed here
      return work();
    });
    return this.#closed;
  }
}

/** Performs the operations in sequence. Returns how many commands were refused, killed or stopped. */
async function work(person: Person, ways: Ways, { writer, server, road, first }: Place): Promise<number> {
  const { site, random, branch } = person;
  const pick = (count: number): number => Math.floor(random() * count);
  let mishaps = 0;
  for (let i = 0; i < OPERATIONS; i++) {
    const dice = random();
    const kind = dice < 0.1 ? 'killed' : dice < 0.2 ? 'stopped' : 'none';
    const mishap: Mishap = { kind, after: pick(400) };
    person.env = random() < 0.2 ? clockOff(site.repo, random() < 0.5 ? TEN_YEARS : -TEN_YEARS) : {};
    const what = pick(12);
    let came: Came | undefined;
    if (what < 4) {
      site.repo.write(`${branch}.txt`, `${i}\n`);
      await git(person, NEVER, 'add', '-A');
      await git(person, NEVER, 'commit', '-q', '-m', `${branch} ${i}`);
      await note(person, writer, oid(site.git('rev-parse', branch)), mishap);
    } else if (what < 6) await note(person, writer, first, mishap);
    else if (what < 8) came = await road.use(() => ways.push(person, mishap));
    else if (what < 9) came = await ways.fetch(person, mishap);
    else if (what < 11) came = await road.use(() => ways.sync(person, mishap));
    else if (random() < 0.5) await Promise.all([collect(site), note(person, writer, first, mishap)]);
    else await road.close(() => collect(server));
    if (kind !== 'none' || (came && came.code !== 0)) mishaps++;
    if (kind === 'killed') await tidyUp(site.repo);
  }
  person.env = {};
  return mishaps;
}

/** Writes a mark into the note of a commit. It counts once the program has acknowledged it. */
async function note(person: Person, writer: string, commit: Oid, mishap: Mishap): Promise<void> {
  const mark = Buffer.from(`${person.branch} ${person.made++}`)
    .toString('hex')
    .padEnd(40, '0');
  const args = [writer, 'store', '1', `${commit}:${mark}`];
  const { stdout } = await runWith(person.site.repo, process.execPath, args, mishap, {
    env: person.env,
    input: 'go\n',
  });
  if (stdout.split('\n').slice(0, -1).includes(mark)) person.marks.push(mark);
}

async function people(world: World, init: boolean): Promise<Person[]> {
  const all: Person[] = [];
  for (let i = 0; i < CLONES; i++) {
    const site = await world.clone(`clone${i}`, { init });
    const branch = `b${i}`;
    site.git('switch', '-q', '-c', branch);
    all.push({ site, branch, random: randomOf(SEED * 1000 + i), env: {}, marks: [], made: 0 });
  }
  return all;
}

async function marksIn({ repo }: Site): Promise<Set<string>> {
  const store = new NoteStore(await repo.open());
  const marks = new Set<string>();
  for await (const [commit, found] of store.each((await store.list()).keys())) {
    if (isDamaged(found)) throw new Error(`damaged: ${commit}`);
    for (const { from } of found.carried) marks.add(from);
  }
  await store.close();
  return marks;
}

function finished({ code, stdout, stderr }: Came): void {
  if (code !== 0) throw new Error(`exit code ${String(code)}: ${stdout}${stderr}`);
}

// A remote that refuses every fifth ref.
const refuseAtRandom = (server: Site): string =>
  script(join(server.repo.dir, 'hooks/update'), '[ $(($(od -An -N1 -tu1 /dev/urandom) % 5)) != 0 ]');

test(
  `${CLONES} clones, ${OPERATIONS} operations each, with kills, stops, refusals, gc and wrong clocks: no note is lost, and all agree`,
  { timeout: TIMEOUT },
  () =>
    withWorld(async (world) => {
      const all = await people(world, true);
      const { server } = world;
      const first = server.repo.oid('main');
      const place = { writer: await bundle('writer', world.root), server, road: new Road(server), first };
      const hook = refuseAtRandom(world.server);
      const mishaps = await Promise.all(all.map((person) => work(person, OURS, place)));
      rmSync(hook);
      for (let round = 0; round < 2; round++)
        for (const person of all) {
          await tidyUp(person.site.repo);
          finished(await OURS.push(person, NEVER));
          finished(await OURS.sync(person, NEVER));
        }
      for (const person of all) finished(await OURS.sync(person, NEVER));
      const marks = all.flatMap((person) => person.marks);
      const lost: string[] = [];
      for (const { site } of all) {
        const there = await marksIn(site);
        const gone = marks.filter((mark) => !there.has(mark));
        lost.push(
          ...gone.map((mark) => `${Buffer.from(mark, 'hex').toString().replaceAll('\0', '')} in ${site.repo.dir}`),
        );
      }
      tell(
        `${CLONES} clones: ${marks.length} acknowledged notes, ${new Set(lost).size} lost, ${mishaps.reduce((a, b) => a + b)} mishaps`,
      );
      for (const one of lost.slice(0, 20)) tell(`lost: ${one}`);
      expect(lost).toEqual([]);
      const trees = new Set(all.map(({ site }) => site.git('rev-parse', `${NOTES}^{tree}`)));
      expect(trees.size).toBe(1);
      for (const { site } of all) expect(site.git('fsck', '--connectivity-only')).not.toMatch(/missing|broken/);
    }),
);

test(
  'forced fetches and pushes of git itself lose notes, which proves that a loss would be detected',
  { timeout: TIMEOUT },
  () =>
    withWorld(async (world) => {
      const all = await people(world, false);
      const writer = await bundle('writer', world.root);
      const first = world.server.repo.oid('main');
      for (let round = 0; round < 3; round++)
        await Promise.all(
          all.map(async (person) => {
            await note(person, writer, first, NEVER);
            await GITS.push(person, NEVER);
            await GITS.fetch(person, NEVER);
          }),
        );
      const there = await marksIn(all[0]!.site);
      const marks = all.flatMap((person) => person.marks);
      tell(`forced: ${marks.filter((mark) => there.has(mark)).length} of ${marks.length} notes kept`);
      expect(existsSync(join(all[0]!.site.repo.dir, '.git/prov'))).toBe(false);
      expect(marks.every((mark) => there.has(mark))).toBe(false);
    }),
);
