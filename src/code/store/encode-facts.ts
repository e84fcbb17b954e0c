import { decode, encode } from 'cbor-x';
import type { Definition, Export, Field, FileFacts, Import, ParseFault, Reference, Target } from '../facts.ts';

/** A target as an array: its kind as a number, and its parts. */
type PackedTarget =
  | readonly [0, number]
  | readonly [1, number, string]
  | readonly [2, PackedTarget, string, boolean]
  | readonly [3, string]
  | readonly [4, string]
  | readonly [5, PackedTarget, string]
  | readonly [6, readonly PackedTarget[]];

type PackedDefinition = readonly [
  isType: boolean,
  name: string,
  parent: number,
  start: number,
  end: number,
  owner?: string | null,
  namespace?: string | null,
];

interface Packed {
  readonly d: readonly PackedDefinition[];
  readonly i: readonly (readonly [specifier: string, line: number, form?: string])[];
  readonly r: readonly (readonly [isExtends: boolean, from: number, line: number, target: PackedTarget])[];
  readonly e: readonly (readonly [name: string, target: PackedTarget])[];
  readonly t?: readonly (readonly [of: number, name: string, type: PackedTarget])[];
  readonly n?: string;
  readonly f?: ParseFault;
}

/** Facts as bytes, for the cache. */
export function encodeFacts({
  definitions,
  imports,
  references,
  exports,
  fields,
  namespace,
  fault,
}: FileFacts): Uint8Array {
  const packed: Packed = {
    d: definitions.map(packDefinition),
    i: imports.map(({ specifier, line, form }) => (form === undefined ? [specifier, line] : [specifier, line, form])),
    r: references.map(({ kind, from, line, target }) => [kind === 'extends', from, line, pack(target)]),
    e: exports.map(({ name, target }) => [name, pack(target)]),
    ...(fields && { t: fields.map(({ of, name, type }) => [of, name, pack(type)] as const) }),
    ...(namespace !== undefined && { n: namespace }),
    ...(fault && { f: fault }),
  };
  return encode(packed);
}

/** The inverse. The bytes are from the cache of this clone, which only this program writes. */
export function decodeFacts(bytes: Uint8Array): FileFacts {
  const { d, i, r, e, t, n, f } = decode(bytes) as Packed;
  return {
    definitions: d.map(unpackDefinition),
    imports: i.map(([specifier, line, form]): Import => ({ specifier, line, ...(form !== undefined && { form }) })),
    references: r.map(([isExtends, from, line, target]): Reference => ({
      kind: isExtends ? 'extends' : 'calls',
      from,
      line,
      target: unpack(target),
    })),
    exports: e.map(([name, target]): Export => ({ name, target: unpack(target) })),
    ...(t && { fields: t.map(([of, name, type]): Field => ({ of, name, type: unpack(type) })) }),
    ...(n !== undefined && { namespace: n }),
    ...(f && { fault: f }),
  };
}

function packDefinition({ kind, name, parent, start, end, owner, namespace }: Definition): PackedDefinition {
  const always = [kind === 'type', name, parent, start, end] as const;
  return owner === undefined && namespace === undefined ? always : [...always, owner ?? null, namespace ?? null];
}

function unpackDefinition([isType, name, parent, start, end, owner, namespace]: PackedDefinition): Definition {
  return {
    kind: isType ? 'type' : 'function',
    name,
    parent,
    start,
    end,
    ...(owner != null && { owner }),
    ...(namespace != null && { namespace }),
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
    case 'field':
      return [5, pack(target.of), target.name];
    case 'first':
      return [6, target.of.map(pack)];
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
    case 5:
      return { is: 'field', of: unpack(packed[1]), name: packed[2] };
    case 6:
      return { is: 'first', of: packed[1].map(unpack) };
  }
}
