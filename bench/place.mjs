// A temporary folder with a repository, a home and a `git prov` on PATH, isolated from the user's files.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

const PACKAGE = resolve(import.meta.dirname, '..');

/**
 * Creates a place. Its repository has no commit yet.
 * @returns {Place}
 */
export function makePlace() {
  return new Place(realpathSync(mkdtempSync(join(tmpdir(), 'git-prov-'))));
}

export class Place {
  /** @param {string} root an existing folder for this place alone */
  constructor(root) {
    this.root = root;
    this.repo = join(root, 'calc');
    this.home = join(root, 'home');
    const bin = join(root, 'bin');
    for (const dir of [this.repo, this.home, bin]) mkdirSync(dir);
    symlinkSync(join(PACKAGE, 'dist', 'git-prov.js'), join(bin, 'git-prov'));
    symlinkSync(process.execPath, join(bin, 'node'));
    writeFileSync(
      join(this.home, '.gitconfig'),
      '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n',
    );
    this.env = {
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      HOME: this.home,
      TMPDIR: tmpdir(),
      LC_ALL: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_PAGER: 'cat',
      ...pick('TERM', 'NO_COLOR', 'COLORTERM', 'SystemRoot'),
    };
  }

  /**
   * Runs a program in the repository and returns its standard output. Throws with its messages when it fails.
   * @param {string} command
   * @param {...string} args
   */
  run(command, ...args) {
    const done = spawnSync(command, args, { cwd: this.repo, env: this.env, maxBuffer: 1 << 30, encoding: 'utf8' });
    if (done.status === 0) return done.stdout;
    const words = done.error?.message ?? `${done.stdout}${done.stderr}`;
    throw new Error(`${[command, ...args].join(' ')} ended with ${done.status ?? done.signal}: ${words}`);
  }

  /** Runs a program in the repository with this process's own output streams. */
  inherit(command, ...args) {
    spawnSync(command, args, { cwd: this.repo, env: this.env, stdio: 'inherit' });
  }

  git(...args) {
    return this.run('git', ...args);
  }

  write(path, content) {
    mkdirSync(dirname(join(this.repo, path)), { recursive: true });
    writeFileSync(join(this.repo, path), content);
  }

  read(path) {
    return readFileSync(join(this.repo, path), 'utf8');
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const pick = (...names) =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** Sends input to `git fast-import`. */
export function fastImport(place, parts) {
  const done = spawnSync('git', ['fast-import', '--quiet', '--done'], {
    cwd: place.repo,
    env: place.env,
    input: Buffer.concat(parts),
    maxBuffer: 1 << 20,
  });
  if (done.status !== 0) throw new Error(done.stderr.toString());
}
