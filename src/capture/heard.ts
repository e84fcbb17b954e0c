import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, object, text } from './field.ts';

/** The agents that were heard of in a clone lately, by the names of their adapters. Only reads: a state that is damaged tells of none. */
export function agentsHeardOf(provDir: string): ReadonlySet<string> {
  const file = join(provDir, 'state.json');
  if (!existsSync(file)) return new Set();
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const sessions = isObject(state) ? Object.values(object(state, 'sessions')) : [];
    return new Set(sessions.flatMap((one) => (isObject(one) ? (text(object(one, 'session'), 'agent') ?? []) : [])));
  } catch {
    return new Set();
  }
}
