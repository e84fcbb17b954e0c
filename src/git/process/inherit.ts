import { spawn } from 'node:child_process';
import { gitDidNotStart } from './process.ts';

/** How a process ended that had our own standard streams. */
export interface Ended {
  /** As a shell gives it: 128 + the signal's number for a process that a signal ended. */
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
}

const SIGNALS: Partial<Record<NodeJS.Signals, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGPIPE: 13,
  SIGTERM: 15,
};

/**
 * Runs git with our own standard output and error (and input, unless `input` is given), as if the user had started it:
 * its pager, its colours, its messages.
 * @throws ProvError `git` when git cannot be started
 */
export function runGit(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input?: Uint8Array | undefined },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const stdin = options.input ? 'pipe' : 'inherit';
    const child = spawn('git', args, { cwd: options.cwd, env: options.env, stdio: [stdin, 'inherit', 'inherit'] });
    child.on('error', (cause) => reject(gitDidNotStart(cause)));
    child.on('close', (code, signal) => resolve({ code: code ?? 128 + ((signal && SIGNALS[signal]) ?? 0), signal }));
    child.stdin?.on('error', () => undefined); // git may end before it has read it
    child.stdin?.end(options.input);
  });
}
