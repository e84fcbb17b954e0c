import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { InstallContext } from '../../src/install/install.ts';
import { makeRepo, type RepoOptions, type TestRepo } from '../helpers/repo.ts';

/** A repository, a home with Claude Code, and a package with a program that records its calls. */
export interface Site {
  readonly repo: TestRepo;
  readonly ctx: InstallContext;
  readonly settings: string;
  readonly data: string;
  /** The calls of the program by our hooks, in order. */
  calls(): { args: string[]; input: string }[];
}

const PROGRAM = `const fs = require('node:fs');
const input = fs.readFileSync(0, 'utf8');
fs.appendFileSync(process.env.PROV_TEST_LOG, JSON.stringify({ args: process.argv.slice(2), input }) + '\\n');
process.exit(Number(process.env.PROV_TEST_EXIT ?? 0));
`;

export function makeSite(options: RepoOptions = { files: { 'a.txt': 'one\n' } }): Site {
  const repo = makeRepo(options);
  const root = resolve(repo.home, '..');
  const packageDir = join(root, 'package');
  for (const dir of ['hooks', 'dist']) mkdirSync(join(packageDir, dir), { recursive: true });
  for (const name of ['agent', 'git']) copyFileSync(resolve('hooks', name), join(packageDir, 'hooks', name));
  writeFileSync(join(packageDir, 'dist', 'git-prov.js'), PROGRAM);
  mkdirSync(join(repo.home, '.claude'));
  const log = join(root, 'calls');
  repo.env['PROV_TEST_LOG'] = log;
  for (const name of ['XDG_DATA_HOME', 'CLAUDE_CONFIG_DIR']) delete repo.env[name];
  return {
    repo,
    ctx: { cwd: repo.dir, env: repo.env, home: repo.home, packageDir },
    settings: join(repo.home, '.claude', 'settings.json'),
    data: join(repo.home, '.local', 'share', 'git-prov'),
    calls: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as { args: string[]; input: string })
        : [],
  };
}

/** Runs a story on a site and removes it. */
export async function withSite(story: (site: Site) => Promise<void>, options?: RepoOptions): Promise<void> {
  const site = makeSite(options);
  try {
    await story(site);
  } finally {
    site.repo.cleanup();
  }
}

/** Everything below the folders: kind, permission bits and bytes of each path; without the lock of git's maintenance, which may still run. */
export function everyByte(...dirs: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string): void => {
    if (path.endsWith('/objects/maintenance.lock')) return;
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[path] = `link ${readlinkSync(path)}`;
    else if (stat.isFile()) found[path] = `file ${mode} ${readFileSync(path).toString('latin1')}`;
    else {
      found[path] = `folder ${mode}`;
      for (const name of readdirSync(path)) walk(join(path, name));
    }
  };
  for (const dir of dirs) walk(dir);
  return found;
}

/** Writes an executable file. */
export function script(path: string, text: string, mode = 0o755): void {
  mkdirSync(resolve(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}
