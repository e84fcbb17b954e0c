// Measures `git prov web`: the first view of a repository with many notes, a graph of 2,000 nodes, a file of 10,000 lines, the
// size of the page, and an export of 50 commits. Prints the rows of docs/benchmarks.md.
//   node bench/web.mjs [NOTES]
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { Agent } from './agent.mjs';
import { fillIndexRepo } from './index-repo.mjs';
import { makePlace } from './place.mjs';

const NOTES = Number(process.argv[2] ?? 10_000);
const PAGE = resolve(import.meta.dirname, '../dist/web/served');
const TURNS = 3;

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const say = (what, result) => process.stdout.write(`${what.padEnd(64)} ${result}\n`);

const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--headless=shell', '--no-sandbox', '--no-zygote', '--disable-gpu'],
});
try {
  sizes();
  await many();
  await annotated();
} finally {
  await browser.close();
}

function sizes() {
  const zipped = (name) => gzipSync(readFileSync(join(PAGE, name))).length;
  const all = readdirSync(PAGE);
  const isShared = (name) => /^(?:main\.js|style\.css|index\.html|chunk-.*\.js)$/.test(name);
  const first = all.filter((name) => isShared(name) || name.startsWith('overview-'));
  const sum = (names) => `${Math.round(names.reduce((bytes, name) => bytes + zipped(name), 0) / 1024)} KiB compressed`;
  say('first load of the page, overview', sum(first));
  say('all of the page', sum(all));
}

async function serve(place, work) {
  const since = performance.now();
  const server = spawn('git-prov', ['web', '--no-open', '--json'], {
    cwd: place.repo,
    env: place.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const address = await new Promise((found) => {
    server.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (text.endsWith('}\n')) found(JSON.parse(text).address);
    });
  });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage();
  try {
    return await work(page, address, since);
  } finally {
    await page.context().close();
    server.kill('SIGINT');
    await new Promise((done) => server.on('close', done));
  }
}

async function go(page, hash) {
  await page.evaluate((to) => void (location.hash = to), hash);
}

async function many() {
  const place = makePlace();
  try {
    place.git('init', '-q');
    await fillIndexRepo(place, NOTES);
    place.git('reset', '-q', '--hard');
    const long = Array.from({ length: 10_000 }, (_, at) => `export const value${at} = "text ${at}"; // ${at % 7}\n`);
    place.write('long.ts', long.join(''));
    place.git('add', '-A');
    place.git('commit', '-qm', 'A long file');
    place.git('prov', 'sessions', '--json'); // builds the index once, as any earlier question does
    const views = [];
    const commits = [];
    const maps = [];
    for (let turn = 0; turn < TURNS; turn++)
      await serve(place, async (page, address, since) => {
        await page.goto(address);
        await page.getByRole('heading', { name: 'Last commits' }).waitFor();
        views.push(performance.now() - since);
        await page.getByRole('link', { name: 'A long file' }).waitFor({ timeout: 120_000 });
        commits.push(performance.now() - since);
        await page.getByText('The area is the number of', { exact: false }).waitFor({ timeout: 300_000 });
        maps.push(performance.now() - since);
      });
    const cold = [];
    for (let turn = 0; turn < TURNS; turn++) {
      rmSync(join(place.repo, '.git/prov'), { recursive: true, force: true });
      await serve(place, async (page, address, since) => {
        await page.goto(address);
        await page.getByRole('link', { name: 'A long file' }).waitFor({ timeout: 120_000 });
        const seen = performance.now() - since;
        await page
          .locator('section', { hasText: 'Latest decisions' })
          .getByRole('listitem')
          .first()
          .waitFor({ timeout: 300_000 });
        cold.push([seen, performance.now() - since]);
      });
    }
    say(`${NOTES} notes: first view, from the start of the command`, `${Math.round(median(views))} ms`);
    say('… with the last commits and their shares', `${Math.round(median(commits))} ms`);
    say(
      '… without an index: the last commits; the decisions',
      `${Math.round(median(cold.map(([seen]) => seen)))} ms; ${Math.round(median(cold.map(([, all]) => all)))} ms`,
    );
    say('… with the map, the first time; later', `${Math.round(maps[0])} ms; ${Math.round(median(maps.slice(1)))} ms`);
    await serve(place, async (page, address) => {
      await page.goto(address);
      await page.getByRole('heading', { name: 'Last commits' }).waitFor();
      await scroll(page);
      await graph(page);
    });
  } finally {
    place.remove();
  }
}

