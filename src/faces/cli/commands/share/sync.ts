import type { Argv } from 'yargs';
import { ProvError } from '../../../../errors.ts';
import { define, json, wordsAfterDashes } from '../../command.ts';
import { isEnabled } from '../../../../recorder/repo-state.ts';
import { openRepo } from '../../../../git/repository/repo.ts';
import { withoutPassword } from '../../../../sharing/address.ts';
import { dequeue } from '../../../../sharing/queue.ts';
import { sync, type Synced } from '../../../../sharing/remotes.ts';
import { type CliContext, stderrOf, stdinOf } from '../../context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { showProgress } from '../../render/progress.ts';
import { renderSynced } from '../../render/share/sync.ts';
import { jsonText } from '../../render/json-text.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';

export interface SyncArguments {
  readonly remote?: string | undefined;
  readonly json: boolean;
  readonly fetch: boolean;
  readonly push: boolean;
}

/** The `--json` output of `git prov push`, `fetch` and `sync`. */
export interface SyncReport {
  readonly schema: 'git-prov/sync/1';
  readonly remote: string;
  readonly fetched?: Synced['fetched'];
  readonly pushed?: Synced['pushed'];
}

/**
 * `git prov push`, `git prov fetch` and `git prov sync`: pushes the notes of commits that the remote has, and fetches the
 * remote's notes.
 * @returns the exit code: 1 when the remote could not be reached or rejected the notes
 * @throws ProvError `usage` for an unknown remote
 */
export async function runSync({ remote, json, fetch, push }: SyncArguments, ctx: CliContext): Promise<number> {
  if (remote === '') throw new ProvError('usage', 'The remote has no name.', { hint: 'See git remote.' });
  const repo = await openRepo(ctx.cwd, ctx.env);
  if (push && isEnabled(repo)) await (await import('../../../../recorder/drain.ts')).drain(repo, { patience: 5000 });
  const stderr = stderrOf(ctx);
  const terminal = stderr.isTTY === true;
  const progress = terminal ? showProgress(stderr, ctx.env, 'Reading notes') : undefined;
  const done = await sync(repo, {
    remote,
    fetch,
    push,
    interactive: terminal || stdinOf(ctx).isTTY === true,
    progress: (at, all) => progress?.at(at, all),
  }).finally(() => progress?.stop());
  const { asked, ...result } = done;
  const isDone = done.pushed?.kind === 'done' || done.pushed?.kind === 'fresh';
  if (isDone && isEnabled(repo)) dequeue(provDirOf(repo), withoutPassword(asked));
  // Fetched notes may belong to sources of rewritten commits here.
  if (isEnabled(repo) && done.fetched?.kind === 'done' && done.fetched.notes > 0)
    await (await import('../../../../recorder/drain.ts')).drain(repo, { patience: 5000 });
  const { output } = await openUnpaged(ctx, json);
  const report: SyncReport = { schema: 'git-prov/sync/1', ...result };
  await output.write(json ? `${jsonText(report, 2)}\n` : renderSynced(done));
  const code = await output.close();
  const failed = [done.fetched, done.pushed].some((one) => one && one.kind !== 'done' && one.kind !== 'fresh');
  return code || (failed ? 1 : 0);
}

const remoteOptions = (c: Argv) =>
  c
    .positional('remote', { type: 'string', describe: 'A remote or an address; by default where git push goes' })
    .options({ json })
    .parserConfiguration({ 'populate--': true });

const half = (name: string, about: string, halves: { readonly fetch: boolean; readonly push: boolean }) =>
  define({
    usage: `${name} [remote]`,
    about,
    options: remoteOptions,
    run: async ({ remote: named, ...args }, ctx) => {
      const remote = named ?? wordsAfterDashes(args)?.[0];
      return runSync({ ...args, ...halves, remote }, ctx);
    },
  });

export const pushCommand = half('push', 'Push the notes of commits the remote has', { fetch: false, push: true });
export const fetchCommand = half('fetch', "Fetch a remote's notes and join them", { fetch: true, push: false });
export const syncCommand = half('sync', 'Fetch and push notes', { fetch: true, push: true });
