import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** The built program. It runs as a process of its own, because it serves until it is ended. */
export const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');

/** A running `git prov web`. */
export interface Served {
  /** With the token. */
  readonly address: string;
  /** Without a path. */
  readonly origin: string;
  readonly token: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** What it printed so far, on both streams. */
  readonly said: () => string;
  /** Sends a question as the page does. */
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** Ends it like Ctrl-C. @returns its exit code */
  readonly stop: () => Promise<number | null>;
}

/** Starts `git prov web --no-open` in a folder, and waits until it serves. */
export async function startWeb(cwd: string, env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Served> {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'web', '--json', ...(args.includes('--open') ? [] : ['--no-open']), ...args],
    {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [out, err] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)));
  const address = await new Promise<string>((found, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.endsWith('}\n')) found((JSON.parse(out) as { address: string }).address);
    });
    void ended.then((code) => failed(new Error(`git prov web ended with ${code}: ${err}`)));
  });
  const { origin, port, hash } = new URL(address);
  const token = hash.replace('#token=', '');
  return {
    address,
    origin,
    token,
    port: Number(port),
    process: child,
    said: () => out + err,
    post: (path, body, headers = {}) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
      }),
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}
