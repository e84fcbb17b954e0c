import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { ProvError } from '../../../errors.ts';
import { gitText } from '../../../git/process/process.ts';
import { type Streams, stdoutOf } from '../context.ts';

/** The exit code after the reader of our output closed the pipe. */
export const BROKEN_PIPE = 3;

/** The output of a command. */
export interface Output {
  /** A person reads it, possibly through a pager. */
  readonly tty: boolean;
  readonly pager: boolean;
  /** The terminal's width in columns; undefined when lines are not limited. */
  readonly columns: number | undefined;
  /** Writes, and waits while the reader is slow. Does nothing after the reader closed the pipe. */
  write(data: string | Uint8Array): Promise<void>;
  /** Whether the reader closed the pipe, so further output is useless. */
  isClosed(): boolean;
  /**
   * Waits until everything is written and the pager has closed. Returns 0 or BROKEN_PIPE.
   * @throws ProvError when the disk is full
   */
  close(): Promise<number>;
}

export interface OutputOptions extends Pick<Streams, 'stdout'> {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** `pager.<command>` in the configuration. Its value may be another pager's command line. */
  readonly pagerSetting?: string | undefined;
  /** Whether the command uses a pager at all. */
  readonly paged?: boolean;
}

/**
 * Opens standard output, through a pager in the same cases as git: on a terminal, with `pager.<command>`, GIT_PAGER,
 * core.pager, PAGER or `less`, unless it is off or `cat`.
 */
export async function openOutput(options: OutputOptions): Promise<Output> {
  const stdout = stdoutOf(options);
  const paged = options.env['GIT_PAGER_IN_USE'] === 'true' && stdout.isTTY !== true; // by `git -p`
  const tty = stdout.isTTY === true || paged;
  const columns = tty ? stdout.columns || Number(options.env['COLUMNS']) || 80 : undefined;
  const command = tty && !paged && options.paged !== false ? await pagerCommand(options) : undefined;
  const pager = command ? startPager(command, options) : undefined;
  const sink = pager?.stdin ?? stdout;
  let fault: NodeJS.ErrnoException | undefined;
  sink.on('error', (error) => (fault = error));
  return {
    tty,
    pager: pager !== undefined || paged,
    columns,
    isClosed: () => fault !== undefined,
    write: async (data) => {
      if (!fault && !sink.write(data)) await drained(sink);
    },
    close: async () => {
      if (pager) await ended(pager);
      else await new Promise<void>((resolve) => void sink.write('', () => resolve()));
      if (!fault) return 0;
      if (fault.code === 'EPIPE' || pager) return BROKEN_PIPE;
      throw new ProvError('data', 'Standard output could not be written.', { cause: fault });
    },
  };
}

async function pagerCommand({ cwd, env, pagerSetting }: OutputOptions): Promise<string | undefined> {
  if (pagerSetting !== undefined && /^(?:false|no|off|0|)$/i.test(pagerSetting)) return undefined;
  const named = pagerSetting !== undefined && !/^(?:true|yes|on|1)$/i.test(pagerSetting) ? pagerSetting : undefined;
  const command = named ?? (await gitText(['var', 'GIT_PAGER'], { cwd, env }));
  return command === '' || command === 'cat' ? undefined : command;
}

// Uses the shell like git, because the setting is a command line of the user.
function startPager(command: string, { cwd, env }: OutputOptions): ChildProcess & { stdin: Writable } {
  const defaults = { LESS: env['LESS'] ?? 'FRX', LV: env['LV'] ?? '-c' };
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...env, ...defaults, GIT_PAGER_IN_USE: 'true' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.on('error', () => child.stdin.destroy());
  return child;
}

function ended(pager: ChildProcess & { stdin: Writable }): Promise<void> {
  return new Promise((resolve) => {
    if (pager.exitCode !== null || pager.signalCode !== null) resolve();
    pager.once('close', () => resolve());
    pager.once('error', () => resolve());
    pager.stdin.end();
  });
}

function drained(sink: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      for (const event of ['drain', 'error', 'close']) sink.off(event, go);
      resolve();
    };
    for (const event of ['drain', 'error', 'close']) sink.on(event, go);
  });
}
