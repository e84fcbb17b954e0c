import type { ToolStep } from '../graph/classify.ts';
import { readCommand } from '../shell/parse/command.ts';

/**
 * Splits a tool call into steps. `sed -i … f && npm test` becomes a change and a check, in order, because a check only
 * verifies changes made before it. The change happened whatever the check found.
 */
export function partsOf(step: ToolStep): readonly ToolStep[] {
  if (step.action !== 'shell' || step.command === undefined || step.changed.length === 0 || step.unended) return [step];
  const verdict = step.verdict ?? readCommand(step.command);
  const { runs = [], changes, label: _, ...rest } = verdict;
  if (runs.length === 0 || changes === undefined || step.outcome === 'refused') return [step];
  const { printed: __, ...unread } = step;
  const change: ToolStep = { ...unread, outcome: 'ok', verdict: { ...rest, kind: 'commitment' } };
  const { narration: ___, detail: ____, ...alone } = step;
  const check: ToolStep = { ...alone, changed: [], verdict };
  return changes === 'before check' ? [change, check] : [check, change];
}
