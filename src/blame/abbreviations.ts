import { git } from '../git/process.ts';
import { isZero } from '../graph/ids.ts';

const BATCH = 1024;
/** Git's shortest default, for a repository that has no commit to ask about. */
const SHORTEST = 7;

/** Finds to how many digits the ids of some commits can be cut so that each stays unique, as `core.abbrev` has it. */
export class Abbreviations {
  readonly #options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
  readonly #running: Promise<number>[] = [];
  readonly #seen = new Set<string>();
  #waiting: string[] = [];

  constructor(options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    this.#options = options;
  }

  /** Takes one more commit into account. Git is asked in batches while more come. */
  add(commit: string): void {
    if (this.#seen.has(commit)) return;
    this.#seen.add(commit);
    if (!isZero(commit)) this.#waiting.push(commit);
    if (this.#waiting.length >= BATCH) this.#ask();
  }

  /** How many digits all of them need. */
  async longest(): Promise<number> {
    if (this.#waiting.length > 0) this.#ask();
    else if (this.#running.length === 0) this.#running.push(this.#lengthOf(['HEAD']));
    return Math.max(...(await Promise.all(this.#running)));
  }

  #ask(): void {
    const asked = this.#lengthOf(this.#waiting);
    asked.catch(() => undefined); // told by `longest`
    this.#running.push(asked);
    this.#waiting = [];
  }

  async #lengthOf(commits: readonly string[]): Promise<number> {
    const args = ['rev-list', '--no-walk=unsorted', '--abbrev-commit', '--stdin'];
    const { code, stdout } = await git(args, { ...this.#options, input: `${commits.join('\n')}\n`, accept: [0, 128] });
    if (code !== 0) return SHORTEST;
    return stdout
      .toString('latin1')
      .split('\n')
      .reduce((most, line) => Math.max(most, line.length), 0);
  }
}
