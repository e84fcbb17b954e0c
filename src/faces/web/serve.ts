import { join } from 'node:path';
import { forgetAnswers } from '../../git/process/ask-once.ts';
import { openRepo } from '../../git/repository/repo.ts';
import type { CliContext } from '../cli/context.ts';
import { openUnpaged } from '../cli/output/unpaged.ts';
import { jsonText } from '../cli/render/json-text.ts';
import { answer, failureOf, fieldsOf, isWord, readQuestion } from './answers/answers.ts';
import { AnswerCache } from './server/cache.ts';
import { readAssets } from './server/assets.ts';
import { Follower } from './server/follow.ts';
import { newToken } from './server/guard.ts';
import { listen, type Served } from './server/http.ts';
import { LaunchFile, openBrowser } from './server/open-browser.ts';
import { ProvError } from '../../errors.ts';
import { RestedAnswer } from './server/rested.ts';
import type { Tree, Verdict, VerifyResult } from './contract.ts';

export interface ServeOptions {
  /** What to show first, as `why`, `show` or `report` take it. */
  readonly place?: string | undefined;
  /** A free port when absent. */
  readonly port?: number | undefined;
  readonly open: boolean;
  readonly json: boolean;
}

/** The format of `git prov web --json`. */
const WEB_SCHEMA = 'git-prov/web/1';
/** How long a question waits for the index, in milliseconds: another question or process may build it. */
const INDEX_PATIENCE_MS = 600_000;
/** How often pages get the progress of the index, in milliseconds. */
const TELL_MS = 250;

/**
 * `git prov web`: serves the record to this person's browser until Ctrl-C.
 * @returns the exit code
 * @throws ProvError `usage` or `data` for a place that means nothing or a port that is in use, `git` outside a repository
 */
export async function serve({ place, port = 0, open, json }: ServeOptions, ctx: CliContext): Promise<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ProvError('usage', '--port needs a number from 1 to 65535.', {
      hint: 'Leave it out to use a free port.',
    });
  const repo = await openRepo(ctx.cwd, ctx.env);
  // While one question builds the index, others wait for it; each would otherwise build its own in memory.
  const indexing = {
    patience: INDEX_PATIENCE_MS,
    onProgress: throttled((done, all) => served?.broadcast({ kind: 'indexing', done, all })),
  };
  const quiet: CliContext = { ...ctx, warn: () => undefined, indexing };
  const address = place === undefined ? '/' : (await answer({ kind: 'place', text: place }, ctx)).address;
  const ended = untilInterrupted();
  const token = newToken();
  const cache = new AnswerCache();
  let served: Served | undefined;
  const follower = new Follower(repo, () => served?.broadcast({ kind: 'changed' }));
  const asked: Asked = { ctx: quiet, cache, follower, address, verification: new RestedAnswer() };
  served = await listen(
    {
      assets: readAssets(ctx.packageDir),
      token,
      ask: (body) => asText(() => ask(body, asked)),
      decide: (body) => asText(() => decide(body, { ctx: quiet, follower })),
      listening: (anybody) => (anybody ? follower.start() : follower.stop()),
    },
    port,
  );
  // The page begins with these questions: they are answered while the browser starts.
  for (const kind of address === '/' ? ['start', 'commits'] : ['start']) void asText(() => ask({ kind }, asked));
  const url = `http://127.0.0.1:${served.port}/#token=${token}`;
  const { output } = await openUnpaged(ctx, true);
  await output.write(
    json ? `${jsonText({ schema: WEB_SCHEMA, address: url, port: served.port })}\n` : `${url}\nPress Ctrl-C to end.\n`,
  );
  const launch = open ? await launched(repo.gitDir, url, ctx) : undefined;
  await ended;
  follower.stop();
  launch?.remove();
  await served.close();
  return output.close();
}

// The last report is always made: it ends the progress that a page shows.
function throttled(report: (done: number, all: number) => void): (done: number, all: number) => void {
  let last = 0;
  return (done, all) => {
    if (done < all && Date.now() - last < TELL_MS) return;
    last = Date.now();
    report(done, all);
  };
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

async function launched(gitDir: string, url: string, { env, warn }: CliContext): Promise<LaunchFile | undefined> {
  const byHand = 'open the address above yourself';
  try {
    const file = new LaunchFile(gitDir, url);
    if (!(await openBrowser(file.url, env))) warn(`no browser could be started: ${byHand}.`);
    return file;
  } catch {
    warn(`the browser was not started, because ${join(gitDir, '')} is not writable: ${byHand}.`);
    return undefined;
  }
}

// A failure is an answer too: the page shows what, why and what to do.
async function asText(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    return JSON.stringify(failureOf(error));
  }
}

interface Asked {
  readonly ctx: CliContext;
  readonly cache: AnswerCache;
  readonly follower: Follower;
  readonly address: string;
  readonly verification: RestedAnswer<VerifyResult>;
}

function ask(body: unknown, { ctx, cache, follower, address, verification }: Asked): Promise<string> {
  const question = readQuestion(body);
  forgetAnswers(); // the user may have changed a setting since the last question
  const work = async (): Promise<string> => {
    const data = await answer(question, ctx);
    return JSON.stringify(question.kind === 'start' ? { ...data, address } : data);
  };
  const stamp = follower.checkForChanges();
  if (question.kind === 'verify')
    return verification.get(stamp, () => answer(question, ctx)).then((data) => JSON.stringify(data));
  // What was counted last is kept on disk, and changes without a change of the repository.
  if (question.kind === 'tree' && question.fresh === undefined) return work();
  return cache.get(JSON.stringify(question), stamp, work, (text) => question.kind !== 'tree' || !isOld(text));
}

const isOld = (text: string): boolean => (JSON.parse(text) as Tree).again !== undefined;

async function decide(body: unknown, { ctx, follower }: Pick<Asked, 'ctx' | 'follower'>): Promise<string> {
  const verdict = readVerdict(body);
  const { decide: record } = await import('./answers/knowledge.ts');
  await record(ctx, verdict);
  follower.checkForChanges();
  return '{}';
}

function readVerdict(body: unknown): Verdict {
  const { node, verdict, because } = fieldsOf(body);
  const sound =
    isWord(node) && (verdict === 'accept' || verdict === 'reject') && (because === undefined || isWord(because));
  if (sound) return { node, verdict, because };
  throw new ProvError('usage', 'The page asked for a change that this program does not know.', {
    hint: 'Reload the page.',
  });
}
