import type { Reference } from '../facts.ts';
import type { TreeView } from '../tree-view.ts';
import { type Found, keyOf, languageOf } from './found.ts';
import type { Members, Place } from './members.ts';

/** With more functions of one name in types, one of them is taken for an override. */
const MAX_SAME_NAME = 300;

/** Finds the functions that may run in place of one that a method calls on its own value: `this.draw()`. */
export class Overrides {
  readonly #tree: TreeView;
  readonly #members: Members;
  readonly #above: (type: Place) => readonly Found[];
  readonly #known = new Map<string, boolean>();

  /** @param above all types that a type extends */
  constructor(tree: TreeView, members: Members, above: (type: Place) => readonly Found[]) {
    this.#tree = tree;
    this.#members = members;
    this.#above = above;
  }

  /** Whether a call on the own value may run a function of a subtype, which the caller does not name. */
  mayReplace(path: string, reference: Reference): boolean {
    const type = this.#selfOf(path, reference);
    const name = type && this.#nameOf(path, reference.target);
    if (!type || name === undefined) return false;
    const key = `${keyOf(type)} ${name}`;
    let is = this.#known.get(key);
    if (is === undefined) this.#known.set(key, (is = this.#hasOverride(type, name)));
    return is;
  }

  #hasOverride(type: Place, name: string): boolean {
    const others = this.#members.ofName(type.path, name);
    if (others.length > MAX_SAME_NAME) return true;
    const parts = new Set(this.#members.parts(type).map(keyOf));
    return others.some(({ path, definition }) => {
      const parent = this.#tree.facts(path)!.definitions[definition]!.parent;
      const of = { path, definition: parent };
      if (parent < 0 || parts.has(keyOf(of))) return false;
      return this.#above(of).some((one) => one.is === 'definition' && parts.has(keyOf(one.place)));
    });
  }

  // The type of a caller that calls something of its own value.
  #selfOf(path: string, { from, target, kind }: Reference): Place | undefined {
    if (kind !== 'calls') return undefined;
    const { implicitSelf = false } = languageOf(path) ?? {};
    const { definitions } = this.#tree.facts(path)!;
    let type = from;
    while (type >= 0 && definitions[type]!.kind !== 'type') type = definitions[type]!.parent;
    if (type < 0) return undefined;
    const inner = target.is === 'perhaps' ? target.of : target;
    const ofSelf = (inner.is === 'first' ? inner.of : [inner]).some((one) =>
      one.is === 'member'
        ? one.of.is === 'definition' && one.of.definition === type
        : one.is === 'definition' && implicitSelf && definitions[one.definition]!.parent === type,
    );
    return ofSelf ? { path, definition: type } : undefined;
  }

  #nameOf(path: string, target: Reference['target']): string | undefined {
    switch (target.is) {
      case 'member':
        return target.name;
      case 'definition': {
        const one = this.#tree.facts(path)!.definitions[target.definition]!;
        return one.kind === 'function' ? one.name : undefined;
      }
      case 'perhaps':
        return this.#nameOf(path, target.of);
      case 'first':
        return target.of.map((one) => this.#nameOf(path, one)).find((one) => one !== undefined);
      default:
        return undefined;
    }
  }
}
