/*
 * What `git prov blame FILE` and `git prov why FILE:LINE` ask git about their file. The loader asks it before the program is loaded, so
 * nothing else is imported here.
 */

/** The largest signed 32-bit number of seconds. As `--max-age` it keeps git from looking behind the first commit. */
const NO_HISTORY = '--max-age=2147483647';

type Question = readonly string[];

/** Makes git print the lines of a blame as `git blame` finds them, all blamed on the requested revision. */
export const textQuestion = (query: readonly string[]): Question => ['blame', '--porcelain', NO_HISTORY, ...query];

/** Asks for the id of a file of the work tree, with git's filters. */
export const contentQuestion = (file: string): Question => ['hash-object', '--', file];

/** Asks for the last commit that changed a path. */
export const lastChangeQuestion = (revision: string, pathspec: string): Question => [
  'log',
  '-1',
  '--format=%H',
  revision,
  '--',
  pathspec,
];

/** A path of the current folder, in which no character has a meaning. */
export const literal = (path: string): string => `:(literal)${path}`;

/** Finds any text in a path, and nothing in a binary file. @param where a revision, or options */
export const anyTextQuestion = (where: readonly string[], path: string): Question => [
  'grep',
  '-I',
  '--quiet',
  '--no-recurse-submodules',
  '-e',
  '',
  ...where,
  '--',
  literal(path),
];

/**
 * What a command will ask about its file, in the order in which it needs the answers: the last may take long in a long history.
 * @param args the command line of the program. Only its plainest forms are known here: another one asks later
 */
export function questionsAboutFile([command, place = '', ...more]: readonly string[]): readonly Question[] {
  if (more.length > 0 || place.startsWith('-')) return [];
  if (command === 'blame') return about([place], place);
  const [, file, line] = (command === 'why' && /^([^:#\n]+):([1-9][0-9]{0,8})$/.exec(place)) || [];
  return file === undefined ? [] : about([`-L${line},+1`, '--', file], file, anyTextQuestion([], file));
}

const about = (query: readonly string[], file: string, ...more: readonly Question[]): readonly Question[] => [
  textQuestion(query),
  ...more,
  contentQuestion(file),
  lastChangeQuestion('HEAD', literal(file)),
];
