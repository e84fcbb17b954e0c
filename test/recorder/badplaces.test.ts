import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestAgent } from '../helpers/agent.ts';
import { CAN_MOUNT, onSmallDisk } from '../helpers/small-disk.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { adoptRepo, withRepo } from '../helpers/repo.ts';
import {
  age,
  commit,
  hook,
  left,
  payload,
  settled,
  REF_FILES,
  SILENT,
  type Site,
  stateOf,
  treesSeen,
  withoutReplacing,
  withSite,
} from './site.ts';

const owners = ({ repo }: Site, path: string): string[] => judge(repo, path).map(({ owner }) => owner);
const run = (...args: string[]): boolean => spawnSync(args[0]!, args.slice(1)).status === 0;

test.runIf(CAN_MOUNT)('a full disk loses unrecorded events but no commit, and no line gets a wrong owner', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    return onSmallDisk(prov, '256k', () => {
      agent.start().prompt('go').write('n.txt', 'first @a\n');
      expect(commit(repo, 'one')).toEqual(SILENT);
      const filler = join(prov, 'filler');
      spawnSync('sh', ['-c', `cat /dev/zero > '${filler}'`]);
      agent.write('n.txt', 'first @a\nsecond @a\n');
      agent.bash("printf 'third @a\\n' >> n.txt");
      expect(commit(repo, 'two')).toEqual(SILENT);
      rmSync(filler);
      writeFileSync(join(repo.dir, 'f.txt'), 'one @human\ntwo @human\nby hand @human\n');
      agent.write('m.txt', 'later @a\n');
      expect(commit(repo, 'three')).toEqual(SILENT);
      expect(owners(site, 'm.txt')).toEqual(['a']);
      // What a person wrote meanwhile is unknown too.
      expect(owners(site, 'f.txt')).toEqual(['no note', 'no note', 'unsure']);
      // What the agent wrote meanwhile is unknown, and status says why.
      expect(owners(site, 'n.txt')).toEqual(['a', 'unsure', 'unsure']);
      expect(left(prov).faults).toContainEqual(expect.stringContaining('full disk'));
      expect(JSON.parse(readFileSync(join(prov, 'state.json'), 'utf8'))).toMatchObject({ version: 1 });
    });
  }),
);

test.runIf(CAN_MOUNT)('a local state that cannot be written delays and breaks nothing', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    return onSmallDisk(prov, '1m', () => {
      agent.start().prompt('go');
      expect(run('mount', '-o', 'remount,ro', prov)).toBe(true);
      agent.write('n.txt', 'x @a\n').bash("printf 'y @a\\n' >> n.txt");
      expect(commit(repo)).toEqual(SILENT);
      expect(run('mount', '-o', 'remount,rw', prov)).toBe(true);
      agent.write('m.txt', 'x @a\n');
      expect(commit(repo)).toEqual(SILENT);
      expect(owners(site, 'm.txt')).toEqual(['a']);
    });
  }),
);

test('events of 1968 and of ten years ahead are recorded in their order', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').bash("printf 'one @a\\n' > n.txt");
    for (const [i, name] of left(prov).waiting.entries())
      age(join(prov, 'spool/new', name), i % 2 === 0 ? 58 * 365 * 86_400 : -10 * 365 * 86_400);
    agent.bash("printf 'two @a\\n' >> n.txt");
    expect(commit(repo)).toEqual(SILENT);
    const [first, second] = owners(site, 'n.txt');
    expect(['a', 'unsure']).toContain(first); // by these times the program ran for years
    expect(second).toBe('a');
    expect(left(prov)).toMatchObject({ waiting: [], bad: [], faults: [] });
  }));

test('after a clock one day ahead was corrected, old snapshots are not taken for new ones', () =>
  withSite(async ({ repo, prov, agent }) => {
    agent.start().bash("printf 'one @a\\n' > n.txt");
    settled(prov);
    age(join(prov, 'wt/main/index'), -86_400);
    for (const name of readdirSync(join(prov, 'looks'))) age(join(prov, 'looks', name), -86_410);
    agent.bash("printf 'two @a\\n' >> n.txt");
    const [before, after] = (await treesSeen(repo, prov)).slice(-2);
    expect(before).toMatch(/^[0-9a-f]{40,64}$/);
    expect(after).toMatch(/^[0-9a-f]{40,64}$/);
    expect(after).not.toBe(before);
  }));

