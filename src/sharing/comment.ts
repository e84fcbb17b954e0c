import { ProvError } from '../errors.ts';
import { runBounded } from '../git/process/bounded.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Forge } from './forge.ts';

/** A request to a forge may take this long, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Characters of a program's message in an error. */
const MAX_MESSAGE_CHARACTERS = 300;
/** The name under which GitHub's own token comments, where it may not ask for its name. */
const ACTIONS = 'github-actions[bot]';

/** A comment that was made or changed. */
export interface Posted {
  readonly number: number;
  readonly changed: 'created' | 'updated';
}

/** The parts of a forge's interface that comments need. */
interface Api {
  readonly program: 'gh' | 'glab';
  /** Prints the number of the request of the current branch, as JSON. */
  readonly current: readonly string[];
  readonly numberIn: (found: Record<string, unknown>) => unknown;
  readonly comments: (number: number) => string;
  readonly comment: (number: number, id: number) => string;
  readonly author: (comment: Record<string, unknown>) => unknown;
  readonly login: string;
  readonly update: 'PATCH' | 'PUT';
}

const APIS: Readonly<Record<Forge['kind'], Api>> = {
  github: {
    program: 'gh',
    current: ['pr', 'view', '--json', 'number'],
    numberIn: ({ number }) => number,
    comments: (number) => `repos/{owner}/{repo}/issues/${number}/comments`,
    comment: (_, id) => `repos/{owner}/{repo}/issues/comments/${id}`,
    author: ({ user }) => (user as { login?: unknown } | null)?.login,
    login: 'login',
    update: 'PATCH',
  },
  gitlab: {
    program: 'glab',
    current: ['mr', 'view', '--output', 'json'],
    numberIn: ({ iid }) => iid,
    comments: (number) => `projects/:id/merge_requests/${number}/notes`,
    comment: (number, id) => `projects/:id/merge_requests/${number}/notes/${id}`,
    author: ({ author }) => (author as { username?: unknown } | null)?.username,
    login: 'username',
    update: 'PUT',
  },
};

/**
 * Creates or updates one comment on a pull or merge request, through `gh` or `glab`, which know the user's token. An earlier comment
 * is found by its mark and its author: anybody can write the mark.
 * @param number of the request; that of the current branch when absent
 * @param mark the first line of every such comment
 * @throws ProvError `data` when the program is missing or refuses
 */
export async function postComment(
  repo: Repo,
  { kind }: Forge,
  { number: wanted, body, mark }: { readonly number: number | undefined; readonly body: string; readonly mark: string },
): Promise<Posted> {
  const api = APIS[kind];
  const number = wanted ?? Number(api.numberIn(objectIn(await run(repo, api, api.current))));
  if (!Number.isSafeInteger(number) || number <= 0)
    throw new ProvError('data', 'This branch has no open request on the forge.', {
      hint: 'Name its number: git prov report --post=NUMBER.',
    });
  const me = await loginOf(repo, api);
  const found = listIn(await run(repo, api, ['api', '--paginate', api.comments(number)]));
  const mine = found.find((one) => String(one['body']).startsWith(mark) && me.includes(String(api.author(one))));
  const id = Number(mine?.['id']);
  const target = mine ? api.comment(number, id) : api.comments(number);
  const input = Buffer.from(JSON.stringify({ body }));
  const headers = ['--header', 'Content-Type: application/json', '--input', '-'];
  await run(repo, api, ['api', '--method', mine ? api.update : 'POST', target, ...headers], input);
  return { number, changed: mine ? 'updated' : 'created' };
}

// A token of GitHub Actions may not ask for its name.
async function loginOf(repo: Repo, api: Api): Promise<string[]> {
  try {
    return [String(objectIn(await run(repo, api, ['api', 'user']))[api.login])];
  } catch (error) {
    if (api.program === 'gh' && error instanceof ProvError && repo.env['GITHUB_ACTIONS'] === 'true') return [ACTIONS];
    throw error;
  }
}

async function run(repo: Repo, { program }: Api, args: readonly string[], input?: Uint8Array): Promise<string> {
  const options = { cwd: repo.cwd, env: repo.env, timeout: REQUEST_TIMEOUT_MS, ...(input ? { input } : {}) };
  const { code, stdout, stderr, fault } = await runBounded(program, args, options);
  if (code === 0) return stdout.toString('utf8');
  if (fault === 'absent')
    throw new ProvError('data', `${program} is not installed.`, {
      hint: `Install ${program} and log in with ${program} auth login, or post the output of git prov report --format md yourself.`,
    });
  throw new ProvError('data', `${program} ${args.slice(0, 2).join(' ')} failed.`, {
    cause: fault === 'late' ? 'It took too long.' : stderr.trim().slice(0, MAX_MESSAGE_CHARACTERS),
    hint: `Log in with ${program} auth login, or name the request: git prov report --post=NUMBER.`,
  });
}

function objectIn(text: string): Record<string, unknown> {
  const parsed = parse(text);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : {};
}

// With several pages, the lists follow each other.
const listIn = (text: string): Record<string, unknown>[] =>
  [parse(text.replaceAll(/\]\s*\[/g, ','))]
    .flat()
    .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProvError('data', 'The answer of the forge cannot be read.', { cause, hint: 'Try again.' });
  }
}
