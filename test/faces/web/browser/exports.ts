import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAM } from '../served.ts';
import { goTo, settled, type Watched, watchedPage } from './chromium.ts';
import type { Shared } from './shared.ts';
import { SESSION } from './story.ts';

/** Exported files, opened from a folder: they show the same without a server, and send no request. */
export function testExports(shared: Shared): void {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'git-prov-export-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const exported = async (place: string): Promise<Watched & { readonly file: string }> => {
    const file = join(folder, 'out.html');
    const { dir, env } = shared.story();
    execFileSync(process.execPath, [PROGRAM, 'web', '--export', file, place], { cwd: dir, env });
    const watched = await watchedPage(shared.browser(), pathToFileURL(file).href);
    await watched.page.goto(pathToFileURL(file).href);
    await settled(watched.page);
    return { ...watched, file };
  };

  test('an exported range has the review, the reasons, the files, the graph and the sessions', async () => {
    const { page, context, offences, file } = await exported('HEAD~4..HEAD~1');
    await page.getByText('A check failed after these lines').first().waitFor();
    await page.getByRole('button', { name: 'src/format/price.js:1-8' }).click();
    const panel = page.getByRole('complementary', { name: 'src/format/price.js:1' });
    for (const text of ['Show prices with two digits', 'Intl.NumberFormat knows', 'Format prices'])
      await panel.getByText(text, { exact: false }).first().waitFor();
    await panel.locator('.diff-line.added:not(.dim)').first().waitFor();
    await panel.getByRole('link', { name: 'claude-code d2581652' }).click();
    await settled(page);
    await page.getByRole('option', { name: /change write src\/format\/price\.js/ }).waitFor();
    await page.getByRole('link', { name: 'Graph', exact: true }).last().click();
    await page.getByRole('button', { name: /^goal Show prices with two digits/ }).waitFor();
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('link', { name: 'src/stats.js' }).click();
    await page.getByRole('option', { name: /^6 claude-code verified / }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('outlier');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /results?$/ }).waitFor();
    await page.getByRole('link', { name: 'Knowledge' }).click();
    await page.getByRole('link', { name: 'Intl.NumberFormat knows' }).first().click();
    await page.getByRole('complementary', { name: 'History of decision' }).getByText('created').first().waitFor();
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Who wrote the lines of this range' }).waitFor();
    await page.getByText('unchanged since they were recorded', { exact: false }).waitFor();
    await page.getByRole('row', { name: /claude-code d2581652/ }).waitFor();
    await goTo(page, '/session/unknown');
    await page.getByText('This is not in the exported file.').waitFor();
    expect(offences).toEqual([]);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/,
    );
    expect(text).not.toMatch(/(?:src|href)="https?:/);
    await context.close();
  });

  test('an exported session has no snapshot: one may have text that is in no commit', async () => {
    const { page, context, offences, file } = await exported(SESSION);
    const steps = await page.locator('.step .step-text').allTextContents();
    const write = steps.findIndex((step) => step.includes('write src/stats.js'));
    await page.getByRole('slider', { name: 'Play head' }).fill(String(write));
    await page.getByText('No snapshot of this file at this step is kept here.', { exact: false }).waitFor();
    await page.getByTitle('written by this step').first().waitFor();
    const data = /id="record">([^<]*)</.exec(readFileSync(file, 'utf8'))![1]!;
    const record = gunzipSync(Buffer.from(data, 'base64')).toString('utf8');
    expect(record).toContain('sorted[middle - 1]');
    expect(record).not.toContain('return sorted[middle];');
    expect(offences).toEqual([]);
    await context.close();
  });

  test.for([
    ['d2581652', 'Prices are rounded only where they are shown'],
    ['src/stats.js:6', 'The median sorts a copy of the numbers'],
    ['HEAD~1', 'Only cash is rounded to five cents'],
    ['the decision', 'callers keep their order'],
  ] as const)('an exported %s opens from a folder', async ([place, text]) => {
    const { page, context, offences } = await exported(
      place === 'the decision' ? `decision:${shared.story().decision}` : place,
    );
    await page.getByText(text, { exact: false }).first().waitFor();
    expect(offences).toEqual([]);
    await context.close();
  });
}
