import { expect, test } from 'vitest';
import { TestAgent } from '../helpers/agent.ts';
import { judge, wrongLines } from '../helpers/judge.ts';
import { withProcesses } from '../helpers/program/with-processes.ts';
import { NOTES, runAsync, type Site, withWorld } from './world.ts';

// Agents and people, in sequence and concurrently; the latter with a process for each command.

const TWICE = [1, 2];

const concurrently = (story: Parameters<typeof withWorld>[0]): Promise<void> => withProcesses(() => withWorld(story));

/** Pushes a separate branch. */
const push = (site: Site, branch: string): ReturnType<typeof runAsync> =>
  runAsync(site.repo, 'git', ['push', '-q', 'origin', branch]);

test('an agent that edits, commits and pushes in one command is visible to everyone who pulls', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    const agent = new TestAgent(ada.repo, 'a').start().prompt('write it');
    agent.bash(`printf 'new @a\\n' >> a.txt && git commit -qam m && git push -q 2>&1`).stop();
    expect(server.noted()).toEqual([ada.repo.oid('HEAD')]);
    const bob = await clone('bob');
    bob.git('pull', '-q');
    bob.git('fetch', '-q');
    expect(bob.prov('blame', 'a.txt').stdout).toMatch(/Claude|claude/);
    expect(bob.prov('why', 'a.txt:2').stdout).toContain('write it');
    expect(wrongLines(judge(bob.repo, 'a.txt').filter(({ text }) => text.includes('@')))).toEqual([]);
    // A new file, with a commit and a push of an edit that waits to be recorded.
    agent.prompt('more').write('b.txt', 'b @a\n').bash('git add b.txt; git commit -qm b; git push -q').stop();
    bob.git('pull', '-q');
    expect(bob.prov('blame', '--json', 'b.txt').stdout).toContain('"owner":"agent"');
    expect([ada.waiting(), ada.faults()]).toEqual([[], '']);
  }));

test('many concurrent pushes, repeated: nothing is lost, and all clones agree in the end', () =>
  concurrently(async ({ server, clone }) => {
    const names = ['ada', 'bob', 'eve'];
    const people = await Promise.all(names.map((name) => clone(name)));
    // A loaded machine is slow.
    for (const one of people) one.git('config', 'prov.pushTimeout', '120');
    const shared = await people[0]!.work('shared');
    people[0]!.git('push', '-q');
    const commits = [shared];
    for (const round of TWICE) {
      for (const [i, one] of people.entries()) {
        commits.push(await one.work(`${names[i]!}-${round}`, names[i]!));
        // All write to one common commit, too.
        if (one.try('cat-file', '-e', shared).code !== 0) one.git('fetch', '-q', 'origin', 'main');
        await one.note(shared, `${names[i]!}${round}`);
      }
      const done = await Promise.all(people.map((one, i) => push(one, names[i]!)));
      expect(done.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']));
    }
    expect(server.noted().toSorted()).toEqual(commits.toSorted());
    const everything = ['ada1', 'ada2', 'bob1', 'bob2', 'eve1', 'eve2', 'shared'].join('+');
    expect(await server.says(shared)).toBe(everything);
    expect(server.git('rev-list', '--count', NOTES)).toBe('7');
    for (const one of people) {
      one.git('fetch', '-q');
      one.prov('log');
      expect(await one.says(shared)).toBe(everything);
    }
    const trees = people.map((one) => one.git('rev-parse', `${NOTES}^{tree}`));
    expect(new Set([...trees, server.git('rev-parse', `${NOTES}^{tree}`)]).size).toBe(1);
  }));

test('a push while another process writes notes: notes written in time are pushed, the rest with the next push', () =>
  concurrently(async ({ server, clone }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w');
    const pushing = push(ada, 'main');
    for (let i = 0; i < 10; i++) await ada.note(commit, `n${i}`);
    expect(await pushing).toMatchObject({ code: 0, stderr: '' });
    expect(await server.says(commit)).toMatch(/w$/);
    expect(await push(ada, 'main')).toMatchObject({ code: 0, stderr: '' });
    expect(await server.says(commit)).toBe(await ada.says(commit));
  }));
