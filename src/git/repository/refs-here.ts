import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Repo } from './repo.ts';

/**
 * Whether git may find refs below a folder of refs. Starts no process, and is never false where there is one.
 * @param folder such as `refs/heads`
 */
export function mayHaveRefs({ commonDir }: Pick<Repo, 'commonDir'>, folder: string): boolean {
  const packed = join(commonDir, 'packed-refs');
  if (existsSync(join(commonDir, 'reftable')) || existsSync(join(commonDir, folder))) return true;
  return existsSync(packed) && readFileSync(packed).includes(` ${folder}/`);
}

/** A larger list of packed refs, in bytes, is left to git, which searches it faster. */
const MAX_PACKED_BYTES = 64 * 1024;

const PACKED_LIST = /^(?:#.*\n|[0-9a-f]{40,64} \S+\n|\^[0-9a-f]{40,64}\n)*$/;

/**
 * Whether git may find a ref, or refs below its name. Starts no process, and is never false where git has one, or has a fault to report.
 * @param ref its full name
 */
export function mayHaveRef({ commonDir }: Pick<Repo, 'commonDir'>, ref: string): boolean {
  try {
    if (isThere(join(commonDir, 'reftable')) || isThere(join(commonDir, ref))) return true;
    const packed = join(commonDir, 'packed-refs');
    if (!isThere(packed)) return false;
    if (statSync(packed).size > MAX_PACKED_BYTES) return true;
    const list = readFileSync(packed, 'latin1');
    const name = Buffer.from(` ${ref}`, 'utf8').toString('latin1');
    return !PACKED_LIST.test(list) || list.includes(`${name}\n`) || list.includes(`${name}/`);
  } catch {
    return true;
  }
}

// A link to nothing is there, too.
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
