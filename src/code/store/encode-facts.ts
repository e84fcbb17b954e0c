import { decode, encode } from 'cbor-x';
import type { Definition, Export, FileFacts, Import, ParseFault, Reference, Target } from '../facts.ts';

/** A target as an array: its kind as a number, and its parts. */
type PackedTarget =
  | readonly [0, number]
  | readonly [1, number, string]
  | readonly [2, PackedTarget, string, boolean]
  | readonly [3, string]
  | readonly [4, string];

interface Packed {
  readonly d: readonly (readonly [isType: boolean, name: string, parent: number, start: number, end: number])[];
  readonly i: readonly (readonly [specifier: string, line: number, form?: string])[];
  readonly r: readonly (readonly [isExtends: boolean, from: number, line: number, target: PackedTarget])[];
  readonly e: readonly (readonly [name: string, target: PackedTarget])[];
  readonly n?: string;
  readonly f?: ParseFault;
}

/** Facts as bytes, for the cache. */
export function encodeFacts({ definitions, imports, references, exports, namespace, fault }: FileFacts): Uint8Array {
  const packed: Packed = {
    d: definitions.map(({ kind, name, parent, start, end }) => [kind === 'type', name, parent, start, end]),
    i: imports.map(({ specifier, line, form }) => (form === undefined ? [specifier, line] : [specifier, line, form])),
    r: references.map(({ kind, from, line, target }) => [kind === 'extends', from, line, pack(target)]),
    e: exports.map(({ name, target }) => [name, pack(target)]),
    ...(namespace !== undefined && { n: namespace }),
    ...(fault && { f: fault }),
  };
  return encode(packed);
}

/** The inverse. The bytes are from the cache of this clone, which only this program writes. */
export function decodeFacts(bytes: Uint8Array): FileFacts {
  const { d, i, r, e, n, f } = decode(bytes) as Packed;
  return {
    definitions: d.map(
      ([isType, name, parent, start, end]): Definition => ({ kind: isType ? 'type' : 'function', name, parent, start, end }),
    ),
    imports: i.map(([specifier, line, form]): Import => ({ specifier, line, ...(form !== undefined && { form }) })),
    references: r.map(
      ([isExtends, from, line, target]): Reference => ({
        kind: isExtends ? 'extends' : 'calls',
        from,
        line,
        target: unpack(target),
      }),
    ),
    exports: e.map(([name, target]): Export => ({ name, target: unpack(target) })),
    ...(n !== undefined && { namespace: n }),
    ...(f && { fault: f }),
  };
}

function pack(target: Target): PackedTarget {
  switch (target.is) {
    case 'definition':
      return [0, target.definition];
    case 'imported':
      return [1, target.from, target.name];
    case 'member':
      return [2, pack(target.of), target.name, target.sure];
    case 'free':
      return [3, target.name];
    case 'unknown':
      return [4, target.name];
  }
}

function unpack(packed: PackedTarget): Target {
  switch (packed[0]) {
    case 0:
      return { is: 'definition', definition: packed[1] };
    case 1:
      return { is: 'imported', from: packed[1], name: packed[2] };
    case 2:
      return { is: 'member', of: unpack(packed[1]), name: packed[2], sure: packed[3] };
    case 3:
      return { is: 'free', name: packed[1] };
    case 4:
      return { is: 'unknown', name: packed[1] };
  }
}
