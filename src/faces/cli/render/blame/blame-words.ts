import { shortId, sessionPart } from '../../../../model/ids.ts';
import type { Segment } from '../../../../ask/blame/blamed.ts';
import type { Why } from '../../../../ask/blame/rationale.ts';
import { bytesOf, type Bytes } from '../../../../ask/blame/porcelain.ts';
import { namedNode } from '../../../../ask/shapes/parts.ts';
import { checkWords } from './check-words.ts';
import { term } from '../term.ts';
import { goalText, explains } from '../unexplained.ts';
import { stated } from '../words.ts';
import type { Signs } from '../signs.ts';

/** The signs for this environment: ASCII unless the locale is UTF-8. */
export function signsFor(env: NodeJS.ProcessEnv): Signs {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return /utf-?8/i.test(locale)
    ? {
        passed: '✓',
        stale: '~',
        partly: '◐',
        failed: '✗',
        none: '·',
        'not-applicable': '-',
        unknown: '?',
        overruled: '⊘',
        pointer: '←',
      }
    : {
        passed: '+',
        stale: '~',
        partly: '%',
        failed: 'x',
        none: '.',
        'not-applicable': '-',
        unknown: '?',
        overruled: '#',
        pointer: '<-',
      };
}

/** Columns. Longer agent names are cut, so that one name cannot push the code away. */
const MAX_AGENT_COLUMNS = 24;

/** Displayable texts about the reason for a line. */
interface ReasonTexts {
  readonly agent: Bytes;
  readonly reason: string;
  readonly reasonBytes: Bytes;
  /** Equal for the runs of one decision in one session. */
  readonly cause: string;
}

const known = new WeakMap<Why, ReasonTexts>();

// Cached, because many lines share it.
function wordsOf(why: Why): ReasonTexts {
  let words = known.get(why);
  if (!words) {
    const { step, session, decision, goal, verification, checks } = why;
    const prefix = sessionPart(step.id);
    const agent = `${term(session?.agent ?? 'agent', MAX_AGENT_COLUMNS)} ${shortId(prefix)}`;
    const reasonId = decision && explains(namedNode(decision)) ? decision.id : undefined;
    const cause = `${prefix} ${reasonId ?? goal?.id ?? decision?.id ?? step.id} ${verification} ${checkWords(verification, checks)}`;
    const reason = reasonOf(why);
    words = { agent: bytesOf(agent), reason, reasonBytes: bytesOf(reason.trimEnd()), cause };
    known.set(why, words);
  }
  return words;
}

/** The agent and the short session, in place of the author. */
export const agentBytes = (why: Why): Bytes => wordsOf(why).agent;

/** One line with the reason for a line: the decision, or the closest known thing. */
export const reason = (why: Why): string => wordsOf(why).reason;
export const reasonBytes = (why: Why): Bytes => wordsOf(why).reasonBytes;

function reasonOf({ decision, goal, follows, step }: Why): string {
  if (decision && explains(namedNode(decision)))
    return decision.node ? term(stated(decision.node, decision.status)) : `decision:${shortId(decision.id)}`;
  if (decision) return goalText(goal && namedNode(goal), follows && namedNode(follows));
  if (goal?.node) return `goal: ${term(goal.node.summary)}`;
  return step.node ? term(step.node.summary) : '';
}

/** Pieces with the same key form one run and share one annotation. */
export function runKey({ owner, why }: Segment, evidence: boolean): string {
  if (!why || owner.likely) return ''; // without an owner there is no reason
  return evidence ? `${wordsOf(why).cause} ${owner.evidence ?? ''}` : wordsOf(why).cause;
}
