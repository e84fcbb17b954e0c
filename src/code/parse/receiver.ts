import type { Node } from 'web-tree-sitter';
import type { Target } from '../facts.ts';
import type { Language, Receiver } from '../languages/language.ts';
import type { ScopeTree } from './scope-tree.ts';

/** How many fields are followed in one expression: `a.b.c.d()`. */
const MAX_FIELDS = 6;

/** What a call of a member leads to: `on.name()`. */
export function memberCalled(language: Language, on: Node, name: string, scopes: ScopeTree, at: number): Target {
  const value = valueOf(language, on, scopes, at, 0);
  return value ? memberOf(value.target, name, value.sure) : { is: 'unknown', name };
}

/** What `a`, `a.b`, `a::b` or `a\b` in place of a type means. */
export function targetOfType(text: string, scopes: ScopeTree, at: number, as: 'type' | 'supertype' = 'type'): Target {
  const plain = text.includes('<') ? text.replace(/<[^<>]*>/g, '').replace(/<.*>/s, '') : text;
  const [first = '', ...rest] = plain.replace(/^(?:::|\\)/, '').split(/\.|::|\\/);
  const isAbsolute = plain.startsWith('\\') || plain.startsWith('::');
  const target: Target = isAbsolute ? { is: 'free', name: first.trim() } : scopes.lookup(first.trim(), at, as);
  return rest.reduce((of: Target, name) => memberOf(of, name.trim(), true), target);
}

/** A value before a dot. */
interface Value {
  /** Its type, or the meaning of its name. */
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
      if (type !== undefined) return { target: targetOfType(type, scopes, at), sure: false };
      return target && { target, sure: true };
    }
    case 'variable': {
      const type = scopes.find(receiver.name, at).type ?? scopes.fieldOfSelf(at, receiver.name);
      return type === undefined ? undefined : { target: targetOfType(type, scopes, at), sure: false };
    }
    case 'type':
      return { target: targetOfType(receiver.name, scopes, at), sure: receiver.sure };
    case 'field': {
      const own = (language.receiver ?? receiverOf)(receiver.of, language);
      const type = own?.is === 'self' ? scopes.fieldOfSelf(at, receiver.name) : undefined;
      if (type !== undefined) return { target: targetOfType(type, scopes, at), sure: false };
      const of = language.receiver && valueOf(language, receiver.of, scopes, at, depth + 1);
      return of && { target: { is: 'field', of: of.target, name: receiver.name }, sure: of.sure };
    }
  }
}

// As JavaScript and its like write it.
function receiverOf(on: Node, { self }: Language): Receiver | undefined {
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
  if (of.is === 'imported' && of.name === '*') return { is: 'imported', from: of.from, name };
  return { is: 'member', of, name, sure };
}
