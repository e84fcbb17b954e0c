/** Characters beyond ASCII that control a terminal or are invisible; see `term()`. */
const UNSAFE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

/**
 * The JSON form that every command prints. It has the same value as the output of `JSON.stringify`, and is safe to display:
 * control, bidirectional and invisible characters are escaped. `JSON.stringify` itself only escapes those below U+0020.
 * @param indent spaces for each level; without it everything is on one line
 */
export const jsonText = (data: unknown, indent?: number): string => safeJson(JSON.stringify(data, null, indent));

/** The same for text that is JSON already. Only strings in JSON can contain such characters. */
export const safeJson = (json: string): string => json.replace(UNSAFE, escape);

function escape(char: string): string {
  let out = '';
  for (let i = 0; i < char.length; i++) out += `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return out;
}
