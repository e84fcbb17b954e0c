// Which survivors are listed as equal to the code: no input shows a difference.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ file: string, location: { start: Place, end: Place }, mutator: string, to: string, status: string }} Result
 * @typedef {{ line: number, column: number }} Place from 1
 * @typedef {{ file: string, line: number, in: string, mutator: string, from: string, to: string, status: string }} Mutant
 * `in` is the line of the code without its indentation; `status` is Stryker's, or `Equal`
 */

// A file's list of `{ in, from, to, why }`. The texts of the code name the place, so that lines may move.
const LISTS = JSON.parse(readFileSync(join(import.meta.dirname, 'equal.json'), 'utf8'));
const texts = new Map();

/**
 * @param {Result} result of one mutant
 * @returns {Mutant} the same with the texts of the code; `Equal` if it survived and is listed
 */
export function known({ file, location: { start, end }, mutator, to, status }) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8').split('\n'));
  const lines = texts.get(file).slice(start.line - 1, end.line);
  const whole = lines[0].trim();
  lines.push(lines.pop().slice(0, end.column - 1));
  lines[0] = lines[0].slice(start.column - 1);
  const mutant = { file, line: start.line, in: whole, mutator, from: short(lines.join(' ')), to: short(to), status };
  const listed = LISTS[file]?.some((one) => one.in === mutant.in && one.from === mutant.from && one.to === mutant.to);
  return listed && (status === 'Survived' || status === 'NoCoverage') ? { ...mutant, status: 'Equal' } : mutant;
}

const short = (text) => text.replace(/\s+/g, ' ').trim();