test.each([
  ['gone', (file: string) => rmSync(file)],
  ['empty', (file: string) => writeFileSync(file, '')],
  ['garbage', (file: string) => writeFileSync(file, 'xxx\n')],
])('a counter of events that is %s: the snapshots that follow are used', (_, harm) =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').bash("printf 'one @a\\n' > n.txt");
    commit(repo, 'one');
    harm(join(prov, 'spool/seq'));
    agent.bash("printf 'two @a\\n' >> n.txt");
    expect(commit(repo, 'two')).toEqual(SILENT);
    expect(owners(site, 'n.txt')).toEqual(['a', 'a']);
  }),
);

test.each([
  ['empty', (dir: string) => truncateSync(join(dir, 'index'), 0)],
  ['torn', (dir: string) => truncateSync(join(dir, 'index'), 40)],
  ['locked by a hook that was killed', (dir: string) => writeFileSync(join(dir, 'index.lock'), '')],
])('a private index that is %s is rebuilt: at most one snapshot is lost, and no line gets a wrong owner', (_, harm) =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').bash("printf 'one @a\\n' > n.txt");
    settled(prov);
    harm(join(prov, 'wt/main'));
    appendFileSync(join(repo.dir, 'n.txt'), 'by hand @human\n');
    agent.bash("printf 'two @a\\n' >> n.txt");
    agent.bash("printf 'three @a\\n' >> n.txt");
    agent.bash("printf 'four @a\\n' >> n.txt");
    expect(commit(repo)).toEqual(SILENT);
    const found = owners(site, 'n.txt');
    expect(found[0]).toBe('a');
    expect(['human', 'unsure']).toContain(found[1]);
    expect(['a', 'unsure']).toContain(found[2]);
    expect(found.slice(3)).toEqual(['a', 'a']);
  }),
);

test('deleted snapshots: their lines may be unsure, and later ones are recorded', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').bash("printf 'one @a\\n' > n.txt");
    settled(prov);
    for (const name of readdirSync(join(prov, 'objects'))) rmSync(join(prov, 'objects', name), { recursive: true });
    rmSync(join(prov, 'wt/main'), { recursive: true });
    rmSync(join(prov, 'looks'), { recursive: true });
    agent.bash("printf 'two @a\\n' >> n.txt");
    expect(commit(repo)).toEqual(SILENT);
    const found = owners(site, 'n.txt');
    expect(found[1]).toBe('a');
    expect(['a', 'unsure']).toContain(found[0]);
  }));

test('transcripts that are missing, cut, growing, binary, or a folder', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    const file = join(repo.home, 'a.jsonl');
    const said = (words: string, call: string): string =>
      `${JSON.stringify({
        type: 'assistant',
        message: {
          id: `m${call}`,
          model: 'm-1',
          usage: { input_tokens: 9e15, output_tokens: 1 },
          content: [
            { type: 'text', text: words },
            { type: 'tool_use', id: call },
          ],
        },
      })}\n`;
    agent.start().prompt('go').write('n.txt', 'one @a\n');
    commit(repo, 'missing');
    writeFileSync(file, said('because of one', 'toolu_a0002').slice(0, -20));
    agent.write('n.txt', 'one @a\ntwo @a\n');
    commit(repo, 'cut');
    writeFileSync(file, said('whole now', 'toolu_a0003') + said('and more', 'toolu_a0004'));
    agent.write('n.txt', 'one @a\ntwo @a\nthree @a\n');
    commit(repo, 'whole');
    writeFileSync(file, Buffer.from([0, 255, 10, 123, 10]));
    agent.write('n.txt', 'one @a\ntwo @a\nthree @a\nfour @a\n');
    commit(repo, 'binary');
    rmSync(file);
    mkdirSync(file);
    agent.write('n.txt', 'one @a\ntwo @a\nthree @a\nfour @a\nfive @a\n');
    expect(commit(repo, 'folder')).toEqual(SILENT);
    expect(owners(site, 'n.txt')).toEqual(['a', 'a', 'a', 'a', 'a']);
    expect(left(prov)).toMatchObject({ waiting: [], bad: [], faults: [] });
  }));

