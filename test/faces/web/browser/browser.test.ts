import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testExports } from './exports.ts';
import { launchChromium, type Watched, watchedPage } from './chromium.ts';
import { testHostile } from './hostile.ts';
import { testLarge } from './large.ts';
import { testLooks } from './looks.ts';
import type { Shared } from './shared.ts';
import { playStory, type Story } from './story.ts';
import { testViews } from './views.ts';
import { type Served, startWeb } from '../served.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 }); // a loaded machine draws slowly
/** In CI a test of the browser gets a second try: what a busy machine draws may come too late for a single look. */
const TRIES = { retry: process.env['CI'] ? 1 : 0 };

let browser: Browser;
let story: Story;
let served: Served;
let main: Watched;

beforeAll(async () => {
  story = await playStory();
  [browser, served] = await Promise.all([launchChromium(), startWeb(story.dir, story.env)]);
  main = await watchedPage(browser, served.origin);
  await main.page.goto(served.address);
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
  story?.cleanup();
});

const shared: Shared = { browser: () => browser, story: () => story, served: () => served, main: () => main };

describe('every view', TRIES, () => {
  testLooks(shared);
});
describe('exported files', TRIES, () => {
  testExports(shared);
});
describe('the views', TRIES, () => {
  testViews(shared);
});
describe('a hostile repository', TRIES, () => {
  testHostile(shared);
});
describe('large files and graphs', TRIES, () => {
  testLarge(shared);
});

test('the page sent requests to its server only, and had no error', () => {
  expect(main.offences).toEqual([]);
});
