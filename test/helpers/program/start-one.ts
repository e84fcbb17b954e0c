import childProcess, { type SpawnSyncOptions, type SpawnSyncReturns } from 'node:child_process';
import { constants, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { constants as system } from 'node:os';
import { join } from 'node:path';
import { callOf, failure, folderOf, pipesOf, signalName } from './call.ts';
import { request } from './request.ts';

/** The options that another process understands. With any other one, this process starts the program itself. */
const KNOWN = new Set(['cwd', 'env', 'input', 'encoding', 'stdio', 'maxBuffer', 'windowsHide']);

/** The most bytes of output that Node accepts by default. */
const MAX_BUFFER = 1024 * 1024;

/** What a test starts: a program, its arguments, and the options that all starters understand. */
export interface Start {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: NonNullable<SpawnSyncOptions['input']> | undefined;
}

/** How a program ended. */
export interface Ended {
  /** The number of the system's error, when the program did not start. */
  readonly errno?: number;
  readonly pid: number;
  readonly status: number;
  /** The number of the signal that ended it, or 0. */
  readonly signal: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Starts a program and waits for its end. Returns undefined for a program that is not its own. */
export type Starter = (start: Start) => Ended | undefined;

/**
 * Has other processes start what tests start with `spawnSync` and `execFileSync`. A call returns when its program ends, not when the
 * last process that holds its output does.
 * @param starters asked one after another
 */
export function startElsewhere(starters: readonly Starter[]): void {
  const { spawnSync, execFileSync } = childProcess;

  const run = (file: string, args: readonly string[], options: SpawnSyncOptions): Returns | undefined => {
    const kept = pipesOf(args, options, KNOWN);
    if (!kept) return undefined;
    const { cwd, env = process.env, input } = options;
    const start: Start = { file, args, cwd: folderOf(cwd), env, input: kept[0] ? (input ?? undefined) : undefined };
    for (const starter of starters) {
      const ended = starter(start);
      if (ended) return returned(start, ended, kept, options);
    }
    return undefined;
  };

  Object.assign(childProcess, {
    spawnSync: (file: string, ...rest: unknown[]) =>
      run(file, ...callOf<SpawnSyncOptions>(rest)) ?? (Reflect.apply(spawnSync, undefined, [file, ...rest]) as Returns),
    execFileSync(file: string, ...rest: unknown[]) {
      const [args, options] = callOf<SpawnSyncOptions>(rest);
      const result = run(file, args, options);
      if (!result) return Reflect.apply(execFileSync, undefined, [file, ...rest]) as string | Buffer;
      if (!options.stdio && result.stderr.length > 0) process.stderr.write(result.stderr);
      if (result.error) throw Object.assign(result.error, result);
      if (result.status === 0) return result.stdout;
      throw Object.assign(new Error(`Command failed: ${[file, ...args].join(' ')}\n${String(result.stderr)}`), result);
    },
  });
  syncBuiltinESMExports();
}

type Returns = SpawnSyncReturns<Buffer | string>;

function returned(start: Start, ended: Ended, kept: readonly boolean[], options: SpawnSyncOptions): Returns {
  const { encoding, maxBuffer = MAX_BUFFER } = options;
  const isText = encoding && encoding !== 'buffer';
  const [stdout, stderr] = [ended.stdout, ended.stderr].map((bytes, i) =>
    kept[i + 1] ? (isText ? bytes.toString(encoding) : bytes) : null,
  ) as [Buffer, Buffer]; // Node's types leave out null
  const result = { stdout, stderr, output: [null, stdout, stderr] };
  if (ended.errno)
    return {
      ...result,
      pid: 0,
      status: null,
      signal: null,
      error: failure('spawnSync', start.file, start.args, ended.errno),
    };
  const isTooLong = ended.stdout.length > maxBuffer || ended.stderr.length > maxBuffer;
  return {
    ...result,
    pid: ended.pid,
    status: ended.signal ? null : ended.status,
    signal: ended.signal ? signalName(ended.signal) : null,
    ...(isTooLong ? { error: failure('spawnSync', start.file, start.args, system.errno.ENOBUFS) } : {}),
  };
}

/**
 * Starts everything in the small process of `starter.pl`: to fork a worker of vitest takes longer than what git then does.
 * @param folder its working folder in the mode `sync`
 */
export function smallProcess(folder: string): Starter {
  const [ask, answer] = [openBoth(join(folder, 'ask')), openBoth(join(folder, 'answer'))];
  return ({ file, args, cwd, env, input }) => {
    if (input !== undefined) writeFileSync(join(folder, '0'), input);
    const streams = input === undefined ? 'nff' : 'fff';
    writeFileSync(join(folder, 'request'), request({ id: 1, cwd, leads: false, streams, words: [file, ...args], env }));
    writeSync(ask, '\n');
    const [what, ...numbers] = readLine(answer).split(' ');
    const none = { pid: 0, status: 0, signal: 0, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
    if (what === 'fail') return { ...none, errno: Number(numbers[0]) };
    const [status, signal, pid] = numbers.map(Number) as [number, number, number];
    const [stdout, stderr] = ['1', '2'].map((fd) => readFileSync(join(folder, fd))) as [Buffer, Buffer];
    return { pid, status, signal, stdout, stderr };
  };
}

/** Opens a named pipe for both directions, so that it does not end between two messages. */
export const openBoth = (path: string): number => openSync(path, constants.O_RDWR);

/** Waits for a line in a named pipe. */
export function readLine(fd: number): string {
  const buffer = Buffer.alloc(256);
  let text = '';
  while (!text.endsWith('\n')) text += buffer.toString('latin1', 0, readSync(fd, buffer));
  return text.trimEnd();
}
