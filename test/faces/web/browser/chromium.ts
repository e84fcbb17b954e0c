import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as playwright,
  type Page,
} from 'playwright-core';

/**
 * Chromium from the package, with a browser's usual protections: the arguments that the package proposes for a cloud switch
 * some of them off.
 */
export const launchChromium = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      '--headless=shell',
      '--no-sandbox',
      '--no-zygote',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  });

/** A page with its network and console watched. */
export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Requests to anything but the server, and errors and warnings of the page. */
  readonly offences: string[];
}

/** How long a busy machine may take for a step, in milliseconds. */
const PATIENCE_MS = Number(process.env['PATIENCE'] ?? 90_000);

/** Opens a page in a context of its own. @param allowed the only origin that it may ask */
export async function watchedPage(
  browser: Browser,
  allowed: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    colorScheme: 'light',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const offences: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${allowed}/`) && !/^(?:data|blob):/.test(url) && url !== allowed)
      offences.push(`request ${url.slice(0, 200)}`);
  });
  page.on('console', (message) => {
    if (message.type() !== 'log' && message.type() !== 'debug')
      offences.push(`console ${message.type()} ${message.text()}`);
  });
  page.on('pageerror', (error) => offences.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    offences.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, context, offences };
}

/** Goes to an address of the page, and waits until nothing is read any more. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), address);
  await settled(page);
}

/** Waits until every answer that the page waits for is there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main h1, main .empty, main .failed') !== null &&
      document.querySelector('.waiting') === null,
  );
}
