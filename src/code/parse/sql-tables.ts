/** A table that a statement names, and where. */
export interface FoundTable {
  readonly kind: 'reads' | 'writes';
  readonly of: 'table';
  readonly name: string;
  readonly at: number;
}

/** Length limit of one statement, in characters. */
const MAX_STATEMENT_CHARACTERS = 8000;

/** The start of a string that begins with a statement. */
const START =
  /("""|'''|["'`]|<<[-~]?["']?(\w{1,40})["']?\n)\s{0,200}(?:SELECT|INSERT|UPDATE|DELETE|MERGE|REPLACE|WITH|CREATE|ALTER|DROP|TRUNCATE)\s/gi;

const NAME = String.raw`((?:["\x60[]?[A-Za-z_]\w{0,80}["\x60\]]?\.){0,2}["\x60[]?[A-Za-z_]\w{0,80}["\x60\]]?)(?![\w(])`;
const WRITTEN = new RegExp(
  [
    String.raw`\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|MERGE\s+INTO|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?${NAME.replace('(?![\\w(])', '')}`,
    String.raw`\bUPDATE\s+(?:ONLY\s+|OR\s+\w+\s+)?${NAME}\s+(?:(?:AS\s+)?\w+\s+)?SET\b`,
    String.raw`\b(?:CREATE|ALTER|DROP)\s+(?:\w+\s+)?TABLE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?${NAME.replace('(?![\\w(])', '')}`,
  ].join('|'),
  'gi',
);
const READ = new RegExp(String.raw`\b(?:FROM|JOIN)\s+(?:ONLY\s+|LATERAL\s+)?${NAME}`, 'gi');
const COMMON =
  /(?:\bWITH\s+(?:RECURSIVE\s+)?|,\s*)([A-Za-z_]\w{0,80})\s*(?:\([^()]{0,400}\)\s*)?AS\s+(?:NOT\s+|MATERIALIZED\s+)*\(/gi;

/** In lower case the words are ordinary English too, so such a statement needs a further sign. */
const IS_STATEMENT = /\b(?:where|set|values|join|group by|order by|limit|returning|table)\b|[*=;?]/;
/** Words after FROM in English sentences. */
const ENGLISH = /^(?:the|an?|this|that|these|your|our|my|its|their|it|all|each|any)$/i;
/** Words after FROM that name no table. */
const NO_TABLE = /^(?:select|values|unnest|lateral|dual)$/i;

/** The tables in SQL statements of a source. A statement is a string that begins as one. */
export function tablesOf(text: string): FoundTable[] {
  const found: FoundTable[] = [];
  START.lastIndex = 0;
  for (let start = START.exec(text); start; start = START.exec(text)) {
    const [whole, quote, tag] = start;
    const from = start.index + quote!.length;
    const sql = statement(text, from, tag === undefined ? quote! : `\n${tag}`);
    START.lastIndex = Math.max(start.index + whole.length, from + sql.length);
    const first = /[a-z]+/i.exec(sql)![0];
    const isLower = first === first.toLowerCase();
    if (first === first.toUpperCase() || (isLower && IS_STATEMENT.test(sql)))
      found.push(...tablesIn(sql, from).filter(({ name }) => !isLower || !ENGLISH.test(name)));
  }
  return found;
}

// The text up to the end of the string, or to the limit.
function statement(text: string, from: number, end: string): string {
  const most = Math.min(text.length, from + MAX_STATEMENT_CHARACTERS);
  for (let at = text.indexOf(end, from); at >= 0 && at < most; at = text.indexOf(end, at + 1))
    if (text[at - 1] !== '\\') return text.slice(from, at);
  return text.slice(from, most);
}

function tablesIn(sql: string, from: number): FoundTable[] {
  const common = new Set([...sql.matchAll(COMMON)].map(([, name]) => name!.toLowerCase()));
  const isTable = (name: string): boolean => !NO_TABLE.test(name) && !common.has(name.toLowerCase());
  const taken = new Set<number>();
  const found: FoundTable[] = [];
  for (const match of sql.matchAll(WRITTEN)) {
    const name = plain(match[1] ?? match[2] ?? match[3]!);
    // `DELETE FROM a` has the form of a read as well.
    taken.add(match.index + match[0].search(/\bFROM\b/i));
    if (isTable(name)) found.push({ kind: 'writes', of: 'table', name, at: from + match.index });
  }
  for (const match of sql.matchAll(READ)) {
    const name = plain(match[1]!);
    if (taken.has(match.index) || !isTable(name) || isOther(sql.slice(0, match.index))) continue;
    found.push({ kind: 'reads', of: 'table', name, at: from + match.index });
  }
  return found;
}

const plain = (name: string): string => name.replace(/["`[\]]/g, '');

// `EXTRACT(YEAR FROM day)`, `a IS DISTINCT FROM b`
const isOther = (before: string): boolean =>
  /\b(?:EXTRACT|TRIM|SUBSTRING|OVERLAY)\s*\([^()]{0,200}$|\bDISTINCT\s+$/i.test(before.slice(-220));
