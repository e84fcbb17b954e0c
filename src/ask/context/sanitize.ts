import { oneLine } from '../../model/one-line.ts';

/** Characters that could steer a terminal, reorder text, or stay invisible. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;
/** The start of a tag, including characters that a reader may take for it. */
const TAG = /[<\uff1c\ufe64]/g;
/** The start of a heading, a quotation, a fence, a list or a rule in Markdown. */
const BLOCK = /^(?:[#>`~+*=_|-]|\d+[.)])/;
/** More marks on one letter than ordinary text has. */
const STACKED = /(\p{M}{4})\p{M}+/gu;

/** Maximum number of characters of a text. */
const LONGEST = 4000;

/**
 * Converts foreign text to one line that cannot end its frame, hide anything, or start its own markup: control, bidirectional and
 * invisible characters are removed, `<` becomes `&lt;`, and text that would start a heading gets a backslash before it.
 */
export function plainLine(text: string, limit?: number): string {
  const line = visible(text, limit);
  return BLOCK.test(line) ? `\\${line}` : line;
}

/** The same in quotation marks; quotation marks in the text are escaped. */
export const quoted = (text: string, limit?: number): string =>
  `"${visible(text, limit).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const visible = (text: string, limit?: number): string =>
  oneLine(oneLine(text, LONGEST).replace(UNSEEN, '').replace(STACKED, '$1'), limit).replace(TAG, '&lt;');

/** Whether a path contains no other text. A sentence is not shown in place of a path. */
export const isPlainPath = (path: string): boolean => path.length <= 160 && /^[\p{L}\p{N}_.@+/~-]+$/u.test(path);

/** An agent's name if it is only a name. */
export const agentName = (agent: string): string => (/^[\w.-]{1,40}$/.test(agent) ? agent : 'an agent');
