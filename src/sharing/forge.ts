import type { Repo } from '../git/repository/repo.ts';
import type { Oid, RepoPath } from '../model/ids.ts';
import { placeOf } from './address.ts';
import { defaultRemote, last, readSyncSettings } from './sync-settings.ts';

/** The web site of a remote: how it writes addresses, and the program that talks to it. */
export interface Forge {
  readonly kind: 'github' | 'gitlab';
  readonly host: string;
  /** Owner and name, each part as it is in the remote's address. */
  readonly project: string;
}

/** The forge of the default remote; undefined for a remote elsewhere, such as a folder. */
export async function forgeOf(repo: Repo): Promise<Forge | undefined> {
  const settings = await readSyncSettings(repo);
  const remote = await defaultRemote(repo, settings).catch(() => undefined);
  const url = remote === undefined ? undefined : last(settings, `remote.${remote}.url`);
  const [, host = '', project = ''] =
    /^([a-z0-9.-]+\.[a-z]{2,})\/([^\s]+\/[^\s]+)$/i.exec(url ? placeOf(url) : '') ?? [];
  if (host === '') return undefined;
  return { kind: /gitlab/i.test(host) ? 'gitlab' : 'github', host, project };
}

/** The address of lines of a file at a commit. All of it is encoded, so that it stays an address in Markdown. */
export function linesUrl(
  { kind, host, project }: Forge,
  at: Oid,
  path: RepoPath,
  [start, count]: readonly [number, number],
): string {
  const end = count > 1 ? (kind === 'gitlab' ? `-${start + count - 1}` : `-L${start + count - 1}`) : '';
  const blob = kind === 'gitlab' ? '-/blob' : 'blob';
  return `https://${host}/${encoded(project)}/${blob}/${at}/${encoded(path)}#L${start}${end}`;
}

const encoded = (path: string): string =>
  path
    .toWellFormed()
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16)}`))
    .join('/');
