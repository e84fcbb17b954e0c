import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { runRecord } from '../../../src/faces/cli/commands/tools/record.ts';
import { contextOf, withSite } from '../../recorder/site.ts';
import { prov } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';
import { whyOf } from '../../helpers/why.ts';

const record = (
  repo: TestRepo,
  events: readonly object[] | string,
  agent = 'our-bot',
  quiet = false,
): Promise<number> =>
  runRecord(
    { agent, quiet },
    contextOf(repo),
    Readable.from([typeof events === 'string' ? events : events.map((one) => JSON.stringify(one)).join('\n')]),
  );
const owners = (repo: TestRepo, path: string): string[] =>
  judge(repo, path).map(({ text, owner, evidence }) => `${text}: ${owner} ${evidence}`.trim());

test('an unknown agent reports its own steps, and what it wrote is attributed to it', () =>
  withSite(async ({ repo }) => {
    const session = 's1';
    const put = { session, call: 'c1', tool: 'put', action: 'edit', paths: ['new.txt'] };
    const run = { session, tool: 'sh', command: 'echo made > made.txt' };
    const sub = { session: 'k', parent: session, call: 'c1', tool: 'put', action: 'edit', paths: ['sub.txt'] };
    await record(repo, [
      { event: 'session_start', session, model: 'tiny-1' },
      { event: 'prompt', session, text: 'Write something' },
      { event: 'before', ...put },
    ]);
    repo.write('new.txt', 'one @our-bot\n');
    await record(repo, [{ event: 'after', ...put, edits: [{ path: 'new.txt', after: 'one @our-bot\n' }] }]);
    repo.write('new.txt', 'one @our-bot\ntwo @human\n');
    await record(repo, JSON.stringify({ event: 'before', ...run }, null, 2));
    repo.write('made.txt', 'made\n');
    await record(repo, [
      { event: 'after', ...run },
      { event: 'subagent_start', session, child: 'k', text: 'Help' },
      { event: 'before', ...sub },
    ]);
    repo.write('sub.txt', 'sub\n');
    await record(repo, [
      { event: 'after', ...sub },
      { event: 'turn_end', session },
    ]);
    repo.commit('made by it');
    expect(['new.txt', 'made.txt', 'sub.txt'].flatMap((path) => owners(repo, path))).toEqual([
      'one @our-bot: our-bot:s1 exact',
      'two @human: human',
      'made: our-bot:s1 exact',
      'sub: our-bot:s1/k exact',
    ]);
    expect(prov(repo, 'blame', 'new.txt')).toContain('(our-bot ');
    expect(prov(repo, 'show', 'HEAD')).toContain('our-bot (tiny-1)');
  }));

test('a byte order mark before the event is skipped', () =>
  withSite(async ({ repo }) => {
    expect(await record(repo, '\ufeff{"event":"prompt","session":"s","text":"Hi"}\r\n')).toBe(0);
  }));

test('with only such an agent, neither status nor doctor asks for another', () =>
  withRepo({}, async (repo) => {
    prov(repo, 'init');
    expect(prov(repo, 'status')).toContain('none reports its events');
    await record(repo, [{ event: 'prompt', session: 's', text: 'Hi' }]);
    expect(prov(repo, 'status')).toMatch(/^agents +our-bot \(reports itself\)$/m);
    expect(prov(repo, 'doctor')).not.toContain('No agent reports');
  }));

test('one unusable event makes the command refuse all of them, with its line number', () =>
  withSite(async ({ repo, prov: dir }) => {
    const good = { event: 'prompt', session: 's', text: 'x' };
    const spooled = (): string[] => readdirSync(join(dir, 'spool', 'new'));
    await expect(record(repo, [good, { event: 'prompt', session: 's' }])).rejects.toThrow(
      /^Line 2: .*"text" is missing/,
    );
    await expect(record(repo, '{"event":')).rejects.toThrow(/is not JSON/);
    await expect(record(repo, '\n')).rejects.toThrow(/no event/);
    await expect(record(repo, [good], 'claude-code')).rejects.toThrow(/is recorded through its own hooks/);
    await expect(record(repo, [{ ...good, cwd: '/not there' }])).rejects.toThrow(/does not exist/);
    expect(await record(repo, '{"event":', 'our-bot', true)).toBe(0);
    expect(await record(repo, [good], 'claude-code', true)).toBe(0);
    expect(spooled()).toEqual([]);
    await record(repo, [good, good]);
    expect(spooled()).toHaveLength(2);
  }));

test('without git prov in the repository it reports an error, except with --quiet', () =>
  withRepo({ files: { a: 'x\n' } }, async (repo) => {
    const event = [{ event: 'turn_end', session: 's' }];
    await expect(record(repo, event)).rejects.toThrow(/Nothing is recorded/);
    expect(await record(repo, event, 'our-bot', true)).toBe(0);
  }));

test('an agent with its hook in another folder gives the folder in the event', () =>
  withSite(async ({ repo }) => {
    writeFileSync(join(repo.home, 'x'), '');
    const ctx = { ...contextOf(repo), cwd: repo.home };
    const told = JSON.stringify({ event: 'prompt', session: 's', text: 'x', cwd: repo.dir });
    expect(await runRecord({ agent: 'our-bot', quiet: false }, ctx, Readable.from([told]))).toBe(0);
    expect(prov(repo, 'status')).toContain('our-bot');
  }));

test('a command that commits has the words from its start event', () =>
  withSite(async ({ repo }) => {
    const session = 's1';
    const put = { session, call: 'c1', tool: 'put', action: 'edit', paths: ['new.txt'] };
    const run = { session, call: 'c2', tool: 'sh', command: 'echo made > made.txt && git add -A && git commit -qm x' };
    await record(repo, [
      { event: 'prompt', session, text: 'Write something' },
      { event: 'before', ...put, narration: 'The new file is needed because tests read it.' },
    ]);
    repo.write('new.txt', 'one\n');
    await record(repo, [{ event: 'after', ...put, edits: [{ path: 'new.txt', after: 'one\n' }] }]);
    await record(repo, [{ event: 'before', ...run, narration: 'The made file must exist too.' }]);
    repo.write('made.txt', 'made\n');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'x');
    await record(repo, [{ event: 'after', ...run }]);
    expect(whyOf(repo, 'new.txt:1').decision).toBe('The new file is needed because tests read it.');
    expect(whyOf(repo, 'made.txt:1').decision).toBe('The made file must exist too.');
  }));
