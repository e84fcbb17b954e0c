import { isKnownToAll } from './vocabulary/values.ts';

/** Texts across the end of a line that are not a split word: a value with a comment, a port with the next prompt. */
const GLUED =
  /^\d{1,8}[ \t]{0,8}\r?\n[ \t]{0,80}(?:[#>]|\/\/|--)|^\d{2,5}\r?\n[ \t]{0,8}[a-z]|\n[ \t]{0,80}[\w$.]{1,60}\($/;

/** Whether joined lines start or end with an ordinary word or an object id. */
export const hasWord = (across: string): boolean =>
  /\s/.test(across) &&
  across
    .split(/[\s"'`+\\]+/)
    .some((part) =>
      /^(?:(?:[A-Z]?[a-z]{2,11}|[A-Z]{3,11})(?:-[a-z]{2,11})?|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(part),
    );

/**
 * Whether a value that goes over the end of a line is not one: what comes first is a whole value or a string, or what
 * comes last is a mark of a list or the start of the next statement.
 */
const isOfTwoLines = (text: string, across: string, to: number): boolean => {
  const end = across.lastIndexOf('\n');
  if (end < 0) return false;
  const [first = ''] = across.split(/[\s\\]/);
  return (
    isKnownToAll(first) ||
    !/[\p{L}\p{N}]/u.test(across.slice(end)) ||
    /^[^\n]*[`*]/.test(across) ||
    /^\n[ \t]*(?:(?:#|\/\/|--|\/\*)[ \t]|--?[a-z])/.test(across.slice(end)) ||
    (/^\n[ \t]{0,40}[@$]?[\w.]+$/.test(across.slice(end)) && /^[ \t]{0,8}[=(]/.test(text.slice(to, to + 10)))
  );
};

/** Whether joined lines have nothing but ordinary words, short numbers and marks of lists. */
const isOfWords = (across: string): boolean =>
  /\n/.test(across) &&
  across.split(/[\s:*_`.,;()[\]{}-]+/).every((part) => /^(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4})?$/.test(part));

/** Whether a range over the end of a line is no split word. @param to where it ends in the text */
export const isOfSeparateLines = (text: string, across: string, to: number): boolean =>
  GLUED.test(across) || isOfTwoLines(text, across, to) || isOfWords(across);
