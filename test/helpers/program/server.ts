import {
  constants,
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Surroundings } from '../../../src/faces/cli/context.ts';
import { runHookCommand } from '../../../src/faces/cli/hook-command.ts';
import { runCli } from '../../../src/faces/cli/program.ts';

/*
 * Runs the program for the clients of one worker of vitest; see `client`. Its arguments are the folder for their requests, and
 * the folder of the package.
 */
const [dir, packageDir] = process.argv.slice(2) as [string, string];
process.stdin.resume().on('end', () => process.exit());

// What the program writes into hooks and what it starts in the background comes back to this server, too.
process.execPath = join(dir, 'client');

// Both ends stay open, so that the pipe does not end between two clients.
const requests = createReadStream('', { fd: openSync(join(dir, 'requests'), constants.O_RDWR) });
createInterface({ input: requests }).on('line', (pid) => void answer(pid));

async function answer(pid: string): Promise<void> {
  const file = join(dir, pid);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  let code = 255;
  try {
    const [, , ...argv] = listed(`/proc/${pid}/cmdline`).slice(1);
    const around: Surroundings = {
      cwd: readlinkSync(`/proc/${pid}/cwd`),
      env: Object.fromEntries(listed(`/proc/${pid}/environ`).map(variable)),
      packageDir,
      stdin: Readable.from([readFileSync(`${file}.in`)]),
      stdout: collecting(out),
      stderr: collecting(err),
    };
    code = await run(argv, around);
  } catch (error) {
    err.push(Buffer.from(String((error as Error).stack)));
  }
  writeFileSync(`${file}.out`, Buffer.concat(out));
  writeFileSync(`${file}.err`, Buffer.concat(err));
  reply(file, code);
}

// The same way as main.ts.
async function run(argv: readonly string[], around: Surroundings): Promise<number> {
  if (argv[0] !== 'hook') return runCli(argv, around);
  await runHookCommand(argv.slice(1), around);
  return 0;
}

/** The time in milliseconds that a client may wait for its answer; then it was killed. */
const CLIENT_GONE_MS = 10_000;

// A client that was killed never opens its pipe: opening it must not block a thread of Node.
function reply(file: string, code: number, since = Date.now()): void {
  try {
    const pipe = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(pipe, `${code}\n`);
    closeSync(pipe);
    unlinkSync(file);
  } catch {
    if (Date.now() - since < CLIENT_GONE_MS) setTimeout(reply, 1, file, code, since);
  }
}

const collecting = (chunks: Buffer[]): Writable =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });

const listed = (path: string): string[] => readFileSync(path, 'utf8').split('\0').slice(0, -1);

function variable(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
