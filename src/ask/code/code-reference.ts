import type { External } from '../../code/languages/language.ts';
import { type CodeSymbol, symbolId } from '../../code/symbols.ts';
import type { RepoPath } from '../../model/ids.ts';
import type { Thing } from '../../model/knowledge/thing.ts';
import type { EdgeKind } from '../../model/model.ts';

/** Something of the code layer that a reference names. */
export type CodeReference =
  | { readonly is: 'symbol'; readonly symbol: CodeSymbol }
  | { readonly is: 'file'; readonly path: string }
  /** A folder that is a package of this repository; the empty string for the top one. */
  | { readonly is: 'module'; readonly folder: string }
  /** A package from outside, or data: `external:npm/yargs`, `external:env/HOME`, `external:table/users`. */
  | { readonly is: 'external'; readonly id: string }
  /** A service or a tool: `service:compose.yaml#web`. */
  | {
      readonly is: 'placed';
      readonly kind: 'service' | 'tool';
      readonly id: string;
      readonly path: string;
      readonly name: string;
    }
  /** Recorded changes, and the functions and types that they wrote lines of. Some of these may be gone. */
  | { readonly is: 'change'; readonly id: string; readonly wrote: readonly CodeSymbol[] };

/** Something that uses another thing, or is used by it. */
export interface CodeNeighbour {
  /** Null for code at the top of a file. */
  readonly id: string | null;
  /** The file that says so. */
  readonly path: string;
  /** Its line, from 1. */
  readonly line: number;
  readonly kind: EdgeKind;
  readonly confidence: number;
  /** It was written there, and the tree does not have it. */
  readonly gone?: true;
  /** Where it can be followed further. */
  readonly next: CodeReference | undefined;
}

/** Such a reference as a thing that entries can be about; undefined for a change. */
export function thingNamed(reference: CodeReference): Exclude<Thing, { readonly kind: 'commit' }> | undefined {
  switch (reference.is) {
    case 'symbol': {
      const { kind, path, name } = reference.symbol;
      return { kind, path: path as RepoPath, name };
    }
    case 'file':
      return { kind: 'file', path: reference.path as RepoPath };
    case 'module':
      return { kind: 'module', path: (reference.folder || '.') as RepoPath };
    case 'external':
      return { kind: 'external', name: reference.id.slice('external:'.length) };
    case 'placed':
      return { kind: reference.kind, path: reference.path as RepoPath, name: reference.name };
    case 'change':
      return undefined;
  }
}

/** The id of a folder: `module:packages/a`, `module:.` for the top one. */
export const moduleId = (folder: string): string => `module:${folder || '.'}`;

/** The id of a package from outside: `external:npm/yargs`. */
export const externalId = ({ from, name }: External): string => `external:${from}/${name}`;

/** The id of what a reference names. */
export function idOf(reference: CodeReference): string {
  switch (reference.is) {
    case 'symbol':
      return symbolId(reference.symbol);
    case 'file':
      return `file:${reference.path}`;
    case 'module':
      return moduleId(reference.folder);
    case 'external':
    case 'placed':
    case 'change':
      return reference.id;
  }
}
