import type { ToolStep } from './graph/classify.ts';
import type { NodeId, RepoPath } from './ids.ts';
import { oneLine, toolLabel } from './one-line.ts';
import type { Detail, Node, NodeKind, Scalar } from './model.ts';
import type { CommandVerdict } from './shell/verdict.ts';
import type { Step } from './step.ts';

/** A step of which nothing but what happened is told. */
type Plain = Exclude<Step, { type: 'knowledge' | 'change' }>;

const TEXT = 200;
const GOAL_TEXT = 600;
const FILES = 200;
const NAME = 200;

/**
 * The node of a step, without its place in the ledger. The agent's id of a tool call stays in the local ledger: it links to
 * the agent's own record on that machine, and its 30 characters a step are a seventh of a note.
 */
export function nodeOf(id: NodeId, kind: NodeKind, step: Plain, summary?: string, detail?: Detail): Node {
  const told = detail ?? detailOf(step);
  return {
    id,
    kind,
    at: step.at,
    summary: summary ?? summaryOf(step),
    ...('tool' in step && { tool: oneLine(step.tool, NAME) }),
    ...('duration' in step && step.duration !== undefined && { duration: Math.max(0, Math.round(step.duration)) }),
    ...(step.input !== undefined && { input: step.input }),
    ...(step.output !== undefined && { output: step.output }),
    ...(Object.keys(told).length > 0 && { detail: told }),
  };
}

/**
 * What machines read of a tool call: the files it changed, a command that its summary cut short, what came of it.
 * @param committed commits were made while it ran
 */
export function commandDetail(
  step: ToolStep,
  kind: NodeKind,
  verdict: CommandVerdict | undefined,
  files: readonly RepoPath[],
  committed: boolean,
): Detail {
  const command = step.command === undefined ? undefined : oneLine(step.command, TEXT);
  const shown = kind === 'verification' ? verdict?.label : command && oneLine(command);
  return {
    ...ownDetail(step.detail),
    ...filesDetail(files),
    ...(command !== undefined && command !== shown && { command }),
    ...(kind === 'verification' && passedDetail(step, verdict, committed)),
    ...(step.outcome === 'refused' && { refused: true }),
    ...(step.outcome === 'interrupted' && { interrupted: true }),
  };
}

/** The summary of a tool call: "read src/auth.rs", "cargo test passed", or the command. */
export function toolSummary(
  step: ToolStep,
  kind: NodeKind,
  verdict: CommandVerdict | undefined,
  detail: Detail,
): string {
  if (step.action !== 'shell') return toolLabel(step.tool, step.summary);
  if (kind !== 'verification') return oneLine(step.command ?? step.summary);
  const passed = detail['passed'];
  const result = passed === true ? ' passed' : passed === false ? ' failed' : '';
  return `${oneLine(verdict?.label ?? step.summary, 100)}${result}`;
}

// The adapter, which saw the output, knows best. Then the exit status decides where it is the check's own. Behind a pipe
// (`npm test | tail`) the summary that the runner printed decides. A check that ran no test has no result.
function passedDetail(step: ToolStep, verdict: CommandVerdict | undefined, committed: boolean): Detail {
  const passed = passedBy(step, verdict, committed);
  const { kinds } = verdict ?? {};
  return {
    ...(kinds && { check: kinds.length === 1 ? kinds[0]! : [...kinds] }),
    ...(passed !== undefined && { passed }),
  };
}

function passedBy(step: ToolStep, verdict: CommandVerdict | undefined, committed: boolean): boolean | undefined {
  const seen = step.detail?.['passed'];
  if (typeof seen === 'boolean') return seen;
  const { outcome, printed } = step;
  const stated = printed === 'passed' ? true : printed === 'failed' ? false : undefined;
  if (outcome === 'failed' && !failedElsewhere(verdict, committed)) {
    if (verdict?.decisive) return false;
    // Behind a pipe the exit status is the last program's, such as a grep that found nothing.
    return stated ?? (PIPE.test(step.command ?? '') ? undefined : false);
  }
  const reached = outcome === 'ok' || (committed && verdict?.checks === 'before commit');
  if (!reached || !verdict?.decisive) return reached ? stated : undefined;
  return printed === 'empty' ? undefined : true;
}

const PIPE = /(?:^|[^|])\|(?:[^|]|$)/;

// `npm test && git commit && git push` that committed failed at the push; `git commit && npm test` that did not commit
// never came to the tests.
const failedElsewhere = (verdict: CommandVerdict | undefined, committed: boolean): boolean =>
  verdict?.checks === (committed ? 'before commit' : 'after commit');

function summaryOf(step: Plain): string {
  switch (step.type) {
    case 'prompt':
      return oneLine(step.text) || 'an empty prompt';
    case 'gate':
      return toolLabel(step.tool, step.summary);
    case 'raw':
      return oneLine(step.summary) || oneLine(step.event);
    case 'compaction':
      return oneLine(step.summary) || 'compacted the conversation';
    default:
      return oneLine(step.summary);
  }
}

function detailOf(step: Plain): Detail {
  const own = ownDetail(step.detail);
  switch (step.type) {
    case 'prompt': {
      const text = oneLine(step.text, GOAL_TEXT);
      return text === oneLine(step.text) ? own : { ...own, text };
    }
    case 'commit':
      return { ...own, commit: step.oid, ...filesDetail(step.files) };
    case 'subagent':
      return { ...own, session: step.session };
    case 'raw':
      return { ...own, event: oneLine(step.event, NAME) };
    default:
      return own;
  }
}

const filesDetail = (files: readonly RepoPath[]): Detail => ({
  ...(files.length > 0 && { files: files.slice(0, FILES) }),
  ...(files.length > FILES && { more: files.length - FILES }),
});

function ownDetail(detail: Detail | undefined): Detail {
  return Object.fromEntries(
    Object.entries(detail ?? {}).map(([key, value]) => [
      key,
      isList(value) ? value.slice(0, FILES).map(short) : short(value),
    ]),
  );
}

const short = (value: Scalar): Scalar => (typeof value === 'string' ? oneLine(value, TEXT) : value);
const isList = (value: Scalar | readonly Scalar[]): value is readonly Scalar[] => Array.isArray(value);
