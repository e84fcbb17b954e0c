import type { Finding } from './findings.ts';
import { BREACHES, remedy, UNKNOWNS } from './judge.ts';
import type { PlainRule, REVIEWED_BY } from './rules/rule.ts';

/** What each rule asks for, in one sentence. */
export const RULE_SENTENCES: Readonly<Record<PlainRule | typeof REVIEWED_BY, string>> = {
  known: 'The author of each added line is known.',
  verified: 'The last check of each kind passed after the last change of the line.',
  tested: 'A test passed after the last change of the line.',
  decided: 'A reason was given for the line.',
  approved: 'A person accepted the decision behind the line, or approved the step that wrote it.',
  signed: 'An allowed signer vouches for the author of the line.',
  human: 'A person wrote the line.',
  'reviewed-by': 'A member of the team accepted the decision behind the line.',
};

/** Why the lines of a finding break the rule, without a full stop. */
export function whyOf({ breach, unknown, fault }: Pick<Finding, 'breach' | 'unknown' | 'fault'>): string {
  if (fault !== undefined) return `${BREACHES.faulty}: ${fault.replace(/\.$/, '')}`;
  return unknown === undefined ? BREACHES[breach] : `${BREACHES[breach]}: ${UNKNOWNS[unknown]}`;
}

/** What would satisfy the rule, with the decision that waits, as sentences. */
export function remedyOf({ breach, rule, unknown, decision }: Finding): string {
  const words = remedy(breach, rule, unknown);
  return decision === undefined ? words : words.replaceAll('decision:ID', `decision:${decision}`);
}
