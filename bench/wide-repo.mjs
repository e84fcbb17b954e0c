// Creates a repository of many small files, a hundred in each folder, through one `git fast-import`.
import { spawnSync } from 'node:child_process';

/**
 * @param {import('./place.mjs').Place} place
 * @param {number} files
 */
export function makeWide(place, files) {
  place.git('init', '-q');
  place.git('config', 'gc.auto', '0');
  const parts = ['commit refs/heads/main\ncommitter Ada <ada@example.com> 1767225600 +0000\n', data('Many files')];
  for (let i = 0; i < files; i++)
    parts.push(`M 100644 inline d${Math.floor(i / 100)}/f${i}.txt\n`, data(`file ${i}\nline two\n`));
  const done = spawnSync('git', ['fast-import', '--quiet'], { cwd: place.repo, env: place.env, input: parts.join('') });
  if (done.status !== 0) throw new Error(`git fast-import: ${done.stderr}`);
  place.git('reset', '-q', '--hard', 'main');
  // Git reads files that are as young as the index. One second later that is not necessary.
  place.run('sleep', '1.1');
  place.git('update-index', '-q', '--refresh');
}

const data = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
