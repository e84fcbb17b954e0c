import { spawn } from 'node:child_process';
import { BACKGROUND } from './background.ts';
import { type Finished, gitDidNotStart } from './process.ts';
import type { Repo } from '../repository/repo.ts';

export interface NetworkOptions {
  /** Milliseconds since the epoch after which git is ended; none: the user waits, and can end it. */
  readonly deadline?: number | undefined;
  /** Whether git may ask the user for a password, and show how far it is. */
  readonly interactive: boolean;
}

/** What came of it; `late` when git was ended because the time was over. */
export interface Transferred extends Finished {
  readonly late: boolean;
}

/** What is kept of what a remote says, in bytes. */
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** How long git may take to end after a signal, in milliseconds. */
const GRACE_MS = 200;
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Git and its children must not prompt: no user is present, or the user was asked a moment ago. */
const SILENT = {
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  SSH_ASKPASS_REQUIRE: 'never',
};

/**
 * Runs a git command that talks to a remote. Where it may not ask, it has no terminal and is ended in time, with all
 * that it started (ssh, git-remote-https).
 * @param args git's arguments, never a shell string
 * @returns its exit code whatever it is
 * @throws ProvError `git` when git is not there
 */
export function gitNetwork(repo: Repo, args: readonly string[], options: NetworkOptions): Promise<Transferred> {
  const { interactive, deadline } = options;
  return new Promise((resolve, reject) => {
    const child = spawn('git', interactive ? args : ['-c', 'core.askPass=', ...args], {
      cwd: repo.cwd,
      env: { ...environment(repo.env, interactive), LC_ALL: 'C', LANGUAGE: '' },
      detached: !interactive, // a group of its own, and no terminal that ssh could ask on
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let late = false;
    let room = MAX_OUTPUT_BYTES;
    const keep = (list: Buffer[], chunk: Buffer): void => {
      if (room > 0) list.push(chunk);
      room -= chunk.length;
    };
    child.stdout!.on('data', (chunk: Buffer) => keep(out, chunk));
    child.stderr!.on('data', (chunk: Buffer) => {
      keep(err, chunk);
      if (interactive && process.stderr.isTTY) process.stderr.write(chunk);
    });
    const timer = deadline === undefined ? undefined : setTimeout(end, Math.max(0, deadline - Date.now()));
    const signals = repo.env[BACKGROUND] === undefined ? SIGNALS : SIGNALS.filter((one) => one !== 'SIGHUP');
    // In its own process group git does not receive Ctrl-C, and would keep running.
    const stop = (signal: NodeJS.Signals): void => {
      kill('SIGKILL');
      process.exit(128 + (signal === 'SIGINT' ? 2 : 15));
    };
    if (!interactive) for (const signal of signals) process.once(signal, stop);
    const over = (): void => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, stop);
    };
    child.on('error', (cause) => {
      over();
      reject(gitDidNotStart(cause));
    });
    child.on('close', (code) => {
      over();
      const stderr = Buffer.concat(err).toString('utf8');
      resolve({ code: code ?? 255, stdout: Buffer.concat(out), stderr, late });
    });

    // Nothing of it is needed any more: git leaves a half-received pack behind as after any broken connection.
    function end(): void {
      late = true;
      kill('SIGTERM');
      setTimeout(() => {
        kill('SIGKILL');
        for (const stream of [child.stdout, child.stderr]) stream?.destroy(); // who left the group may hold them open
      }, GRACE_MS);
    }

    function kill(signal: NodeJS.Signals): void {
      try {
        process.kill(interactive ? child.pid! : -child.pid!, signal);
      } catch {
        child.kill(signal);
      }
    }
  });
}

function environment(env: NodeJS.ProcessEnv, interactive: boolean): NodeJS.ProcessEnv {
  if (interactive) return env;
  const { GIT_ASKPASS: _, SSH_ASKPASS: __, ...rest } = env;
  return { ...rest, ...SILENT };
}
