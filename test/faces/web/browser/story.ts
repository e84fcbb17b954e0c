import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The repository of `bench/story.mjs`, played by the real hooks. */
export interface Story {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly git: (...args: string[]) => string;
  readonly cleanup: () => void;
}

export function playStory(): Story {
  const script = resolve(import.meta.dirname, '../../../../bench/story.mjs');
  const root = execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim();
  const dir = join(root, 'calc');
  const env = {
    PATH: `${join(root, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: join(root, 'home'),
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  return {
    dir,
    env,
    git: (...args) => execFileSync('git', args, { cwd: dir, env, encoding: 'utf8' }).trim(),
    cleanup: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
