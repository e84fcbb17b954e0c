import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showParts, showProgress } from '../../../src/faces/cli/render/progress.ts';
import { withRepo } from '../../helpers/repo.ts';
import { prov } from '../../ask/blame/story.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function terminal(): { to: Writable & { isTTY: boolean }; text: () => string } {
  let text = '';
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      done();
    },
  });
  return { to: Object.assign(to, { isTTY: true }), text: () => text };
}

test('a blame that takes less than two seconds shows nothing', () => {
  const { to, text } = terminal();
  const progress = showProgress(to, {}, 'Blaming lines');
  progress.at(5, 10);
  vi.advanceTimersByTime(1999);
  progress.at(10, 10);
  progress.stop();
  vi.advanceTimersByTime(5000);
  expect(text()).toBe('');
});

test('a longer one shows progress in git’s words, each per cent once', () => {
  const { to, text } = terminal();
  const progress = showProgress(to, {}, 'Blaming lines');
  progress.at(40, 1000);
  vi.advanceTimersByTime(2000);
  progress.at(45, 1000);
  progress.at(507, 1000);
  progress.at(1000, 1000);
  progress.stop();
  expect(text().split('\r')).toEqual([
    'Blaming lines:   4% (40/1000)',
    'Blaming lines:  50% (507/1000)',
    'Blaming lines: 100% (1000/1000)',
    'Blaming lines: 100% (1000/1000), done.\n',
  ]);
});

test('nothing is shown before the number of lines is known', () => {
  const { to, text } = terminal();
  const progress = showProgress(to, { GIT_PROGRESS_DELAY: '0' }, 'Blaming lines');
  vi.advanceTimersByTime(1);
  progress.at(3, undefined);
  progress.stop();
  expect(text()).toBe('');
});

test('work in parts shows one line for each part, and none where standard error is no terminal', () => {
  const { to, text } = terminal();
  const quiet = terminal();
  for (const end of [to, Object.assign(quiet.to, { isTTY: false })]) {
    const progress = showParts(end, { GIT_PROGRESS_DELAY: '0' });
    progress.at('Reading', 0, 2);
    vi.advanceTimersByTime(1);
    progress.at('Reading', 2, 2);
    progress.at('Writing', 0, 4);
    vi.advanceTimersByTime(1);
    progress.at('Writing', 4, 4);
    progress.stop();
  }
  expect(text()).toBe(
    [
      'Reading:   0% (0/2)\rReading: 100% (2/2)\rReading: 100% (2/2), done.\n',
      'Writing:   0% (0/4)\rWriting: 100% (4/4)\rWriting: 100% (4/4), done.\n',
    ].join(''),
  );
  expect(quiet.text()).toBe('');
});

test('a terminal and --progress turn it on, a pipe and --no-progress turn it off', async () => {
  vi.useRealTimers();
  await withRepo({ files: { a: 'one\ntwo\n' } }, async (repo) => {
    const shown = async (tty: boolean, ...argv: string[]): Promise<string> => {
      const { to, text } = terminal();
      to.isTTY = tty;
      const telling = { stderr: to, env: { GIT_PROGRESS_DELAY: '0.000001' } };
      // The output is slow only in a long blame: the file's text program takes its time here.
      repo.git('config', 'diff.slow.textconv', 'sleep 0.1; cat');
      repo.write('.gitattributes', 'a diff=slow\n');
      expect((await prov(repo, [...argv, 'a'], telling)).code).toBe(0);
      return text();
    };
    const done = 'Blaming lines: 100% (2/2), done.\n';
    expect(await shown(true)).toContain(done);
    expect(await shown(false)).toBe('');
    expect(await shown(true, '--no-progress')).toBe('');
    expect(await shown(false, '--progress')).toContain(done);
    expect(await shown(true, '--json')).toContain(done);
  });
});
