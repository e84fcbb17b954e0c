import { existsSync, readFileSync } from 'node:fs';
import { isObject, object, text } from '../spool/json-fields.ts';
import { ArchivedSessions } from './archived-sessions.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** The activity of an agent in a clone. */
export interface AgentActivity {
  readonly sessions: number;
  /** The time of the last event, in milliseconds since the epoch. */
  readonly lastAt: number;
}

/** The agents with events in a clone, by the names of their adapters. Reads only; a damaged state lists none. */
export function activeAgents(provDir: string): ReadonlyMap<string, AgentActivity> {
  const activities = new Map<string, AgentActivity>();
  const sessions = new Map([...new ArchivedSessions(provDir).all(), ...inState(provDir)].map((one) => [one.id, one]));
  for (const { agent, lastAt } of sessions.values()) {
    const known = activities.get(agent);
    activities.set(agent, { sessions: (known?.sessions ?? 0) + 1, lastAt: Math.max(known?.lastAt ?? 0, lastAt) });
  }
  return activities;
}

interface SessionActivity {
  readonly id: string;
  readonly agent: string;
  readonly lastAt: number;
}

function inState(provDir: string): SessionActivity[] {
  const file = localFiles(provDir).state;
  if (!existsSync(file)) return [];
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(state) ? Object.values(object(state, 'sessions')).flatMap((one) => sessionActivity(one) ?? []) : [];
  } catch {
    return [];
  }
}

function sessionActivity(one: unknown): SessionActivity | undefined {
  if (!isObject(one)) return undefined;
  const [id, agent] = [text(object(one, 'session'), 'id'), text(object(one, 'session'), 'agent')];
  if (id === undefined || agent === undefined) return undefined;
  return { id, agent, lastAt: Number(one['lastAt']) || 0 };
}
