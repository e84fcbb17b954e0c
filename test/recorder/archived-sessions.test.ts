import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drain } from '../../src/recorder/drain.ts';
import { ownersOfWorkTree } from '../../src/recorder/commit/uncommitted.ts';
import { graphIdOf } from '../../src/model/format/note.ts';
import { chainOf } from '../../src/model/graph/ledger.ts';
import { numberOf, type RepoPath } from '../../src/model/ids.ts';
import type { Graph } from '../../src/model/model.ts';
import { TestAgent } from '../helpers/agent.ts';
import { judge, notesOf, wrongLines } from '../helpers/judge.ts';
import type { TestRepo } from '../helpers/repo.ts';
import { commit, left, type Site, SILENT, stateOf, withSite } from './site.ts';

const DAY = 86_400_000;

const record = async ({ repo }: Site): Promise<void> => void (await drain(await repo.open(), { patience: 5000 }));
const resting = ({ prov }: Site): string[] =>
  existsSync(join(prov, 'resting')) ? readdirSync(join(prov, 'resting')).toSorted() : [];

/** Advances the clock by this many days for the known sessions, and starts another one. */
async function pass(site: Site, days: number, other = 'other'): Promise<void> {
  await record(site);
  const state = stateOf(site.prov);
  for (const session of Object.values(state.sessions)) session.lastAt -= days * DAY;
  writeFileSync(join(site.prov, 'state.json'), JSON.stringify(state));
  new TestAgent(site.repo, other).start();
  await record(site);
}

const graphsAt = (repo: TestRepo, revision: string, session = 'a'): Graph[] =>
  (notesOf(repo).get(repo.oid(revision))?.graphs ?? []).filter((graph) => graph.session.id === session);

const sessions = ({ prov }: Site): string[] => Object.keys(stateOf(prov).sessions).toSorted();

test('an archived session resumes with its numbers, its chain and its graphs', () =>
  withSite(async (site) => {
    const { repo, agent, prov } = site;
    agent.start().prompt('begin').write('n.txt', 'one @a\n');
    expect(commit(repo, 'first of a')).toEqual(SILENT);
    await pass(site, 31);
    expect(sessions(site)).toEqual(['other']);
    expect(resting(site)).toEqual([expect.stringMatching(/^[0-9a-f]{8}-a\.json$/)]);

    agent.edit('n.txt', 'one @a\n', 'one @a\ntwo @a\n');
    expect(commit(repo, 'second of a')).toEqual(SILENT);
    expect(sessions(site)).toEqual(['a', 'other']);
    expect(resting(site)).toEqual([]);

    const [before] = graphsAt(repo, 'HEAD~1');
    const after = graphsAt(repo, 'HEAD').find(({ explains }) => explains.includes(repo.oid('HEAD')))!;
    expect(after.previous).toBe(graphIdOf(before!));
    expect(after.chain.start).toBe(before!.chain.head);
    const { session, nodes, chain } = after;
    // The goal and the model are restored too, although the ledger does not record them.
    const goal = before!.nodes.find(({ kind }) => kind === 'goal')!;
    expect(after.context).toEqual([goal]);
    expect(after.edges).toContainEqual({ from: goal.id, to: nodes[0]!.id, kind: 'led_to', source: 'observed' });
    expect(session.model).toBe('test-model-1');
    expect(chainOf(session.id, nodes, chain.start, chain.parent)).toMatchObject({ head: chain.head });
    const numbers = [...before!.nodes, ...nodes].map(({ id }) => numberOf(id));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1));
    expect(wrongLines(judge(repo, 'n.txt'))).toEqual([]);
    const parents = readFileSync(join(prov, 'sessions/a.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { parent_step_hash: string | null; self_hash: string });
    expect(parents.slice(1).map((step) => step.parent_step_hash)).toEqual(
      parents.slice(0, -1).map((step) => step.self_hash),
    );
    expect(left(prov).faults).toEqual([]);
  }));

test('a session stays active with uncommitted lines, an open step, or an event within the month', () =>
  withSite(async (site) => {
    const { repo, agent } = site;
    agent.start().prompt('begin').write('n.txt', 'one @a\n');
    new TestAgent(repo, 'b').start().before('Bash', { command: 'sleep 1' });
    new TestAgent(repo, 'idle').start();
    await pass(site, 29, 'c');
    expect(sessions(site)).toEqual(['a', 'b', 'c', 'idle']);
    await pass(site, 3, 'd');
    expect(sessions(site)).toEqual(['a', 'b', 'c', 'd']);
    expect(resting(site)).toEqual([expect.stringMatching(/-idle\.json$/)]);
  }));

test('late-committed lines of an archived session are still its own, with their graph', () =>
  withSite(async (site) => {
    const { repo, agent } = site;
    agent.start().prompt('begin').write('n.txt', 'one @a\n').write('m.txt', 'more @a\nlast @a\n');
    const whole = repo.read('m.txt');
    repo.write('m.txt', 'more @a\n');
    expect(commit(repo, 'a part')).toEqual(SILENT);
    repo.write('m.txt', whole);
    await pass(site, 40);
    expect(sessions(site)).toEqual(['other']);
    const uncommitted = await ownersOfWorkTree(await repo.open(), 'm.txt' as RepoPath);
    expect(uncommitted?.graphs.map(({ session }) => session.id)).toEqual(['a']);
    expect(resting(site)).toHaveLength(1);
    expect(commit(repo, 'the rest')).toEqual(SILENT);
    await record(site);
    expect(judge(repo, 'm.txt').map(({ owner }) => owner)).toEqual(['a', 'a']);
    expect(graphsAt(repo, 'HEAD')).not.toEqual([]);
  }));

test.each<[string, (text: string) => string]>([
  ['torn', () => '{'],
  ['with another number', (text) => text.replace(/"next":\d+/, '"next":1')],
])('an archive file of an active session is ignored and removed; one that is %s counts as a lost state', (_, damage) =>
  withSite(async (site) => {
    const { repo, agent, prov } = site;
    agent.start().prompt('begin').write('n.txt', 'one @a\n');
    expect(commit(repo)).toEqual(SILENT);
    await pass(site, 31);
    const [name] = resting(site);
    const stale = readFileSync(join(prov, 'resting', name!));
    agent.prompt('two');
    await record(site);
    const next = stateOf(prov).sessions['a' as never]!.cursor.next;
    writeFileSync(join(prov, 'resting', name!), stale); // the process was killed before it removed it
    agent.prompt('three');
    await record(site);
    expect(resting(site)).toEqual([]);
    expect(stateOf(prov).sessions['a' as never]!.cursor.next).toBe(next + 1);

    agent.write('n.txt', 'one @a\nmore @a\n');
    expect(commit(repo)).toEqual(SILENT);
    await pass(site, 31);
    const chain = (
      JSON.parse(readFileSync(join(prov, 'resting', name!), 'utf8')) as { cursor: { chain: object; next: number } }
    ).cursor;
    const archive = join(prov, 'resting', name!);
    writeFileSync(archive, damage(readFileSync(archive, 'utf8')));
    agent.prompt('four');
    await record(site);
    const { cursor, cutAt } = stateOf(prov).sessions['a' as never]!;
    expect(cutAt).toEqual(chain.chain);
    expect(cursor.next).toBe(chain.next + 1);
  }),
);
