import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test('the demo records an agent and a person at work, and its own checks pass', () => {
  const demo = resolve(import.meta.dirname, '../bench/demo.mjs');
  const done = spawnSync(process.execPath, [demo], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
  expect(done.stdout.match(/^\$ .*/gm)).toEqual([
    '$ git prov init --agent claude-code',
    '$ git prov blame src/calc.js',
    '$ git prov why src/calc.js:2',
    '$ git prov log',
  ]);
});
