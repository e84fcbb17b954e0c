// Where a mutation campaign changes the code.
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
 * A random sample of places, the same for the same seed and code.
 * @param {readonly string[]} files
 * @param {number} count about how many mutants
 * @param {number} seed
 * @returns {string[]} places as Stryker takes them, `FILE:FROM-TO`
 */
export function sample(files, count, seed) {
  const random = randomFrom(seed);
  const places = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / PLACE_LINES) }, (_, i) => {
      const from = i * PLACE_LINES + 1;
      return { place: `${file}:${from}-${Math.min(lines, from + PLACE_LINES - 1)}`, order: random() };
    });
  });
  return places
    .toSorted((a, b) => a.order - b.order)
    .slice(0, Math.max(1, Math.round(count / (PLACE_LINES * MUTANTS_PER_LINE))))
    .map(({ place }) => place)
    .toSorted();
}

// Numbers from 0 to 1 by a seed (mulberry32).
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
