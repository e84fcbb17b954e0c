import { readOutput } from '../../model/checks/output.ts';
import { marksOf } from '../../model/shell/parse/marks.ts';
import type { RepoPath } from '../../model/ids.ts';
import { namesIn } from '../../model/reasons/names.ts';
import type { CheckedCode, Step } from '../../model/step.ts';
import type { Outcome } from '../spool/event.ts';
import type { OpenStep } from '../state/state.ts';
import { plainVerdict } from '../spool/plain-names.ts';
import type { CaptureFilter } from './capture-filter.ts';

export type ToolStep = Extract<Step, { type: 'tool' }>;

/** How a tool call ended. */
export interface ToolEnd {
  readonly at: number;
  readonly outcome: Outcome;
  readonly output: string;
  readonly input: string;
  readonly duration?: number;
  /** The files that snapshots show as changed by it. */
  readonly changed: readonly RepoPath[];
  /** Those of them that were there before it; absent where that is not known. */
  readonly edited?: readonly RepoPath[];
  readonly unended?: true;
  /** The code that its checks ran on. */
  readonly checked?: CheckedCode;
  /** It kept running in the background. */
  readonly behind?: true;
}

type Redact = (text: string) => Promise<string>;

/**
 * The step of a tool call, with redacted texts.
 * @param narration the agent's words before the call
 */
export async function toolStep(
  open: OpenStep,
  end: ToolEnd,
  narration: string | undefined,
  keeper: CaptureFilter,
  redact: Redact,
): Promise<ToolStep> {
  const command = open.command === undefined ? undefined : await redact(open.command);
  return {
    type: 'tool',
    at: end.at,
    tool: open.tool,
    action: open.action,
    summary: await redact(open.summary),
    outcome: end.outcome,
    changed: end.changed,
    ...(end.edited && { edited: end.edited }),
    paths: open.paths,
    call: open.key,
    input: await keeper.hash(end.input),
    output: await keeper.hash(end.output),
    ...(command !== undefined && { command }),
    ...(end.duration !== undefined && { duration: end.duration }),
    ...(end.unended && { unended: true }),
    ...(end.behind && { behind: true }),
    ...(end.checked && { checked: end.checked }),
    ...(open.action === 'shell' &&
      end.output !== '' && { printed: readOutput(end.output, marksOf(open.command ?? '')) }),
    ...(open.verdict?.byTask && { verdict: await plainVerdict(open.verdict, redact) }),
    ...(open.node && { detail: { continues: open.node } }),
    ...(open.action !== 'read' && { names: namesIn(end.input) }),
    ...(narration && { narration }),
  };
}
