import { isOverruled } from '../model/knowledge/status.ts';
import type { OwnerKind } from '../ask/blame/options.ts';
import type { Unknown } from '../ask/report/sum.ts';
import { never } from '../errors.ts';
import type { CheckKind } from '../model/checks/kind.ts';
import type { CheckState } from '../model/graph/verification.ts';
import { OWNERS, type Rule } from './rules/rule.ts';

/** The decision behind a line, as far as rules ask. */
export interface DecisionFacts {
  /** `listed`: it only lists what was done, and gives no reason. */
  readonly state: 'given' | 'listed' | 'rejected' | 'retracted';
  /** Whether a person declared or accepted it. */
  readonly isAccepted: boolean;
  /** The addresses of these persons, in lower case. */
  readonly reviewers: ReadonlySet<string>;
}

/** What is known of added lines. What is only claimed is left out where signing is asked for. */
export interface LineFacts {
  readonly owner: OwnerKind;
  /** Only for the owner `unknown`. */
  readonly unknown?: Unknown | 'no-lines' | 'moved-in' | undefined;
  /** Why the record of the lines cannot be relied on: a finding of `git prov verify`. */
  readonly fault?: string | undefined;
  /** Signing is asked for, and the owner is only claimed. */
  readonly isClaimed: boolean;
  /** An allowed signer vouches for the owner. */
  readonly isSigned: boolean;
  /** The last check of each kind. Empty for lines of a person. */
  readonly checks: readonly Pick<CheckState, 'kind' | 'state'>[];
  /** Whether a check can cover the file at all. */
  readonly isCheckable: boolean;
  /** The tool that recorded the lines records no checks. */
  readonly withoutChecks: boolean;
  readonly decision: DecisionFacts | undefined;
  /** A person approved the step that wrote them. */
  readonly isApproved: boolean;
}

/** Why lines break a rule. */
export type Breach =
  | 'faulty'
  | 'unknown'
  | 'claimed'
  | 'failed'
  | 'stale'
  | 'unchecked'
  | 'unrecorded'
  | 'untested'
  | 'unexplained'
  | 'listed'
  | 'rejected'
  | 'retracted'
  | 'unapproved'
  | 'unsigned'
  | 'agent'
  | 'unreviewed'
  | 'no-member';

/** The members that satisfy `reviewed-by` for a file, as addresses in lower case. */
export type MembersOf = (team: string) => ReadonlySet<string>;

/**
 * Judges lines by one rule. Lines without a known owner, and lines with a faulty record, break every rule: else a removed note would
 * satisfy them. Rules on checks, reasons and reviews are about agents' lines; a person's lines satisfy them.
 * @returns why the lines break the rule; undefined when they satisfy it
 */
export function judge(rule: Rule, facts: LineFacts, membersOf: MembersOf): Breach | undefined {
  if (facts.fault !== undefined) return 'faulty';
  if (facts.owner === 'unknown') return 'unknown';
  if (facts.isClaimed) return rule.kind === 'signed' ? 'unsigned' : 'claimed';
  switch (rule.kind) {
    case 'known':
      return undefined;
    case 'signed':
      return facts.isSigned ? undefined : 'unsigned';
    case 'human':
      return facts.owner === 'human' ? undefined : 'agent';
    default:
      return facts.owner === 'human' ? undefined : judgeAgent(rule, facts, membersOf);
  }
}

type AgentRule = Exclude<Rule, { kind: 'known' | 'signed' | 'human' }>;

function judgeAgent(rule: AgentRule, facts: LineFacts, membersOf: MembersOf): Breach | undefined {
  const { decision } = facts;
  switch (rule.kind) {
    case 'verified':
      return checkedBy(facts, () => true);
    case 'tested':
      return checkedBy(facts, (kind) => kind === 'test');
    case 'decided':
      return decision === undefined ? 'unexplained' : decision.state === 'given' ? undefined : decision.state;
    case 'approved':
      return rejected(decision) ?? (facts.isApproved || isAccepted(decision) ? undefined : 'unapproved');
    case 'reviewed-by': {
      const members = membersOf(rule.team);
      if (isAccepted(decision) && [...decision.reviewers].some((one) => members.has(one))) return undefined;
      return rejected(decision) ?? (members.size === 0 ? 'no-member' : 'unreviewed');
    }
    default:
      return never(rule);
  }
}

