import { OWN_REFS } from '../../../../notes/refs.ts';
import type { Options } from 'yargs';

const several = { type: 'string', array: true, nargs: 1 } as const;
const text = { type: 'string', requiresArg: true } as const;
const flag = { type: 'boolean' } as const;

/**
 * The options of `git log` that select commits and their order. None of them prints, writes a file or runs a program. They
 * have git's own names, and git parses their values.
 */
export const SELECTING = {
  all: { ...flag, describe: 'All branches, tags and remote branches, and HEAD' },
  branches: { ...several, describe: 'All branches, or with =PATTERN those that match' },
  tags: { ...several, describe: 'All tags, or with =PATTERN those that match' },
  remotes: { ...several, describe: 'All remote branches, or with =PATTERN those that match' },
  since: { ...text, alias: 'after', describe: 'Commits younger than this date' },
  until: { ...text, alias: 'before', describe: 'Commits older than this date' },
  author: { ...several, describe: 'Commits with an author that matches the pattern' },
  committer: { ...several, describe: 'Commits with a committer that matches the pattern' },
  grep: { ...several, describe: 'Commits with a message that matches the pattern' },
  'all-match': { ...flag, describe: 'Only commits that match every --grep' },
  'invert-grep': { ...flag, describe: 'Only commits that match no --grep' },
  'regexp-ignore-case': { ...flag, alias: 'i', describe: 'Patterns match capitals and small letters alike' },
  'extended-regexp': { ...flag, alias: 'E', describe: 'Patterns are extended regular expressions' },
  'fixed-strings': { ...flag, alias: 'F', describe: 'Patterns are plain words' },
  merges: { ...flag, describe: 'Only merges' },
  'no-merges': { ...flag, describe: 'No merges' },
  'first-parent': { ...flag, describe: 'Follow only the first parent of merges' },
  reverse: { ...flag, describe: 'The oldest first' },
  'topo-order': { ...flag, describe: 'No parent before all its children' },
  'date-order': { ...flag, describe: 'Like --topo-order, but otherwise by date' },
  skip: { type: 'number', describe: 'Skip this many commits' },
} as const satisfies Record<string, Options>;

/** Options that take a value only after `=`. */
const OPTIONAL = /^--(?:branches|tags|remotes)$/;

/** Excludes our own refs from `--all`, because they contain no commits of users. Git requires them before `--all`. */
const OURS = ['--exclude=refs/notes/*', `--exclude=${OWN_REFS}/*`];

/** Rewrites a command line so that our parser reads it like git: `-20` becomes `-n 20`, and `--tags` alone means all tags. */
export function normalized(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const options = end < 0 ? words : words.slice(0, end);
  const out = options.flatMap((word) => {
    if (/^-\d+$/.test(word)) return ['-n', word.slice(1)];
    return OPTIONAL.test(word) ? [`${word}=*`] : [word]; // the star matches any name, including slashes
  });
  return [...out, ...words.slice(options.length)];
}

/** Git's form of the options. @param args the parsed options, by name */
export function selection(args: Readonly<Record<string, unknown>>): string[] {
  const out: string[] = [];
  for (const name of Object.keys(SELECTING)) {
    const value = args[name];
    if (name === 'all' && value === true) out.push(...OURS);
    if (value === true) out.push(`--${name}`);
    else if (typeof value === 'number') out.push(`--${name}=${value}`);
    else for (const one of [value].flat()) if (typeof one === 'string') out.push(`--${name}=${one}`);
  }
  return out;
}
