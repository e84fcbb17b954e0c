import type { FileFacts, Target } from '../facts.ts';

/** The names that a file defines, and those that it uses, as words of the full-text index. */
export interface FileNames {
  readonly defined: string;
  readonly used: string;
}

/**
 * The words of a file's names.
 * The index only has to find candidates: the facts of a file decide. So names with the same word do no harm.
 */
export function namesOf({ definitions, references, exports }: FileFacts): FileNames {
  const used = new Set<string>();
  for (const { target } of references) addNames(target, used);
  for (const { name, target } of exports) {
    used.add(name);
    addNames(target, used); // a file that passes a name on may give it another
  }
  return {
    defined: [...new Set(definitions.map(({ name }) => wordOf(name)))].join(' '),
    used: [...new Set([...used].map(wordOf))].join(' '),
  };
}

function addNames(target: Target, names: Set<string>): void {
  if (target.is === 'definition') return;
  if (target.is === 'first') {
    for (const one of target.of) addNames(one, names);
    return;
  }
  names.add(target.name);
  if (target.is === 'member' || target.is === 'field') addNames(target.of, names);
}

/** A name as one word: what the full-text index would split at becomes a letter that it keeps. */
export const wordOf = (name: string): string => name.replace(/[^A-Za-z0-9\u0080-\u{10ffff}]/gu, 'ǀ') || 'ǀ';
