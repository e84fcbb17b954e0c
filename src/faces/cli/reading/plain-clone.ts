import { existsSync, readFileSync } from 'node:fs';
import { isEnabled } from '../../../recorder/repo-state.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import type { CliContext } from '../context.ts';

/**
 * For a clone in which nobody ran `git prov init` and that has no notes: fetches them where `prov.autoFetch` is true, and
 * otherwise prints what to do. Prints nothing for a repository without a remote.
 * @returns whether notes were fetched
 */
export async function bringNotes(repo: Repo, ctx: CliContext): Promise<boolean> {
  if (isEnabled(repo)) return false;
  const { last, readSyncSettings, remotesOf } = await import('../../../sharing/sync-settings.ts');
  const settings = await readSyncSettings(repo);
  const remotes = remotesOf(settings);
  const [first] = remotes.includes('origin') ? ['origin'] : remotes;
  if (first === undefined) return false;
  if (/^(?:true|yes|on|1)$/i.test(last(settings, 'prov.autofetch') ?? '')) return fetchNow(repo, first, ctx);
  const command = first === 'origin' || remotes.length === 1 ? 'git prov fetch' : `git prov fetch ${first}`;
  ctx.warn(`No notes are here. ${first} may have some: ${command} brings them.${await sharedSetup(repo)}`);
  return false;
}

async function fetchNow(repo: Repo, remote: string, ctx: CliContext): Promise<boolean> {
  const { sync } = await import('../../../sharing/remotes.ts');
  const { fetched } = await sync(repo, { remote, fetch: true, push: false, interactive: false });
  if (fetched?.kind === 'done') return true;
  ctx.warn(`The notes of ${remote} could not be fetched (prov.autoFetch)${fetched ? `: ${fetched.why}` : ''}.`);
  return false;
}

// A team that ran `git prov init --shared` committed the settings of its agents with our hooks.
async function sharedSetup({ workTree }: Repo): Promise<string> {
  if (!workTree) return '';
  const { AGENTS } = await import('../../../agents/settings-table.ts');
  const { partsOf } = await import('../../../install/agent-settings.ts');
  const files = AGENTS.flatMap(partsOf).map((part) => part.sharedFile(workTree));
  const isShared = files.some((file) => existsSync(file) && readFileSync(file, 'utf8').includes('git-prov'));
  return isShared ? ' This project records with git prov: git prov init sets it up here too.' : '';
}
