import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NODE } from '../helpers/program/node.ts';
import { ROOT, type Site, withSite } from './site.ts';

// After a power cut, a file may have lost whatever was not synced. The state counts the bytes of the owners and of the ledgers, so
// they are on disk before it refers to them, and an event is removed only once the state has it.

/** Loaded before the program: writes each change of a file of the private folder into a log. SKIP names a file that is not synced. */
const RECORDER = `const fs = require('node:fs');
const { openSync, closeSync, writeFileSync, writeSync, fsyncSync, renameSync, rmSync, unlinkSync, truncateSync, appendFileSync } = fs;
const open = new Map();
const logged = openSync(process.env.SYNC_LOG, 'a');
const log = (what, ...paths) => writeSync(logged, JSON.stringify([what, ...paths.map(String)]) + '\\n');
const nameOf = (file) => (typeof file === 'number' ? open.get(file) : String(file));
fs.openSync = (path, flags, ...rest) => {
  const fd = openSync(path, flags, ...rest);
  open.set(fd, String(path));
  return fd;
};
fs.closeSync = (fd) => (open.delete(fd), closeSync(fd));
for (const [name, real] of Object.entries({ writeFileSync, writeSync, truncateSync, appendFileSync }))
  fs[name] = (file, ...rest) => {
    if (nameOf(file)) log('write', nameOf(file));
    return real(file, ...rest);
  };
fs.fsyncSync = (fd) => {
  if (process.env.SKIP && nameOf(fd)?.includes(process.env.SKIP)) return;
  fsyncSync(fd);
  log('sync', nameOf(fd));
};
fs.renameSync = (from, to) => {
  log('rename', from, to);
  return renameSync(from, to);
};
for (const [name, real] of Object.entries({ rmSync, unlinkSync }))
  fs[name] = (path, ...rest) => {
    log('remove', path);
    return real(path, ...rest);
  };
`;

type Call = readonly [what: 'write' | 'sync' | 'rename' | 'remove', path: string, to?: string];

/** Runs a command of the program as a process, and returns the changes that it made to files, in order. */
function callsOf({ repo }: Site, words: readonly string[], skip = ''): Call[] {
  const recorder = join(repo.home, 'recorder.cjs');
  const log = join(repo.home, 'log');
  writeFileSync(recorder, RECORDER);
  writeFileSync(log, '');
  const done = spawnSync(NODE, ['--require', recorder, join(ROOT, 'dist/git-prov.js'), ...words], {
    cwd: repo.dir,
    env: { ...repo.env, SYNC_LOG: log, SKIP: skip },
    encoding: 'utf8',
  });
  expect([done.status, done.stderr]).toEqual([0, '']);
  if (!existsSync(log)) throw new Error('nothing was recorded');
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Call);
}

/** The records that the state refers to. */
const REFERRED = /\/prov\/(?:owners\.jsonl|sessions\/|graphs\/|resting\/)/;
const isState = (path: string | undefined): boolean => path?.endsWith('/prov/state.json') === true;

/** What is in the wrong order. */
function unordered(calls: readonly Call[]): string[] {
  const wrong: string[] = [];
  const unsynced = new Set<string>();
  let isSaved = false;
  for (const [what, path, to] of calls) {
    if (what === 'write' && (REFERRED.test(path) || path.includes('state.json'))) unsynced.add(path);
    else if (what === 'sync') unsynced.delete(path);
    else if (what === 'rename') {
      if (unsynced.has(path)) wrong.push(`${path} has its name before it is synced`);
      if (isState(to)) for (const file of unsynced) wrong.push(`the state is there before ${file}`);
      isSaved ||= isState(to);
    } else if (what === 'remove' && /\/spool\/new\/\d/.test(path) && !isSaved)
      wrong.push(`${path} is removed before the state has it`);
  }
  return wrong;
}

/** A turn of an agent that waits to be recorded, and another one that is committed. */
function begin({ repo, agent, prov }: Site): void {
  agent.start().prompt('go').write('n.txt', 'one @a\n').edit('f.txt', 'one @human', 'one @a');
  spawnSync('git', ['config', 'core.hooksPath', '/dev/null'], { cwd: repo.dir });
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'one');
  repo.git('config', '--unset', 'core.hooksPath');
  expect(existsSync(join(prov, 'spool/new'))).toBe(true);
}

const COMMANDS = [['status'], ['hook', 'post-commit']];

test.each(COMMANDS)('owners, ledgers and graphs are on disk before the state refers to them (%s)', (...words) =>
  withSite((site) => {
    begin(site);
    const calls = callsOf(site, words);
    expect(unordered(calls)).toEqual([]);
    // Each of them was written, so the order was tried.
    const synced = calls.filter(([what]) => what === 'sync').map(([, path]) => path);
    for (const name of ['owners.jsonl', 'sessions/a.jsonl', '/graphs/', 'state.json'])
      expect(synced.join('\n')).toContain(name);
    expect(calls.some(([what, path]) => what === 'remove' && path.includes('/spool/new/'))).toBe(true);
    site.agent.write('m.txt', 'two @a\n');
    expect(unordered(callsOf(site, words))).toEqual([]);
  }),
);

test.each(['owners.jsonl', 'sessions/a.jsonl', '/graphs/', 'state.json'])(
  'the test notices that %s is not synced',
  (name) =>
    withSite((site) => {
      begin(site);
      expect(unordered(callsOf(site, ['status'], name)).join('\n')).toContain(name);
    }),
);
