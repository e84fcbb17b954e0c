import { git } from '../../git/process/process.ts';
import { startGit, type GitStream } from '../../git/process/stream.ts';
import { isZero } from '../../model/ids.ts';

/** Commits per batch sent to git. */
const COMMITS_PER_BATCH = 64;
/** Git's shortest default, for a repository without a commit to check. */
const MIN_ABBREVIATION_DIGITS = 7;

/**
 * The digits that git shows of each of these commits, where no other object's id begins with the same ones; undefined where git has to
 * be asked for them. Takes no process of its own.
 */
export type UsualDigits = (commits: readonly string[]) => Promise<number | undefined>;

/** Finds how many digits make the ids of some commits unique, according to `core.abbrev`. */
export class Abbreviations {
  readonly #options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
  readonly #usual: UsualDigits | undefined;
  readonly #seen = new Set<string>();
  #waiting: string[] = [];
  #child: GitStream | undefined;
  #longest = 0;

  /** @param usual asked first, for few commits */
  constructor(options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }, usual?: UsualDigits) {
    this.#options = options;
    this.#usual = usual;
  }

  /** Adds a commit. One git process works on earlier ones meanwhile. */
  add(commit: string): void {
    if (this.#seen.has(commit)) return;
    this.#seen.add(commit);
    if (!isZero(commit)) this.#waiting.push(commit);
    if (this.#waiting.length >= COMMITS_PER_BATCH) this.#ask();
  }

  /** The number of digits that all of them need. */
  async longest(): Promise<number> {
    if (!this.#child && this.#waiting.length > 0) {
      const digits = await this.#usual?.(this.#waiting).catch(() => undefined);
      if (digits !== undefined) return digits;
    }
    if (this.#waiting.length > 0) this.#ask();
    if (!this.#child) return this.#lengthOfHead();
    this.#child.end();
    return (await this.#child.ended) ? MIN_ABBREVIATION_DIGITS : this.#longest;
  }

  /** Stops git: no more requests will follow. */
  stop(): void {
    this.#child?.stop();
  }

  #ask(): void {
    this.#child ??= this.#start();
    this.#child.write(Buffer.from(`${this.#waiting.join('\n')}\n`));
    this.#waiting = [];
  }

  // Only this command prints its results while it still receives input; all others that abbreviate wait for its end.
  #start(): GitStream {
    const { cwd, env } = this.#options;
    const args = ['diff-tree', '--stdin', '--always', '--root', '-s', '--abbrev', '--format=%h'];
    let length = 0;
    return startGit(args, { cwd, env: { ...env, GIT_FLUSH: '0' } }, (chunk) => {
      for (const byte of chunk) {
        length = byte === NEWLINE ? 0 : length + 1;
        this.#longest = Math.max(this.#longest, length);
      }
    });
  }

  async #lengthOfHead(): Promise<number> {
    const args = ['rev-list', '-1', '--abbrev-commit', 'HEAD'];
    const { code, stdout } = await git(args, { ...this.#options, accept: [0, 128] });
    return code === 0 ? stdout.toString('latin1').trim().length : MIN_ABBREVIATION_DIGITS;
  }
}

const NEWLINE = 10;
