const MAX_SUMMARY_CHARACTERS = 120;

/**
 * Turns text into one well-formed line without control characters. Longer text is cut at `limit` characters, with an
 * ellipsis.
 */
export function oneLine(text: string, limit: number = MAX_SUMMARY_CHARACTERS): string {
  const line = text
    .slice(0, limit * 8)
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
  return line.length > limit
    ? `${line
        .slice(0, limit - 1)
        .toWellFormed()
        .trimEnd()}…`
    : line;
}

// Verbs, with the tool names of agents that they cover (in lower case, without `_` and `-`).
const VERBS: readonly (readonly [string, RegExp])[] = [
  ['read', /^(read|readfile|readmanyfiles|notebookread|view|viewfile|openfile|cat)$/],
  ['grep', /^(grep|greptool|search|searchtext|codebasesearch|searchfilecontent|rg)$/],
  ['glob', /^(glob|globtool|findfiles|filesearch)$/],
  ['list', /^(ls|list|listdir|listdirectory|listfiles)$/],
  [
    'edit',
    /^(edit|multiedit|editfile|notebookedit|replace|strreplace|strreplaceeditor|applypatch|patch|inserteditintofile|update)$/,
  ],
  ['write', /^(write|writefile|createfile|create|newfile)$/],
  ['fetch', /^(webfetch|fetch|fetchwebpage)$/],
  ['search the web for', /^(websearch|googlewebsearch)$/],
];

/** A line for a tool call: a verb derived from the tool's name, then the file, pattern or question. */
export function toolLabel(tool: string, object: string): string {
  const plain = tool.toLowerCase().replace(/[_-]/g, '');
  const verb = VERBS.find(([, names]) => names.test(plain))?.[0] ?? tool;
  const line = oneLine(object);
  if (line === '' || line.toLowerCase() === tool.toLowerCase()) return oneLine(verb);
  // The adapter may have added the verb already.
  return oneLine(line.toLowerCase().startsWith(`${verb} `) ? verb + line.slice(verb.length) : `${verb} ${line}`);
}

/** Joins items for a sentence: at most `limit` different ones, then the number of the others. */
export function enumerate(items: readonly string[], limit: number): string {
  const all = [...new Set(items)];
  const rest = all.length - limit;
  return all.slice(0, limit).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Capitalises text, unless it starts with a name from code, such as `add()` or `src/a.ts`. */
export const capital = (text: string): string =>
  /^\S*[^\p{L}\s'’,;:.!?-]/u.test(text) || /^[a-z][a-z\d-]*[A-Z.]\w/.test(text)
    ? text
    : text.slice(0, 1).toUpperCase() + text.slice(1);
