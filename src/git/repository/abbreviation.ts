import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Git's shortest automatic length, and the shortest that `core.abbrev` may ask for. */
const AUTO_DIGITS = 7;
const MIN_DIGITS = 4;
/** Where the index of a pack has the number of its objects: after a head of 8 bytes, the last of 256 sums. */
const COUNT_OFFSET_BYTES = 8 + 255 * 4;

let digits = AUTO_DIGITS;

/**
 * The id of a commit for people. Its length is git's for the repository of this command. It may name more than one object: only
 * git knows, and messages do not need it.
 */
export const shortOid = (id: string): string => id.slice(0, digits);

/**
 * Sets the length of `shortOid` as git does: by `core.abbrev`, or else by the number of packed objects, with twice as many digits
 * as would number them (`repo_find_unique_abbrev_r` in git's object-name.c).
 */
export function chooseAbbreviation(commonDir: string, setting: string | undefined): void {
  digits = digitsFor(commonDir, setting);
}

function digitsFor(commonDir: string, setting: string | undefined): number {
  const wanted = setting?.toLowerCase();
  if (wanted !== undefined && /^(?:no|off|false)$/.test(wanted)) return Number.MAX_SAFE_INTEGER;
  if (wanted !== undefined && /^\d+$/.test(wanted)) return Math.max(MIN_DIGITS, Number(wanted));
  return Math.max(AUTO_DIGITS, Math.ceil(Math.floor(Math.log2(packedObjects(commonDir)) + 1) / 2));
}

/** What finds an object by the start of its id: its whole id, or undefined where none or several have this start. */
interface Finder {
  info(names: readonly string[]): Promise<readonly ({ readonly oid: string } | undefined)[]>;
}

/**
 * How many digits git shows of these objects, if none of them needs more than usual.
 * @param settings git's section `core`
 * @returns undefined where one of them does, and where other repositories' packs count too
 */
export async function usualDigits(
  { commonDir, env }: { readonly commonDir: string; readonly env: NodeJS.ProcessEnv },
  settings: ReadonlyMap<string, string>,
  ids: readonly string[],
  objects: Finder,
): Promise<number | undefined> {
  if (env['GIT_ALTERNATE_OBJECT_DIRECTORIES'] || existsSync(join(commonDir, 'objects/info/alternates')))
    return undefined;
  const count = digitsFor(commonDir, settings.get('core.abbrev'));
  const found = await objects.info(ids.map((id) => id.slice(0, count)));
  return ids.every((id, i) => found[i]?.oid === id) ? Math.min(count, ids[0]?.length ?? count) : undefined;
}

function packedObjects(commonDir: string): number {
  let count = 1;
  try {
    const folder = join(commonDir, 'objects/pack');
    for (const name of readdirSync(folder)) if (name.endsWith('.idx')) count += objectsIn(join(folder, name));
  } catch {
    // Without packs the shortest length is enough.
  }
  return count;
}

function objectsIn(index: string): number {
  const file = openSync(index, 'r');
  try {
    const bytes = Buffer.alloc(4);
    return readSync(file, bytes, 0, 4, COUNT_OFFSET_BYTES) === 4 ? bytes.readUInt32BE() : 0;
  } finally {
    closeSync(file);
  }
}
