import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** The ids of objects in a git dir that contain one of these texts: objects reachable from `revisions`, or all objects. */
export function objectsWith(gitDir: string, texts: readonly string[], ...revisions: string[]): string[] {
  const run = (args: readonly string[], input = ''): Buffer =>
    spawnSync('git', ['--git-dir', gitDir, ...args], { input, maxBuffer: 1 << 30 }).stdout;
  const out =
    revisions.length > 0
      ? run(
          ['cat-file', '--batch'],
          run(['rev-list', '--objects', ...revisions])
            .toString('latin1')
            .replaceAll(/ .*/g, ''),
        )
      : run(['cat-file', '--batch-all-objects', '--batch']);
  const found = new Set<string>();
  for (let at = 0; at < out.length;) {
    const end = out.indexOf(10, at);
    const [id, , size] = out.toString('latin1', at, end).split(' ');
    const bytes = out.subarray(end + 1, end + 1 + Number(size));
    if (texts.some((text) => bytes.includes(text))) found.add(id!);
    at = end + 2 + Number(size);
  }
  return [...found];
}

/**
 * The files below a folder that contain one of these texts, also deflated like git's objects; `but` are left out. A file that a
 * process in the background removes meanwhile, as a lock, contains nothing any more.
 */
export function filesWith(dir: string, texts: readonly string[], but: RegExp = /^$/): string[] {
  const names = existsSync(dir) ? readdirSync(dir, { recursive: true, encoding: 'utf8' }) : [];
  return names
    .filter((name) => {
      const bytes = but.test(name) ? undefined : contentOf(join(dir, name));
      if (!bytes) return false;
      const plain = inflated(bytes);
      return texts.some((text) => bytes.includes(text) || plain?.includes(text) || name.includes(text));
    })
    .sort();
}

/** @returns nothing for a folder, and for a deleted file */
function contentOf(path: string): Buffer | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path) : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes);
  } catch {
    return undefined;
  }
}
