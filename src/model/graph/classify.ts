import type { NodeKind } from '../model.ts';
import type { CommandVerdict } from '../shell/verdict.ts';
import { readCommand } from '../shell/parse/command.ts';
import type { Step } from '../step.ts';
import { never } from '../../errors.ts';

export type ToolStep = Extract<Step, { readonly type: 'tool' }>;

/** A step's kind, and for a shell step the verdict on its command line. */
export interface StepReading {
  readonly kind: NodeKind;
  readonly verdict?: CommandVerdict;
}

/** The kind of node for a tool call. */
export const classify = (step: ToolStep): NodeKind => readStep(step).kind;

/**
 * Classifies a tool call. The rules follow the first seed's table, with these refinements:
 *
 * - The seed turns a failed tool into an error. But a test run that reports failures did its work, and `verified_by`
 *   leads to its result. So it stays a verification (`passed: false`). Only a refused or interrupted verification is an
 *   error.
 * - A build is an execution, as in the seed's table, but also a check: `verified_by` leads to it.
 * - A verification that has not ended has no result yet. What it wrote so far is a commitment.
 * - A command that looks like an exploration but changed files (a script with a harmless name, an alias) is a commitment:
 *   observation outweighs the reading of its words.
 */
export function readStep(step: ToolStep): StepReading {
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
    // A to-do list or a plan is the agent's own state. It teaches nothing about the code, so it must not appear among the
    // explorations that inform a commitment.
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
