import type { Detail, Edge, EdgeKind, UnknownKind } from '../model.ts';

/** The kinds of node that a user or agent can record directly. All others follow from actions. */
export const DECLARABLE = [
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
  'goal',
  'value',
  'drive',
  'relationship',
] as const;
export type Declarable = (typeof DECLARABLE)[number];

/** The kind of a person's statement that lines may break a rule of `git prov check`. Only `git prov waive` records it. */
export const WAIVER = 'waiver';

/** The kinds of declared entries. Each has a status. */
export const DECLARED = [...DECLARABLE, WAIVER] as const;
export type Declared = (typeof DECLARED)[number];

/**
 * A person's verdicts on a link. They have names of their own: to a version that does not know them, an event `accepted` with a
 * link would accept the node that the link starts from.
 */
const LINK_VERDICTS = ['link_accepted', 'link_rejected'] as const;

/** Changes to an entry or a link. Each is a separate step; nothing is edited. */
export const CHANGES = [
  'linked',
  'unlinked',
  'retracted',
  'accepted',
  'rejected',
  'confidence',
  'completed',
  'state',
  ...LINK_VERDICTS,
  'stale',
] as const;
export type KnowledgeChange = (typeof CHANGES)[number];

/** The origin of a piece of knowledge (fifth seed, "Source Type Values"). */
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

/** The operation that created it (fifth seed, "Enhanced Provenance Model"). */
export type CreatedVia = 'direct' | 'promote' | 'consolidate' | 'inference' | 'revise';

/** The kinds that can be completed. */
export const COMPLETABLE: ReadonlySet<string> = new Set(['task', 'goal']);

/** Whether a node is the goal of a turn. A declared goal is an entry like others. */
export const isTurnGoal = ({ kind, detail }: { readonly kind: string; readonly detail?: Detail }): boolean =>
  kind === 'goal' && detail?.['source'] !== 'declared';

/** The source of a task that is an item of an agent's own to-do list. */
export const TODO_ITEM = 'todo';

/** The source of a constraint that a person stated in a prompt. */
export const STATED = 'prompt';

/** The agent name of a session in which a person records entries without an agent. Such a session never owns lines. */
export const PERSON = 'person';

/** The agent name of the session that records what a model summarised. Such a session never owns lines. */
export const SUMMARISER = 'consolidation';

/** The agent name of the session that records what behaviours do. Such a session never owns lines. */
export const BEHAVIOUR = 'behaviour';

/** The sessions that only record entries. They have no turns, so their entries go into the note of the next commit. */
export const isScribe = (agent: string): boolean => agent === PERSON || agent === SUMMARISER || agent === BEHAVIOUR;

/** The tool name of the step that records the context that git prov gave to the agent. */
export const CONTEXT = 'context';

/** The tool name of the step that records a question: git prov asked the agent for the reasons of its changes. */
export const QUESTION = 'question';

/** A note holds no fractions, so confidences are stored in thousandths. */
export const THOUSAND = 1000;

// Edges that point to the earlier node.
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

/** The end of an edge that is the origin: a goal led to its actions, a belief was derived from its episodes. */
export const originOf = (kind: Edge['kind'] | UnknownKind): 'from' | 'to' => (BACK.has(kind) ? 'to' : 'from');

const SAID: ReadonlySet<string> = new Set(DECLARED);
/** Whether a node has a status: statements have one. The goal of a turn and other steps have none. */
export const stands = (node: { readonly kind: string; readonly detail?: Detail }): boolean =>
  SAID.has(node.kind) && !isTurnGoal(node);

/** Whether a node is a declared entry, and not a statement that was found in a conversation. */
export const isEntry = ({ kind, detail }: { readonly kind: string; readonly detail?: Detail }): boolean =>
  SAID.has(kind) && detail?.['source'] === 'declared';
