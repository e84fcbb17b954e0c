// Where a mutation campaign changes the code.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Lines of one place of a sample. */
const PLACE_LINES = 12;
/** Mutants that Stryker makes of a line of our code, on average. */
const MUTANTS_PER_LINE = 1.3;

/**
 * @param {readonly string[]} names files and folders, relative to the working directory
 * @returns {string[]} the TypeScript files in them, sorted
 */
export function allFiles(names) {
  const inside = (name) =>
    statSync(name).isDirectory()
      ? readdirSync(name, { recursive: true, encoding: 'utf8' }).map((one) => join(name, one))
      : [name];
  return names
    .flatMap(inside)
    .filter((name) => name.endsWith('.ts'))
    .toSorted();
}

/**
 * A random sample of places. The seed and a place's own name decide, so a change of one file hardly changes the places in others.
 * @param {readonly string[]} files
 * @param {number} count about how many mutants
 * @param {number} seed
 * @returns {string[]} places as Stryker takes them, `FILE:FROM-TO`
 */
export function sample(files, count, seed) {
  const places = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / PLACE_LINES) }, (_, i) => {
      const place = `${file}:${i * PLACE_LINES + 1}-${Math.min(lines, (i + 1) * PLACE_LINES)}`;
      return { place, order: createHash('sha256').update(`${seed} ${file} ${i}`).digest('hex') };
    });
  });
  return places
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, Math.max(1, Math.round(count / (PLACE_LINES * MUTANTS_PER_LINE))))
    .map(({ place }) => place)
    .toSorted();
}
