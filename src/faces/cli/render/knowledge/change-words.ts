import type { KnowledgeChange } from '../../../../model/knowledge/kinds.ts';
import type { Declaration } from '../../../../recorder/spool/own-events.ts';

const CHANGED: Readonly<Record<KnowledgeChange, string>> = {
  linked: 'Linked',
  unlinked: 'Link removed',
  retracted: 'Retracted',
  accepted: 'Accepted',
  rejected: 'Rejected',
  confidence: 'Confidence changed',
  completed: 'Marked as done',
  state: 'State changed',
  link_accepted: 'Link accepted',
  link_rejected: 'Link rejected',
  stale: 'Marked as stale',
};

/** The beginning of the line about a change. The line about an entry begins with its reference, which scripts read there. */
export const doneBy = (declaration: Declaration): string =>
  declaration.type === 'change' ? `${CHANGED[declaration.changed.change]}: ` : '';
