import type { Node, QueryMatch } from 'web-tree-sitter';
import type { DefinitionKind } from '../facts.ts';
import type { Language } from '../languages/language.ts';
import { MAX_NAMES } from './receiver.ts';
import type { Declared, Space, Span } from './scope.ts';

/** A definition that the query found. */
export interface FoundDefinition extends Span {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly lines: readonly [number, number];
  /** Where its name is, unless it is reached only through a value. */
  readonly nameAt: number | undefined;
  readonly owner: string | undefined;
  /** It counts only in the text after it. */
  readonly isMacro: boolean;
}

interface FoundCall {
  readonly name: string;
  readonly at: number;
  readonly line: number;
  readonly on: Node | undefined;
}

/** The captures that `Language` describes. */
type CaptureName =
  | 'function'
  | 'type'
  | 'name'
  | 'property'
  | 'macro'
  | 'owner'
  | 'scope'
  | 'space'
  | 'bind'
  | 'bound'
  | 'value'
  | 'field'
  | 'result'
  | 'call'
  | 'on'
  | 'extends'
  | 'import'
  | 'export'
  | 'namespace';

/** What a match captured, by the names of the captures: the first of each name. */
type Captured = { [Name in CaptureName]?: Node };

/** What the query found in a file, sorted by what it is. */
export class Found {
  readonly definitions = new Map<number, FoundDefinition>();
  readonly scopes: Span[] = [];
  readonly spaces: Space[] = [];
  readonly binds = new Map<number, { readonly name: string; readonly type: Declared }>();
  readonly fields: { readonly name: string; readonly type: Declared }[] = [];
  /** The types of what functions give, by the places of their names. */
  readonly results = new Map<number, string>();
  readonly calls = new Map<number, FoundCall>();
  readonly extended: { readonly name: Node; readonly owner: string | undefined }[] = [];
  readonly imports: Node[] = [];
  readonly exports: Node[] = [];
  namespace: Node | undefined;

  readonly #language: Language;

  constructor(language: Language, matches: readonly QueryMatch[]) {
    this.#language = language;
    for (const { captures } of matches) this.#add(captures);
  }

  #add(captures: QueryMatch['captures']): void {
    const [first] = captures;
    if (!first) return;
    const of: Captured = {};
    for (const { name, node } of captures) of[name as CaptureName] ??= node;
    const { bind, call, field, result, space } = of;
    const whole = of.function ?? of.type;
    if (whole) this.#addDefinition(whole, of);
    else if (bind) {
      const known = this.binds.get(bind.startIndex)?.type;
      const isBetter = of.bound || (of.value && known?.text === undefined) || !known;
      if (isBetter) this.binds.set(bind.startIndex, { name: bind.text, type: declaredBy(of, bind.startIndex) });
    } else if (call) {
      const on = of.on ?? this.calls.get(call.startIndex)?.on;
      this.calls.set(call.startIndex, { name: call.text, at: call.startIndex, line: call.startPosition.row + 1, on });
    } else if (field) this.fields.push({ name: field.text, type: declaredBy(of, field.startIndex) });
    else if (result) this.results.set(of.name?.startIndex ?? -1, result.text);
    else if (space) this.#addSpace(space, of.name);
    else if (first.name === 'scope') this.scopes.push({ start: first.node.startIndex, end: first.node.endIndex });
    else if (of.extends) this.extended.push({ name: of.extends, owner: this.#ownerIn(of.owner) });
    else if (of.import) this.imports.push(of.import);
    else if (first.name === 'export') this.exports.push(first.node);
    else if (first.name === 'namespace') this.namespace ??= first.node;
  }

  #ownerIn(node: Node | undefined): string | undefined {
    if (!node) return undefined;
    const named = this.#language.typeName?.(node.text);
    // A type of the language itself has a name here, too: `Vec` of `impl Shape for &mut Vec<T>`.
    return withDots(named || node.text.replace(/^[&*]\s*(?:'\w+\s+)?(?:mut\s+)?/, '').replace(/\s+/g, '')) || undefined;
  }

  #addSpace({ startIndex: start, endIndex: end }: Node, name: Node | undefined): void {
    if (name) this.spaces.push({ start, end, name: withDots(name.text) });
  }

  #addDefinition(whole: Node, of: Captured): void {
    const node = of.name ?? of.property;
    const known = node && this.definitions.get(node.startIndex);
    if (!node || (known && (known.owner !== undefined || !of.owner))) return;
    const kind = of.type ? 'type' : 'function';
    const [start, end] = [whole.startIndex, whole.endIndex];
    const lines = [whole.startPosition.row + 1, lastRow(whole) + 1] as const;
    const nameAt = of.name?.startIndex;
    const text = nameIn(node);
    const [before, name] = this.#language.namespaces ? splitName(text) : [undefined, text];
    const owner = this.#ownerIn(of.owner) ?? before;
    const isMacro = of.macro !== undefined;
    this.definitions.set(node.startIndex, { kind, name, start, end, lines, nameAt, owner, isMacro });
  }
}

const declaredBy = ({ bound, value }: Captured, at: number): Declared => ({ text: bound?.text, value, at });

// A symbol and a string of Ruby may give a name.
const nameIn = ({ type, text }: Node): string =>
  type === 'simple_symbol' ? text.slice(1) : type === 'string' ? text.slice(1, -1) : text;

// `a::B::f` is `f` of `a.B`; an operator may have any signs in its name.
function splitName(text: string): [owner: string | undefined, name: string] {
  const operator = text.search(/\boperator\b/);
  if (!text.includes('::')) return [undefined, operator < 0 ? text : withoutParameters(text)];
  const at = operator > 0 ? operator : withoutArguments(text).lastIndexOf('::') + 2;
  const plain = operator > 0 ? text : withoutArguments(text);
  return [
    withDots(plain.slice(0, at)) || undefined,
    operator > 0 ? withoutParameters(plain.slice(at)) : plain.slice(at).trim(),
  ];
}

const withoutParameters = (name: string): string => /^operator(?:\s*\(\s*\)|[^(]*)/.exec(name)?.[0].trim() ?? name;

const withoutArguments = (name: string): string =>
  name.includes('<')
    ? name
        .replace(/<[^<>]*>/g, '')
        .replace(/<[^<>]*>/g, '')
        .replace(/<.*>/s, '')
    : name;

// `a::B<C>` and `a\B` as `a.B`.
function withDots(name: string): string {
  const plain = name.includes('<') ? name.replace(/<[^<>]*>/g, '').replace(/<.*/s, '') : name;
  return plain
    .split(/\s*(?:\.|::|\\)\s*/)
    .filter(Boolean)
    .slice(-MAX_NAMES)
    .join('.');
}

// A node that ends with a line break ends at the start of the next line.
function lastRow({ startPosition, endPosition }: Node): number {
  return endPosition.column === 0 && endPosition.row > startPosition.row ? endPosition.row - 1 : endPosition.row;
}
