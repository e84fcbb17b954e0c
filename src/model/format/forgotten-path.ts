import type { RepoPath } from '../ids.ts';
import type { Note } from '../model.ts';

/** The text that replaces a forgotten one. It is the same in every clone, so that all clones arrive at the same notes. */
export const FORGOTTEN = '[forgotten]';

/** Whether a part of the name of a file was forgotten. */
export const isForgottenPath = (path: string): boolean => path.includes(FORGOTTEN);

/** Whether a text with forgotten parts may have been this one: everything around these parts is equal. */
export function mayHaveBeen(forgotten: string, text: string): boolean {
  const parts = forgotten.split(FORGOTTEN);
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

/** Whether a note may have lines of a file under a name that was forgotten. Then the file's lines have no known writer. */
export function hidesPath(lines: Note['lines'], path: RepoPath): boolean {
  if (lines.has(path)) return false;
  for (const one of lines.keys()) if (isForgottenPath(one) && mayHaveBeen(one, path)) return true;
  return false;
}

/** Whether a note has the lines of one file twice: under its name, and under what another clone left of the name. */
export function isPathRevived(lines: Note['lines']): boolean {
  const forgotten = [...lines.keys()].filter(isForgottenPath);
  return forgotten.some((one) => {
    const list = JSON.stringify(lines.get(one));
    return [...lines].some(
      ([path, other]) => !isForgottenPath(path) && mayHaveBeen(one, path) && JSON.stringify(other) === list,
    );
  });
}
