import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { contextOutput, contextAgents } from '../../agents/registry.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { SessionId } from '../../model/ids.ts';
import type { Session } from '../../model/model.ts';
import { contextPayload } from '../../recorder/spool/own-events.ts';
import { loadState } from '../../recorder/state/load-state.ts';
import { type AgentContext, composeContext } from './context.ts';
import { withInstruction } from './instruction.ts';
import { MAX_BYTES } from './injection.ts';
import type { HistoryKnowledge } from './history-knowledge.ts';
import type { ContextSettings } from './settings.ts';

/** The suffix of the file names. */
const COMPACT = '.compact';
/** Sessions that are prepared for, the last to work. */
const MAX_SESSIONS = 8;
/** A session without events for longer than this (ms) is prepared for at its next compaction only. */
const IDLE_MS = 4 * 3_600_000;
/** Files of sessions that did not work for this long (ms) are removed. */
const OLD_MS = 24 * 3_600_000;
const MS = 1000;
/** Session ids that are safe in file names. hooks/agent has the same rule. */
const PLAIN = /^[\w.-]{1,128}$/;

/** What a preparation reads once. */
export interface Preparation {
  readonly known: HistoryKnowledge;
  readonly settings: ContextSettings;
  readonly atHand: readonly string[];
  /** The time of reading, in milliseconds since the epoch: later statements are newer than the files. */
  readonly began: number;
}

/**
 * The sessions that are at work, the last to work first.
 * @param now milliseconds since the epoch
 */
export function sessionsAtWork(repo: Repo, now: number): Session[] {
  if (!existsSync(filesOf(repo).state)) return [];
  const agents = new Set(contextAgents().map(({ agent }) => agent));
  return Object.values(loadState(provDirOf(repo)).sessions)
    .filter(
      ({ session, over, lastAt }) => !over && !session.parent && agents.has(session.agent) && lastAt > now - IDLE_MS,
    )
    .toSorted((a, b) => b.lastAt - a.lastAt)
    .slice(0, MAX_SESSIONS)
    .map(({ session }) => session);
}

/** Whether there is a text for this session after a compaction, of whatever age. */
export const hasCompacted = (repo: Repo, { agent, id }: Session): boolean =>
  !PLAIN.test(id) || existsSync(compactedFile(repo, agent, id));

const compactedFile = (repo: Repo, agent: string, session: SessionId): string =>
  join(filesOf(repo).start, `${agent}.${session}${COMPACT}`);

/** Prepares, for each of these sessions, what it receives after a compaction. */
export function prepareCompacted(
  repo: Repo,
  { known, settings, atHand, began }: Preparation,
  sessions: readonly Session[],
): void {
  for (const session of sessions) {
    const request = { session: session.id, paths: [], atHand, budget: Math.min(settings.budget, MAX_BYTES) };
    const context = withInstruction(composeContext(known, request, settings), 'compact', settings);
    const output = context.text === '' ? undefined : contextOutput(session.agent, context.text);
    if (output !== undefined)
      writeCompacted(
        repo,
        { agent: session.agent, vendor: session.vendor ?? '', session: session.id },
        context,
        output,
        began,
      );
  }
}

/** Writes such a text: the session's id, the event that records the message, and the output. */
export function writeCompacted(
  repo: Repo,
  { agent, vendor, session }: { readonly agent: string; readonly vendor: string; readonly session: SessionId },
  context: AgentContext,
  output: string,
  began: number,
): void {
  if (!PLAIN.test(session)) return;
  mkdirSync(filesOf(repo).start, { recursive: true, mode: 0o700 });
  const file = compactedFile(repo, agent, session);
  const record = contextPayload({ agent, vendor, id: session }, context);
  replaceFile(file, `${session}\n${JSON.stringify(record)}\n${output}`);
  utimesSync(file, began / MS, began / MS);
}

/** Removes the texts of sessions that no longer work. */
export function forgetOldCompacted(dir: string, now: number): void {
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir)) {
    const file = join(dir, name);
    if (name.endsWith(COMPACT) && (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now) < now - OLD_MS)
      rmSync(file, { force: true });
  }
}