test('a note that is too large is dropped and reported; the notes after it are written', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    commit(repo, 'one');
    const state = stateOf(prov);
    const huge = Buffer.concat([Buffer.from(notesOf(repo).size > 0 ? 'x' : ''), Buffer.alloc(5 << 20)]).toString(
      'base64',
    );
    writeFileSync(
      join(prov, 'state.json'),
      JSON.stringify({
        ...state,
        outgoing: [
          { commit: repo.oid('HEAD'), note: huge },
          { commit: 'zz', note: 'AA' },
        ],
      }),
    );
    agent.write('m.txt', 'y @a\n');
    expect(commit(repo, 'two')).toEqual(SILENT);
    expect(owners(site, 'm.txt')).toEqual(['a']);
    expect(stateOf(prov).outgoing).toEqual([]);
    expect(left(prov).faults.filter((fault) => fault.includes('could not be written'))).toHaveLength(2);
  }));

test('a stale lock of the notes ref does not delay a commit', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    const lock = join(repo.dir, '.git/refs/notes/provenance.lock');
    mkdirSync(join(repo.dir, '.git/refs/notes'), { recursive: true });
    writeFileSync(lock, '');
    age(lock, 60);
    const began = Date.now();
    expect(commit(repo)).toEqual(SILENT);
    expect(Date.now() - began).toBeLessThan(2000);
    rmSync(lock);
    agent.prompt('more');
    commit(repo);
    expect(owners(site, 'n.txt')).toEqual(['a']);
    expect(stateOf(prov).outgoing).toEqual([]);
  }));

test('a lock of the notes ref held by another process delays a commit only briefly, and the note follows later', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    commit(repo); // the first start of a program takes its time
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    let began = Date.now();
    commit(repo);
    const usual = Date.now() - began;
    agent.write('m.txt', 'y @a\n');
    const lock = join(repo.dir, '.git/refs/notes/provenance.lock');
    writeFileSync(lock, '');
    began = Date.now();
    expect(commit(repo)).toEqual(SILENT);
    expect(Date.now() - began).toBeLessThan(usual + 1500); // 300 ms and two processes of git’s
    expect(stateOf(prov).outgoing).toHaveLength(1);
    expect(left(prov).faults).toHaveLength(1);
    rmSync(lock);
    agent.prompt('more');
    commit(repo);
    expect(owners(site, 'm.txt')).toEqual(['a']);
    expect(stateOf(prov).outgoing).toEqual([]);
    expect(left(prov).faults).toEqual([]); // it is over
  }, REF_FILES));

test('a linked work tree that is removed while events wait', () =>
  withSite((site) => {
    const { repo, prov } = site;
    const dir = join(repo.home, 'linked');
    repo.git('worktree', 'add', '-q', dir);
    const there = adoptRepo(repo, dir);
    const b = new TestAgent(there, 'b').start().prompt('go');
    b.write('l.txt', 'x @b\n').bash("printf 'y @b\\n' >> l.txt");
    rmSync(dir, { recursive: true });
    repo.git('worktree', 'prune');
    new TestAgent(repo, 'a').start().prompt('go').write('n.txt', 'x @a\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(owners(site, 'n.txt')).toEqual(['a']);
    expect(left(prov)).toMatchObject({ waiting: [], bad: [] });
  }));

test('in a bare repository, outside one, and with a broken or circular .git, the hook is silent and writes nothing', () =>
  withRepo({ bare: true }, (repo) => {
    const input = payload('PreToolUse', { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'ls' } });
    mkdirSync(join(repo.home, 'circle'));
    symlinkSync('.git', join(repo.home, 'circle/.git'));
    mkdirSync(join(repo.home, 'broken'));
    writeFileSync(join(repo.home, 'broken/.git'), 'gitdir:');
    for (const dir of [repo.dir, repo.home, join(repo.home, 'circle'), join(repo.home, 'broken')])
      for (const shell of [['dash'], ['bash', '--posix']]) expect(hook(repo, input, shell, dir)).toEqual(SILENT);
    expect(existsSync(join(repo.dir, 'prov'))).toBe(false);
  }));

test('when nothing can be recorded, a log reports it and the commit succeeds', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    withoutReplacing(site, 'state.json', () => expect(commit(repo)).toEqual(SILENT));
    expect(readFileSync(join(prov, 'faults.log'), 'utf8')).toMatch(/post-commit: .*EIO/);
    appendFileSync(join(repo.dir, 'f.txt'), 'more @human\n');
    expect(commit(repo)).toEqual(SILENT);
    expect(owners(site, 'n.txt')).toEqual(['a']);
  }));
