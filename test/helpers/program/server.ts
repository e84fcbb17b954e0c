import {
  closeSync,
  constants,
  existsSync,
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
import { processesAbove, type RunningProcess } from '../../../src/git/process/ancestors.ts';
import { putBackHeldVariables } from '../../../src/git/process/held-variables.ts';
import type { Asked } from './ask-server.ts';
import { startSideBySide } from './start-many.ts';
import { openBoth } from './start-one.ts';

/*
 * Runs the program for the clients of one worker of vitest; see `client`. Its arguments are the folder for their requests, the
 * folder of the package, and the command of the small process that starts others.
 */
const [dir, packageDir, ...starter] = process.argv.slice(2) as [string, string, string, ...string[]];
process.stdin.resume().on('end', () => process.exit());
void startSideBySide(join(dir, 'starter'), [...starter, 'async']);

// What the program writes into hooks and what it starts in the background comes back to this server, too.
process.execPath = join(dir, 'client');

// Both ends stay open, so that the pipe does not end between two clients.
const requests = createReadStream('', { fd: openBoth(join(dir, 'requests')) });
createInterface({ input: requests }).on('line', (line) => {
  for (const slot of answered) if (!isAlive(clients.get(slot)!)) release(slot);
  const [slot, pid] = line.split(' ') as [string, string?];
  if (pid) clients.set(slot, pid);
  void answer(slot);
});
const answers = openBoth(join(dir, 'answers'));

/** The process that uses each pipe. */
const clients = new Map<string, string>();
/** The pipes that are free as soon as their process has ended. */
const answered = new Set<string>();
const isAlive = (pid: string): boolean => existsSync(`/proc/${pid}`);

function release(slot: string): void {
  answered.delete(slot);
  clients.delete(slot);
  unlinkSync(join(dir, `${slot}.in`));
}

/** @param client `asked` for a test itself; else the number of a client's pipe */
async function answer(client: string): Promise<void> {
  const file = join(dir, client);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  let code = 255;
  try {
    const { argv, cwd, env, input } = client === 'asked' ? askedByTest() : askedByClient(client);
    const above = (): Promise<RunningProcess[]> => aboveClient(clients.get(client));
    const stdin = Readable.from([input]);
    const around: Surroundings = {
      cwd,
      env,
      packageDir,
      above,
      stdin,
      stdout: collecting(out),
      stderr: collecting(err),
    };
    code = await run(argv, around);
  } catch (error) {
    err.push(Buffer.from(String((error as Error).stack)));
  }
  writeFileSync(`${file}.out`, Buffer.concat(out));
  writeFileSync(`${file}.err`, Buffer.concat(err));
  if (client === 'asked') writeSync(answers, `${code}\n`);
  else reply(client, code);
}

type Request = Omit<Asked, 'input'> & { readonly input: Buffer };

function askedByTest(): Request {
  const asked = JSON.parse(readFileSync(join(dir, 'asked'), 'utf8')) as Asked;
  return { ...asked, input: Buffer.from(asked.input, 'base64') };
}

function askedByClient(slot: string): Request {
  const pid = clients.get(slot)!;
  return {
    argv: listed(`/proc/${pid}/cmdline`).slice(3),
    cwd: readlinkSync(`/proc/${pid}/cwd`),
    env: Object.fromEntries(listed(`/proc/${pid}/environ`).map(variable)),
    input: readFileSync(join(dir, `${slot}.in`)),
  };
}

// The processes above a client that the tests started: those above this server may be an agent that runs the tests.
async function aboveClient(pid: string | undefined): Promise<RunningProcess[]> {
  if (pid === undefined) return [];
  const own = new Set([process.pid, ...(await processesAbove()).map((one) => one.pid)]);
  return (await processesAbove(Number(pid))).filter((one) => !own.has(one.pid));
}

// The same way as loader.ts and main.ts.
async function run(argv: readonly string[], around: Surroundings): Promise<number> {
  putBackHeldVariables(around.env);
  if (argv[0] !== 'hook') return runCli(argv, around);
  return runHookCommand(argv.slice(1), around);
}

// A client that was killed never opens its pipe: opening it must not block a thread of Node.
function reply(slot: string, code: number, pid = clients.get(slot)!): void {
  answered.add(slot);
  try {
    const pipe = openSync(join(dir, slot), constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(pipe, `${code}\n`);
    closeSync(pipe);
  } catch {
    if (isAlive(pid)) setTimeout(reply, 1, slot, code, pid);
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
