import { existsSync, readFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { WriteStream } from 'node:tty';
import { runBounded } from '../../git/process/bounded.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { RecordedCommit } from '../../recorder/drain.ts';

/** The hook stops waiting after five seconds; a line printed later would appear in the middle of other output. */
const MAX_SECONDS = 4;
/** Columns of a terminal that does not say. */
const COLUMNS = 80;
/** A short option that ends in `q`, after others that take no value. */
const QUIET = /^(?:--quiet|-[apsvneioz]*q[a-zA-Z]*)$/;

/**
 * Prints one line about the commit that was just made, if it has lines of agents and the user wants it (`prov.summary`). Prints
 * nothing for agents, for scripts and after `git commit --quiet`. Never throws.
 * @param terminal the file descriptor of the terminal, from the environment that hooks/git sets
 */
export async function printSummary(repo: Repo, made: RecordedCommit | undefined, terminal: string): Promise<void> {
  try {
    if (!made || process.uptime() > MAX_SECONDS || !/^[3-9]$/.test(terminal)) return;
    if (![...made.note.lines.values()].flat().some(({ node, evidence }) => node && evidence !== 'unsure')) return;
    const { loadAgents } = await import('../../recorder/agent-port.ts');
    const agents = await loadAgents();
    if (agents.agentOf(repo.env) || agents.shellAgentOf(repo.env) !== undefined) return;
    if (!isAskedByPerson(await groupLeader())) return;
    const { isTrue, readSettings } = await import('../../git/repository/git-settings.ts');
    if (isTrue((await readSettings(['prov'], repo)).get('prov.summary'), false) !== true) return;
    const { summarise } = await import('../../ask/history/commit-summary.ts');
    const { renderSummary } = await import('./render/commit-summary.ts');
    const descriptor = Number(terminal);
    const columns = new WriteStream(descriptor).columns || COLUMNS;
    const line = renderSummary(summarise(made.change, made.note), columns);
    if (process.uptime() <= MAX_SECONDS) writeSync(descriptor, `${line}\n`);
  } catch {
    // the terminal is gone, or the note cannot be summarised: nothing is said
  }
}

/**
 * Whether a person started git at a prompt: an interactive shell gives each command a process group of its own, so git leads
 * it. In a script, an editor or another program, that program does.
 * @param leader the command line of the leader of this process's group
 */
export function isAskedByPerson(leader: readonly string[] | undefined): boolean {
  const [program = '', ...args] = leader ?? [];
  if (!/^git(?:\.exe)?$/.test(basename(program))) return false;
  const end = args.indexOf('--');
  return !args.slice(0, end < 0 ? undefined : end).some((arg) => QUIET.test(arg));
}

/**
 * The command line of the leader of a process's group; undefined where it is not known, and where the leader has ended.
 * @param pid this process unless named
 */
export async function groupLeader(pid: number = process.pid): Promise<string[] | undefined> {
  if (!existsSync('/proc/self/stat'))
    return (await ps('-o', 'args=', '-p', await ps('-o', 'pgid=', '-p', String(pid)))).split(/\s+/);
  // The name of the program is in brackets, and may contain any character.
  const group = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')[2];
  try {
    return readFileSync(`/proc/${group}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return undefined;
  }
}

const ps = async (...args: string[]): Promise<string> =>
  (await runBounded('ps', args, { cwd: '/', env: process.env, timeout: 1000 })).stdout.toString().trim();
