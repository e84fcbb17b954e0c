import type { Node } from 'web-tree-sitter';
import type { Target } from '../facts.ts';
import type { Language, Receiver } from '../languages/language.ts';
import type { Declared } from './scope.ts';
import type { ScopeTree } from './scope-tree.ts';

/** How many names one name is made of: `a.b.c`. Longer ones, which only generated or hostile files have, lead nowhere. */
export const MAX_NAMES = 30;
/** How many fields are followed in one expression: `a.b.c.d()`. */
const MAX_FIELDS = 6;

/** How a declaration names the type around it: in Rust and Python, in PHP, and in TypeScript. */
const OWN_TYPE: ReadonlySet<string> = new Set(['Self', 'self', 'static', 'this']);

/** What a call of a member leads to: `on.name()`. */
export function memberCalled(language: Language, on: Node, name: string, scopes: ScopeTree, at: number): Target {
  const value = valueOf(language, on, scopes, at, 0);
  return value ? memberOf(value.target, name, value.sure) : { is: 'unknown', name };
}

/**
 * What `super` alone calls: the function of the same name in the type above, or, as `new` does, that type.
 * @param name of the function around it
 */
export function superCalled(name: string | undefined, scopes: ScopeTree, at: number): Target | undefined {
  const above = name === undefined ? undefined : scopes.superOf(at);
  return above && (name === 'constructor' ? above : memberOf(above, name!, true));
}

/** What `a`, `a.b`, `a::b` or `a\b` in place of a type means. */
export function targetOfType(text: string, scopes: ScopeTree, at: number, as: 'type' | 'supertype' = 'type'): Target {
  const plain = text.includes('<') ? text.replace(/<[^<>]*>/g, '').replace(/<.*>/s, '') : text;
  const [first = '', ...rest] = plain.replace(/^(?:::|\\)/, '').split(/\.|::|\\/);
  if (rest.length > MAX_NAMES) return { is: 'unknown', name: rest.at(-1)!.trim() };
  const isAbsolute = plain.startsWith('\\') || plain.startsWith('::');
  const target: Target = isAbsolute ? { is: 'free', name: first.trim() } : scopes.lookup(first.trim(), at, as);
  return rest.reduce((of: Target, name) => memberOf(of, name.trim(), true), target);
}

/** The type that a declaration tells. */
export function typeOf(language: Language, declared: Declared, scopes: ScopeTree, depth = 0): Target | undefined {
  const { text, value, at } = declared;
  const name = text === undefined ? '' : (language.typeName?.(text) ?? text);
  if (OWN_TYPE.has(name)) return scopes.self(at) ?? { is: 'unknown', name };
  if (name !== '') return targetOfType(name, scopes, at);
  // Before the declaration itself, as in `a = a.b()`.
  return value && valueOf(language, value, scopes, at - 1, depth + 1)?.target;
}

/** A value before a dot. */
interface Value {
  /** Its type, or what a name stands for. */
  readonly target: Target;
  readonly sure: boolean;
}

function valueOf(language: Language, on: Node, scopes: ScopeTree, at: number, depth: number): Value | undefined {
  const receiver = (language.receiver ?? receiverOf)(on, language);
  if (!receiver || depth > MAX_FIELDS) return undefined;
  switch (receiver.is) {
    case 'self':
    case 'super': {
      const target = receiver.is === 'self' ? scopes.self(at) : scopes.superOf(at);
      return target && { target, sure: true };
    }
    case 'name': {
      const { target, type } = scopes.find(receiver.name, at, 'field');
      if (type) return notSure(typeOf(language, type, scopes, depth));
      return target && { target, sure: true };
    }
    case 'variable': {
      const type = scopes.find(receiver.name, at).type ?? scopes.fieldOfSelf(at, receiver.name);
      return type && notSure(typeOf(language, type, scopes, depth));
    }
    case 'type':
      return { target: targetOfType(receiver.name, scopes, at), sure: receiver.sure };
    case 'field': {
      const own = (language.receiver ?? receiverOf)(receiver.of, language);
      const type = own?.is === 'self' ? scopes.fieldOfSelf(at, receiver.name) : undefined;
      if (type) return notSure(typeOf(language, type, scopes, depth));
      const of = language.receiver && valueOf(language, receiver.of, scopes, at, depth + 1);
      return of && { target: { is: 'field', of: of.target, name: receiver.name }, sure: of.sure };
    }
    case 'result': {
      const { of: on, name } = receiver;
      const of = on && valueOf(language, on, scopes, at, depth + 1);
      const called = on ? of && memberOf(of.target, name, of.sure) : scopes.find(name, at).target;
      return called && called.is !== 'unknown' ? { target: { is: 'result', of: called }, sure: false } : undefined;
    }
  }
}

const notSure = (target: Target | undefined): Value | undefined => target && { target, sure: false };

// As JavaScript and its like write it.
function receiverOf(on: Node, language: Language): Receiver | undefined {
  const { self } = language;
  switch (on.type) {
    case 'non_null_expression':
    case 'parenthesized_expression':
    case 'await_expression':
      return on.namedChild(0) ? receiverOf(on.namedChild(0)!, language) : undefined;
    case 'as_expression': {
      const name = language.typeName?.(on.namedChild(1)?.text ?? '') ?? '';
      return name === '' ? undefined : { is: 'type', name, sure: false };
    }
    case 'call_expression': {
      const called = on.childForFieldName('function');
      if (called?.type === 'identifier') return { is: 'result', name: called.text };
      const [of, name] = [called?.childForFieldName('object'), called?.childForFieldName('property')];
      if (of && name) return { is: 'result', of, name: name.text };
    }
  }
  const text = on.text;
  if (self.includes(text)) return { is: 'self' };
  if (text === 'super' || text === 'super()') return { is: 'super' };
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)) return { is: 'name', name: text };
  if (on.type === 'new_expression') {
    const made = on.childForFieldName('constructor');
    return made ? { is: 'type', name: made.text, sure: false } : undefined;
  }
  const of = on.namedChildCount === 2 ? on.namedChild(0) : null;
  return of && self.includes(of.text) ? { is: 'field', of, name: on.namedChild(1)!.text } : undefined;
}

function memberOf(of: Target, name: string, sure: boolean): Target {
  if (of.is === 'unknown') return { is: 'unknown', name };
  if (of.is === 'imported' && of.name === '*' && sure) return { is: 'imported', from: of.from, name };
  return { is: 'member', of, name, sure };
}
