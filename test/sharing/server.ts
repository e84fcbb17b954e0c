import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createPlainServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

/** Whether the git under test was built to speak HTTP. */
export const HAS_HTTP = existsSync(
  join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-remote-http'),
);

/** A server on this machine, for a single test. */
export interface Server {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Serves the repositories below a folder over HTTP, as git's own `http-backend` does.
 * @param password who does not give it, for the user `ada`, is refused
 */
export function serveHttp(root: string, env: NodeJS.ProcessEnv, password?: string): Promise<Server> {
  const requests: string[] = [];
  const expected = password && `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  return listen((request, response) => {
    requests.push(`${request.method!} ${request.url!}`);
    if (expected === undefined || request.headers.authorization === expected) return cgi(root, env, request, response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  }, requests);
}

function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  requests: string[],
): Promise<Server> {
  const server = createServer(answer);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        requests,
        close: () => new Promise((done) => server.close(() => done()).closeAllConnections()),
      }),
    ),
  );
}

function cgi(root: string, env: NodeJS.ProcessEnv, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'ada',
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: request.headers['git-protocol'] as string | undefined,
    },
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.on('close', () => {
    const all = Buffer.concat(parts);
    const end = all.indexOf('\r\n\r\n');
    const heads = all.subarray(0, end).toString('latin1').split('\r\n');
    let status = 200;
    for (const head of heads) {
      const [name = '', value = ''] = head.split(/: (.*)/);
      if (name === 'Status') status = Number(value.split(' ')[0]);
      else if (name) response.setHeader(name, value);
    }
    response.writeHead(status).end(all.subarray(end + 4));
  });
}

/** A server that accepts connections and never answers. */
export function serveSilence(): Promise<Server> {
  const open = new Set<Socket>();
  const server = createPlainServer((socket) => open.add(socket.on('error', () => undefined)));
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        requests: [],
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const socket of open) socket.destroy();
          }),
      }),
    ),
  );
}
