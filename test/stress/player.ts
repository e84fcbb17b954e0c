import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE } from '../helpers/program/node.ts';
import { makePlace, startServer } from '../helpers/program/servers.ts';
import { ROOT, type Site } from '../recorder/site.ts';
import { SCALE } from './campaign.ts';

/** A moment of a drain: the n-th start of git, or the n-th call that touches a file of the repository. */
export interface Moment {
  readonly at: 'git' | 'file';
  readonly n: number;
}

/**
 * Loaded into the process that records: runs a script at the moment in the file $PLAYED_MOMENT. A server has a `spawn` of its own
 * later, which is wrapped as well.
 */
const PRELOAD = `
const fs = require('node:fs');
const children = require('node:child_process');
const { PLAYED_MOMENT: file, PLAYED_DIR: dir } = process.env;
const { spawnSync } = children;
const { existsSync, readFileSync } = fs;
let [id, count] = ['', 0];
const tick = (which) => {
  if (!existsSync(file)) return;
  const moment = JSON.parse(readFileSync(file, 'utf8'));
  if (moment.id !== id) [id, count] = [moment.id, 0];
  if (which === moment.at && ++count === moment.n) spawnSync('sh', [moment.script], { stdio: 'ignore' });
};
for (const name of Object.keys(fs)) {
  const real = fs[name];
  if (!name.endsWith('Sync') || typeof real !== 'function') continue;
  fs[name] = Object.assign((...args) => {
    if (typeof args[0] === 'string' && args[0].startsWith(dir)) tick('file');
    return real(...args);
  }, real);
}
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync']) {
  const ticking = (real) => (...args) => {
    tick('git');
    return real(...args);
  };
  let current = ticking(children[name]);
  const set = (real) => void (current = ticking(real));
  Object.defineProperty(children, name, { configurable: true, enumerable: true, get: () => current, set });
}
require('node:module').syncBuiltinESMExports();
`;

const PROGRAM = join(ROOT, 'dist/git-prov.js');

/** Records in a repository, and lets something happen meanwhile. */
export interface Player {
  /** Runs one of our hooks, and the script at a moment of it. */
  play(hook: string, moment: Moment, script: string): SpawnSyncReturns<Buffer>;
  remove(): void;
}

/**
 * In a campaign each of our hooks is a process. A test run plays them in one server: to start the program takes several times as long as
 * to record.
 */
export function startPlayer({ repo }: Site): Player {
  const folder = mkdtempSync(join(tmpdir(), 'git-prov-player-'));
  const [preload, file, place] = ['preload.cjs', 'moment', 'server'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(preload, PRELOAD);
  const played = { PLAYED_MOMENT: file, PLAYED_DIR: repo.dir };
  const isServed = SCALE === 0 && !process.env['REAL'] && existsSync('/proc/self/cmdline');
  if (isServed) makePlace(place);
  const server = isServed ? startServer(place, ['--require', preload], { ...process.env, ...played }) : undefined;
  const start = server ? [join(place, 'client')] : [NODE, '--require', preload];
  let plays = 0;
  return {
    play: (hook, moment, script) => {
      writeFileSync(file, JSON.stringify({ ...moment, script, id: `play ${++plays}` }));
      const [program, ...options] = start as [string, ...string[]];
      const env = { ...repo.env, ...played };
      const done = spawnSync(program, [...options, PROGRAM, 'hook', hook], { cwd: repo.dir, env, timeout: 50_000 });
      rmSync(file);
      return done;
    },
    remove: () => {
      server?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
