import type { CheckedKind, CheckResult } from './checks/kind.ts';
import { worstResult } from './checks/kind.ts';
import { type Ended, resultsOf } from './checks/result.ts';
import type { ToolStep } from './graph/classify.ts';
import type { NodeId, RepoPath } from './ids.ts';
import { oneLine, toolLabel } from './one-line.ts';
import type { Detail, Node, NodeKind, Scalar } from './model.ts';
import type { CommandVerdict } from './shell/verdict.ts';
import type { Step } from './step.ts';

/** A step that only records what happened. */
type Plain = Exclude<Step, { type: 'knowledge' | 'change' }>;

const MAX_TEXT_CHARACTERS = 200;
const MAX_GOAL_CHARACTERS = 600;
const MAX_FILES = 200;
const MAX_NAME_CHARACTERS = 200;
/** Characters of a check's words. */
const MAX_LABEL_CHARACTERS = 80;

/**
 * The node of a step, without its place in the ledger. The agent's id of a tool call stays in the local ledger: it refers
 * to the transcript on that machine, and its 30 characters would be a seventh of a note.
 */
export function nodeOf(id: NodeId, kind: NodeKind, step: Plain, summary?: string, detail?: Detail): Node {
  const known = detail ?? detailOf(step);
  return {
    id,
    kind,
    at: step.at,
    summary: summary ?? summaryOf(step),
    ...('tool' in step && { tool: oneLine(step.tool, MAX_NAME_CHARACTERS) }),
    ...('duration' in step && step.duration !== undefined && { duration: Math.max(0, Math.round(step.duration)) }),
    ...(step.input !== undefined && { input: step.input }),
    ...(step.output !== undefined && { output: step.output }),
    ...(Object.keys(known).length > 0 && { detail: known }),
  };
}

/**
 * The detail of a tool call for programs: the changed files, a command that the summary shortens, the result.
 * @param committed whether commits were made while it ran
 */
export function commandDetail(
  step: ToolStep,
  kind: NodeKind,
  verdict: CommandVerdict | undefined,
  files: readonly RepoPath[],
  committed: boolean,
): Detail {
  const command = step.command === undefined ? undefined : oneLine(step.command, MAX_TEXT_CHARACTERS);
  const shown = kind === 'verification' ? labelIn(verdict) : command && oneLine(command);
  return {
    ...ownDetail(step.detail),
    ...filesDetail(files),
    ...(command !== undefined && command !== shown && { command }),
    ...(kind === 'verification' && passedDetail(step, verdict, committed)),
    ...checksDetail(step, kind, verdict, committed),
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
  return `${failedLabel(verdict, detail) ?? labelIn(verdict) ?? oneLine(step.summary, 100)}${result}`;
}

const labelIn = (verdict: CommandVerdict | undefined): string | undefined =>
  verdict?.label === undefined ? undefined : oneLine(verdict.label, MAX_LABEL_CHARACTERS);

// The first check that failed, where others of its command passed.
function failedLabel(verdict: CommandVerdict | undefined, { check, results }: Detail): string | undefined {
  if (!Array.isArray(check) || !Array.isArray(results)) return undefined;
  const failed = verdict?.runs?.find(({ kind }) => results[check.indexOf(kind)] === false);
  return failed && oneLine(failed.label, MAX_LABEL_CHARACTERS);
}

// An adapter that saw the output knows best. Otherwise the runners' summaries and the exit status decide. `passed` covers
// all checks together, because older readers know no other field.
function passedDetail(step: ToolStep, verdict: CommandVerdict | undefined, committed: boolean): Detail {
  const seen = step.detail?.['passed'];
  if (typeof seen === 'boolean') return { passed: seen };
  const passed = passedBy(resultsIn(step, verdict, committed));
  return passed === undefined ? {} : { passed };
}

// For each kind of check, whether it passed; null when that is unknown.
function checksDetail(
  step: ToolStep,
  nodeKind: NodeKind,
  verdict: CommandVerdict | undefined,
  committed: boolean,
): Detail {
  const results = step.unended ? [] : resultsIn(step, verdict, committed);
  const [first] = results;
  if (first === undefined) return {};
  const seen = step.detail?.['passed'];
  const hasPassed = seen ?? results.some(({ result }) => result === 'passed');
  const { saw, scope, likely } = step.checked ?? {};
  const code: Detail = { ...(hasPassed && saw && { saw }), ...(scope && { scope }), ...(likely && { likely }) };
  // A single verification needs no more than `passed`.
  if (results.length === 1 && nodeKind === 'verification') return { check: first.kind, ...code };
  return {
    ...code,
    check: results.length === 1 ? first.kind : results.map(({ kind }) => kind),
    results: results.map(({ result }) => (typeof seen === 'boolean' ? seen : valueOf(result))),
  };
}

const resultsIn = (step: ToolStep, verdict: CommandVerdict | undefined, committed: boolean): readonly CheckedKind[] =>
  resultsOf(verdict?.runs ?? [], endedAs(step, verdict, committed), step.printed);

const valueOf = (result: CheckResult): boolean | null => (result === 'unknown' ? null : result === 'passed');

function passedBy(results: readonly CheckedKind[]): boolean | undefined {
  const worst = worstResult(results.map(({ result }) => result));
  return worst === 'unknown' ? undefined : worst === 'passed';
}

// The failure may belong to a part of the command before or after the checks.
function endedAs({ outcome, behind }: ToolStep, verdict: CommandVerdict | undefined, committed: boolean): Ended {
  if (outcome !== 'failed' || !failedElsewhere(verdict, committed)) return { outcome, behind };
  return { outcome: committed ? 'ok' : 'interrupted', behind };
}

// When `npm test && git commit && git push` committed but failed, the push failed. When `git commit && npm test` did not
// commit, the tests never ran.
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
      const text = oneLine(step.text, MAX_GOAL_CHARACTERS);
      return text === oneLine(step.text) ? own : { ...own, text };
    }
    case 'commit':
      return { ...own, commit: step.oid, ...filesDetail(step.files) };
    case 'subagent':
      return { ...own, session: step.session };
    case 'raw':
      return { ...own, event: oneLine(step.event, MAX_NAME_CHARACTERS) };
    default:
      return own;
  }
}

const filesDetail = (files: readonly RepoPath[]): Detail => ({
  ...(files.length > 0 && { files: files.slice(0, MAX_FILES) }),
  ...(files.length > MAX_FILES && { more: files.length - MAX_FILES }),
});

function ownDetail(detail: Detail | undefined): Detail {
  return Object.fromEntries(
    Object.entries(detail ?? {}).map(([key, value]) => [
      key,
      isList(value) ? value.slice(0, MAX_FILES).map(short) : short(value),
    ]),
  );
}

const short = (value: Scalar): Scalar => (typeof value === 'string' ? oneLine(value, MAX_TEXT_CHARACTERS) : value);
const isList = (value: Scalar | readonly Scalar[]): value is readonly Scalar[] => Array.isArray(value);

/** Whether a decision states a reason. A consolidated one only lists what was done. */
export const isReason = ({ detail }: Pick<Node, 'detail'>): boolean => detail?.['source'] !== 'consolidated';

/** The speaker of a narrated decision's words; undefined for declared and consolidated decisions. */
export const wordsBy = ({ detail }: Pick<Node, 'detail'>): 'user' | 'agent' | undefined =>
  detail?.['source'] !== 'narrated' ? undefined : detail['place'] === 'prompt' ? 'user' : 'agent';
