/** Characters beyond ASCII that control a terminal or are invisible; see `term()`. */
const UNSAFE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

/**
 * JSON as every command prints it: of the same value as `JSON.stringify` makes it, and safe to be looked at, because
 * control, bidirectional and invisible characters are escaped. `JSON.stringify` itself escapes those below U+0020 only.
 * @param indent spaces a level; one line without any when absent
 */
export const jsonText = (data: unknown, indent?: number): string => safeJson(JSON.stringify(data, null, indent));

/** The same for a text that is JSON already. JSON has such characters only in strings. */
export const safeJson = (json: string): string => json.replace(UNSAFE, escape);

function escape(char: string): string {
  let out = '';
  for (let i = 0; i < char.length; i++) out += `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return out;
}
