import { ProvError } from '../../errors.ts';
import { runBounded } from '../../git/process/bounded.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { oneLine } from '../../model/one-line.ts';
import type { WarningCounts } from '../warning-counts.ts';
import type { Forge, ForgeRequest } from './entry.ts';

/** Time limit of one question, in milliseconds. It can have hundreds of pages. */
const TIMEOUT_MS = 15 * 60 * 1000;
/** Bytes of one answer. */
const MAX_ANSWER_BYTES = 1024 * 1024 * 1024;
const MAX_SHOWN_CHARACTERS = 200;
/** The exit code of a shell or a wrapper for a missing program. */
const NOT_FOUND = 127;

/** The user's own program for a forge. It has the user's login; git prov sees no token. */
interface ForgeProgram {
  readonly name: string;
  /** Arguments for the requests. @param numbers only these; empty for all */
  readonly requests: (numbers: readonly number[]) => readonly string[];
  /** Arguments for what belongs to all requests at once. */
  readonly common: (numbers: readonly number[]) => readonly string[];
  /** Arguments for what belongs to one request. */
  readonly details: (request: ForgeRequest) => readonly string[];
  readonly quiet: NodeJS.ProcessEnv;
}

const GH_REPO = 'repos/{owner}/{repo}';
const GLAB_REPO = 'projects/:id';
const PAGE = 'per_page=100';

// `gh` and `glab` replace the placeholders by the project of the remote.
const PROGRAMS: Readonly<Record<Forge, ForgeProgram>> = {
  github: {
    name: 'gh',
    requests: (numbers) =>
      numbers.length === 0
        ? [`${GH_REPO}/pulls?state=all&sort=updated&direction=desc&${PAGE}`]
        : numbers.map((number) => `${GH_REPO}/pulls/${number}`),
    common: (numbers) =>
      numbers.length === 0
        ? [`${GH_REPO}/pulls/comments?${PAGE}`]
        : numbers.map((number) => `${GH_REPO}/pulls/${number}/comments?${PAGE}`),
    details: ({ number, head }) => [
      `${GH_REPO}/pulls/${number}/reviews?${PAGE}`,
      ...(head ? [`${GH_REPO}/commits/${head}/check-runs?${PAGE}`, `${GH_REPO}/commits/${head}/status?${PAGE}`] : []),
    ],
    quiet: { GH_PAGER: 'cat', GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' },
  },
  gitlab: {
    name: 'glab',
    requests: (numbers) =>
      numbers.length === 0
        ? [`${GLAB_REPO}/merge_requests?state=all&scope=all&order_by=updated_at&${PAGE}`]
        : numbers.map((number) => `${GLAB_REPO}/merge_requests/${number}`),
    common: () => [],
    details: ({ number }) => [
      `${GLAB_REPO}/merge_requests/${number}/discussions?${PAGE}`,
      `${GLAB_REPO}/merge_requests/${number}/approvals`,
      `${GLAB_REPO}/merge_requests/${number}/pipelines?${PAGE}`,
    ],
    quiet: { NO_PROMPT: '1', NO_COLOR: '1', GLAB_CHECK_UPDATE: 'false' },
  },
};

/** Asks a forge through the user's own `gh` or `glab`, without a shell. */
export class ForgeQuestions {
  readonly #repo: Repo;
  readonly #program: ForgeProgram;
  readonly #tally: WarningCounts;

  constructor(repo: Repo, forge: Forge, tally: WarningCounts) {
    this.#repo = repo;
    this.#program = PROGRAMS[forge];
    this.#tally = tally;
  }

  /**
   * The requests, and what is listed for all of them.
   * @param numbers only these requests; empty for all
   * @throws ProvError `data` when the program is missing, not logged in, or fails
   */
  async *requests(numbers: readonly number[]): AsyncGenerator<Uint8Array> {
    for (const path of [...this.#program.requests(numbers), ...this.#program.common(numbers)])
      yield await this.#ask(path);
  }

  /** What belongs to one request. An answer that cannot be had is counted, and the others are read. */
  async *details(request: ForgeRequest): AsyncGenerator<Uint8Array> {
    for (const path of this.#program.details(request)) {
      try {
        yield await this.#ask(path);
      } catch (error) {
        if (!(error instanceof ProvError)) throw error;
        this.#tally.add({ what: 'questions that the forge did not answer', where: path.replace(/\?.*/, '') });
      }
    }
  }

  async #ask(path: string): Promise<Uint8Array> {
    const { name, quiet } = this.#program;
    const { code, stdout, stderr, fault } = await runBounded(name, ['api', '--paginate', path], {
      cwd: this.#repo.workTree ?? this.#repo.gitDir,
      env: { ...this.#repo.env, ...quiet },
      timeout: TIMEOUT_MS,
      maxOutput: MAX_ANSWER_BYTES,
    });
    const dump = 'or read what it printed elsewhere, with --from FILE.';
    if (fault === 'absent' || code === NOT_FOUND)
      throw new ProvError('data', `${name} cannot be started.`, {
        cause: 'It is not on PATH',
        hint: `Install it and run ${name} auth login, ${dump}`,
      });
    if (fault !== undefined)
      throw new ProvError('data', `${name} api gave no answer.`, {
        cause: fault === 'late' ? 'it took too long' : 'it printed too much',
        hint: `Name single requests by their numbers, ${dump}`,
      });
    if (code !== 0)
      throw new ProvError('data', `${name} api ended with exit code ${code ?? 'none'}.`, {
        cause: oneLine(stderr, MAX_SHOWN_CHARACTERS) || 'it printed no reason',
        hint: `Run ${name} auth status, and ${name} auth login if you are not logged in; ${dump}`,
      });
    return stdout;
  }
}
