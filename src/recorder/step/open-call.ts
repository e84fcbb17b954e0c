import type { NodeId, RepoPath } from '../../model/ids.ts';
import type { Evidence } from '../../model/model.ts';
import { backgroundIn, stepIn } from '../worktree/other-worktrees.ts';
import type { TaskKinds } from '../../model/shell/parse/walking.ts';
import { taskKindsIn } from './checked/task-kinds.ts';
import { readCommand } from '../../model/shell/parse/command.ts';
import type { CommandVerdict, Fixes } from '../../model/shell/verdict.ts';
import { type Owner, UNSURE } from '../../lines/owner.ts';
import { callKey } from '../spool/call-key.ts';
import type { Call } from '../spool/event.ts';
import { toRepoPath, writtenPaths } from '../spool/event-paths.ts';
import type { ObservedEvent } from './observed-event.ts';
import { plainVerdict } from '../spool/plain-names.ts';
import type { Sessions } from '../session/sessions.ts';
import type { BackgroundStep, OpenStep, SessionState, WorkTreeState } from '../state/state.ts';

/** The owner of lines that a step wrote: `exact` when the step names the file that it writes, otherwise inferred from the changes. */
export function ownedBy(node: NodeId, step: OpenStep): Owner {
  const evidence: Evidence = step.action === 'edit' || step.verdict?.writes.kind === 'paths' ? 'exact' : 'inferred';
  return { kind: 'node', node, evidence };
}

/** The owner of lines that a program in the background wrote: a node that continues its call's node. A sole writer is assumed. */
export async function writtenBehind(
  sessions: Sessions,
  step: BackgroundStep,
  changed: readonly RepoPath[],
  at: number,
): Promise<Owner> {
  const state = sessions.get(step.session);
  if (!state) return UNSURE;
  const { id } = await sessions.addTool(state, step, { at, outcome: 'ok', output: '', input: '', changed });
  step.node = id;
  return { kind: 'node', node: id, evidence: 'inferred' };
}

/** The redacted words of a call. */
export interface KeptWords {
  readonly summary: string;
  readonly command?: string | undefined;
}

/**
 * A call as a step that has begun.
 * @param kept its words without secrets: the step is stored until it ends
 * @param trees the known work trees
 * @param beside the call began in another work tree
 */
export function openStep(
  state: SessionState,
  call: Call,
  kept: KeptWords,
  { at, cwd }: Pick<ObservedEvent, 'at' | 'cwd'>,
  workTree: WorkTreeState | undefined,
  trees: readonly WorkTreeState[] = [],
  beside = false,
): OpenStep {
  const top = workTree?.top;
  const paths = top ? call.paths.map((path) => toRepoPath(path, top, cwd)).filter((path) => path !== undefined) : [];
  const step: OpenStep = {
    session: state.session.id,
    key: callKey(call),
    tool: call.tool,
    action: call.action,
    summary: summaryOf({ ...call, summary: kept.summary }, top, cwd),
    ...(call.command !== undefined && {
      command: kept.command ?? '',
      verdict: within(readCommand(call.command, false, taskKinds(cwd ?? top)), top, cwd),
    }),
    paths,
    ...(cwd !== undefined && { cwd }),
    ...(beside && { beside }),
    at,
    gated: false,
  };
  return workTree ? stepIn(workTree, step, trees) : step;
}

/** The same, after redacting the words. A call that began in another work tree is beside this one. */
export async function openRedacted(
  sessions: Sessions,
  state: SessionState,
  call: Call,
  observed: ObservedEvent,
  workTree: WorkTreeState | undefined,
  trees: readonly WorkTreeState[],
): Promise<OpenStep> {
  // The folders above the work tree may have names that look like a secret.
  const summary = await sessions.redact(summaryOf(call, workTree?.top, observed.cwd));
  const command = call.command === undefined ? undefined : await sessions.redact(call.command);
  const beside = workTree !== observed.workTree || observed.observation?.routed === true;
  const step = openStep(state, call, { summary, command }, observed, workTree, trees, beside);
  if (!step.verdict || command === call.command) return step;
  return { ...step, verdict: await plainVerdict(step.verdict, (text) => sessions.redact(text)) };
}

/** The subject of a call in one line; paths are relative to the work tree. @param top of the work tree */
export function summaryOf(
  { summary, paths }: Pick<Call, 'summary' | 'paths'>,
  top: string | undefined,
  cwd: string | undefined,
): string {
  const named = summary === paths[0] ? paths.slice(0, 1) : paths;
  if (top === undefined || named.length === 0 || summary !== named.join(', ')) return summary;
  return named.map((path) => toRepoPath(path, top, cwd) ?? path).join(', ');
}

const taskKinds = (folder: string | undefined): TaskKinds | undefined =>
  folder === undefined ? undefined : taskKindsIn(folder);

const fixesIn = (fixes: Fixes, top: string, cwd: string | undefined): Fixes => ({
  ...fixes,
  files: fixes.files.flatMap((path) => writtenPaths(path, top, cwd)),
});

// The paths that a command writes, relative to the work tree; paths outside are dropped.
function within(read: CommandVerdict, top: string | undefined, cwd: string | undefined): CommandVerdict {
  const background = top === undefined ? undefined : backgroundIn(read, top, cwd);
  const fixes = read.fixes && top !== undefined ? fixesIn(read.fixes, top, cwd) : undefined;
  const verdict = { ...read, ...(background && { lasting: background }), ...(fixes && { fixes }) };
  if (verdict.writes.kind !== 'paths' || !top) return verdict;
  const paths = verdict.writes.paths.flatMap((path) => writtenPaths(path, top, cwd));
  return { ...verdict, writes: { ...verdict.writes, paths } };
}
