import type { Edge, EdgeKind, UnknownKind } from '../model.ts';

/** The kinds of node that somebody may say; other kinds come from what is done. */
export const SAYABLE = [
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
  'task',
  'constraint',
] as const;
export type Sayable = (typeof SAYABLE)[number];

/** What may happen to what was said, or to a link between two nodes. Each is a step of its own; nothing is edited. */
export const CHANGES = ['linked', 'unlinked', 'retracted', 'accepted', 'rejected', 'confidence'] as const;
export type Change = (typeof CHANGES)[number];

/** How a piece of knowledge came to be (fifth seed, "Source Type Values"). */
export const SOURCE_TYPES = [
  'direct_experience',
  'promote',
  'inference',
  'told_by_agent',
  'consolidation',
  'revision',
  'unknown',
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** By which operation (fifth seed, "Enhanced Provenance Model"). */
export type CreatedVia = 'direct' | 'promote' | 'consolidate' | 'inference' | 'revise';

/** The agent of a session in which a person says something without an agent. Such a session never owns lines. */
export const PERSON = 'person';

/** The tool as which a session's record has it that the agent was given context by git prov. */
export const CONTEXT = 'context';

/** Confidences are whole thousandths in a note, which holds no fractions. */
export const THOUSAND = 1000;

// The edges whose end is what came first.
const BACK: ReadonlySet<string> = new Set<EdgeKind>([
  'decided_by',
  'derived_from',
  'supersedes',
  'depends_on',
  'extends',
  'imports',
  'calls',
  'reads',
  'uses_secret',
]);

/** Which end of an edge the other came from: a goal led to its actions, a belief was derived from its episodes. */
export const originOf = (kind: Edge['kind'] | UnknownKind): 'from' | 'to' => (BACK.has(kind) ? 'to' : 'from');
