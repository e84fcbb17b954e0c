import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { runBounded } from './bounded.ts';

/** A running process, as far as this one may look at it. */
export interface RunningProcess {
  readonly pid: number;
  /** The paths or names under which it runs: its file, its title, its first word, and the script that an interpreter runs. */
  readonly names: readonly string[];
  /** The environment that it was started with; empty where that cannot be read. */
  readonly env: NodeJS.ProcessEnv;
}

/** More than any shell has above it. */
const MAX_PROCESSES = 64;

const PS_TIMEOUT_MS = 2000;
const MAX_PS_BYTES = 16 * 1024 * 1024;

/** Programs that run a script: the script is what was started. */
const INTERPRETER = /(?:^|\/)(?:node|nodejs|bun|deno|python[0-9.]*)$/;

/**
 * The processes above one: its parent, the leaders of its process group and its session, and the same of each of these. The leaders
 * show where a process came from that lost its parent: a child of a shell stays in the shell's session when a process between them
 * ends. A daemon has a session of its own, so nothing shows who started it, and neither does anything beyond a container.
 * @param pid a process, itself not included; this process when absent
 * @returns the nearest first; empty where the system lists no processes
 */
export async function processesAbove(pid = process.pid): Promise<RunningProcess[]> {
  if (!existsSync('/proc/self/stat')) return aboveByPs(pid);
  const stats = new Map<number, Stat>();
  const statOf = (one: number): Stat | undefined => {
    const stat = stats.get(one) ?? readStat(one);
    if (stat) stats.set(one, stat);
    return stat;
  };
  return allAbove(pid, (one) => statOf(one)?.above).map((one) => {
    const names = [stats.get(one)!.title, fileOf(one), ...namesIn(listed(`/proc/${one}/cmdline`))];
    return { pid: one, names: names.filter((name) => name !== ''), env: environment(listed(`/proc/${one}/environ`)) };
  });
}

interface Stat {
  readonly title: string;
  /** The parent, and the leaders of the group and the session. */
  readonly above: readonly number[];
}

// proc(5): `pid (title) state parent group session …`. The title may contain brackets and blanks.
function readStat(pid: number): Stat | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const end = stat.lastIndexOf(')');
  if (end < 0) return undefined; // it has ended, or the system hides other users' processes
  const above = stat
    .slice(end + 2)
    .split(' ')
    .slice(1, 4)
    .map(Number);
  return { title: stat.slice(stat.indexOf('(') + 1, end), above };
}

// A leader may have ended: its number then means no process, since the system gives it to no other one.
function allAbove(pid: number, aboveOf: (pid: number) => readonly number[] | undefined): number[] {
  const found = new Set([pid]);
  for (const one of found)
    for (const next of aboveOf(one) ?? [])
      if (next > 0 && found.size <= MAX_PROCESSES && aboveOf(next)) found.add(next);
  found.delete(pid);
  return [...found];
}

/**
 * The same by `ps`, which every Unix has. It shows no environment and no session here.
 * @param pid see `processesAbove`
 */
export async function aboveByPs(pid: number): Promise<RunningProcess[]> {
  const all = new Map<number, { readonly above: readonly number[]; readonly file: string }>();
  for (const line of await ps('-A', '-o', 'pid=,ppid=,pgid=,comm=')) {
    const [, own, parent, group, file] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (own) all.set(Number(own), { above: [Number(parent), Number(group)], file: file! });
  }
  const found = allAbove(pid, (one) => all.get(one)?.above);
  if (found.length === 0) return [];
  const words = new Map<number, string[]>();
  for (const line of await ps('-ww', '-o', 'pid=,args=', '-p', found.join(','))) {
    const [own, ...rest] = line.trim().split(/\s+/);
    words.set(Number(own), rest);
  }
  return found.map((one) => ({ pid: one, names: [all.get(one)!.file, ...namesIn(words.get(one) ?? [])], env: {} }));
}

async function ps(...args: string[]): Promise<string[]> {
  const options = { cwd: '/', env: process.env, timeout: PS_TIMEOUT_MS, maxOutput: MAX_PS_BYTES };
  return (await runBounded('ps', args, options)).stdout.toString('utf8').split('\n');
}

// A program may replace its words by a title.
function namesIn([first = '', ...rest]: readonly string[]): string[] {
  if (!INTERPRETER.test(first)) return [first];
  return [first, rest.find((word) => !word.startsWith('-')) ?? ''];
}

const environment = (variables: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    variables.filter((text) => text.includes('=')).map((text) => text.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );

const listed = (path: string): string[] => read(path).split('\0');

// Another user's process, or one that has just ended.
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function fileOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}
