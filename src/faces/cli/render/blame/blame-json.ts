import type { BlameAnswer } from '../../../../ask/blame/blame-answer.ts';
import { jsonText } from '../json-text.ts';

/** `--json`: one document, with one row for each line of the file. */
export function renderJson({ lines, ...head }: BlameAnswer): string {
  const start = jsonText(head, 1).replace(/\n\}$/, '');
  return `${start},\n "lines": [${lines.map((line) => `\n  ${jsonText(line)}`).join(',')}${lines.length ? '\n ' : ''}]\n}\n`;
}