async function scroll(page) {
  const since = performance.now();
  await go(page, '/file/long.ts');
  await page.getByRole('option').first().waitFor();
  say('a file of 10,000 lines: until its lines are there', `${Math.round(performance.now() - since)} ms`);
  await page.locator('.hljs-keyword').first().waitFor();
  const [frame, blanks] = await page.evaluate(async () => {
    const lines = document.querySelector('.lines');
    const times = [];
    let blank = 0;
    for (let top = 0; top < lines.scrollHeight; top += 1700) {
      const before = performance.now();
      lines.scrollTop = top;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      times.push(performance.now() - before);
      const { left, top: start, bottom } = lines.getBoundingClientRect();
      for (let y = start + 8; y < bottom - 8; y += 40)
        if (!document.elementFromPoint(left + 200, y)?.closest('.line')) blank++;
    }
    return [times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)], blank];
  });
  say('… a step of 1,700 pixels, two frames; blank places', `${Math.round(frame)} ms; ${blanks}`);
}

async function graph(page) {
  const since = performance.now();
  await go(page, '/graph/HEAD~99..HEAD');
  await page.locator('.node').first().waitFor();
  const count = await page.getByText(/nodes, .* edges/).textContent();
  const drawn = performance.now() - since;
  await page.locator('button:enabled', { hasText: 'PNG' }).waitFor();
  say(
    `a graph (${count}): until its first part is drawn; all of it`,
    `${Math.round(drawn)} ms; ${Math.round(performance.now() - since)} ms`,
  );
  const frame = await page.evaluate(async () => {
    const element = document.querySelector('.graph');
    const { left, top } = element.getBoundingClientRect();
    const times = [];
    for (let at = 0; at < 40; at++) {
      const before = performance.now();
      element.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: at < 20 ? 60 : -60,
          clientX: left + 300,
          clientY: top + 200,
          bubbles: true,
          cancelable: true,
        }),
      );
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      times.push(performance.now() - before);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  });
  say('… a step of the zoom, two frames', `${Math.round(frame)} ms`);
  const click = await page.evaluate(async () => {
    const times = [];
    for (let at = 0; at < 12; at++) {
      const before = performance.now();
      document.querySelectorAll('.node')[at * 3].dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      times.push(performance.now() - before);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  });
  say('… a click on a node, two frames', `${Math.round(click)} ms`);
}

async function annotated() {
  const place = makePlace();
  try {
    place.write('package.json', '{ "type": "module" }\n');
    place.git('init', '-q');
    place.git('add', '-A');
    place.git('commit', '-qm', 'Begin');
    place.git('prov', 'init', '--agent', 'claude-code');
    const agent = new Agent(place, 'c3a91f52-7e4b-4d08-9b6a-5f2d8e1c7a34', {}).start();
    for (let n = 0; n < 50; n++) {
      const lines = Array.from(
        { length: 40 },
        (_, at) => `export const part${n}_${at} = (input) => input * ${at} + ${n};\n`,
      );
      agent.play([
        { prompt: `Write part ${n} of the module, with its tests, and explain the choice of its factors.` },
        { tool: 'Read', input: { file_path: '$REPO/package.json' } },
        {
          say: `Part ${n} multiplies before it adds, because the inputs are small and the sum has to stay exact.`,
          tool: 'Write',
          input: { file_path: `$REPO/src/part${n % 20}/file${n}.js`, content: lines.join('') },
        },
        { tool: 'Bash', input: { command: `git add -A && git commit -qm 'Write part ${n}'` } },
      ]);
    }
    agent.end();
    const file = join(place.root, 'out.html');
    const since = performance.now();
    const done = spawnSync('git-prov', ['web', '--export', file, 'HEAD~50..HEAD'], {
      cwd: place.repo,
      env: place.env,
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(done.stderr);
    say(
      'an export of 50 commits with 2,000 lines',
      `${Math.round(statSync(file).size / 1024)} KiB in ${Math.round(performance.now() - since)} ms`,
    );
  } finally {
    place.remove();
  }
}
