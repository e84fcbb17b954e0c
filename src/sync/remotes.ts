import { ProvError } from '../errors.ts';
import type { Repo } from '../git/repo.ts';
import { fetchFrom, type Outcome, pushTo } from './push.ts';
import { defaultRemote, type Destination, destinationOf, readSyncSettings } from './settings.ts';

export interface SyncOptions {
  /** A remote or an address; the one that `git push` would push to, when absent. */
  readonly remote?: string | undefined;
  readonly fetch: boolean;
  readonly push: boolean;
  /** Whether git may ask for a password, and show how far it is. */
  readonly interactive: boolean;
  readonly progress?: (done: number, all: number) => void;
}

/** What came of it; a half that was not asked for, or that could not be tried, is absent. */
export interface Synced {
  /** As the user knows it, without a password. */
  readonly remote: string;
  /** The remote as `git push` names it. */
  readonly asked: string;
  readonly fetched?: Outcome;
  readonly pushed?: Outcome;
}

/**
 * Fetches a remote's notes and joins them, and brings it the notes of the commits that it knows, as the user asked.
 * @throws ProvError `usage` when there is no such remote or `prov.push` is `never`, `data` or `git` when notes cannot be read or written
 */
export async function sync(repo: Repo, options: SyncOptions): Promise<Synced> {
  const settings = await readSyncSettings(repo);
  const asked = options.remote ?? (await defaultRemote(repo, settings));
  const destination = destinationOf(settings, { remote: asked });
  if (options.push && destination.mode === 'never') {
    if (!options.fetch) throw forbidden(destination);
  }
  const done: Synced = { remote: destination.shown, asked };
  const { interactive, progress } = options;
  const network = { interactive, deadline: undefined };
  const fetched = options.fetch ? await fetchFrom(repo, destination, network) : undefined;
  if (fetched && fetched.kind !== 'done') return { ...done, fetched };
  if (!options.push || destination.mode === 'never') return fetched ? { ...done, fetched } : done;
  const pushed = await pushTo(repo, destination, { ...network, tips: [], ...(progress && { progress }) });
  return { ...done, ...(fetched && { fetched }), pushed };
}

const forbidden = ({ shown }: Destination): ProvError =>
  new ProvError('usage', `The notes are not to be pushed to ${shown}.`, {
    cause: 'prov.push is never for it.',
    hint: 'Set prov.<remote>.push to auto or manual.',
  });
