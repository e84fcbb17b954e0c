import type { DefinitionKind } from '../facts.ts';
import { MAX_NESTING } from './scope.ts';

interface WithOwner {
  readonly kind: DefinitionKind;
  /** The name of the type that it belongs to, where it is written outside of it. */
  readonly owner: string | undefined;
}

/** The position of the type that something belongs to, where this file defines it. The owner's name may have others before it. */
export const ownerIn = (types: ReadonlyMap<string, number>, owner: string): number | undefined =>
  types.get(owner.slice(owner.lastIndexOf('.') + 1));

/**
 * The definition around each definition, -1 at the top of the file. What is written outside of its type has that type around it
 * if the file defines the type.
 * @param around the definition around each one in the text
 * @param types the positions of the file's types, by their names
 */
export function parentsOf(
  defined: readonly WithOwner[],
  around: readonly number[],
  types: ReadonlyMap<string, number>,
): number[] {
  const parents = [...around];
  const ownerOf = ({ owner }: WithOwner): number | undefined =>
    owner === undefined ? undefined : ownerIn(types, owner);
  // No type is around itself: it belongs only to an earlier one.
  for (const [i, one] of defined.entries()) {
    const owner = one.kind === 'type' ? ownerOf(one) : undefined;
    if (owner !== undefined && owner < i && canOwn(owner)) parents[i] = owner;
  }
  const ofTypes = [...parents];
  for (const [i, one] of defined.entries()) {
    const owner = one.kind === 'function' ? ownerOf(one) : undefined;
    if (owner !== undefined && canOwn(owner)) ofTypes[i] = owner;
  }
  return ofTypes;

  // A type in a function of another type owns nothing: such functions could be around each other.
  function canOwn(type: number): boolean {
    let depth = 0;
    for (let at = type; at >= 0; at = parents[at]!)
      if (depth++ > MAX_NESTING || (defined[at]!.kind === 'function' && defined[at]!.owner !== undefined)) return false;
    return true;
  }
}
