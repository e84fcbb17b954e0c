const SUMMARY = 120;

/** One line of well-formed text without control characters, at most `limit` characters, cut with an ellipsis. */
export function oneLine(text: string, limit: number = SUMMARY): string {
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

// Verbs by what the agents call their tools, in lower case without `_` and `-`.
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

/** What a call of a tool did, in a line: the verb by the tool's name, then what was read, edited or asked for. */
export function toolLabel(tool: string, object: string): string {
  const plain = tool.toLowerCase().replace(/[_-]/g, '');
  const verb = VERBS.find(([, names]) => names.test(plain))?.[0] ?? tool;
  const line = oneLine(object);
  if (line === '' || line.toLowerCase() === tool.toLowerCase()) return oneLine(verb);
  // An adapter may have put the verb there itself.
  return oneLine(line.toLowerCase().startsWith(`${verb} `) ? verb + line.slice(verb.length) : `${verb} ${line}`);
}

/** A list in a sentence: at most `limit` different items, then how many more there are. */
export function enumerate(items: readonly string[], limit: number): string {
  const all = [...new Set(items)];
  const rest = all.length - limit;
  return all.slice(0, limit).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** The same with a capital at its start, unless it starts with a name of the code, such as `add()` or `src/a.ts`. */
export const capital = (text: string): string =>
  /^\S*[^\p{L}\s'’,;:.!?-]/u.test(text) || /^[a-z]+[A-Z.]\w/.test(text)
    ? text
    : text.slice(0, 1).toUpperCase() + text.slice(1);
