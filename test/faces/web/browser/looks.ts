import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { goTo, watchedPage } from './chromium.ts';
import type { Shared } from './shared.ts';
import { SESSION, type Story } from './story.ts';

/** Every view, with and without its panel. */
const viewsOf = ({ edit, decision }: Story): readonly string[] => [
  '/',
  '/file',
  '/file/src/calc.js?line=2',
  '/review/HEAD~4..HEAD',
  '/session',
  `/session/${SESSION}`,
  `/session/${SESSION}?step=${edit}`,
  `/graph/session:${SESSION}`,
  `/graph/session:${SESSION}?node=${edit}`,
  '/knowledge',
  `/knowledge?node=decision:${decision}`,
  `/attestation/session:${SESSION}`,
  '/search?q=median',
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A scheme changes colours alone, so the second run needs only the rules about them. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };
/** What is no violation is not described, which takes long. */
const VIOLATIONS = { resultTypes: ['violations'] };

interface Axe {
  readonly axe: { run: (at: Document, options: object) => Promise<{ violations: Violation[] }> };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Both colour schemes, narrow windows, and what the accessibility checker says. */
export function testLooks(shared: Shared): void {
  test.for(['light', 'dark'] as const)('axe finds no violation in any view, in the %s scheme', async (scheme) => {
    const { origin, address } = shared.served();
    const { page, context } = await watchedPage(shared.browser(), origin, {
      colorScheme: scheme,
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    await page.goto(address);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 24, 29)');
    await page.evaluate(AXE);
    const found: string[] = [];
    for (const view of viewsOf(shared.story())) {
      await goTo(page, view);
      const { violations } = await page.evaluate((options) => (window as unknown as Axe).axe.run(document, options), {
        ...VIOLATIONS,
        ...(scheme === 'dark' && COLOURS),
      });
      for (const { id, nodes } of violations)
        found.push(`${view} ${id}: ${nodes.length}× ${nodes[0]!.html.slice(0, 200)} ${nodes[0]!.failureSummary ?? ''}`);
    }
    expect(found).toEqual([]);
    await context.close();
  });

  test('a person may choose the scheme, and the choice stays', async () => {
    const { origin, address } = shared.served();
    const { page, context } = await watchedPage(shared.browser(), origin);
    await page.goto(address);
    const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole('button', { name: 'System' }).click();
    await page.getByRole('button', { name: 'Light' }).click();
    expect(await paper()).toBe('rgb(20, 24, 29)');
    await page.reload();
    await page.getByRole('button', { name: 'Dark' }).waitFor();
    expect(await paper()).toBe('rgb(20, 24, 29)');
    await context.close();
  });

  test('no view is wider than a narrow window', async () => {
    const { origin, address } = shared.served();
    const { page, context } = await watchedPage(shared.browser(), origin, { viewport: { width: 360, height: 700 } });
    await page.goto(address);
    const wide: string[] = [];
    for (const view of viewsOf(shared.story())) {
      await goTo(page, view);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) wide.push(`${view}: ${beyond}`);
    }
    expect(wide).toEqual([]);
    await context.close();
  });
}
