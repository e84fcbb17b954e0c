import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ForgetArguments, runForget } from '../../../src/faces/cli/commands/trust/forget.ts';
import type { Node } from '../../../src/model/model.ts';
import { collect } from '../../faces/cli/collect.ts';
import { commit, contextOf, type Site, withSite } from '../../recorder/site.ts';
import { withPreparedSite } from '../../sharing/prepared.ts';
import { notesOf } from '../../helpers/judge.ts';
import { filesWith, objectsWith } from '../../helpers/search.ts';
import { TestAgent } from '../../helpers/agent.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { forget, LEAK, NOTES, verify, withPair } from './world.ts';

const BASE64 = Buffer.from(`say ${LEAK} twice`).toString('base64');
/** The traces that must not remain anywhere, as pieces in the form that notes have. */
const TRACES = [LEAK, 'zebrafish', BASE64.slice(8, 24)];

/** A session of three commits with the text in the first; later graphs follow from that one. */
function play({ repo, agent }: Site): void {
  agent.start().prompt(`Sing ${LEAK} in f.txt`);
  agent.bash(`echo ${BASE64} | base64 -d >/dev/null`).write('f.txt', 'one @agent\n');
  commit(repo, 'one');
  agent.prompt('Now something else').write('g.txt', 'two @agent\n').bash('true');
  commit(repo, 'two');
  agent.prompt(`Again: "the zebrafish" + " tango", but do not commit`).bash('true');
}

/** Such a session, which is played once and copied. */
const withPlayed = (story: (site: Site) => Promise<void>): Promise<void> =>
  withPreparedSite('a text in the first of three commits', play, story);

const nodesOf = (repo: TestRepo): Node[] =>
  [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes));
const prov = ({ repo }: Site): string => join(repo.dir, '.git', 'prov');

test('finds the text in notes, older notes and the local state, and changes nothing without --yes', () =>
  withPlayed(async (site) => {
    const { repo } = site;
    const report = await forget(repo);
    const tip = repo.git('rev-parse', NOTES);
    expect(report).toMatchObject({ done: false, code: 0, remains: [], typed: false, remotes: [], dropped: null });
    expect([report.commits.length, report.steps, report.refs]).toEqual([1, 3, [NOTES]]);
    expect(report.files).toEqual(expect.arrayContaining(['sessions/a.jsonl', 'state.json']));
    expect(JSON.stringify(report)).not.toContain('zebrafish');
    expect([repo.git('rev-parse', NOTES), (await forget(repo)).steps]).toEqual([tip, 3]);
    expect(objectsWith(join(repo.dir, '.git'), TRACES, NOTES)).not.toEqual([]);
  }));

test('removes the text everywhere; the rest stays valid and recording continues', () =>
  withSite(async (site) => {
    play(site);
    const { repo, agent } = site;
    const before = nodesOf(repo);
    const done = await forget(repo, { yes: true });
    expect(done).toMatchObject({ done: true, code: 0, remains: [], dropped: { packed: 0, reachable: 0 } });
    expect(done.dropped!.gone).toBeGreaterThan(0);
    expect(objectsWith(join(repo.dir, '.git'), TRACES)).toEqual([]);
    expect(filesWith(join(repo.dir, '.git'), TRACES)).toEqual([]);
    expect(repo.git('rev-list', '--count', NOTES)).toBe('1');
    expect(repo.git('reflog', 'show', NOTES)).toBe('');
    const after = nodesOf(repo);
    expect(after.map(({ id, kind }) => [id, kind])).toEqual(before.map(({ id, kind }) => [id, kind]));
    expect(after.map(({ summary }) => summary)).toContain('Sing [forgotten] in f.txt');
    expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0, ledgers: [{ valid: true }], findings: [] });
    agent.write('h.txt', 'three @agent\n').end();
    commit(repo, 'three');
    expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0, ledgers: [{ valid: true, truncated: false }] });
    expect(objectsWith(join(repo.dir, '.git'), TRACES, NOTES)).toEqual([]);
    expect(await forget(repo)).toMatchObject({ commits: [], blobs: 0, steps: 0, refs: [], files: [], remotes: [] });
  }));

test('removes the text also from misplaced notes, with or without a correct note', () =>
  withPlayed(async (site) => {
    const { repo } = site;
    new TestAgent(repo, 'b').start().prompt('Mine').write('m.txt', 'mine @agent\n');
    commit(repo, 'mine');
    await forget(repo); // records what waits
    const [bad, own] = ['HEAD~2', 'HEAD'].map((name) => {
      const blob = repo.git('notes', '--ref=provenance', 'list', name);
      return repo.gitRaw(['cat-file', 'blob', blob]);
    }) as [Buffer, Buffer];
    const both = repo.gitRaw(['hash-object', '-w', '--stdin'], Buffer.concat([own, Buffer.from('\n'), bad]));
    repo.git('notes', '--ref=provenance', 'add', '-f', '-C', both.toString().trim(), 'HEAD');
    repo.git('notes', '--ref=provenance', 'copy', 'HEAD~2', 'HEAD~3');
    const done = await forget(repo, { yes: true });
    expect(done).toMatchObject({ done: true, code: 0, remains: [] });
    expect(objectsWith(join(repo.dir, '.git'), TRACES)).toEqual([]);
    expect(repo.git('notes', '--ref=provenance', 'list').split('\n')).toHaveLength(3);
    expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0 });
  }));

