import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ProvError } from '../../../errors.ts';
import type { Message } from '../contract.ts';
import type { Asset } from './assets.ts';
import { checkOrigin, checkToken, hostsOf, type Refusal, SAFE_HEADERS } from './guard.ts';

/** Bytes of a request. */
const MAX_BODY = 65_536;
/** Interval of the messages that keep the connections of waiting pages open, in milliseconds. */
const ALIVE_MS = 15_000;

/** What the server does for pages with the token. */
export interface Backend {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly token: string;
  /** The answer to a question as JSON. It never throws: a failure is an answer. */
  readonly ask: (body: unknown) => Promise<string>;
  /** Records a verdict; the answer as JSON. */
  readonly decide: (body: unknown) => Promise<string>;
  /** Called when the first page begins to wait for changes, and after the last one has ended. */
  readonly listening: (anybody: boolean) => void;
}

/** A server that listens on 127.0.0.1. */
export interface Served {
  readonly port: number;
  /** Sends a message to every open page. */
  readonly broadcast: (message: Message) => void;
  readonly close: () => Promise<void>;
}

/**
 * Listens on 127.0.0.1 only.
 * @param port 0 for any free port
 * @throws ProvError `data` when the port is in use or not allowed
 */
export async function listen(backend: Backend, port: number): Promise<Served> {
  const pages = new Set<ServerResponse>();
  let bound = port;
  const server = createServer((request, response) => {
    handle(request, response, backend, pages, bound).catch(() => response.destroy());
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  bound = await bind(server, port);
  const broadcast = (message: Message): void => {
    for (const page of pages) page.write(`${JSON.stringify(message)}\n`);
  };
  const alive = setInterval(() => broadcast({ kind: 'alive' }), ALIVE_MS).unref();
  const close = (): Promise<void> =>
    new Promise((done) => {
      clearInterval(alive);
      server.close(() => done());
      server.closeAllConnections();
    });
  return { port: bound, broadcast, close };
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(portFault(cause, port)));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

const portFault = (cause: NodeJS.ErrnoException, port: number): ProvError =>
  cause.code === 'EADDRINUSE'
    ? new ProvError('data', `Port ${port} is in use.`, {
        cause,
        hint: 'Use another number, or leave --port out: then a free port is chosen.',
      })
    : new ProvError('data', `The server cannot listen on port ${port}.`, {
        cause,
        hint: 'Use a number from 1024 on, or leave --port out.',
      });

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  backend: Backend,
  pages: Set<ServerResponse>,
  port: number,
): Promise<void> {
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value);
  const path = (request.url ?? '').split('?')[0]!;
  const asset = backend.assets.get(path);
  if (asset) return sendAsset(request, response, asset, port);
  const refused =
    (ROUTES.has(path) ? checkOrigin(request, port) : undefined) ??
    checkRoute(request, path) ??
    checkToken(request, backend.token);
  if (refused) return refuse(response, refused);
  if (path === '/events') return follow(response, backend, pages);
  const body = await readBody(request);
  if ('status' in body) return refuse(response, body);
  const text = await (path === '/ask' ? backend.ask(body.data) : backend.decide(body.data));
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(text);
}

const ROUTES: ReadonlySet<string> = new Set(['/ask', '/verdict', '/events']);

function checkRoute({ method, headers }: IncomingMessage, path: string): Refusal | undefined {
  if (!ROUTES.has(path)) return { status: 404, what: 'There is nothing here.' };
  if (method !== 'POST') return { status: 405, what: 'Use POST.' };
  // A form of another site cannot send this type without asking first, and that question gets no permission.
  return /^application\/json(?:;|$)/.test(headers['content-type'] ?? '')
    ? undefined
    : { status: 415, what: 'Send JSON.' };
}

// The files of the page hold no data, so no token is needed: the page reads it from its address.
function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  { type, bytes, zipped }: Asset,
  port: number,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, { status: 405, what: 'Use GET.' });
  if (!hostsOf(port).has(request.headers.host ?? ''))
    return refuse(response, { status: 403, what: 'This server has another name.' });
  const zips = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const body = zips ? zipped() : bytes;
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    ...(zips && { 'Content-Encoding': 'gzip' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function refuse(response: ServerResponse, { status, what }: Refusal): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${what}\n`);
}

function follow(response: ServerResponse, { listening }: Backend, pages: Set<ServerResponse>): void {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson; charset=utf-8' });
  response.write(`${JSON.stringify({ kind: 'alive' } satisfies Message)}\n`);
  pages.add(response);
  listening(true);
  response.on('close', () => {
    pages.delete(response);
    if (pages.size === 0) listening(false);
  });
}

async function readBody(request: IncomingMessage): Promise<Refusal | { readonly data: unknown }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return { status: 413, what: 'The request is too long.' };
    chunks.push(chunk);
  }
  try {
    return { data: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) };
  } catch {
    return { status: 400, what: 'The request is no JSON.' };
  }
}
