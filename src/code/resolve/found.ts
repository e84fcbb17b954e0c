import type { Definition, FileFacts, Target } from '../facts.ts';
import { grammarOf } from '../languages/all.ts';
import type { External, Language } from '../languages/language.ts';
import type { Place } from './members.ts';

/** How sure an edge is: its place in the text says it, or a type that was declared, or its name alone. */
export const CONFIDENCE = { resolved: 1, typed: 0.9, named: 0.5 } as const;

/** What a reference leads to. */
export interface Resolved extends Place {
  readonly confidence: number;
}

/** Files, and folders with `/` at their ends. */
export interface Module {
  readonly is: 'module';
  readonly paths: readonly string[];
  /** A file in the language of the module. */
  readonly like: string;
}

/** A module, a definition or a package that a target led to. */
export type Found =
  | { readonly is: 'definition'; readonly place: Place; readonly sure: boolean }
  | Module
  | { readonly is: 'external'; readonly external: External };

/** What was found, where it may be another. */
export const unsure = (found: Found | undefined): Found | undefined =>
  found?.is === 'definition' ? { ...found, sure: false } : found;

/** The language of a file. */
export const languageOf = (path: string): Language | undefined => grammarOf(path)?.language;

/** The position of a definition that is in no other; -1 without one. */
export function topDefinition({ definitions }: FileFacts, name: string, lastCounts: boolean): number {
  const isTop = (one: Definition): boolean => one.parent < 0 && one.name === name && one.owner === undefined;
  if (lastCounts) return definitions.findLastIndex(isTop);
  const outside = definitions.findIndex((one) => isTop(one) && one.namespace === undefined);
  return outside >= 0 ? outside : definitions.findIndex(isTop);
}

/** A place as a key. */
export const keyOf = ({ path, definition }: Place): string => `${definition} ${path}`;

/** The names before a name, where they may be a namespace. */
export function spaceOf(target: Target): string | undefined {
  if (target.is === 'free') return target.name;
  if (target.is === 'first') return spaceOf(target.of.at(-1)!);
  if (target.is !== 'member' && target.is !== 'field') return undefined;
  const before = spaceOf(target.of);
  return before === undefined ? undefined : `${before}.${target.name}`;
}
