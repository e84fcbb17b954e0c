import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PROGRAM } from '../served.ts';
import { removeFolder } from '../../../helpers/remove-folder.ts';

/** The repository of `bench/story.mjs`, played by the real hooks. */
export interface Story {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly git: (...args: string[]) => string;
  /** Runs git prov, with more variables. */
  readonly prov: (args: readonly string[], more?: NodeJS.ProcessEnv) => string;
  /** The step that wrote the last version of src/stats.js; a busy machine may record steps in another order. */
  readonly edit: string;
  /** The decision of the median. */
  readonly decision: string;
  readonly cleanup: () => void;
}

/** The session that adds the median. */
export const SESSION = 'b7f0c2d4-9a31-4e86-b1c5-3d2e8f6a7190';

export async function playStory(): Promise<Story> {
  const { tellStory } = (await import(resolve(import.meta.dirname, '../../../../bench/story.mjs'))) as {
    tellStory: () => { readonly root: string };
  };
  const node = process.execPath;
  const wrapped = mkdtempSync(join(tmpdir(), 'git-prov-node-'));
  process.execPath = wrapper(wrapped);
  let root: string;
  try {
    ({ root } = tellStory());
  } finally {
    process.execPath = node;
  }
  const dir = join(root, 'calc');
  const env = {
    PATH: `${join(root, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: join(root, 'home'),
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    XDG_CACHE_HOME: resolve(PROGRAM, '../../node_modules/.cache'), // otherwise each command is compiled once more
  };
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: dir, env, encoding: 'utf8' }).trim();
  const prov: Story['prov'] = (args, more = {}) =>
    execFileSync(process.execPath, [PROGRAM, ...args], { cwd: dir, env: { ...env, ...more }, encoding: 'utf8' }).trim();
  const { nodes } = JSON.parse(prov(['sessions', SESSION, '--json'])) as {
    nodes: { id: string; kind: string; summary: string }[];
  };
  const named = (kind: string, start: string): string =>
    nodes.find((node) => node.kind === kind && node.summary.startsWith(start))!.id;
  return {
    dir,
    env,
    git,
    prov,
    edit: named('commitment', 'edit src/stats.js'),
    decision: named('decision', 'The median sorts a copy'),
    cleanup: () => {
      removeFolder(root);
      removeFolder(wrapped);
    },
  };
}

// Replaces Node in the story, so that the server of the tests runs the program there too: the story starts it by a link.
function wrapper(folder: string): string {
  const file = join(folder, 'node');
  const byName = `case $1 in */bin/git-prov) shift && set -- '${PROGRAM}' "$@" ;; esac`;
  writeFileSync(file, `#!/bin/sh\n${byName}\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  return file;
}
