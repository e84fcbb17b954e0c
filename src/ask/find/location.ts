import { ProvError } from '../../errors.ts';

/** Lines `start` to `start + count - 1`, from 1. */
export interface Range {
  readonly start: number;
  readonly count: number;
}

/** One reading of a place. */
export interface ReadPlace {
  readonly path: string;
  /** The path is relative to the top of the repository instead of the user's folder. */
  readonly fromTop: boolean;
  /** The revision that a URL names. */
  readonly revision?: string;
  readonly ranges: readonly Range[];
}

const AT_COLON = /^(.+):([0-9]+)(?:(?:-|,|\.\.)([0-9]+))?$/s;
const FRAGMENT = /^(.+)#L([0-9]+)(?:C[0-9]+)?(?:-L?([0-9]+)(?:C[0-9]+)?)?$/s;
const MAX_LINE_NUMBER = 2 ** 31 - 1;

/**
 * Parses a place in a file: `FILE:12`, `FILE:12-20`, `FILE:12:5` (a column, the form of compilers), `FILE#L12-L20`, or the
 * URL of lines on a forge (GitHub, GitLab, Bitbucket, Gitea). URLs are only parsed; nothing is fetched.
 * @returns the possible readings, most likely first, because paths may contain colons and revisions slashes
 * @throws ProvError `usage` when no line is named
 */
export function parsePlace(text: string): readonly ReadPlace[] {
  if (/^https?:\/\//i.test(text)) return parseUrl(text);
  const places: ReadPlace[] = [];
  const add = (found: RegExpExecArray | null): void => {
    const range = found && rangeOf(found[2]!, found[3]);
    if (range) places.push({ path: found[1]!, fromTop: false, ranges: [range] });
  };
  const colon = AT_COLON.exec(text);
  add(colon);
  if (colon && colon[3] === undefined) add(AT_COLON.exec(colon[1]!));
  add(FRAGMENT.exec(text));
  if (places.length > 0) return places;
  throw new ProvError('usage', `${JSON.stringify(text)} names no line.`, {
    hint: 'Use FILE:LINE, FILE:FROM-TO, FILE -L FROM,TO, or the URL of a line on a forge.',
  });
}

/** Whether a text names a line. */
export const namesLine = (text: string): boolean =>
  /^https?:\/\//i.test(text) || AT_COLON.test(text) || FRAGMENT.test(text);

/** A whole file; `-L` selects the lines. */
export const wholeFile = (path: string): ReadPlace => ({ path, fromTop: false, ranges: [] });

function rangeOf(from: string, to: string | undefined): Range | undefined {
  const [a, b] = [Number(from), Number(to ?? from)];
  const [start, end] = a <= b ? [a, b] : [b, a];
  return start > 0 && end < MAX_LINE_NUMBER ? { start, count: end - start + 1 } : undefined;
}

// The part of a path before the revision, most specific first. Gitea also names the kind of revision.
const FORGES: readonly RegExp[] = [
  /^\/.+?\/-\/(?:blob|blame|raw|edit)\/(.+)$/,
  /^\/[^/]+\/[^/]+\/src\/(?:branch|commit|tag)\/(.+)$/,
  /^\/[^/]+\/[^/]+\/(?:blob|blame|raw|edit|src|annotate)\/(.+)$/,
  /^\/.+\/(?:blob|blame|src)\/(.+)$/,
];

function parseUrl(text: string): ReadPlace[] {
  const at = text.indexOf('#');
  const fragment = at < 0 ? '' : decode(text.slice(at + 1));
  const path = text
    .slice(0, at < 0 ? undefined : at)
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/\?.*$/s, '');
  const ranges = rangesOf(fragment);
  const rest = FORGES.map((forge) => forge.exec(path)?.[1]).find((found) => found !== undefined);
  const parts = rest?.split('/').map(decode) ?? [];
  if (parts.length < 2 || parts.length > 64)
    throw new ProvError('usage', 'This address is not of a file in a form that git prov knows.', {
      hint: 'Paste the address of lines on GitHub, GitLab, Bitbucket or Gitea, or use FILE:LINE.',
    });
  if (ranges.length === 0)
    throw new ProvError('usage', 'This address names no line.', {
      hint: 'Choose a line on the page, or use FILE:LINE.',
    });
  return parts.slice(1).map((_, i) => ({
    path: parts.slice(i + 1).join('/'),
    fromTop: true,
    revision: parts.slice(0, i + 1).join('/'),
    ranges,
  }));
}

function rangesOf(fragment: string): Range[] {
  const lines = /^lines-([0-9:,]+)$/.exec(fragment)?.[1];
  const parts = lines ? lines.split(',').map((part) => part.split(':')) : [lineOf(fragment)];
  return parts.flatMap(([from, to]) => (from ? (rangeOf(from, to) ?? []) : []));
}

function lineOf(fragment: string): (string | undefined)[] {
  const found = /^L([0-9]+)(?:C[0-9]+)?(?:-L?([0-9]+)(?:C[0-9]+)?)?$/.exec(fragment);
  return [found?.[1], found?.[2]];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
