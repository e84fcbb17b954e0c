import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { type Served, startWeb } from './served.ts';

let repo: TestRepo;
let served: Served | undefined;

async function start(...args: readonly string[]): Promise<Served> {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  served = await startWeb(repo.dir, repo.env, ...args);
  return served;
}

afterEach(async () => {
  await served?.stop();
  served = undefined;
  repo.cleanup();
});

const START = { kind: 'start' };

/** Sends a request with any headers: `fetch` refuses to set some of them. */
const raw = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

test('the token is new at every start, and cannot be guessed', async () => {
  const first = await start();
  const other = await startWeb(repo.dir, repo.env);
  expect(first.token).toMatch(/^[\w-]{43}$/);
  expect(other.token).not.toBe(first.token);
  expect((await other.post('/ask', START, { Authorization: `Bearer ${first.token}` })).status).toBe(401);
  expect(await other.stop()).toBe(0);
});

test('nothing is answered, followed or changed without the token', async () => {
  const { post, token } = await start();
  const wrong = [
    '',
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    token,
    `Bearer ${'A'.repeat(43)}`,
  ];
  for (const Authorization of wrong)
    for (const path of ['/ask', '/verdict', '/events']) {
      const answered = await post(path, START, { Authorization });
      expect([path, Authorization, answered.status]).toEqual([path, Authorization, 401]);
      expect(await answered.text()).not.toContain('a.txt');
    }
  expect((await post('/ask', START)).status).toBe(200);
});

test('another name for this machine is refused: DNS rebinding reaches nothing', async () => {
  const { port, token } = await start();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (const Host of [
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    '127.0.0.1',
    `127.0.0.1:${port + 1}`,
    `[::1]:${port}`,
  ]) {
    expect((await raw(port, 'POST', '/ask', { ...headers, Host }, JSON.stringify(START))).status).toBe(403);
    expect((await raw(port, 'GET', '/', { Host })).status).toBe(403);
  }
  expect(
    (await raw(port, 'POST', '/ask', { ...headers, Host: `127.0.0.1:${port}` }, JSON.stringify(START))).status,
  ).toBe(200);
});