// The last check of each wanted kind has passed on the present content, and there is one.
function checkedBy(
  { checks, isCheckable, withoutChecks }: LineFacts,
  isWanted: (kind: CheckKind) => boolean,
): Breach | undefined {
  const wanted = checks.filter(({ kind }) => isWanted(kind));
  if (wanted.some(({ state }) => state === 'failed')) return 'failed';
  if (wanted.some(({ state }) => state === 'stale')) return 'stale';
  if (wanted.length > 0) return undefined;
  if (!isCheckable) return undefined;
  return withoutChecks ? 'unrecorded' : checks.length > 0 ? 'untested' : 'unchecked';
}

const isAccepted = (decision: DecisionFacts | undefined): decision is DecisionFacts =>
  decision !== undefined && decision.isAccepted && decision.state === 'given';

const rejected = (decision: DecisionFacts | undefined): Breach | undefined =>
  isOverruled(decision?.state) ? decision.state : undefined;

/** What is wrong, in a few words. Where the owner is unknown, `whyUnknown` says more. */
export const BREACHES: Readonly<Record<Breach, string>> = {
  faulty: 'the record was changed or removed',
  unknown: 'the author is unknown',
  claimed: 'the record is only claimed: no allowed signer vouches for it',
  failed: 'the last check failed',
  stale: 'changed after the last check',
  unchecked: 'no check followed',
  unrecorded: 'the tool that recorded them records no checks',
  untested: 'checked, but not by a test',
  unexplained: 'no reason was recorded',
  listed: 'no reason was given, only a list of what was done',
  rejected: 'the decision behind them was rejected',
  retracted: 'the decision behind them was retracted',
  unapproved: 'no person accepted the decision or approved the step',
  unsigned: 'no allowed signer vouches for them',
  agent: 'an agent wrote them',
  unreviewed: 'no member of the team accepted the decision',
  'no-member': 'no member of the team is known',
};

/** Why the author is unknown. */
export const UNKNOWNS: Readonly<Record<NonNullable<LineFacts['unknown']>, string>> = {
  'no-note': 'the commit has no note',
  unreadable: 'the note cannot be read',
  unsure: 'the record names no author',
  elsewhere: 'no commit of the range added them as lines',
  'no-lines': 'git sees no lines in it',
  'moved-in': 'the file was moved here from a place without this rule',
};

/** What would satisfy the rule. */
export function remedy(breach: Breach, rule: Rule, unknown: LineFacts['unknown']): string {
  switch (breach) {
    case 'faulty':
      return 'Run git prov verify, and fetch the notes again from a clone that has them.';
    case 'unknown':
      return unknown === 'no-lines' || unknown === 'moved-in'
        ? 'A person waives it: git prov waive FILE.'
        : 'Fetch the notes (git prov fetch), or have the author push them (git prov push).';
    case 'claimed':
    case 'unsigned':
      return 'Sign the notes (git prov init --sign) with a key that the target branch allows.';
    case 'failed':
      return 'Correct the code, run the check again, and commit.';
    case 'stale':
    case 'unchecked':
    case 'unrecorded':
      return rule.kind === 'tested'
        ? 'Run the tests: in the session, or with git prov verify-run.'
        : 'Run the check: in the session, or with git prov verify-run.';
    case 'untested':
      return 'Run the tests: in the session, or with git prov verify-run.';
    case 'unexplained':
    case 'listed':
      return 'Give the reason: git prov decide, and git prov link STEP decided_by DECISION.';
    case 'rejected':
    case 'retracted':
      return 'Change the lines, or have a person accept the decision: git prov review.';
    case 'unapproved':
      return 'A person accepts the decision: git prov review decision:ID --accept.';
    case 'unreviewed':
      return 'A member accepts the decision: git prov review decision:ID --accept.';
    case 'no-member':
      return 'team' in rule && rule.team === OWNERS
        ? 'Name owners in CODEOWNERS, and the members of teams in .gitprov/teams.'
        : 'Name the members in .gitprov/teams of the target branch.';
    case 'agent':
      return 'A person writes these lines, or waives the rule: git prov waive.';
    default:
      return never(breach);
  }
}
