// Takes the pictures of `git prov web` for the README and docs/web.md, from the story of bench/story.mjs.
//   npm run pictures
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { tellStory } from '../../bench/story.mjs';

const PICTURES = resolve(import.meta.dirname, '../pictures');
const SESSION = 'b7f0c2d4-9a31-4e86-b1c5-3d2e8f6a7190';
const SIZE = { width: 1200, height: 760 };

/** The pictures: their name, the address, and the schemes. */
const shots = (edit) => [
  ['overview', '/', ['light']],
  ['file', '/file/src/stats.js?line=6', ['light', 'dark']],
  ['review', '/review/HEAD~4..HEAD', ['light']],
  ['session', `/session/${SESSION}`, ['light']],
  ['graph', `/graph/session:${SESSION}?node=${edit}`, ['light', 'dark']],
];

const place = tellStory();
const { nodes } = JSON.parse(place.git('prov', 'sessions', SESSION, '--json'));
const SHOTS = shots(nodes.find(({ summary }) => summary.startsWith('edit src/stats.js')).id);
const server = spawn('git-prov', ['web', '--no-open', '--json'], {
  cwd: place.repo,
  env: place.env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--headless=shell', '--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
});
try {
  const address = await addressOf(server);
  for (const scheme of ['light', 'dark']) {
    const page = await (await browser.newContext({ viewport: SIZE, colorScheme: scheme })).newPage();
    await page.goto(address);
    for (const [name, where] of SHOTS.filter(([, , schemes]) => schemes.includes(scheme))) {
      await page.evaluate((hash) => void (location.hash = hash), where);
      await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('.waiting'));
      await page.waitForTimeout(1000); // the syntax colours and the layout of the graph come after the text
      await page.waitForFunction(() => !document.querySelector('.waiting'));
      await page.screenshot({ path: join(PICTURES, `web-${name}-${scheme}.png`) });
    }
  }
} finally {
  await browser.close();
  server.kill('SIGINT');
  place.remove();
}

function addressOf({ stdout }) {
  let text = '';
  return new Promise((found) => {
    stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (text.endsWith('}\n')) found(JSON.parse(text).address);
    });
  });
}
