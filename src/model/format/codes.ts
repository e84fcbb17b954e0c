import { asName, fail } from './fields.ts';

/*
 * The names that version 1 writes as numbers, a name's number being its place in the list. Frozen: a name that comes
 * later is written as text, so that every reader of version 1 can keep and show it.
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

// In the order in which their names as text would stand in a map.
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

/** A frozen list of names, each written as its place in the list; any other name is written as text. */
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

/** What is written for a name. */
export const codeOf = (table: Codes, name: string, field: string): number | string =>
  table.places.get(name) ?? asName(name, field);

/** The name that was written. A name of the list may only come as its number, so that one note has one encoding. */
export function nameOf(table: Codes, value: unknown, field: string): string {
  if (typeof value === 'number') return table.names[value] ?? fail(field, `${value} is no code of version 1`);
  const name = asName(value, field);
  return table.places.has(name) ? fail(field, `"${name}" has to be written as its code`) : name;
}
