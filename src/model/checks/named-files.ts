import { isUnbuilt } from './compiled.ts';
import { languageOf } from './languages.ts';

/** Names in one output. With more, none is known: what is named may be what a limit let through. */
const MAX_NAMES = 256;
const MAX_NAME_CHARACTERS = 260;
const MAX_LINES = 1000;
/** Around names in the lines of linters: `(src/a.ts)`, `"a.py"`, `[src/a.ts:3:4]`. */
const AROUND = /^(?:,-|╭─)?[\s'"`([{<]+|[\s'"`)\]}>,;]+$/g;
/** The place behind a name: `:12`, `:12:5`, `(12,5)`, and a colon. */
const PLACE = /(?::\d[\d:,-]*:?|\(\d+[,:]?\d*\):?)$/;
/** What formatters print before the name of a file that they would change, and tools before one with faults. */
const HEADS =
  /^(?:\[(?:warn|error)\]|[-+]{3}|[-*•✖×]|diff|Diff in|would reformat|reformatted|error:|warning:|In|Checking|Would fix|File) +/i;
/** What they print behind it: `line 3:`, `(0ms)`, `format ━━`. */
const TAILS = / (?:(?:at )?line \d+:|\(\d+ ?ms\)|(?:format|assist|lint|parse|organizeImports)[\w/]* ━+)$/;
/** A line of a call stack, or of a package that the tool itself needs: the tool failed, and says nothing about a file. */
const OF_THE_TOOL = /^\s*at\s|[\\/]node_modules[\\/]|[\\/]site-packages[\\/]/;
const CUT = /truncated|omitted|not shown|\.\.\. (?:and )?\d+ more\b/i;

/**
 * The files that the output of a linter or formatter names, as it names them.
 * @param lines the whole output
 * @returns undefined where the output does not list faults by file, was cut, or shows that the code did not compile
 */
export function filesNamedIn(lines: readonly string[]): readonly string[] | undefined {
  if (lines.length > MAX_LINES) return undefined;
  const names = new Set<string>();
  let isList = false;
  for (const line of lines) {
    if (CUT.test(line) || isUnbuilt(line)) return undefined;
    const isOfTool = OF_THE_TOOL.test(line);
    const alone = nameIn(line.replace(HEADS, '').replace(TAILS, ''));
    if (alone !== undefined && !isOfTool) isList = true;
    for (const word of line.split(/[\s|│]+/)) {
      const name = nameIn(word);
      if (name === undefined) continue;
      names.add(name);
      if (!isOfTool && PLACE.test(word.replace(AROUND, ''))) isList = true;
    }
    if (names.size > MAX_NAMES) return undefined;
  }
  return isList ? [...names] : undefined;
}

// The name of a source file; undefined for other words.
function nameIn(word: string): string | undefined {
  if (word.length > MAX_NAME_CHARACTERS || !word.includes('.')) return undefined;
  const name = word.replace(AROUND, '').replace(PLACE, '').replaceAll('\\', '/');
  return name.includes('://') || languageOf(name) === undefined ? undefined : name.replace(/^(?:\.\/)+/, '');
}

/**
 * Whether one of these names is a file of the repository, or may be it: tools name files by the whole path, from the folder where
 * they run, or by the last part alone. Of a path with blanks, a name is what is behind the last one.
 */
export const isNamed = (path: string, names: readonly string[]): boolean =>
  names.some(
    (name) => name === path || name.endsWith(`/${path}`) || path.endsWith(`/${name}`) || path.endsWith(` ${name}`),
  );
