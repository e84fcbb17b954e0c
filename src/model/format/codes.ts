import { asName, fail } from './fields.ts';

/**
 * Names that version 1 writes as numbers. A name's number is its index in the list. The lists are frozen: later names are
 * written as text, so that every reader of version 1 can keep and show them.
 */
const NODE_KINDS = [
  'goal',
  'task',
  'constraint',
  'exploration',
  'commitment',
  'verification',
  'execution',
  'error',
  'human_gate',
  'patch',
  'decision',
  'claim',
  'evidence',
  'risk',
  'failure',
  'memory',
  'raw',
  'episode',
  'note',
  'belief',
  'file',
  'module',
  'function',
  'type',
  'external',
  'service',
  'tool',
  'agent',
];

const EDGE_KINDS = [
  'led_to',
  'explored_via',
  'verified_by',
  'committed_via',
  'failed_with',
  'blocked_by',
  'resumed_after',
  'spawned',
  'decided_by',
  'supports',
  'contradicts',
  'depends_on',
  'derived_from',
  'supersedes',
  'blocks',
  'exposes',
  'uses_secret',
  'imports',
  'calls',
  'reads',
  'writes',
  'extends',
  'caused',
  'prevents',
  'explains',
];

const EDGE_SOURCES = ['observed', 'declared', 'inferred', 'ast', 'imported'];

const EVIDENCE = ['exact', 'reformatted', 'moved', 'restored', 'carried', 'imported', 'inferred', 'unsure'];

// In the order in which the names would sort as text keys of a map.
const DETAIL_NAMES = [
  'more',
  'text',
  'event',
  'files',
  'commit',
  'passed',
  'source',
  'because',
  'command',
  'refused',
  'session',
  'rejected',
  'continues',
  'interrupted',
];

const DETAIL_SOURCES = ['declared', 'narrated', 'consolidated'];

/** A frozen list of names. Each is written as its index in the list; any other name is written as text. */
export interface Codes {
  readonly names: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

const codes = (names: readonly string[]): Codes => ({ names, places: new Map(names.map((name, i) => [name, i])) });

export const nodeKinds = codes(NODE_KINDS);
export const edgeKinds = codes(EDGE_KINDS);
export const edgeSources = codes(EDGE_SOURCES);
export const evidenceKinds = codes(EVIDENCE);
export const detailNames = codes(DETAIL_NAMES);
export const detailSources = codes(DETAIL_SOURCES);

/** The encoding of a name: its index or its text. */
export const codeOf = (table: Codes, name: string, field: string): number | string =>
  table.places.get(name) ?? asName(name, field);

/** Decodes a name. A listed name must be written as its index, so that a note has only one encoding. */
export function nameOf(table: Codes, value: unknown, field: string): string {
  if (typeof value === 'number') return table.names[value] ?? fail(field, `${value} is no code of version 1`);
  const name = asName(value, field);
  return table.places.has(name) ? fail(field, `"${name}" has to be written as its code`) : name;
}
