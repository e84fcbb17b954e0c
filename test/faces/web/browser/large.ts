import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../../../helpers/repo.ts';
import { type Served, startWeb } from '../served.ts';
import { goTo, watchedPage } from './chromium.ts';
import type { Shared } from './shared.ts';

const LINES = 10_000;
/** Commits with twenty steps each. */
const COMMITS = 100;

/** Long files scroll without blank areas, and graphs of two thousand nodes can be used. */
export function testLarge(shared: Shared): void {
  let repo: TestRepo;
  let served: Served;
  beforeAll(async () => {
    repo = makeRepo();
    const { fillIndexRepo } = (await import(resolve(import.meta.dirname, '../../../../bench/index-repo.mjs'))) as {
      fillIndexRepo: (place: object, count: number) => Promise<unknown>;
    };
    await fillIndexRepo({ repo: repo.dir, env: repo.env, git: repo.git }, COMMITS);
    repo.git('reset', '-q', '--hard');
    repo.write(
      'long.ts',
      Array.from({ length: LINES }, (_, at) => `export const value${at} = "text ${at}"; // ${at % 7}\n`).join(''),
    );
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'A long file');
    served = await startWeb(repo.dir, repo.env);
  });
  afterAll(async () => {
    await served?.stop();
    repo?.cleanup();
  });

  test('a file of 10,000 lines scrolls without blank areas', async () => {
    const { page, context, offences } = await watchedPage(shared.browser(), served.origin);
    await page.goto(served.address);
    await goTo(page, '/file/long.ts');
    await page.getByRole('option', { name: /^1 unknown unknown export const value0 / }).waitFor();
    await page.locator('.hljs-keyword').first().waitFor();
    // At each step the page has drawn what the window shows, before the browser paints.
    const blanks = await page.evaluate(async () => {
      const lines = document.querySelector('.lines')!;
      // A browser without a window now and then sends no more frames. The lines have to be there all the same.
      const frame = (): Promise<unknown> =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve);
          setTimeout(resolve, 1000);
        });
      const missing: number[] = [];
      for (let top = 0; top < lines.scrollHeight; top += top < 50_000 ? 1700 : 10_200) {
        lines.scrollTop = top;
        await frame();
        const box = lines.getBoundingClientRect();
        for (let y = box.top + 8; y < box.bottom - 8; y += 40)
          if (!document.elementFromPoint(box.left + 200, y)?.closest('.line')) missing.push(top);
        await frame();
      }
      return missing;
    });
    expect(blanks).toEqual([]);
    expect(await page.locator('.line').count()).toBeLessThan(600);
    await page.keyboard.press('Tab');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.getByRole('option', { name: new RegExp(`^${LINES} `) }).waitFor();
    expect(offences).toEqual([]);
    await context.close();
  });

  test('a graph of 2,000 nodes is drawn, moves, and shows a node', async () => {
    const { page, context, offences } = await watchedPage(shared.browser(), served.origin);
    await page.goto(served.address);
    await goTo(page, `/graph/HEAD~${COMMITS - 1}..HEAD`);
    await page.locator('.node').first().waitFor();
    await page
      .getByText(/^2,\d\d\d nodes|^1,9\d\d nodes/)
      .or(page.getByText(/\d,\d{3} nodes, /))
      .first()
      .waitFor();
    const frames = await page.evaluate(async () => {
      const graph = document.querySelector('.graph')!;
      const { left, top } = graph.getBoundingClientRect();
      const since = performance.now();
      for (let at = 0; at < 16; at++) {
        graph.dispatchEvent(
          new WheelEvent('wheel', {
            deltaY: at < 8 ? 60 : -60,
            clientX: left + 300,
            clientY: top + 200,
            bubbles: true,
            cancelable: true,
          }),
        );
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return (performance.now() - since) / 16;
    });
    expect(frames).toBeLessThan(400); // on a busy machine; docs/benchmarks.md has figures of a quiet one
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.locator('.node[tabindex="0"]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByText('Layer').waitFor();
    expect(offences).toEqual([]);
    await context.close();
  });
}
