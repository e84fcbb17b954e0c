import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { drain } from '../../src/recorder/drain.ts';
import { TestAgent } from '../helpers/agent.ts';
import { cpuMs } from '../helpers/cpu.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { NODE } from '../helpers/program/node.ts';
import { withPreparedSite } from '../sharing/prepared.ts';
import { age, commit, hook, left, payload, ROOT, SILENT, type Site, withSite } from './site.ts';

const owners = ({ repo }: Site, path: string): string[] => judge(repo, path).map(({ owner }) => owner);

/** The ids of a session's steps in its ledger. */
const ledger = (prov: string, session = 'a'): string[] =>
  readFileSync(join(prov, 'sessions', `${session}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { step_id: string }).step_id);

/** All nodes of all notes with their content: one id must not mean two things. */
function nodes({ repo }: Site): Map<string, string> {
  const found = new Map<string, string>();
  for (const note of notesOf(repo).values())
    for (const graph of note.graphs)
      for (const node of graph.nodes) {
        const said = JSON.stringify([node.kind, node.summary, node.at]);
        expect(found.get(node.id) ?? said).toBe(said);
        found.set(node.id, said);
      }
  return found;
}

test('an event of a killed hook stays while it is young, and is used without its snapshot when old', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start();
    const young = join(prov, 'spool/new/000000001.1');
    const old = join(prov, 'spool/new/000000002.1');
    const torn = join(prov, 'spool/new/000000003.1');
    const cut = join(prov, 'spool/new/000000004.1');
    writeFileSync(young, payload('UserPromptSubmit', { prompt: 'young' }));
    writeFileSync(old, payload('UserPromptSubmit', { prompt: 'old' }));
    writeFileSync(torn, `${payload('UserPromptSubmit', { prompt: 'torn' })}\nprov1 event - - /so`);
    writeFileSync(cut, payload('UserPromptSubmit', { prompt: 'cut' }).slice(0, -8));
    for (const file of [old, torn, cut]) age(file, 120);
    agent.write('n.txt', 'x @a\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(left(prov)).toMatchObject({ waiting: ['000000001.1'], bad: ['000000004.1'], faults: [] });
    expect(left(prov).steps).toEqual(expect.arrayContaining(['old', 'torn', 'write n.txt']));
    age(young, 120);
    expect(commit(repo)).toEqual(SILENT);
    expect(left(prov).steps).toContain('young');
    expect(owners(site, 'n.txt')).toEqual(['a']);
  }));

test('other files and folders in the spool stay and cause no harm', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go');
    for (const name of ['README', '.hidden', '12.34', '000000001', '000000001.x', '-rf'])
      writeFileSync(join(prov, 'spool/new', name), 'x');
    mkdirSync(join(prov, 'spool/new/000000009.9'));
    agent.write('n.txt', 'x @a\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(left(prov).waiting).toEqual([
      '-rf',
      '.hidden',
      '000000001',
      '000000001.x',
      '000000009.9',
      '12.34',
      'README',
    ]);
    expect(owners(site, 'n.txt')).toEqual(['a']);
  }));

const STATES: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['torn', '{"version":1,"sessions":{"a":{"sess'],
  ['of a newer version', '{"version":2,"sessions":[]}'],
  ['of an older version', '{"version":0}'],
  ['a list', '[]'],
  ['without its parts', '{"version":1}'],
  [
    'of wrong types',
    '{"version":1,"sessions":{"a":7,"__proto__":{}},"workTrees":[1],"reflogs":"x","outgoing":{},"faults":3,"memoBytes":"x"}',
  ],
  ['binary', '\u0000\u0001\u0002'],
];

/** A site with one commit of an agent, and a step after it. It is made once and copied. */
const withWork = (story: (site: Site) => void): Promise<void> =>
  withPreparedSite(
    'one commit, and a step after it',
    ({ repo, agent }) => {
      for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name]; // commits of now, after init
      agent.start().prompt('go').write('n.txt', 'first @a\n');
      expect(commit(repo, 'one')).toEqual(SILENT);
      agent.write('m.txt', 'between @a\n');
    },
    story,
  );

test.each(STATES)('a state that is %s: the session continues in its ledger, and no node id is reused', (_, text) =>
  withWork((site) => {
    const { repo, prov, agent } = site;
    writeFileSync(join(prov, 'state.json'), text);
    const before = ledger(prov).length;
    agent.prompt('more').edit('n.txt', 'first @a', 'first @a\nsecond @a');
    agent.bash("printf 'shell @a\\n' >> m.txt");
    expect(commit(repo, 'two')).toEqual(SILENT);
    expect(owners(site, 'n.txt')).toEqual(['a', 'a']);
    const ids = ledger(prov);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(before);
    expect(nodes(site).size).toBeGreaterThan(4);
    expect(left(prov)).toMatchObject({ waiting: [], bad: [] });
  }),
);

test('a torn owners.jsonl and a torn ledger lose only their last line', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').write('n.txt', 'first @a\n');
    commit(repo, 'one');
    agent.write('m.txt', 'm @a\n');
    expect(hook(repo, payload('Stop'))).toEqual(SILENT);
    agent.write('k.txt', 'k @a\n');
    spawnSync(process.execPath, [join(ROOT, 'dist/git-prov.js'), 'hook', 'post-commit'], {
      cwd: repo.dir,
      env: repo.env,
    });
    for (const name of ['owners.jsonl', 'sessions/a.jsonl'])
      truncateSync(join(prov, name), readFileSync(join(prov, name)).length - 20);
    agent.write('o.txt', 'o @a\n');
    expect(commit(repo, 'two')).toEqual(SILENT);
    expect(owners(site, 'o.txt')).toEqual(['a']);
    expect(owners(site, 'm.txt')).toEqual(['a']);
    expect(owners(site, 'k.txt')).toEqual(['unsure']);
    expect(left(prov).faults).toEqual([
      expect.stringContaining('k.txt'),
      expect.stringContaining('The end of the ledger of session a was lost'),
    ]);
    appendFileSync(join(prov, 'owners.jsonl'), '["n.txt","zz",1,[[1,"n"]]]\n\u0000garbage');
    agent.write('p.txt', 'p @a\n');
    expect(commit(repo, 'three')).toEqual(SILENT);
    expect(owners(site, 'p.txt')).toEqual(['a']);
  }));

test('events that were recorded before their drain was killed are not recorded again', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').write('n.txt', 'first @a\n');
    agent.send('FutureEvent').send('PostCompact');
    const copies = left(prov).waiting;
    for (const name of copies) copyFileSync(join(prov, 'spool/new', name), join(repo.home, name));
    commit(repo, 'one');
    const steps = left(prov).steps.length;
    for (const name of copies) copyFileSync(join(repo.home, name), join(prov, 'spool/new', name));
    expect(commit(repo, 'two')).toEqual(SILENT);
    expect(left(prov)).toMatchObject({ waiting: [], bad: [] });
    expect(left(prov).steps).toHaveLength(steps);
  }));

// A process of Node each time: the server of the tests would go on. `npm run stress:kill` kills many more.
test('drains killed at ten moments record every step once and every line', () =>
  withSite(async (site) => {
    const { repo, prov, agent } = site;
    agent.start();
    rmSync(join(repo.dir, '.git/hooks/post-commit'));
    for (let i = 0; i < 10; i++) {
      agent.prompt(`turn ${i}`).write(`n${i}.txt`, `one ${i} @a\ntwo ${i} @a\n`);
      agent.bash(`printf 'three ${i} @a\\n' >> n${i}.txt`);
      commit(repo, `c${i}`);
      const child = spawn(NODE, [join(ROOT, 'dist/git-prov.js'), 'hook', 'post-commit'], {
        cwd: repo.dir,
        env: repo.env,
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => void child.once('close', resolve));
      await sleep(40 + ((i * 7919) % 10) * 18);
      child.kill('SIGKILL');
      await ended;
    }
    await drain(await repo.open(), { patience: 5000 });
    expect(left(prov)).toMatchObject({ waiting: [], bad: [] });
    const ids = ledger(prov);
    expect(new Set(ids).size).toBe(ids.length);
    const { steps } = left(prov);
    for (let i = 0; i < 10; i++) {
      expect(steps.filter((step) => step === `turn ${i}`)).toHaveLength(1);
      expect(steps.filter((step) => step === `write n${i}.txt`)).toHaveLength(1);
      expect(steps.filter((step) => step.startsWith('printf') && step.endsWith(`>> n${i}.txt`))).toHaveLength(1);
      expect(steps.filter((step) => step === `c${i}`)).toHaveLength(1);
      expect(owners(site, `n${i}.txt`)).toEqual(['a', 'a', 'a']);
    }
    nodes(site);
  }));

test('a first drain killed between ledger and state records everything once', () =>
  withSite(async ({ repo, prov, agent }) => {
    agent.start().prompt('turn 0').write('n.txt', 'one @a\n');
    const [spool, state] = [join(prov, 'spool/new'), join(prov, 'state.json')];
    const before = readFileSync(state);
    cpSync(spool, join(repo.home, 'spool'), { recursive: true });
    const opened = await repo.open();
    await drain(opened, { patience: 5000 });
    cpSync(join(repo.home, 'spool'), spool, { recursive: true });
    writeFileSync(state, before);
    await drain(opened, { patience: 5000 });
    expect(left(prov).steps.filter((step) => step === 'turn 0')).toHaveLength(1);
    expect(new Set(ledger(prov)).size).toBe(ledger(prov).length);
  }));

test('two drains at once record everything once', () =>
  withSite(async (site) => {
    const { repo, prov, agent } = site;
    agent.start();
    for (let i = 0; i < 30; i++) agent.prompt(`turn ${i}`);
    writeFileSync(join(prov, 'lock'), '999999999 nobody-here\n');
    age(join(prov, 'lock'), 3600);
    const opened = await repo.open();
    const run = (): Promise<unknown> =>
      new Promise(
        (resolve) =>
          void spawn(process.execPath, [join(ROOT, 'dist/git-prov.js'), 'hook', 'post-commit'], {
            cwd: repo.dir,
            env: repo.env,
          }).once('close', resolve),
      );
    await Promise.all([run(), run(), run(), run()]);
    await drain(opened, { patience: 5000 });
    const { steps, waiting } = left(prov);
    expect(waiting).toEqual([]);
    expect(steps.filter((step) => step.startsWith('turn'))).toHaveLength(30);
    expect(existsSync(join(prov, 'lock'))).toBe(false);
  }));

test('a backlog of 5,000 events is recorded completely', () =>
  withSite(async (site) => {
    const { repo, prov } = site;
    new TestAgent(repo, 'a').start();
    const [first] = left(prov).waiting;
    const trailer = readFileSync(join(prov, 'spool/new', first!), 'utf8')
      .split('\n')
      .at(-2)!;
    for (let i = 0; i < 5000; i++)
      writeFileSync(
        join(prov, 'spool/new', `${String(2 + i).padStart(9, '0')}.7`),
        `${payload('UserPromptSubmit', { prompt: `turn ${i}` })}\n${trailer}\n`,
      );
    const opened = await repo.open();
    expect(await cpuMs(() => drain(opened, { patience: 1000 }))).toBeLessThan(15_000);
    expect(left(prov)).toMatchObject({ waiting: [], bad: [], faults: [] });
    expect(left(prov).steps.filter((step) => step.startsWith('turn'))).toHaveLength(5000);
    expect(readdirSync(join(prov, 'spool/bad'))).toEqual([]);
  }));

test('an expired or edited reflog repeats nothing: commits from before init still have no owner', () =>
  withSite(({ repo, agent }) => {
    const note = (message: string): void => expect(commit(repo, message)).toEqual(SILENT);
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    note('new one');
    expect(notesOf(repo).size).toBe(1);
    repo.git('reflog', 'delete', 'HEAD@{0}');
    agent.write('m.txt', 'y @a\n');
    note('new number two');
    expect([...notesOf(repo).keys()].toSorted()).toEqual([repo.oid('HEAD'), repo.oid('HEAD~1')].toSorted());
    expect(judge(repo, 'f.txt')[0]!.owner).toBe('no note');
    repo.git('reflog', 'expire', '--expire=all', '--all');
    agent.write('o.txt', 'z @a\n');
    note('new three');
    expect(notesOf(repo).size).toBe(3);
    expect(judge(repo, 'o.txt')[0]!.owner).toBe('a');
  }));
