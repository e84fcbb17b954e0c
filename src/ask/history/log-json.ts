import { commitJson, nodeJson, sessionJson } from '../find/json.ts';
import type { LogEntry } from './log.ts';

/** The name of the format of `git prov log --json`. Fields may be added, but never changed or removed. */
export const LOG_SCHEMA = 'git-prov/log/1';

/** One commit of `git prov log --json`. */
export const entryJson = ({ commit, told }: LogEntry): object => ({
  ...commitJson(commit),
  known: told !== undefined,
  lines: told?.added ?? null,
  writers:
    told?.writers.map(({ short, session, lines }) => ({
      short,
      session: session ? sessionJson(session) : null,
      lines,
    })) ?? [],
  changers: told?.changers.map(sessionJson) ?? [],
  decisions: told?.decisions.map(nodeJson) ?? [],
  verification: told?.verification ?? null,
});
