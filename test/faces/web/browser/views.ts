import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goTo, settled, watchedPage } from './chromium.ts';
import type { Shared } from './shared.ts';
import { SESSION } from './story.ts';

/** Every view shows what is recorded, and can be used without a mouse. */
export function testViews(shared: Shared): void {
  const on = async (address: string): Promise<Page> => {
    const { page } = shared.main();
    await goTo(page, address);
    return page;
  };

  test('the overview shows who wrote what, what was checked, the decisions and the sessions', async () => {
    const page = await on('/');
    await page.getByText('52 % by agents', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: /^src\/stats\.js: 15 lines, 100 % agents/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'by verification' }).click();
    await page.getByRole('link', { name: /^src\/format\/?: 9 lines, 0 % verified, 0 % stale, 100 % failed/ }).waitFor();
    await page.getByRole('link', { name: '2 proposals of agents' }).waitFor();
    await page.getByText('unchanged since they were recorded', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'The median sorts a copy of the numbers' }).waitFor();
    await page.getByRole('row', { name: /claude-code b9717e1e demo-model-2 .* 22$/ }).waitFor();
  });

  test('the map goes into a folder and back', async () => {
    const page = await on('/');
    await page.getByRole('link', { name: /^src\/: / }).click({ position: { x: 60, y: 8 } });
    await page.getByText('lines in src:', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: /^test\// }).count()).toBe(0);
    await page.getByRole('link', { name: 'all files' }).click();
    await page.getByRole('link', { name: /^test\/: / }).waitFor();
  });

  test('a file shows its lines with their writers, and the panel what is behind one', async () => {
    const page = await on('/file/src/stats.js');
    await page.getByRole('main').getByRole('link', { name: 'claude-code b9717e1e' }).waitFor(); // as everywhere else
    await page.getByRole('option', { name: /^6 claude-code verified / }).click();
    const panel = page.getByRole('complementary', { name: 'Line 6' });
    await panel.getByRole('heading', { name: 'Evidence' }).waitFor();
    for (const text of [
      'One outlier spoils the mean',
      'The median sorts a copy of the numbers',
      'callers keep their order',
      'Sort the list in place',
      'node --test passed',
      'Add median and trimmed mean',
    ])
      await panel.getByText(text, { exact: false }).first().waitFor();
    await panel.getByRole('link', { name: 'claude-code b9717e1e' }).waitFor();
    await panel
      .getByText('return sorted.length % 2', { exact: false })
      .or(panel.locator('.diff-line.added:not(.dim)'))
      .first()
      .waitFor();
    expect(await panel.locator('.diff-line.added:not(.dim)').count()).toBe(1);
    expect(new URL(page.url()).hash).toBe('#/file/src/stats.js?line=6');
  });

  test('people and unknown lines are named as such', async () => {
    const page = await on('/file/src/calc.js');
    await page.getByRole('option', { name: /^1 unknown unknown export function mean/ }).waitFor();
    await page.getByRole('option', { name: /^2 claude-code stale / }).waitFor();
    await page.getByRole('option', { name: /^10 person / }).waitFor();
    expect(shared.main().offences).toEqual([]);
  });

  test('the keyboard moves through a file, opens the panel and closes it', async () => {
    const page = await on('/file/src/stats.js');
    const lines = page.getByRole('listbox', { name: 'Lines of src/stats.js' });
    await lines.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await lines.getAttribute('aria-activedescendant')).toBe('line-3');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Line 3' }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('complementary', { name: 'Line 6' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    expect(await lines.evaluate((element) => document.activeElement === element)).toBe(true);
  });

  test('the slider shows the file as earlier commits had it', async () => {
    const page = await on('/file/src/calc.js');
    const slider = page.getByRole('slider', { name: 'Version' });
    await slider.waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('now, with what is not committed');
    await slider.fill('0');
    await page.getByRole('option', { name: /^2 unknown return sum/ }).waitFor();
    expect(await page.getByRole('option', { name: /if \(numbers\.length === 0\)/ }).count()).toBe(0);
  });

  test('a session shows its steps, their results, and the change of one', async () => {
    const page = await on(`/session/${SESSION}`);
    await page.getByRole('option', { name: /check node --test failed.*✗ failed/ }).waitFor();
    await page
      .getByRole('option', { name: /read src\/report\.js/ })
      .first()
      .waitFor();
    await page.getByText('(tokens)', { exact: false }).waitFor();
    await page.getByRole('option', { name: /change edit src\/stats\.js/ }).click();
    const panel = page.getByRole('complementary', { name: /^change, step/ });
    await panel
      .getByText('return sorted.length', { exact: false })
      .or(panel.locator('.diff-line.added:not(.dim)'))
      .first()
      .waitFor();
    await panel.getByText('The median sorts a copy', { exact: false }).first().waitFor();
    expect(shared.main().offences).toEqual([]);
  });

  test('the play head shows which lines were there at a step', async () => {
    const page = await on(`/session/${SESSION}`);
    const head = page.getByRole('slider', { name: 'Play head' });
    await page.getByTitle('written by this session').first().waitFor();
    await head.fill('0');
    await page.getByTitle('not written yet').first().waitFor();
    expect(await page.getByTitle('written by this session').count()).toBe(0);
  });

  test('the play head shows the text that a file had in the middle of the session', async () => {
    const page = await on(`/session/${SESSION}`);
    const files = page.getByRole('complementary', { name: 'Files at this step' });
    const head = page.getByRole('slider', { name: 'Play head' });
    const steps = await page.locator('.step .step-text').allTextContents();
    const at = (text: string): Promise<void> => head.fill(String(steps.findIndex((step) => step.includes(text))));
    await at('write src/stats.js');
    await files.getByText('The text of the file after step', { exact: false }).waitFor();
    await files.getByText('return sorted[middle];', { exact: false }).waitFor(); // no commit has this line
    await at('edit src/stats.js');
    await files.getByText('(sorted[middle - 1] + sorted[middle])', { exact: false }).waitFor();
    expect(await files.getByText('return sorted[middle];', { exact: false }).count()).toBe(0);
    expect(await files.getByTitle('written by this step').count()).toBe(1);
    await head.fill('0');
    await files.getByText('No snapshot of this file at this step is kept here.', { exact: false }).waitFor();
  });

  test('a sub-agent is nested in the session that started it', async () => {
    const page = await on('/session/5b1e0c3a-7d42-4c9e-8f16-2a90d4e7b853');
    // Its goal, two steps, and the calls of its model.
    expect(await page.getByRole('option', { name: /sub-agent:/ }).count()).toBe(4);
    await page.getByRole('link', { name: /^Sub-agent / }).click();
    await page.getByRole('heading', { name: 'claude-code d868fe64' }).waitFor();
  });

  test('the graph shows a node with its chain, by mouse and by keyboard', async () => {
    const page = await on(`/graph/session:${SESSION}`);
    await page.getByRole('button', { name: /^change edit src\/stats\.js/ }).click();
    const panel = page.getByRole('complementary', { name: 'change' });
    for (const text of [
      'Edit',
      '5 ms',
      shared.story().edit,
      'goal: One outlier',
      'check: node --test passed',
      'commit: Add median',
    ])
      await panel.getByText(text, { exact: false }).first().waitFor();
    expect(await page.locator('.node:not(.other)').allTextContents()).toEqual(
      expect.arrayContaining([
        expect.stringContaining('One outlier spoils the mean'),
        expect.stringContaining('Add median and trimmed mean'),
      ]),
    );
    await page.keyboard.press('ArrowLeft');
    await page
      .getByRole('complementary', { name: 'goal' })
      .or(page.getByRole('complementary', { name: 'read' }))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
  });

  test('a chosen node shows only the edges of its layer, and those that explain', async () => {
    const page = await on(`/graph/session:${SESSION}`);
    await page.locator('.edge').first().waitFor({ state: 'attached' });
    const all = await page.locator('.edge').count();
    await page.getByRole('button', { name: /^file src\/stats\.js/ }).click();
    await page.getByRole('complementary', { name: 'file' }).waitFor();
    expect(await page.locator('.edge').count()).toBeLessThan(all);
  });

  test('every node stays within reach: after the keys, beside the panel, and in another size of the window', async () => {
    const page = await on(`/graph/session:${SESSION}`);
    const outside = (selector: string): Promise<number> =>
      page.evaluate((nodes) => {
        const graph = document.querySelector('.graph')!.getBoundingClientRect();
        return [...document.querySelectorAll(`${nodes} > rect`)].filter((node) => {
          const { left, right, top, bottom } = node.getBoundingClientRect();
          return left < graph.left || right > graph.right || top < graph.top || bottom > graph.bottom;
        }).length;
      }, selector);
    const settles = async (selector: string): Promise<void> => {
      await expect.poll(() => outside(selector), { timeout: 20_000 }).toBe(0);
    };
    await page.locator('.node').first().waitFor({ state: 'attached' });
    await settles('.node');
    await page.locator('.node[tabindex="0"]').focus();
    for (let at = 0; at < 12; at++) await page.keyboard.press('ArrowDown');
    await page.getByRole('complementary').waitFor();
    await settles('.node.chosen');
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await settles('.node');
    await page.setViewportSize({ width: 760, height: 700 });
    await settles('.node');
    await page.setViewportSize({ width: 1280, height: 860 });
    await settles('.node');
  });

  test('reads are folded, found, and dimmed below the threshold; the graph is saved as SVG and PNG', async () => {
    const page = await on(`/graph/session:${SESSION}`);
    await page.getByRole('button', { name: /^read 4 reads/ }).waitFor();
    await page.getByRole('checkbox', { name: 'fold reads' }).uncheck();
    await page.getByRole('button', { name: /^read read src\/calc\.js/ }).waitFor();
    expect(await page.locator('.edge.below').count()).toBe(0);
    await page.getByRole('slider', { name: /Confidence/ }).fill('0.95');
    expect(await page.locator('.edge.below').count()).toBeGreaterThan(0);
    await page.getByRole('searchbox', { name: 'Find in the graph' }).fill('report.js');
    await page.getByRole('status').getByText('1 node').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'read' }).getByText('read src/report.js').first().waitFor();
    for (const [name, start] of [
      ['SVG', '<svg'],
      ['PNG', '\u0089PNG'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).toString('latin1').startsWith(start)).toBe(true);
    }
  });

  test('a review says what to look at first, filters, and explains a line', async () => {
    const page = await on('/review/HEAD~4..HEAD');
    await page.getByText('A check failed after these lines').first().waitFor();
    await page.getByRole('button', { name: 'src/format/price.js:1-8' }).waitFor();
    expect(await page.locator('.file-changes').count()).toBe(7);
    await page.getByRole('button', { name: 'failed', exact: true }).click();
    expect(await page.locator('.file-changes').count()).toBe(3);
    await page.getByRole('button', { name: 'all lines' }).click();
    await page.getByRole('searchbox', { name: 'Path' }).fill('stats');
    expect(await page.locator('.file-changes').count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Path' }).fill('');
    await page.getByRole('button', { name: 'src/format/price.js:1-8' }).click();
    await page
      .getByRole('complementary', { name: 'src/format/price.js:1' })
      .getByText('Show prices with two digits', { exact: false })
      .waitFor();
  });

  test('an attestation shows coverage, cost and signers', async () => {
    const page = await on(`/attestation/session:${SESSION}`);
    await page.getByRole('heading', { name: /Add median and trimmed mean/ }).waitFor();
    await page.getByText('Coverage: 22 added lines').waitFor();
    await page.getByText('Nobody signed this note', { exact: false }).first().waitFor();
    expect(shared.main().offences).toEqual([]);
  });

  test('the search finds entries and files, and each result is one click away', async () => {
    const page = await on('/');
    await page.keyboard.press('/');
    await page.keyboard.type('median');
    await page.keyboard.press('Enter');
    await settled(page);
    await page.getByRole('heading', { name: /results?$/ }).waitFor();
    await page.getByRole('link', { name: 'The median sorts a copy of the numbers' }).first().click();
    await page.getByRole('complementary', { name: 'History of decision' }).getByText('created').waitFor();
    expect(shared.main().offences).toEqual([]);
  });

  test('an address opens in another tab, and the way back works', async () => {
    const { context } = shared.main();
    const tab = await context.newPage();
    await tab.goto(`${shared.served().origin}/#/file/src/stats.js?line=6`);
    await tab.getByRole('complementary', { name: 'Line 6' }).waitFor();
    await tab.getByRole('link', { name: 'Knowledge' }).click();
    await tab.getByRole('heading', { name: 'Knowledge' }).waitFor();
    await tab.goBack();
    await tab.getByRole('listbox', { name: 'Lines of src/stats.js' }).waitFor();
    await tab.close();
    expect(shared.main().offences).toEqual([]);
  });

  test('an address that is set while the page starts is shown', async () => {
    const { page, context, offences } = await watchedPage(shared.browser(), shared.served().origin);
    await page.addInitScript(() => {
      const first = new MutationObserver(() => {
        first.disconnect();
        location.hash = '/knowledge'; // after the first drawing, and before anything that follows it
      });
      const options = { childList: true, subtree: true };
      document.addEventListener('readystatechange', () => first.observe(document, options), { once: true });
    });
    await page.goto(shared.served().address);
    await page.getByRole('heading', { name: 'Knowledge' }).waitFor({ timeout: 20_000 });
    expect(offences).toEqual([]);
    await context.close();
  });

  test('a verdict on a proposal is recorded as git prov review does', async () => {
    const page = await on('/knowledge');
    const said = page.getByRole('listitem').filter({ hasText: 'Intl.NumberFormat knows the digits' });
    await said.first().getByText('not declared').waitFor(); // an agent said it, and no person accepted it
    const proposals = page.getByRole('region', { name: 'Proposals' });
    const first = proposals.getByRole('listitem').filter({ hasText: 'The median sorts a copy' });
    await first.getByRole('textbox', { name: 'Reason' }).fill('checked by hand');
    await first.getByRole('button', { name: 'Accept' }).click();
    await first.waitFor({ state: 'detached' });
    const { items } = JSON.parse(shared.story().prov(['list', 'decisions', '--json'])) as {
      items: { id: string; statement: string; status: string }[];
    };
    const decision = items.find(({ statement }) => statement.startsWith('The median sorts'))!;
    expect(decision.status).toBe('accepted');
    await goTo(page, `/knowledge?node=decision:${decision.id}`);
    const history = page.getByRole('complementary', { name: 'History of decision' });
    await history.getByText('Because: checked by hand').waitFor();
    await history.getByText('proposed → accepted').waitFor();
  });

  test('a proposed link shows what acceptance changes, waits for a verdict, and is marked in the history and the graph', async () => {
    const { prov } = shared.story();
    const asAgent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
    const inShell = (...args: string[]): string => prov([...args, '--json'], asAgent);
    // Another process may record an entry, and the answer has no id then.
    const added = (text: string): string => {
      inShell('add', 'belief', text);
      const { items } = JSON.parse(prov(['list', 'belief', '--json'])) as {
        items: { id: string; statement: string }[];
      };
      return items.find(({ statement }) => statement === text)!.id;
    };
    const [old, fresh] = [added('The mean is quick'), added('The mean is slow for long lists')];
    inShell('link', `belief:${fresh}`, 'supersedes', `belief:${old}`);
    const page = await on('/knowledge');
    const waits = page
      .getByRole('region', { name: 'Proposals' })
      .locator('> ul > li')
      .filter({ hasText: 'The mean is slow for long lists' });
    await waits.getByText('it replaces “The mean is quick”').waitFor();
    await goTo(page, `/knowledge?node=belief:${fresh}`);
    const history = page.getByRole('complementary', { name: 'History of belief' });
    await history.getByText('proposed link').waitFor();
    await goTo(page, `/graph/session:${SESSION}`);
    await page.locator('path.edge.proposed').waitFor({ state: 'attached' });
    await goTo(page, '/knowledge');
    await waits.getByRole('button', { name: 'Accept' }).click();
    await waits.waitFor({ state: 'detached' });
    const { status } = JSON.parse(prov(['history', old, '--json'])) as { status: string };
    expect(status).toBe('superseded');
  });

  test('a rejected decision is marked in the graph, at the steps of its session, at its lines and in a review', async () => {
    const { prov, decision, edit } = shared.story();
    prov(['review', `decision:${decision}`, '--reject', '--because', 'the mean is enough']);
    const page = await on(`/graph/session:${SESSION}`);
    const node = page.locator(`[data-node="${decision}"]`);
    await page.locator(`.node.rejected[data-node="${decision}"]`).waitFor();
    expect(await node.getAttribute('aria-label')).toMatch(/^decision rejected The median sorts a copy/);
    await node.click();
    const panel = page.getByRole('complementary', { name: 'decision' });
    expect(await panel.locator('dt').allTextContents()).toEqual(expect.arrayContaining(['Status', 'ruled out']));
    expect(await panel.locator('dt').allTextContents()).not.toContain('rejected');
    await goTo(page, `/session/${SESSION}?step=${edit}`);
    await page.getByText('✗ rejected by a person').waitFor();
    await page.getByRole('option', { name: /^decision rejected The median sorts a copy/ }).waitFor();
    await goTo(page, `/knowledge?node=decision:${decision}`);
    const history = page.getByRole('complementary', { name: 'History of decision' });
    await history.getByText('accepted → rejected').waitFor();
    const { answers } = JSON.parse(prov(['why', 'src/stats.js:1-15', '--json'])) as {
      answers: { decision: { id: string } | null; lines: { line: number }[] }[];
    };
    const { line } = answers.find((one) => one.decision?.id === decision)!.lines[0]!;
    await goTo(page, `/file/src/stats.js?line=${line}`);
    await page
      .getByRole('complementary', { name: `Line ${line}`, exact: true })
      .getByText('✗ rejected by a person')
      .waitFor();
    await goTo(page, '/review/HEAD~4..HEAD');
    await page.getByText('! Their decision was rejected or retracted').first().waitFor();
    prov(['review', `decision:${decision}`, '--accept', '--yes']);
  });

  test('each confidence that an entry had is drawn', async () => {
    const { prov } = shared.story();
    const { node } = JSON.parse(prov(['add', 'belief', 'The mean is enough', '--confidence', '0.8', '--json'])) as {
      node: string;
    };
    prov(['revise', `belief:${node}`, '--confidence', '0.4', '--because', 'one outlier spoils it']);
    const page = await on(`/knowledge?node=belief:${node}`);
    const chart = page.getByRole('img', { name: 'Confidence: 0.8, then 0.4' });
    await chart.waitFor();
    const points = (await chart.locator('polyline').getAttribute('points'))!.split(' ');
    const [[x1, y1], [x2, y2]] = points.map((point) => point.split(',').map(Number)) as [number[], number[]];
    expect([x1! < x2!, y1! < y2!]).toEqual([true, true]); // later is further right, and less is lower
  });

  test('a new commit appears without a reload', async () => {
    const page = await on('/');
    await page.evaluate(() => void Object.assign(window, { same: true }));
    const { git } = shared.story();
    git('commit', '--allow-empty', '-qm', 'Made while the page is open');
    await page.getByRole('link', { name: 'Made while the page is open' }).waitFor();
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
  });
}
