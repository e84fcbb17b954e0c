import type { DataUse, Definition, Export, Field, FileFacts, Import, ParseFault, Reference, Target } from '../facts.ts';

/** A target as an array: its kind as a number, and its parts. */
type PackedTarget =
  | readonly [0, number]
  | readonly [1, number, string]
  | readonly [2, PackedTarget, string, boolean]
  | readonly [3, string]
  | readonly [4, string]
  | readonly [5, PackedTarget, string]
  | readonly [6, PackedTarget]
  | readonly [7, readonly PackedTarget[]]
  | readonly [8, PackedTarget];

/** What few definitions have. */
interface PackedMore {
  readonly o?: string;
  readonly s?: string;
  readonly u?: true;
  readonly t?: PackedTarget;
}

type PackedUse = readonly [isWrite: boolean, of: DataUse['of'], name: string, line: number];

interface Packed {
  readonly d: readonly (readonly [
    isType: boolean,
    name: string,
    parent: number,
    start: number,
    end: number,
    more?: PackedMore,
  ])[];
  readonly i: readonly (readonly [specifier: string, line: number, form?: string, all?: boolean])[];
  readonly r: readonly (readonly [isExtends: boolean, from: number, line: number, target: PackedTarget])[];
  readonly e: readonly (readonly [name: string, target: PackedTarget])[];
  readonly m?: readonly (readonly [of: number, name: string, type: PackedTarget])[];
  readonly w?: readonly PackedUse[];
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
  uses,
  namespace,
  fault,
}: FileFacts): Uint8Array {
  const packed: Packed = {
    d: definitions.map(packDefinition),
    i: imports.map(({ specifier, line, form = '', all }) =>
      all ? [specifier, line, form, true] : form === '' ? [specifier, line] : [specifier, line, form],
    ),
    r: references.map(({ kind, from, line, target }) => [kind === 'extends', from, line, pack(target)]),
    e: exports.map(({ name, target }) => [name, pack(target)]),
    ...(fields && { m: fields.map(({ of, name, type }) => [of, name, pack(type)]) }),
    ...(uses && { w: uses.map(({ kind, of, name, line }) => [kind === 'writes', of, name, line] as const) }),
    ...(namespace !== undefined && { n: namespace }),
    ...(fault && { f: fault }),
  };
  return Buffer.from(JSON.stringify(packed));
}

/** The inverse. The bytes are from the cache of this clone, which only this program writes. */
export function decodeFacts(bytes: Uint8Array): FileFacts {
  const { d, i, r, e, m, w, n, f } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Packed;
  return {
    definitions: d.map(unpackDefinition),
    imports: i.map(unpackImport),
    references: r.map(([isExtends, from, line, target]): Reference => ({
      kind: isExtends ? 'extends' : 'calls',
      from,
      line,
      target: unpack(target),
    })),
    exports: e.map(([name, target]): Export => ({ name, target: unpack(target) })),
    ...(m && { fields: m.map(([of, name, type]): Field => ({ of, name, type: unpack(type) })) }),
    ...(w && { uses: w.map(unpackUse) }),
    ...(n !== undefined && { namespace: n }),
    ...(f && { fault: f }),
  };
}

const unpackUse = ([isWrite, of, name, line]: PackedUse): DataUse => ({
  kind: isWrite ? 'writes' : 'reads',
  of,
  name,
  line,
});

function packDefinition(one: Definition): Packed['d'][number] {
  const { kind, name, parent, start, end, owner, namespace, unnamed, result } = one;
  const more: PackedMore = {
    ...(owner !== undefined && { o: owner }),
    ...(namespace !== undefined && { s: namespace }),
    ...(unnamed && { u: true }),
    ...(result && { t: pack(result) }),
  };
  const plain = [kind === 'type', name, parent, start, end] as const;
  return Object.keys(more).length > 0 ? [...plain, more] : plain;
}

function unpackDefinition([isType, name, parent, start, end, more]: Packed['d'][number]): Definition {
  return {
    kind: isType ? 'type' : 'function',
    name,
    parent,
    start,
    end,
    ...(more?.o !== undefined && { owner: more.o }),
    ...(more?.s !== undefined && { namespace: more.s }),
    ...(more?.u && { unnamed: true }),
    ...(more?.t && { result: unpack(more.t) }),
  };
}

function unpackImport([specifier, line, form, all]: Packed['i'][number]): Import {
  return { specifier, line, ...(form && { form }), ...(all && { all }) };
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
    case 'result':
      return [6, pack(target.of)];
    case 'first':
      return [7, target.of.map(pack)];
    case 'perhaps':
      return [8, pack(target.of)];
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
      return { is: 'result', of: unpack(packed[1]) };
    case 7:
      return { is: 'first', of: packed[1].map(unpack) };
    case 8:
      return { is: 'perhaps', of: unpack(packed[1]) };
  }
}
