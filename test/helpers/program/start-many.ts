import childProcess, { type ChildProcess, type SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex, PassThrough } from 'node:stream';
import { callOf, failure, folderOf, pipesOf, signalName } from './call.ts';
import { request } from './request.ts';

/** The options of `spawn` that the small process understands. With any other one, this process starts the program itself. */
const KNOWN = new Set(['cwd', 'env', 'stdio', 'detached', 'windowsHide']);

/** The bytes before a stream's own: the number of the process and of the stream; see `starter.pl`. */
const HEAD_BYTES = 12;

/**
 * Lets the small process of `starter.pl` start what this one starts with `spawn`: to fork a process that has run many tests takes
 * longer than what git then does.
 * @param folder an empty folder of this process
 * @param command starts `starter.pl` in the mode `async`, with the folder as its last word
 * @param isWanted which programs it starts. The number of such a process is known only when it has started; who needs it at once
 * has to start the program itself
 * @returns when it starts them; when it cannot, this process starts them itself as before
 */
export function startSideBySide(
  folder: string,
  command: readonly [string, ...string[]],
  isWanted: (file: string) => boolean = () => true,
): Promise<void> {
  return new Promise((done) => startStarter(folder, command, isWanted, done));
}

function startStarter(
  folder: string,
  [program, ...words]: readonly [string, ...string[]],
  isWanted: (file: string) => boolean,
  done: () => void,
): void {
  const { spawn } = childProcess;
  const children = new Map<number, Started>();
  let ids = 0;

  const streams = createServer({ allowHalfOpen: true }, (socket) => readHead(socket, children));
  streams.listen(join(folder, 'streams'), () => {
    const env = { PATH: process.env['PATH'] }; // without the marks of an agent that may run the tests
    const starter = spawn(program, [...words, folder], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    starter.on('error', () => undefined);
    starter.unref();
    connect(100);
  });
  streams.unref();

  function connect(tries: number): void {
    const control = createConnection(join(folder, 'starter'));
    control.on('error', () => (tries > 0 ? setTimeout(connect, 20, tries - 1) : done()));
    control.on('connect', () => {
      control.setNoDelay().unref();
      byLine(control, (line) => {
        const [what, id, ...numbers] = line.split(' ');
        children.get(Number(id))?.report(what!, numbers.map(Number));
      });
      Object.assign(childProcess, {
        spawn(file: string, ...rest: unknown[]) {
          const [args, options] = callOf<SpawnOptions>(rest);
          const pipes = isWanted(file) ? pipesOf(args, options, KNOWN) : undefined;
          if (!pipes) return Reflect.apply(spawn, undefined, [file, ...rest]) as ChildProcess;
          const id = ++ids;
          const child = new Started(file, args, pipes, () => children.delete(id));
          children.set(id, child);
          const { cwd, env = process.env, detached: leads = false } = options;
          const streams = pipes.map((isPipe) => (isPipe ? 's' : 'n')).join('');
          const body = request({ id, cwd: folderOf(cwd), leads, streams, words: [file, ...args], env });
          const size = Buffer.alloc(4);
          size.writeUInt32BE(body.length);
          control.write(Buffer.concat([size, body]));
          return child;
        },
      });
      syncBuiltinESMExports();
      done();
    });
  }
}

/** A process that another one has started: what the program uses of `ChildProcess`. */
class Started extends EventEmitter {
  readonly #file: string;
  readonly #args: readonly string[];
  readonly #forget: () => void;
  readonly #pipes: readonly (Pipe | undefined)[];
  #left: number;
  #early: NodeJS.Signals | undefined;
  readonly stdin: Duplex | null;
  readonly stdout: Duplex | null;
  readonly stderr: Duplex | null;
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;

  constructor(file: string, args: readonly string[], pipes: readonly boolean[], forget: () => void) {
    super();
    [this.#file, this.#args, this.#forget] = [file, args, forget];
    this.#pipes = pipes.map((isPipe, fd) => (isPipe ? new Pipe(fd === 0) : undefined));
    const [stdin, stdout, stderr] = this.#pipes.map((pipe) => pipe?.stream ?? null) as [
      Duplex | null,
      Duplex | null,
      Duplex | null,
    ];
    [this.stdin, this.stdout, this.stderr] = [stdin, stdout, stderr];
    const outputs = [stdout, stderr].filter((stream) => stream !== null);
    this.#left = 1 + outputs.length;
    for (const stream of outputs) stream.once('close', () => this.#close());
  }

  attach(fd: number, socket: Socket): void {
    this.#pipes[fd]?.attach(socket);
  }

  /** Takes an answer of `starter.pl`. */
  report(what: string, [first, second]: readonly number[]): void {
    if (what === 'start') {
      this.pid = first;
      if (this.#early) this.kill(this.#early);
      this.emit('spawn');
    } else if (what === 'fail') {
      this.#left = Infinity;
      this.#forget();
      for (const pipe of this.#pipes) pipe?.stream.destroy();
      this.emit('error', failure('spawn', this.#file, this.#args, first!));
    } else {
      if (second) this.signalCode = signalName(second);
      else this.exitCode = first!;
      this.stdin?.destroy();
      for (const stream of [this.stdout, this.stderr]) if (stream?.listenerCount('readable') === 0) stream.resume();
      this.emit('exit', this.exitCode, this.signalCode);
      this.#close();
    }
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    if (this.pid === undefined) this.#early = signal;
    else if (this.exitCode === null && this.signalCode === null)
      try {
        return process.kill(this.pid, signal);
      } catch {
        // It has ended; the answer is on its way.
      }
    return false;
  }

  // The server runs as long as the tests do, whatever waits in it.
  ref(): void {}
  unref(): void {}

  #close(): void {
    if (--this.#left > 0) return;
    this.#forget();
    this.emit('close', this.exitCode, this.signalCode);
  }
}

/** One stream of a process, which can be used before the process has connected to it. */
class Pipe {
  readonly stream: Duplex;
  #socket: Socket | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(isInput: boolean) {
    this.stream = isInput ? this.#input() : new PassThrough();
  }

  attach(socket: Socket): void {
    this.#socket = socket;
    socket.on('error', (error) => this.stream.destroy(this.stream instanceof PassThrough ? undefined : error));
    this.stream.once('close', () => socket.destroy());
    if (this.stream.destroyed) socket.destroy();
    else if (this.stream instanceof PassThrough) socket.pipe(this.stream);
    else for (const act of this.#waiting) act();
  }

  #input(): Duplex {
    const soon = (act: () => void): unknown => (this.#socket ? act() : this.#waiting.push(act));
    return new Duplex({
      read() {},
      write: (chunk: Buffer, _encoding, done) => void soon(() => this.#socket!.write(chunk, done)),
      final: (done) => void soon(() => this.#socket!.end(done)),
    });
  }
}

function readHead(socket: Socket, children: ReadonlyMap<number, Started>): void {
  socket.on('error', () => undefined);
  const take = (): void => {
    const head = socket.read(HEAD_BYTES) as Buffer | null;
    if (!head) return void socket.once('readable', take);
    const text = head.toString('latin1');
    const child = children.get(Number(text.slice(0, -1)));
    if (child) child.attach(Number(text.at(-1)), socket);
    else socket.destroy();
  };
  socket.once('readable', take);
}

function byLine(socket: Socket, take: (line: string) => void): void {
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()!;
    lines.forEach(take);
  });
}
