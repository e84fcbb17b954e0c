import type { Repo } from '../../git/repository/repo.ts';
import type { SessionId } from '../../model/ids.ts';
import { isEnabled } from '../repo-state.ts';
import { agents, loadAgents } from '../agent-port.ts';
import { callKey } from '../spool/call-key.ts';
import type { AgentEvent, Payload } from '../spool/event.ts';
import { Spool } from '../spool/spool.ts';
import { loadState } from '../state/load-state.ts';
import { provDirOf } from '../../git/repository/local-files.ts';

/** A step that is open for longer (ms) belongs to a killed agent. */
const MAX_STEP_MS = 20 * 60 * 1000;

/** Actions that only look at files: nothing runs in them. */
const HARMLESS: ReadonlySet<string> = new Set(['read', 'edit', 'spawn', 'plan']);

/**
 * The session that has a command or program running in this clone, as far as its hooks reported; undefined when none has. Drain
 * the spool first.
 */
export function runningCommand(repo: Repo): SessionId | undefined {
  if (!isEnabled(repo)) return undefined;
  const now = Date.now();
  for (const { open, background } of Object.values(loadState(provDirOf(repo)).workTrees)) {
    const running = [...open, ...background.filter(({ until }) => until === undefined)];
    const found = running.find(({ action, at }) => !HARMLESS.has(action) && Math.abs(now - at) < MAX_STEP_MS);
    if (found) return found.session;
  }
  return undefined;
}

/**
 * The session that has a command running in this clone by the events that wait to be recorded; undefined when none has. While
 * another process records, or nothing can be recorded, the state does not name such a command.
 */
export async function waitingCommand(repo: Repo): Promise<SessionId | undefined> {
  if (!isEnabled(repo)) return undefined;
  await loadAgents();
  const open = new Map<string, SessionId>();
  for (const { payload } of new Spool(provDirOf(repo)).waiting()) {
    const event = read(payload);
    if (event) follow(event, open);
  }
  return [...open.values()].at(-1);
}

function follow({ session, body }: AgentEvent, open: Map<string, SessionId>): void {
  const isOver = (body.type === 'before' && body.unended) || body.type === 'turn_end' || body.type === 'session_end';
  for (const [key, its] of open) if (isOver && its === session) open.delete(key);
  if (body.type !== 'before' && body.type !== 'after') return;
  const key = `${session} ${callKey(body.call)}`;
  if (body.type === 'after') open.delete(key);
  else if (!HARMLESS.has(body.call.action)) open.set(key, session);
}

// A payload that cannot be used is reported when it is recorded.
function read(payload: Payload): AgentEvent | undefined {
  try {
    return agents().readEvent(payload);
  } catch {
    return undefined;
  }
}
