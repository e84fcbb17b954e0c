import { withoutSplitBranches } from './conditionals.ts';

/**
 * Macros in places where the grammar expects none: they are blanked. By their usual form, capitals, because their definitions may be
 * in other files. Each begins with a look at the first letter, so that nothing is looked for behind each of many spaces.
 */
const IN_THE_WAY: readonly RegExp[] = [
  // class EXPORT Table {
  /(?=[A-Z])(?<=\b(?:class|struct|union)[ \t]+)[A-Z][A-Z0-9_]+(?:\([^()\n]*\))?(?=[ \t]+[A-Za-z_][\w:]*(?:[ \t]+final)?\s*[:{])/g,
  // void lock() ACQUIRES(mutex) {
  /(?=[A-Z])(?<=\)[ \t]{0,80}(?:const|noexcept|override|final)?\s{1,80})[A-Z][A-Z0-9_]{3,}(?:[ \t]*\([^()\n]*\))?(?=\s{0,80}\{)/g,
  // EXPORT int open(
  /(?=[A-Z])(?<=^[ \t]*(?:extern[ \t]+|static[ \t]+)?)[A-Z][A-Z0-9_]+(?:\([^()\n]*\))?(?=[ \t]+(?!if\b|for\b|while\b|switch\b|return\b)[A-Za-z_][\w:<>]*[ \t*&]+[A-Za-z_][\w:]*[ \t]*\([^;\n]*$)/gm,
];

/** A macro with its lines that go on, and the comments in it, at which the grammar would end it. */
const DEFINITION = /^[ \t]*#[ \t]*define\b(?:[^\n\\]|\\[^\n]|\\\n)*/gm;
const COMMENT = /\/\*.*?\*\//g;

const blanked = (found: string): string => ' '.repeat(found.length);

/** Blanks macros that stand between the parts of a definition, and branches of conditions that split a statement. */
export function withoutMacros(text: string): string {
  let plain = withoutSplitBranches(text).replace(DEFINITION, (found) => found.replace(COMMENT, blanked));
  for (const macro of IN_THE_WAY) plain = plain.replace(macro, blanked);
  return plain;
}
