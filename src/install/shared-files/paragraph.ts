/** The marks around our paragraph in a file of the user. */
const BEGIN = '<!-- git prov: begin -->';
const END = '<!-- git prov: end -->';

/**
 * Adds our paragraph at the end of a text, or replaces the one that is there. Every other byte stays. Takes bytes of any
 * encoding that contains ASCII.
 * @param paragraph ASCII text that ends with a newline
 * @returns undefined for a text in which it cannot be placed: one in UTF-16, or one with half of the marks
 */
export function withParagraph(bytes: Buffer | undefined, paragraph: string): Buffer | undefined {
  const text = bytes?.toString('latin1') ?? '';
  if (text.includes('\0') || /^(?:\xff\xfe|\xfe\xff)/.test(text)) return undefined;
  const place = placeOf(text);
  if (place === 'unclear') return undefined;
  const newline = /\r?\n/.exec(place ? text.slice(place.from) : text)?.[0] ?? '\n';
  const ours = `${BEGIN}\n${paragraph}${END}\n`.replaceAll('\n', newline);
  if (place) return Buffer.from(text.slice(0, place.from) + ours + text.slice(place.to), 'latin1');
  const between = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
  return Buffer.from(text + between + ours, 'latin1');
}

/**
 * Removes our paragraph, and the blank line that came with it.
 * @param existed whether the file was there before us
 * @returns undefined when nothing is left of a file that we made
 */
export function withoutParagraph(bytes: Buffer, existed: boolean): Buffer | undefined {
  const text = bytes.toString('latin1');
  const place = placeOf(text);
  if (!place || place === 'unclear') return bytes;
  const before = text.slice(0, place.from).replace(/(\n)\r?\n$/, '$1');
  const rest = before + text.slice(place.to);
  return rest === '' && !existed ? undefined : Buffer.from(rest, 'latin1');
}

// From the first mark to the end of the line of the second.
function placeOf(text: string): { from: number; to: number } | 'unclear' | undefined {
  const from = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (from < 0 && end < 0) return undefined;
  if (from < 0 || end < from || text.includes(BEGIN, from + 1) || text.includes(END, end + 1)) return 'unclear';
  const rest = /^\r?\n/.exec(text.slice(end + END.length))?.[0] ?? '';
  return { from, to: end + END.length + rest.length };
}
