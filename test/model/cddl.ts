/*
 * A validator for the part of CDDL (RFC 8610) that docs/format.cddl uses: rules, choices, maps, arrays, occurrences,
 * ranges, literals, the controls .size and .regexp, and the names of the prelude.
 */

type Type =
  | { readonly is: 'choice'; readonly of: readonly Type[] }
  | { readonly is: 'literal'; readonly value: number | string }
  | { readonly is: 'range'; readonly least: number; readonly most: number }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'map' | 'array'; readonly entries: readonly Entry[] }
  | { readonly is: 'size'; readonly of: Type; readonly least: number; readonly most: number }
  | { readonly is: 'regexp'; readonly of: Type; readonly pattern: RegExp };

interface Entry {
  readonly least: number;
  readonly most: number;
  readonly key: Type | undefined;
  readonly value: Type;
}

export type Rules = ReadonlyMap<string, Type>;

const TOKEN = /\s*(;[^\n]*\n|=>|\.\.|\.[a-z]+|-?\d+|"[^"]*"|[A-Za-z][\w-]*|[=:/{}[\](),?*+])/y;

const PRELUDE: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  uint: (value) => typeof value === 'number' && value >= 0,
  int: (value) => typeof value === 'number',
  tstr: (value) => typeof value === 'string',
  bstr: (value) => value instanceof Uint8Array,
  bool: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/** The rules of a CDDL text. Throws where the text uses CDDL features that this file lacks. */
export function parseCddl(text: string): Rules {
  const tokens = tokenize(text);
  const rules = new Map<string, Type>();
  let at = 0;
  const peek = (ahead = 0) => tokens[at + ahead] ?? '';
  const take = () => tokens[at++] ?? '';
  const expect = (token: string) => {
    const got = take();
    if (got !== token) throw new Error(`CDDL: ${token} expected, not ${got}`);
  };

  function type(): Type {
    const of = [controlled()];
    while (peek() === '/') {
      take();
      of.push(controlled());
    }
    return of.length === 1 ? of[0]! : { is: 'choice', of };
  }

  function controlled(): Type {
    const of = single();
    if (peek() === '.size') {
      take();
      const bounds = single();
      if (bounds.is === 'range') return { is: 'size', of, least: bounds.least, most: bounds.most };
      if (bounds.is === 'literal') return { is: 'size', of, least: Number(bounds.value), most: Number(bounds.value) };
      throw new Error('CDDL: .size of what?');
    }
    if (peek() !== '.regexp') return of;
    take();
    return { is: 'regexp', of, pattern: new RegExp(`^(?:${unquote(take())})$`) };
  }

  function single(): Type {
    const token = take();
    if (token === '{') return { is: 'map', entries: entries('}') };
    if (token === '[') return { is: 'array', entries: entries(']') };
    if (token === '(') {
      const inner = type();
      expect(')');
      return inner;
    }
    if (token.startsWith('"')) return { is: 'literal', value: unquote(token) };
    if (/^[A-Za-z]/.test(token)) return { is: 'name', name: token };
    if (!/^-?\d/.test(token)) throw new Error(`CDDL: no type starts with ${token}`);
    if (peek() !== '..') return { is: 'literal', value: Number(token) };
    take();
    return { is: 'range', least: Number(token), most: Number(take()) };
  }

  function entries(end: string): Entry[] {
    const list: Entry[] = [];
    while (peek() !== end) {
      const counted = /^\d+$/.test(peek()) && peek(1) === '*' ? Number(take()) : undefined;
      const occurs = ['?', '*', '+'].includes(peek()) ? take() : '';
      const least = counted ?? (occurs === '?' || occurs === '*' ? 0 : 1);
      const most = occurs === '*' || occurs === '+' ? Infinity : 1;
      if (peek(1) === ':') {
        const value = take();
        take();
        list.push({ least, most, key: { is: 'literal', value }, value: type() });
      } else {
        const first = type();
        if (peek() === '=>') take();
        else {
          list.push({ least, most, key: undefined, value: first });
          if (peek() === ',') take();
          continue;
        }
        list.push({ least, most, key: first, value: type() });
      }
      if (peek() === ',') take();
    }
    expect(end);
    return list;
  }

  while (at < tokens.length) {
    const name = take();
    expect('=');
    if (rules.has(name)) throw new Error(`CDDL: ${name} is ruled twice`);
    rules.set(name, type());
  }
  return rules;
}

const unquote = (token: string): string => token.slice(1, -1);

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const whole = text.trimEnd();
  while (TOKEN.lastIndex < whole.length) {
    const from = TOKEN.lastIndex;
    const token = TOKEN.exec(whole)?.[1];
    if (token === undefined) throw new Error(`CDDL: cannot read ${whole.slice(from, from + 40)}`);
    if (!token.startsWith(';')) tokens.push(token);
  }
  return tokens;
}

/** Whether a decoded value matches a rule. */
export function matches(rules: Rules, rule: string, value: unknown): boolean {
  return fits({ is: 'name', name: rule }, value);

  function fits(type: Type, value: unknown): boolean {
    switch (type.is) {
      case 'choice':
        return type.of.some((one) => fits(one, value));
      case 'literal':
        return type.value === value;
      case 'range':
        return typeof value === 'number' && value >= type.least && value <= type.most;
      case 'size':
        return fits(type.of, value) && sizeOf(value) >= type.least && sizeOf(value) <= type.most;
      case 'regexp':
        return fits(type.of, value) && type.pattern.test(String(value));
      case 'array':
        return Array.isArray(value) && fitsArray(type.entries, value);
      case 'map':
        return value instanceof Map && fitsMap(type.entries, value);
      case 'name':
        return fitsName(type.name, value);
      default:
        return type satisfies never;
    }
  }

  function fitsName(name: string, value: unknown): boolean {
    const type = rules.get(name);
    if (type !== undefined) return fits(type, value);
    const known = PRELUDE[name];
    if (known === undefined) throw new Error(`CDDL: ${name} is not ruled`);
    return known(value);
  }

  function fitsArray(entries: readonly Entry[], items: readonly unknown[]): boolean {
    let at = 0;
    for (const { least, most, value } of entries) {
      let count = 0;
      while (count < most && at < items.length && fits(value, items[at])) {
        count++;
        at++;
      }
      if (count < least) return false;
    }
    return at === items.length;
  }

  // The first entry with a fitting key decides, as with a cut.
  function fitsMap(entries: readonly Entry[], map: ReadonlyMap<unknown, unknown>): boolean {
    const counts = entries.map(() => 0);
    for (const [key, value] of map) {
      const i = entries.findIndex((entry) => entry.key !== undefined && fits(entry.key, key));
      if (i < 0 || !fits(entries[i]!.value, value)) return false;
      counts[i]!++;
    }
    return entries.every(({ least, most }, i) => counts[i]! >= least && counts[i]! <= most);
  }
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : value instanceof Uint8Array ? value.length : -1;
