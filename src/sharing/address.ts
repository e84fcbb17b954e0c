import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSecretName } from '../redact/vocabulary/names.ts';
import { openRepo, type Repo, withoutLocalEnv } from '../git/repository/repo.ts';

/**
 * An address for display and storage: without a password, which may be in place of the user's name, or the value of a parameter
 * such as `private_token`.
 */
export function withoutPassword(url: string): string {
  const plain = /^(?:git\+)?ssh(?:\+git)?:/i.test(url)
    ? url.replace(/^([a-z+]+:\/\/[^/:@]*):[^/]*@/i, '$1@')
    : url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1');
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^?]*\?/i.test(plain)) return plain;
  return plain.replaceAll(/([?&;]([\w.-]+)=)[^&;#]*/g, (part, start: string, name: string) =>
    isSecretName(name) ? start : part,
  );
}

/** Foreign text on one line, for a terminal. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();

/** A name for an address that is valid in a ref. */
export const nameOf = (url: string): string =>
  `url-${createHash('sha256').update(withoutPassword(url)).digest('hex').slice(0, 16)}`;

/**
 * Whether two addresses name the same repository in different ways, such as `https://host/a/b.git` and
 * `git@host:a/b`. In doubt, they do not.
 */
export const isSamePlace = (a: string, b: string): boolean => placeOf(a) === placeOf(b);

/** The part of an address that identifies the repository, the same for every protocol and user. */
export function placeOf(url: string): string {
  const parts = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/]*@)?([^/:]+|\[[^\]]*\])(?::\d*)?(\/.*)?$/i.exec(url);
  const short = parts ?? /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)(.*)$/.exec(url);
  return short ? `${short[1]!.toLowerCase()}/${trim(short[2] ?? '').replace(/^\/+/, '')}` : trim(url);
}

const trim = (path: string): string => path.replace(/\/+$/, '').replace(/\.git$/, '');

/** Whether git would take this for an address, if no remote has that name. */
export const isAddress = ({ cwd }: Repo, text: string): boolean =>
  /[/\\:]/.test(text) || existsSync(resolve(cwd, text));

/** Whether an address is this repository itself (`git push . main:topic`): it has all its notes already. */
export async function isHere(repo: Repo, address: string): Promise<boolean> {
  const path = pathOf(repo, address);
  if (path === undefined) return false;
  try {
    return (await openRepo(path, withoutLocalEnv(repo.env))).commonDir === repo.commonDir;
  } catch {
    return false;
  }
}

function pathOf({ cwd }: Repo, address: string): string | undefined {
  try {
    const path = /^file:/i.test(address) ? fileURLToPath(address) : resolve(cwd, address);
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}
