import { ProvError } from '../errors.ts';
import type { Repo } from '../git/repository/repo.ts';
import { isAddress, plain } from './address.ts';
import { type Fetched, fetchFrom, type Outcome, type PushOptions, pushTo } from './push.ts';
import {
  defaultRemote,
  type Destination,
  destinationsOf,
  isRemote,
  readSyncSettings,
  remotesOf,
  sourceOf,
  type SyncSettings,
} from './sync-settings.ts';

export interface SyncOptions {
  /** A remote or an address; the default remote of `git push` when absent. */
  readonly remote?: string | undefined;
  readonly fetch: boolean;
  readonly push: boolean;
  /** Whether git may ask for a password, and show progress. */
  readonly interactive: boolean;
  readonly progress?: (done: number, all: number) => void;
}

/** The result; a half that was not requested, or could not be tried, is absent. */
export interface Synced {
  /** The remote as shown to the user, without a password. */
  readonly remote: string;
  /** The remote's name for `git push`. */
  readonly asked: string;
  readonly fetched?: Fetched;
  readonly pushed?: Outcome;
}

/**
 * Fetches and joins a remote's notes, and pushes the notes of the commits that it has, as the user asked.
 * @throws ProvError `usage` for an unknown remote or when `prov.push` is `never`, `data` or `git` when notes cannot be read or written
 */
export async function sync(repo: Repo, options: SyncOptions): Promise<Synced> {
  const settings = await readSyncSettings(repo);
  const named = options.remote ?? (await defaultRemote(repo, settings));
  if (!isRemote(settings, named) && !isAddress(repo, named)) throw unknown(settings, named);
  const [destinations, source] = [destinationsOf(settings, named), sourceOf(settings, named)];
  const mayPush = destinations.every(({ mode }) => mode !== 'never');
  if (options.push && !mayPush && !options.fetch) throw forbidden(destinations[0]!);
  const done: Synced = { remote: options.fetch ? source.shown : destinations[0]!.shown, asked: named };
  const { interactive, progress } = options;
  const network = { interactive, deadline: undefined, settings };
  const fetched = options.fetch ? await fetchFrom(repo, source, network) : undefined;
  if (fetched && fetched.kind !== 'done') return { ...done, fetched };
  if (!options.push || !mayPush) return fetched ? { ...done, fetched } : done;
  const pushed = await pushAll(repo, destinations, { ...network, tips: [], ...(progress && { progress }) });
  return { ...done, ...(fetched && { fetched }), pushed };
}

// Pushes in sequence: a remote may have several push addresses.
async function pushAll(repo: Repo, destinations: readonly Destination[], options: PushOptions): Promise<Outcome> {
  let done: Extract<Outcome, { kind: 'done' }> | undefined;
  let held = 0;
  let failure: Outcome | undefined;
  for (const destination of destinations) {
    const one = await pushTo(repo, destination, options);
    if ('why' in one) failure ??= one;
    else held = Math.max(held, one.held ?? 0);
    if (one.kind === 'done')
      done = done ? { ...done, notes: done.notes + one.notes, damaged: Math.max(done.damaged, one.damaged) } : one;
  }
  return failure ?? { ...(done ?? { kind: 'fresh' }), ...(held > 0 && { held }) };
}

function unknown(settings: SyncSettings, named: string): ProvError {
  const remotes = remotesOf(settings);
  return new ProvError('usage', `There is no remote ${plain(named)}.`, {
    hint:
      remotes.length > 0
        ? `One of ${remotes.join(', ')}, or an address.`
        : 'Add one with git remote add, or give an address.',
  });
}

const forbidden = ({ shown }: Destination): ProvError =>
  new ProvError('usage', `The notes must not be pushed to ${shown}.`, {
    cause: 'prov.push is set to never for it.',
    hint: 'Set prov.<remote>.push to auto or manual.',
  });
