import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Sessions below sessions that count. */
const MAX_DEPTH = 10;

/** The paths of the files below a folder with a matching name, in a fixed order; none when the folder is missing. */
export const filesBelow = (dir: string, name: RegExp): string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .sort()
        .filter((path) => name.test(path))
        .map((path) => join(dir, path))
    : [];

/** The names in a folder, sorted; none when it is missing. */
export const namesIn = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir).sort() : []);

/** A session with its ancestors, the outermost first. @param parents the parent of each session that has one */
export function chainOf(id: string, parents: ReadonlyMap<string, string>): string[] {
  const ids = [id];
  for (let above = parents.get(id); above !== undefined && ids.length < MAX_DEPTH; above = parents.get(above))
    ids.unshift(above);
  return ids;
}
