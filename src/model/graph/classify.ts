import type { NodeKind } from '../model.ts';
import type { CommandVerdict } from '../shell/verdict.ts';
import { readCommand } from '../shell/parse/command.ts';
import type { Step } from '../step.ts';
import { never } from '../../errors.ts';

export type ToolStep = Extract<Step, { readonly type: 'tool' }>;

/** A step's kind, and for a shell step what its command line was read to do. */
export interface Reading {
  readonly kind: NodeKind;
  readonly verdict?: CommandVerdict;
}

/** The kind of node that a tool call becomes. */
export const classify = (step: ToolStep): NodeKind => readStep(step).kind;

/**
 * Reads a tool call. The rules, after the first seed's table, with two things said more exactly:
 *
 * - The seed makes a node of a failed tool an error. A test run that reports failures has not failed as a tool: it did
 *   its work, and its result is what `verified_by` leads to. So it stays a verification (`passed: false`), and only a
 *   verification that was refused or broken off is an error.
 * - A build is an execution, as in the seed's table, but a check too: `verified_by` leads to it.
 * - A verification that has not ended has no result: what it wrote so far is a commitment.
 * - A command that reads like an exploration and was seen to change files (a script with a harmless name, an alias) is a
 *   commitment: what was seen goes before what was read.
 */
export function readStep(step: ToolStep): Reading {
  if (step.action !== 'shell') return { kind: step.outcome === 'ok' ? kindOf(step) : 'error' };
  const verdict = step.verdict ?? readCommand(step.command ?? step.summary);
  if (verdict.kind === 'verification' && (step.outcome === 'ok' || step.outcome === 'failed'))
    return { kind: step.unended ? 'commitment' : 'verification', verdict };
  if (step.outcome !== 'ok') return { kind: 'error', verdict };
  const changed = step.changed.length > 0;
  return { kind: verdict.kind === 'exploration' && changed ? 'commitment' : verdict.kind, verdict };
}

function kindOf(step: ToolStep): NodeKind {
  switch (step.action) {
    case 'read':
      return 'exploration';
    case 'edit':
      return 'commitment';
    // A to-do list or a plan is the agent's own state: nothing is learnt from the code, so it informs no commitment
    // and must not stand among a commitment's explorations.
    case 'plan':
    case 'spawn':
      return 'execution';
    case 'unknown':
      return step.changed.length > 0 ? 'commitment' : 'exploration';
    case 'shell':
      return 'execution';
    default:
      return never(step.action);
  }
}