test('a fault from before stays: forgetting repairs nothing', () =>
  withPlayed(async (site) => {
    const { repo } = site;
    await forget(repo); // records what waits
    const ledger = join(prov(site), 'sessions', 'a.jsonl');
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('Now something else', 'Now something else!'));
    await forget(repo, { yes: true });
    expect(readFileSync(ledger, 'utf8')).not.toContain('zebrafish');
    expect((await verify(repo)).ledgers).toMatchObject([{ valid: false }]);
  }));

test('with `full`, kept inputs and outputs are removed; rejected events are removed entirely', () =>
  withSite(async (site) => {
    const { repo, agent } = site;
    repo.git('config', 'prov.capture', 'full');
    play(site);
    agent.bash('printf "the zebra%s" "fish tango"');
    commit(repo, 'with contents');
    appendFileSync(join(prov(site), 'spool', 'bad', '000000009.1'), `{"prompt":"${LEAK}"`);
    const done = await forget(repo, { yes: true });
    expect(done).toMatchObject({ code: 0, remains: [] });
    expect(done.files).toEqual(expect.arrayContaining(['spool/bad/000000009.1', expect.stringMatching(/^contents\//)]));
    expect(filesWith(join(repo.dir, '.git'), TRACES)).toEqual([]);
    expect(await verify(repo)).toMatchObject({ faults: 0, contents: { faults: [] } });
  }));

test('the printed command replaces the notes of a remote, and two clones that forget arrive at the same notes', () =>
  withPair(async ({ server, ada, bob: other }) => {
    const { repo } = ada;
    play(ada);
    repo.git('push', '-q', 'origin', 'main');
    expect(objectsWith(server.dir, TRACES, NOTES)).not.toEqual([]);
    // Another user has fetched them, and has a note of their own.
    other.repo.git('fetch', '-q');
    other.repo.git('reset', '-q', '--hard', 'origin/main');
    const mate = new TestAgent(other.repo, 'b');
    mate.start().prompt('Mine').write('m.txt', 'mine @agent\n');
    commit(other.repo, 'mine');
    expect(objectsWith(join(other.repo.dir, '.git'), TRACES, NOTES)).not.toEqual([]);

    const here = await forget(repo, { yes: true });
    expect(here).toMatchObject({
      code: 0,
      remotes: [{ remote: 'origin', command: expect.stringMatching(/^git push /) }],
    });
    const [, ...args] = here.remotes[0]!.command!.split(' ');
    repo.git(...args);
    expect(objectsWith(server.dir, TRACES, NOTES)).toEqual([]);
    expect([repo.git('fetch', '-q'), repo.git('push', '-q', 'origin', 'main'), (await forget(repo)).blobs]).toEqual([
      '',
      '',
      0,
    ]);

    const there = await forget(other.repo, { yes: true });
    expect(there).toMatchObject({ code: 0, remains: [] });
    other.repo.git('fetch', '-q');
    expect(await verify(other.repo)).toMatchObject({ faults: 0, gaps: 0 });
    other.repo.git('push', '-q', 'origin', 'HEAD:main');
    repo.git('fetch', '-q');
    expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0 });
    for (const one of [repo, other.repo]) expect(objectsWith(join(one.dir, '.git'), TRACES)).toEqual([]);
    expect(objectsWith(server.dir, TRACES, NOTES)).toEqual([]);
    const shared = [...here.commits];
    const note = (one: TestRepo, id: string): string => one.git('notes', '--ref=provenance', 'list', id);
    expect(shared.map((id) => note(other.repo, id))).toEqual(shared.map((id) => note(repo, id)));
  }));

test('exactly one text is needed, of a minimum length, and it is never printed', () =>
  withSite(async ({ repo }) => {
    const run = (args: Partial<ForgetArguments>): Promise<unknown> => forget(repo, args);
    await expect(run({ stdin: false })).rejects.toThrow('Which text?');
    await expect(run({ text: 'a text' })).rejects.toThrow('One text at a time.');
    await expect(run({ stdin: false, text: 'abc' })).rejects.toThrow('4 characters');
    repo.write('leak', `${LEAK}\n`);
    expect(await run({ stdin: false, file: 'leak' })).toMatchObject({ typed: false, blobs: 0 });
    expect(await run({ stdin: false, text: LEAK })).toMatchObject({ typed: true, blobs: 0 });
    const { text } = await collect((stdout) =>
      runForget({ stdin: false, text: LEAK, yes: true, json: false }, { ...contextOf(repo), stdout }),
    );
    expect(text).toMatch(/^No note, no older note.*history of your shell\.\n$/s);
    expect(text).not.toContain('zebrafish');
  }));
