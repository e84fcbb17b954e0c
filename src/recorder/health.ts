import { existsSync, readFileSync, statSync } from 'node:fs';
import { isOid, type Oid, type SessionId } from '../model/ids.ts';
import { isScribe } from '../model/knowledge/kinds.ts';
import type { Repo } from '../git/repository/repo.ts';
import { agents, loadAgents } from './agent-port.ts';
import { Spool } from './spool/spool.ts';
import { type State } from './state/state.ts';
import { loadState } from './state/load-state.ts';
import { localFiles, provDirOf } from '../git/repository/local-files.ts';

/** A session with something to report here. Times in milliseconds since the epoch. */
export interface SessionAtWork {
  readonly id: SessionId;
  readonly agent: string;
  readonly model: string | undefined;
  readonly lastAt: number;
  /** The agent reported its end, or that of its parent; it is listed because of its uncommitted changes. */
  readonly ended: boolean;
  /** Calls that have begun and not ended. */
  readonly open: number;
  /** Steps with changed files that are not committed. */
  readonly uncommitted: number;
  readonly files: readonly string[];
}

export interface HealthFault {
  readonly at: number;
  readonly what: string;
}

/** The health of recording: facts only, for `status` and `doctor` to judge. */
export interface CaptureHealth {
  /** When recording began; undefined where the file system does not record it. */
  readonly since: number | undefined;
  readonly sessions: readonly SessionAtWork[];
  readonly spool: {
    readonly waiting: number;
    /** Names in the spool that are not events. */
    readonly foreign: readonly string[];
    readonly bad: readonly BadEvent[];
  };
  /** Commits with a note that is made and not written yet. */
  readonly outgoing: readonly Oid[];
  readonly faults: readonly HealthFault[];
}

/** An event that was set aside. `usable` when it could be recorded now, for example by a newer git prov. */
export interface BadEvent {
  readonly name: string;
  readonly at: number;
  readonly why: string;
  readonly usable: boolean;
}

/** A session with an event within this time counts as at work, even with nothing open. */
const AT_WORK_MS = 60 * 60_000;
/** How long `status` shows that sessions got no context. */
const MISSED_FOR_MS = 7 * 24 * 60 * 60_000;
const LOG_TAIL_BYTES = 64 * 1024;
/** Only this many of the newest events are examined. */
const MAX_EXAMINED_EVENTS = 200;

/** Reads the local state. @param now milliseconds since the epoch */
export async function captureHealth(repo: Repo, now: number): Promise<CaptureHealth> {
  const dir = provDirOf(repo);
  const state = loadState(dir);
  const spool = new Spool(dir);
  const bad = spool.setAsides();
  if (bad.length > 0) await loadAgents();
  const begun = statSync(localFiles(dir).spool, { throwIfNoEntry: false })?.birthtimeMs;
  return {
    since: begun ? begun : undefined,
    sessions: sessionsAtWork(state, now),
    spool: { waiting: spool.names().length, foreign: spool.foreign(), bad: badEvents(spool, bad) },
    outgoing: [...new Set(state.outgoing.map(({ commit }) => commit))].filter(isOid),
    faults: [...state.faults, ...logged(localFiles(dir).faults), ...missedStarts(dir, now)].sort((a, b) => a.at - b.at),
  };
}

function sessionsAtWork(state: State, now: number): SessionAtWork[] {
  const open = Object.values(state.workTrees).flatMap((workTree) => workTree.open);
  return Object.values(state.sessions)
    .filter(({ session }) => !isScribe(session.agent))
    .map(({ session, cursor, lastAt }) => ({
      id: session.id,
      agent: session.agent,
      model: session.model,
      lastAt,
      ended: isOver(state, session.id),
      open: open.filter((step) => step.session === session.id).length,
      uncommitted: cursor.uncommitted.length,
      files: [...new Set(cursor.uncommitted.flatMap(({ files }) => files))],
    }))
    .filter((one) => one.open > 0 || one.uncommitted > 0 || (!one.ended && now - one.lastAt < AT_WORK_MS))
    .sort((a, b) => b.lastAt - a.lastAt);
}

// Sub-agents end with the session that started them.
function isOver({ sessions }: State, id: SessionId): boolean {
  const seen = new Set<SessionId>();
  for (let at: SessionId | undefined = id; at && !seen.has(at); at = sessions[at]?.session.parent) {
    if (sessions[at]?.over) return true;
    seen.add(at);
  }
  return false;
}

/** The events that were set aside, the newest first. Needs the agents, see `loadAgents`. */
export function badEvents(spool: Spool, aside = spool.setAsides()): BadEvent[] {
  return aside.map(({ name, at }, i) => {
    const { why, usable } = i < MAX_EXAMINED_EVENTS ? judge(spool.readSetAside({ name, at })) : UNREAD;
    return { name, at, why, usable };
  });
}

const UNREAD = { why: 'not examined', usable: false };

function judge(read: ReturnType<Spool['readSetAside']>): Pick<BadEvent, 'why' | 'usable'> {
  if (typeof read === 'string') return { why: read, usable: false };
  try {
    if (!agents().readEvent(read)) return { why: 'no supported agent writes such an event', usable: false };
    return { why: 'it can be read, but recording it failed', usable: true };
  } catch (cause) {
    return { why: cause instanceof Error ? cause.message : String(cause), usable: false };
  }
}

// Sessions with a hook that stopped waiting for Node: `hooks/agent` adds one byte for each.
function missedStarts(dir: string, now: number): HealthFault[] {
  const stat = statSync(localFiles(dir).startMissed, { throwIfNoEntry: false });
  if (!stat || now - stat.mtimeMs > MISSED_FOR_MS) return [];
  // A session that goes on has the context of its start already.
  const what = stat.size === 1 ? 'A session began or went on' : `Sessions began or went on ${stat.size} times`;
  return [{ at: stat.mtimeMs, what: `${what} without new context, because Node took longer than a second to start.` }];
}

// A line of a hook that could not save its state: "<ISO time> <hook>: <what>".
function logged(file: string): HealthFault[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  return bytes
    .subarray(Math.max(0, bytes.length - LOG_TAIL_BYTES))
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, time = '', what] = /^(\S+Z) (.*)$/.exec(line) ?? [];
      const at = Date.parse(time);
      return what !== undefined && Number.isFinite(at) ? [{ at, what }] : [];
    });
}
