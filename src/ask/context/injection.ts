import { existsSync } from 'node:fs';
import { contextPayload } from '../../recorder/spool/own-events.ts';
import { contextOutput, forgetsContext, readEvent } from '../../agents/registry.ts';
import type { AgentEvent, Payload } from '../../recorder/spool/event.ts';
import { markNothingFound } from '../../recorder/context-marker.ts';
import { isEnabled } from '../../recorder/repo-state.ts';
import { Spool } from '../../recorder/spool/spool.ts';
import { binaryReader } from '../../git/objects/port.ts';
import { mayHaveRef, mayHaveRefs } from '../../git/repository/refs-here.ts';
import { openRepo, type Repo } from '../../git/repository/repo.ts';
import type { SessionId } from '../../model/ids.ts';
import { CONTEXT } from '../../model/knowledge/kinds.ts';
import type { ReviewPolicy } from '../../model/knowledge/review.ts';
import type { Node } from '../../model/model.ts';
import { NOTES_REF, OWN_REFS } from '../../notes/refs.ts';
import { JudgedReader } from '../../notes/standing/judged.ts';
import { byNumber } from '../find/complete-graphs.ts';
import type { History } from '../history/history.ts';
import { filesAtHand } from './at-hand.ts';
import { type AgentContext, tell } from './context.ts';
import { type HistoryKnowledge, readKnown } from './history-knowledge.ts';
import { withInstruction } from './instruction.ts';
import { readContextSettings } from './settings.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';

/** Bytes. Agents pass a longer text to the model as a file, with only its beginning. */
export const MAX_BYTES = 9000;
/** Events recorded while an agent waits. With more of them nothing is recorded. */
const MAX_EVENTS = 500;
/** How long to wait for another recording process, in milliseconds. */
const LOCK_TIMEOUT_MS = 100;

const NOTHING: ReadonlySet<string> = new Set();

/** What an agent's hook must print, and what to do after printing. */
export interface Injection {
  readonly output: string;
  readonly printed: () => void;
}

/**
 * The context that an agent receives when a session starts, continues, or was compacted. A continued session remembers its
 * work and earlier messages, so it receives only news.
 * @param input the agent's event, from its hook
 * @returns undefined when there is nothing to print, and for any other event
 */
export async function injectionFor(input: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Injection | undefined> {
  const event = readEvent(JSON.parse(input) as Payload);
  if (event?.body.type !== 'session_start') return undefined;
  const found = await given(event, event.body.source, cwd, env);
  return found && { output: found.output, printed: () => keep(found.repo, event, found.context) };
}

/** A text for an agent, and how its hook prints it. */
export interface PrintedContext {
  readonly repo: Repo;
  readonly event: AgentEvent;
  readonly context: AgentContext;
  readonly output: string;
}

/**
 * The context of a session after the compaction of its conversation.
 * @param input the agent's event at the start of the compaction, from its hook
 * @returns undefined when there is nothing to print
 */
export async function compactedFor(
  input: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<PrintedContext | undefined> {
  const event = readEvent(JSON.parse(input) as Payload);
  return event && given(event, 'compact', cwd, env);
}

async function given(
  event: AgentEvent,
  source: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<PrintedContext | undefined> {
  const began = Date.now();
  const repo = await openRepo(cwd, env);
  if (!isEnabled(repo) || !repo.workTree) return undefined;
  const settings = await readContextSettings(repo);
  if (!settings.on) return undefined;
  const goesOn = source === 'resume';
  if (goesOn || source === 'compact') await record(repo);
  const { known, atHand } = await knownIn(repo, settings.isReviewed);
  const asked = {
    session: event.session,
    paths: [],
    atHand,
    budget: Math.min(settings.budget, MAX_BYTES),
    ...(goesOn && { remembers: forgetsContext(event.agent) ? NOTHING : toldBefore(known, event.session) }),
  };
  const told = tell(known, asked, settings);
  // Statements that must not be quoted are not worth a message at the start: the agent can query them.
  const isWorth = told.summary !== undefined || told.items.some(({ words }) => words !== undefined);
  const context = withInstruction(told, source, settings, isWorth);
  if (context.text === '') {
    if (source !== 'compact' && !goesOn) markNothingFound(provDirOf(repo), repo.gitDir, began);
    return undefined;
  }
  const output = contextOutput(event.agent, context.text);
  return output === undefined ? undefined : { repo, event, context, output };
}

// The summary must contain the session's own work.
async function record(repo: Repo): Promise<void> {
  const waiting = new Spool(provDirOf(repo)).names().length;
  if (waiting === 0 || waiting > MAX_EVENTS) return;
  const { drain } = await import('../../recorder/drain.ts');
  await drain(repo, { patience: LOCK_TIMEOUT_MS, notePatience: LOCK_TIMEOUT_MS });
}

/** The records that an agent may read, and the changed files, which decide their order. */
export interface Known {
  readonly known: HistoryKnowledge;
  readonly atHand: readonly string[];
}

/** Reads the records along HEAD's history and of the sessions of this clone. Git is asked only where there are any. */
export async function knownIn(repo: Repo, isReviewed: ReviewPolicy): Promise<Known> {
  const hasNotes = mayHaveRef(repo, NOTES_REF) || mayHaveRefs(repo, OWN_REFS);
  const meanwhile = hasNotes ? filesAtHand(repo) : undefined;
  const known = await read(repo, isReviewed, hasNotes);
  return { known, atHand: (await meanwhile) ?? (known.nodes.size > 0 ? await filesAtHand(repo) : []) };
}

async function read(repo: Repo, isReviewed: ReviewPolicy, hasNotes: boolean): Promise<HistoryKnowledge> {
  const notes = new JudgedReader(repo, binaryReader(repo));
  const history: History = {
    repo,
    notes,
    faults: { damaged: 0 },
    localGraphs: async () =>
      existsSync(filesOf(repo).state) ? (await import('../../recorder/commit/uncommitted.ts')).localGraphs(repo) : [],
  };
  try {
    return await readKnown(history, isReviewed, undefined, hasNotes);
  } finally {
    await notes.close();
  }
}

// Since the last compaction, after which the agent forgot everything. The end of a compaction is recorded when its context
// is printed.
function toldBefore(known: HistoryKnowledge, session: SessionId): Set<string> {
  const steps = [...known.nodes.values()]
    .filter((held) => held.session.id === session)
    .map(({ node }) => node)
    .sort(byNumber);
  const forgot = steps.findLastIndex(({ kind }) => kind === 'episode');
  const since = steps.slice(steps[forgot - 1]?.tool === CONTEXT ? forgot - 1 : forgot + 1);
  return new Set(since.filter(({ tool }) => tool === CONTEXT).flatMap(nodesIn));
}

const nodesIn = ({ detail }: Node): string[] => (Array.isArray(detail?.['nodes']) ? detail['nodes'].map(String) : []);

function keep(repo: Repo, { agent, vendor, session }: AgentEvent, context: AgentContext): void {
  new Spool(provDirOf(repo)).add(contextPayload({ agent, vendor, id: session }, context), repo.gitDir, repo.workTree!);
}
