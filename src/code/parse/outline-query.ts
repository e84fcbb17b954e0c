/** Captures of definitions, and of what they belong to. */
const OUTLINE = /@(?:function|type|space|namespace|scope)\b/;

/**
 * The patterns of a query that find definitions. Compiling them takes a third of the time of the whole query, and to name the
 * function around a line nothing else is needed.
 */
export const outlineOf = (query: string): string =>
  patternsOf(query)
    .filter((pattern) => OUTLINE.test(pattern))
    .join('\n');

// The patterns at the top of a query. Parentheses in strings and in comments do not count.
function patternsOf(query: string): string[] {
  const patterns: string[] = [];
  let depth = 0;
  let from: number | undefined;
  for (const { 0: token, index } of query.matchAll(/"(?:[^"\\]|\\.)*"|;[^\n]*|[([\])]/g)) {
    if (token === '(' || token === '[') {
      if (depth++ > 0) continue;
      if (from !== undefined) patterns.push(query.slice(from, index));
      from = index;
    } else if (token === ')' || token === ']') depth--;
  }
  return from === undefined ? [] : [...patterns, query.slice(from)];
}