test('pages of other origins are refused, and get no permission by CORS', async () => {
  const { port, token } = await start();
  const Host = `127.0.0.1:${port}`;
  const headers = { Host, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (const Origin of [
    'https://evil.example',
    'null',
    `http://localhost:${port}`,
    `http://127.0.0.1:${port + 1}`,
    `https://127.0.0.1:${port}`,
  ])
    for (const path of ['/ask', '/verdict', '/events']) {
      const answered = await raw(port, 'POST', path, { ...headers, Origin }, JSON.stringify(START));
      expect([Origin, answered.status]).toEqual([Origin, 403]);
      expect(Object.keys(answered.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  for (const site of ['cross-site', 'same-site'])
    expect(
      (await raw(port, 'POST', '/ask', { ...headers, 'Sec-Fetch-Site': site }, JSON.stringify(START))).status,
    ).toBe(403);
  const asked = await raw(port, 'OPTIONS', '/ask', {
    Host,
    Origin: 'https://evil.example',
    'Access-Control-Request-Method': 'POST',
  });
  expect(asked.status).toBe(403);
  expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('only POST with JSON is taken, within a limit', async () => {
  const { port, post, token } = await start();
  const headers = { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${token}` };
  expect((await raw(port, 'GET', '/ask', headers)).status).toBe(405);
  expect((await raw(port, 'GET', '/verdict?node=decision:1&verdict=accept', headers)).status).toBe(405);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
    expect((await post('/verdict', '{}', { 'Content-Type': type })).status).toBe(415);
  expect((await post('/ask', '{')).status).toBe(400);
  expect((await post('/ask', { kind: 'search', text: 'x'.repeat(70_000) })).status).toBe(413);
  for (const odd of [
    null,
    [],
    {},
    { kind: 'nothing' },
    { kind: '__proto__' },
    { kind: 'toString' },
    { kind: 'file' },
    { kind: 'file', path: ['a.txt'] },
    { kind: 'file', path: '--help' },
    { kind: 'file', path: 'a.txt', revision: '--all' },
    { kind: 'why', path: 'a.txt', line: -1 },
    { kind: 'search', text: 'a\0b' },
  ])
    expect(await (await post('/ask', odd)).json()).toMatchObject({ error: { what: expect.any(String) as string } });
  for (const odd of [{}, { node: 'decision:1', verdict: 'maybe' }, { node: '--yes', verdict: 'accept' }])
    expect(await (await post('/verdict', odd)).json()).toMatchObject({ error: { what: expect.any(String) as string } });
});

test('no path of a request reaches the file system', async () => {
  const { port } = await start();
  const Host = `127.0.0.1:${port}`;
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '//etc/passwd',
    '/etc/passwd',
    '/.git/config',
    '/main.js/..',
    '/index.html%00.js',
  ])
    expect((await raw(port, 'GET', path, { Host })).status).toBeGreaterThanOrEqual(401);
  expect((await raw(port, 'GET', '/main.js', { Host })).status).toBe(200);
});

test('files outside the repository are not shown', async () => {
  const { post } = await start();
  for (const path of ['/etc/passwd', '../home/.gitconfig', '.git/config'])
    expect(await (await post('/ask', { kind: 'file', path })).json()).toMatchObject({ error: {} });
});

test('every answer has the strict headers', async () => {
  const { port, post } = await start();
  const Host = `127.0.0.1:${port}`;
  for (const { headers } of [
    await raw(port, 'GET', '/', { Host }),
    await raw(port, 'GET', '/main.js', { Host }),
    await raw(port, 'GET', '/nothing', { Host }),
  ]) {
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  }
  expect((await post('/ask', START)).headers.get('cache-control')).toBe('no-store');
});

test('it listens on 127.0.0.1 alone', async () => {
  const { port } = await start();
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of [...others, { address: '127.0.0.2' }])
    await expect(
      new Promise((resolve, reject) => connect(port, address).on('connect', resolve).on('error', reject)),
    ).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH|EHOSTUNREACH/);
});

test('the browser is started with a private file, and no process shows the token', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  // The person's browser writes down what it was started with.
  repo.write(
    '../home/browser',
    `#!/bin/sh\nprintf '%s\\n' "$@" > "$HOME/started"\nps axww -o args > "$HOME/processes"\n`,
    0o755,
  );
  served = await startWeb(repo.dir, { ...repo.env, BROWSER: join(repo.home, 'browser') }, '--open');
  const started = join(repo.home, 'processes');
  for (let tries = 0; tries < 100 && !(existsSync(started) && statSync(started).size > 0); tries++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const url = readFileSync(join(repo.home, 'started'), 'utf8').trim();
  expect(url).toMatch(/^file:.*\/\.git\/prov-web-\d+\.html$/);
  const file = new URL(url).pathname;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(served.address);
  expect(readFileSync(started, 'utf8')).not.toContain(served.token);
  expect(await served.stop()).toBe(0);
  expect(existsSync(file)).toBe(false);
  served = undefined;
});

test('the token is in no file of the repository and in no other output', async () => {
  const { post, token, said } = await start();
  await post('/ask', START);
  await post('/ask', { kind: 'file', path: 'none.txt' });
  expect(said().split(token).length).toBe(2); // the address, once
  const holders = readdirSync(repo.dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(repo.dir, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path, 'latin1').includes(token));
  expect(holders).toEqual([]);
});

test('a port that is in use is named, with what to do', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  const busy = createServer();
  const port = await new Promise<number>((resolve) =>
    busy.listen(0, '127.0.0.1', () => resolve((busy.address() as { port: number }).port)),
  );
  await expect(startWeb(repo.dir, repo.env, '--port', String(port))).rejects.toThrow(
    `git prov web ended with 1: git prov: Port ${port} is in use.`,
  );
  busy.close();
});
