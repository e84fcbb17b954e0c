import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptOr, type KnownState } from '../../../src/ask/review/kept-count.ts';
import { knownState } from '../../../src/faces/cli/reading/known-state.ts';
import { runStatus } from '../../../src/faces/cli/commands/start/status.ts';
import { contextOf } from '../../recorder/site.ts';
import { collect } from '../../faces/cli/collect.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');
const SESSION = '0b1e6c1e-0000-4000-8000-000000000001';
const RUNS = Number(process.env['RUNS'] ?? 14);

let repo: TestRepo;
let kept: string;

beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n', 'b.txt': 'one\n' } });
  enable(repo);
  repo.git('config', 'prov.review', 'claim');
  new TestAgent(repo, SESSION).start().prompt('go').read('a.txt');
  kept = join(repo.dir, '.git/prov/index/known.json');
});
afterEach(() => repo.cleanup());

function sayAsAgent(...args: string[]): string {
  const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
  const done = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], { cwd: repo.dir, env });
  if (done.status !== 0) throw new Error(done.stderr.toString());
  return (JSON.parse(done.stdout.toString()) as { node: string }).node;
}

async function status(): Promise<KnownState> {
  const { text } = await collect((stdout) => runStatus({ json: true }, { ...contextOf(repo), stdout }));
  return (JSON.parse(text) as { known: KnownState }).known;
}
const tip = (): string => {
  const { stdout } = spawnSync('git', ['rev-parse', '-q', '--verify', 'refs/notes/provenance'], {
    cwd: repo.dir,
    env: repo.env,
  });
  return stdout.toString().trim();
};

/** The answer of the index itself. */
const asked = async (): Promise<KnownState> => (await knownState(await repo.open()))!;

/** Whether the kept answer is given now, without a question to the index. */
async function isKept(): Promise<boolean> {
  let isAsked = false;
  await keptOr(await repo.open(), tip(), () => {
    isAsked = true;
    return Promise.resolve(undefined);
  });
  return !isAsked;
}

function commit(): void {
  repo.write('c.txt', `${Math.random()}\n`);
  repo.git('add', '.');
  repo.git('commit', '-qm', 'more');
}

const random = (most: number): number => Math.floor(Math.random() * most);

test('with and without a kept answer, status says the same after any change', { timeout: 300_000 }, async () => {
  const entries = [sayAsAgent('add', 'claim', 'it is fast')];
  prov(repo, 'search', 'fast'); // status reads an index that exists
  // What is refused changes nothing: without notes and with a damaged index no file is known, for example.
  const tried = (...args: string[]): void =>
    void spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env: repo.env });
  const verdict = (word: string) => () => tried('review', word, '--yes', `claim:${entries[random(entries.length)]!}`);
  const changes: readonly (() => unknown)[] = [
    () => entries.push(sayAsAgent('add', 'claim', `it is slow ${random(1e6)}`)),
    () => tried('link', 'file:a.txt', 'caused', 'file:b.txt'),
    () => tried('link', 'file:b.txt', 'caused', 'file:a.txt'),
    () => tried('link', 'file:a.txt', 'caused', 'file:b.txt', '--remove'),
    verdict('--accept'),
    verdict('--reject'),
    commit,
    () => repo.git('config', 'prov.review', ['claim', 'none', 'decision,claim'][random(3)]!),
    () => repo.git('config', 'prov.trust', ['vouched', 'all'][random(2)]!),
    () => rmSync(join(repo.dir, '.git/prov/recorded'), { force: true }),
    () => repo.git('update-ref', '-d', 'refs/notes/provenance'),
    () => writeFileSync(join(repo.dir, '.git/prov/index/index.db'), 'damaged'),
  ];
  const done: string[] = [];
  let given = 0;
  for (let run = 0; run < RUNS; run++) {
    const which = run < changes.length ? run : random(changes.length);
    done.push(String(which));
    changes[which]!();
    const first = await status();
    if (await isKept()) given++;
    expect([first, await status(), done]).toEqual([await asked(), first, done]);
  }
  expect(given).toBeGreaterThan(RUNS / 2); // a law about answers that are not kept says nothing
});

test(
  'a kept answer that is broken, forged or foreign is not given, and nothing fails',
  { timeout: 300_000 },
  async () => {
    sayAsAgent('add', 'claim', 'it is fast');
    prov(repo, 'search', 'fast');
    const right = await status();
    expect(right).toEqual({ proposed: 1, warnings: [] });
    expect(await isKept()).toBe(true);
    const sound = readFileSync(kept, 'latin1');
    const forged = sound.replace('"proposed":1', '"proposed":7');
    expect(forged).not.toBe(sound);
    for (const text of [
      forged,
      '',
      '\n',
      sound.slice(0, 40),
      sound.slice(0, -3),
      `${'0'.repeat(64)}\n{}`,
      'null',
      '\u00ff\n\u0000',
    ]) {
      writeFileSync(kept, text, 'latin1');
      expect(await isKept()).toBe(false);
      expect(await status()).toEqual(right);
      expect(await isKept()).toBe(true); // it is made again
    }
    rmSync(kept);
    mkdirSync(kept);
    expect(await isKept()).toBe(false);
    rmSync(kept, { recursive: true });
    // The key of another clone.
    await status();
    writeFileSync(join(repo.dir, '.git/prov/key'), 'a'.repeat(64));
    expect(await isKept()).toBe(false);
    rmSync(join(repo.dir, '.git/prov/key'));
    expect(await isKept()).toBe(false);
    expect(await status()).toEqual(right);
  },
);

test(
  'where signatures count, nothing is kept, and the index takes the kept answer with it',
  { timeout: 300_000 },
  async () => {
    sayAsAgent('add', 'claim', 'it is fast');
    prov(repo, 'search', 'fast');
    await status();
    copyFileSync(kept, `${repo.dir}/../known-copy`);
    repo.git('config', 'prov.sign', 'true');
    expect(await isKept()).toBe(false);
    repo.git('config', 'prov.sign', 'false');
    rmSync(join(repo.dir, '.git/prov/index'), { recursive: true });
    expect(existsSync(kept)).toBe(false);
    prov(repo, 'search', 'fast');
    copyFileSync(`${repo.dir}/../known-copy`, kept); // made from a deleted index
    rmSync(`${repo.dir}/../known-copy`);
    expect(await isKept()).toBe(false);
  },
);

test('each thing that the answer depends on makes a new question', { timeout: 300_000 }, async () => {
  sayAsAgent('add', 'claim', 'it is fast');
  prov(repo, 'search', 'fast');
  for (const change of [
    () => repo.git('config', 'prov.review', 'decision'),
    () => repo.git('config', 'prov.trust', 'vouched'),
    () => appendFileSync(join(repo.dir, '.git/prov/recorded'), `g ${'0'.repeat(64)}\n`),
    () => utimesSync(join(repo.dir, '.git/prov/index/index.db'), 1, 1),
    () => void sayAsAgent('add', 'claim', 'it is slow'),
  ]) {
    await status();
    expect(await isKept()).toBe(true);
    change();
    expect(await isKept()).toBe(false);
  }
});
