import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localFiles, provDirOf } from '../../../git/repository/local-files.ts';
import type { Repo } from '../../../git/repository/repo.ts';

/** How often the repository is looked at while a page is open, in milliseconds. */
const POLL_MS = 700;
/** Entries of one folder of refs that are looked at. */
const MAX_ENTRIES = 2000;

/**
 * A mark of the repository's state, by the sizes and times of the files that change with commits, notes, the index and
 * events of agents. Starts no process.
 */
export function stampOf(repo: Repo): string {
  const { gitDir, commonDir, workTree } = repo;
  const { spooled, ledgers } = localFiles(provDirOf(repo));
  const head = textOf(join(gitDir, 'HEAD'));
  const branch = /^ref: (\S+)/.exec(head)?.[1];
  const files = [
    join(gitDir, 'logs', 'HEAD'),
    join(gitDir, 'index'),
    join(commonDir, 'packed-refs'),
    join(commonDir, 'reftable', 'tables.list'),
    join(commonDir, 'refs', 'notes', 'provenance'),
    ...(branch === undefined ? [] : [join(commonDir, ...branch.split('/'))]),
    spooled,
    ...below(join(commonDir, 'refs', 'prov')),
    ...below(join(commonDir, 'refs', 'heads')),
    ...below(ledgers),
  ];
  const hash = createHash('sha256').update(`${head}\0${workTree ?? ''}`);
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false });
    hash.update(`\0${stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '-'}`);
  }
  return hash.digest('hex');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 4096);
  } catch {
    return '';
  }
}

function below(dir: string): string[] {
  try {
    return [
      dir,
      ...readdirSync(dir)
        .slice(0, MAX_ENTRIES)
        .map((name) => join(dir, name)),
    ];
  } catch {
    return [];
  }
}

/** Calls `changed` after each change of the repository, while a page is open. */
export class Follower {
  readonly #repo: Repo;
  readonly #changed: () => void;
  #stamp: string;
  #clock: NodeJS.Timeout | undefined;

  constructor(repo: Repo, changed: () => void) {
    this.#repo = repo;
    this.#changed = changed;
    this.#stamp = stampOf(repo);
  }

  /** The mark of the state that was seen last. */
  checkForChanges(): string {
    const now = stampOf(this.#repo);
    if (now !== this.#stamp) {
      this.#stamp = now;
      this.#changed();
    }
    return now;
  }

  start(): void {
    this.#clock ??= setInterval(() => this.checkForChanges(), POLL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }
}
