import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRepo } from '../helpers/repo.ts';
import { PROGRAM } from '../sharing/world.ts';

/** What happens to a command while it runs, after this many milliseconds. */
export interface Mishap {
  readonly kind: 'none' | 'killed' | 'stopped';
  readonly after: number;
}

/** A command's result. `code` is null when it was killed. */
export interface Came {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Runs a program, and kills or stops it and all its child processes. The other end of a connection is another machine: it keeps running. */
export function runWith(
  repo: TestRepo,
  program: string,
  args: readonly string[],
  { kind, after }: Mishap,
  more: { readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): Promise<Came> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: repo.dir, env: { ...repo.env, ...more.env } });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(more.input ?? '');
    if (kind !== 'none') void strike(child.pid!, kind, after);
    const text = (parts: Buffer[]): string => Buffer.concat(parts).toString();
    child.once('close', (code) => resolve({ code, stdout: text(out), stderr: text(err) }));
  });
}

async function strike(pid: number, kind: 'killed' | 'stopped', after: number): Promise<void> {
  await sleep(after);
  const all = family(pid);
  for (const one of all) signal(one, kind === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  if (kind === 'killed') return;
  await sleep(after);
  for (const one of all) signal(one, 'SIGCONT');
}

// A process and its child processes, except the servers of a remote.
function family(pid: number): number[] {
  const all = processes();
  const found = all.some((one) => one.pid === pid) ? [pid] : [];
  for (const parent of found)
    for (const one of all)
      if (one.parent === parent && !/receive-pack|upload-pack/.test(one.command)) found.push(one.pid);
  return found;
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name)) return [];
      const parent = / \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'latin1').replace(/\(.*\)/s, ''))?.[1];
      const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
      return [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      return []; // it has ended
    }
  });
}

/** Whether a remote is still receiving data. */
export const isServing = ({ dir }: TestRepo): boolean =>
  processes().some(({ command }) => command.includes('receive-pack') && command.includes(dir));

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

/**
 * A person's cleanup after git was killed: removes the locks that git names. Locks of our refs are left to git prov doctor, and are
 * as old as if some minutes had passed.
 */
export async function tidyUp(repo: TestRepo): Promise<void> {
  const git = join(repo.dir, '.git');
  const then = Date.now() / 1000 - 600;
  for (const name of readdirSync(git, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.lock')) continue;
    if (/^refs\/(?:notes|prov)\//.test(name)) utimesSync(join(git, name), then, then);
    else rmSync(join(git, name), { force: true });
  }
  await runWith(repo, process.execPath, [PROGRAM, 'doctor', '--fix'], { kind: 'none', after: 0 });
}

/**
 * An environment with Node's and git's clocks off by this many seconds. Hooks give Node no options that load a script, so they get a
 * Node that has it.
 */
export function clockOff(repo: TestRepo, seconds: number): NodeJS.ProcessEnv {
  const script = join(repo.home, 'clock.cjs');
  writeFileSync(
    script,
    `const off = Number(process.env.CLOCK_OFF ?? 0) * 1000;
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...args) { if (args.length === 0) super(Real.now() + off); else super(...args); }
  static now() { return Real.now() + off; }
};\n`,
  );
  const runtime = join(repo.home, '.local/share/git-prov/runtime');
  const wrapper = join(repo.home, 'node-with-clock');
  const [node, bundle] = readFileSync(runtime, 'utf8').split('\n') as [string, string];
  if (node !== wrapper) {
    writeFileSync(wrapper, `#!/bin/sh\nexec '${node}' --require '${script}' "$@"\n`, { mode: 0o755 });
    writeFileSync(runtime, `${wrapper}\n${bundle}\n`);
  }
  const date = `${Math.floor(Date.now() / 1000) + seconds} +0000`;
  return {
    CLOCK_OFF: String(seconds),
    NODE_OPTIONS: `--require ${script}`,
    GIT_COMMITTER_DATE: date,
    GIT_AUTHOR_DATE: date,
  };
}
