import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { type Served, startWeb } from './served.ts';

// Another user of the machine. Only root can act as two users.
const OTHER = 65_534;
const isRoot = process.geteuid?.() === 0;

let repo: TestRepo;
let served: Served | undefined;

afterEach(async () => {
  await served?.stop();
  served = undefined;
  repo.cleanup();
});

/** Runs a script of bash as the other user. @param input for its standard input, which no list of processes shows */
const asOther = (script: string, input = ''): string => {
  const done = spawnSync('bash', ['-c', script], {
    uid: OTHER,
    gid: OTHER,
    cwd: '/',
    input,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  return `${done.stdout}${done.stderr}`;
};

const ask = (port: number, headers: string): string =>
  asOther(
    `exec 3<>/dev/tcp/127.0.0.1/${port}; cat >&3; cat <&3`,
    `POST /ask HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}Content-Length: 29\r\n\r\n{"kind":"tree","fresh":"yes"}`,
  );

test.runIf(isRoot)('another user of the machine gets no answer, and finds the token nowhere', async () => {
  repo = makeRepo({ files: { 'secret-name.txt': 'one\n' } });
  for (const dir of [repo.dir, repo.home, dirname(repo.dir)]) chmodSync(dir, 0o755);
  repo.write(
    '../home/browser',
    '#!/bin/sh\nprintf \'%s\' "$1" > "$HOME/started"\nchmod 644 "$HOME/started"\nsleep 20; :\n',
    0o755,
  );
  served = await startWeb(repo.dir, { ...repo.env, BROWSER: join(repo.home, 'browser') }, '--open');
  const { port, token } = served;
  const started = join(repo.home, 'started');
  await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8'), { timeout: 20_000 }).toMatch(/^file:/);

  expect(asOther('id -u').trim()).toBe(String(OTHER));
  for (const headers of [
    '',
    `Authorization: Bearer ${'A'.repeat(43)}\r\n`,
    `Authorization: Bearer ${token.slice(1)}\r\n`,
  ]) {
    const answer = ask(port, headers);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).not.toContain('secret-name');
  }
  // The same request with the token is answered: nothing but the token keeps the other user out.
  expect(ask(port, `Authorization: Bearer ${token}\r\n`)).toContain('secret-name');

  const processes = asOther('ps axeww -o args; cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null');
  expect(processes.includes('prov-web-')).toBe(true); // the browser that was started is in the list
  expect(processes.includes(token)).toBe(false);
  const page = readFileSync(started, 'utf8').replace('file://', '');
  expect(readFileSync(page, 'utf8')).toContain(token); // the owner can read it
  expect(asOther(`cat '${page}'`)).toContain('Permission denied');
  // Everything of this repository, its home and the temporary folder that the other user can read. The token comes by
  // standard input, so that the search itself does not show it.
  const places = [dirname(repo.dir), repo.home, repo.dir, tmpdir()].map((dir) => `'${dir}'`).join(' ');
  const search = (text: string): string =>
    asOther(
      `read -r pattern; find ${places} -maxdepth 4 -type f -readable -mmin -2 -print0 2>/dev/null | xargs -0r grep -lsFf <(printf '%s' "$pattern")`,
      `${text}\n`,
    );
  expect(search('prov-web-')).toContain(started); // the search finds what this user can read
  expect(search(token)).toBe('');
  expect(asOther(`printf x > '${dirname(page)}/prov-web-1.html'`)).toContain('Permission denied');
});
