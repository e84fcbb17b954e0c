import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { runRedact } from '../../../src/faces/cli/commands/trust/redact.ts';
import { type RedactReport } from '../../../src/faces/cli/render/trust/redact-report.ts';
import { contextOf, withSite } from '../../recorder/site.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { run } from '../../trust/signed.ts';
import { collect } from './collect.ts';

const TOKEN = `ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`;

async function redact(repo: TestRepo, test: string, input = ''): Promise<{ text: string; report: RedactReport }> {
  const ask = (json: boolean): Promise<{ code: number; text: string }> =>
    collect((stdout) => runRedact({ test, json }, { ...contextOf(repo), stdout }, Readable.from([input])));
  const { code, text } = await ask(false);
  expect(code).toBe(0);
  return { text, report: JSON.parse((await ask(true)).text) as RedactReport };
}

test('shows the redacted text and which rule removed what, and never the secret', () =>
  withSite(async ({ repo }) => {
    const { text, report } = await redact(repo, `push with ${TOKEN} now\nplease`);
    const [taken] = report.taken;
    expect(report).toMatchObject({
      schema: 'git-prov/redact/1',
      kept: `push with ${taken!.mark} now\nplease`,
      dropped: null,
    });
    expect(taken).toMatchObject({ rules: expect.arrayContaining(['github']), from: 10, to: 50 });
    expect(text).toMatch(
      /^push with (\[redacted:[0-9a-f]{8}\]) now\nplease\n\n\1 +github.* +40 characters from 10 on\n$/,
    );
    expect(text + JSON.stringify(report)).not.toContain(TOKEN.slice(4));
    expect(await redact(repo, '-', `push with ${TOKEN} now\nplease`)).toEqual({ text, report });
  }));

test('a text without secrets is unchanged; a text that cannot be checked is removed entirely', () =>
  withSite(async ({ repo }) => {
    expect(await redact(repo, 'fix the login')).toMatchObject({
      text: 'fix the login\n\nNothing would be removed.\n',
      report: { kept: 'fix the login', taken: [], dropped: null },
    });
    // Each level of it is longer than the previous one.
    const endless = Buffer.from(`"a1b2c3" + `.repeat(300)).toString();
    const { report } = await redact(repo, endless);
    expect(report).toMatchObject({
      kept: '[redacted: could not be checked]',
      dropped: expect.stringContaining('too many'),
    });
  }));

test('in a repository without git prov it prints the same, and creates no key', async () => {
  const repo = makeRepo({ files: { a: 'a' } });
  try {
    const { report } = await redact(repo, TOKEN);
    expect(report.taken).toMatchObject([{ rules: expect.arrayContaining(['github']) }]);
    expect(existsSync(join(repo.dir, '.git', 'prov'))).toBe(false);
    expect(run({ ...repo, dir: repo.home }, 'redact', '--test', TOKEN)).toMatchObject({ code: 0 });
    expect(run(repo, 'redact')).toMatchObject({ code: 2 });
    expect(run(repo, 'forget')).toMatchObject({ code: 2, err: expect.stringContaining('Which text?') });
    expect(run(repo, 'forget', '--file', 'missing')).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be read'),
    });
  } finally {
    repo.cleanup();
  }
});
