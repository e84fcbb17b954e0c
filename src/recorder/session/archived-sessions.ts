import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sessionPrefix, type SessionId } from '../../model/ids.ts';
import { ledgerName } from '../ledger/ledger.ts';
import { mendSession } from '../state/state-schema.ts';
import { replaceFile, type SessionState, type State } from '../state/state.ts';

/** A session that was not heard of for longer, and of which nothing is to be done, is put aside. */
const RESTING_MS = 30 * 86_400_000;

/**
 * Sessions at rest, a file each, so that the state does not grow with all that ever were. While a session is in the state
 * that one counts: its file may be of a process that was killed.
 */
export class Resting {
  readonly #dir: string;
  #names: Set<string> | undefined;

  constructor(provDir: string) {
    this.#dir = join(provDir, 'resting');
  }

  /** The session with this id, if it rests. */
  get(id: SessionId): SessionState | undefined {
    const name = nameOf(id);
    const found = this.#list().has(name) ? this.#read(name) : undefined;
    return found?.session.id === id ? found : undefined;
  }

  /** Whether a session with this id rested; its file may be damaged. */
  has(id: SessionId): boolean {
    return this.#list().has(nameOf(id));
  }

  /** All sessions at rest. */
  all(): { readonly id: SessionId; readonly agent: string; readonly lastAt: number }[] {
    return [...this.#list()].flatMap((name) => {
      const found = this.#read(name);
      return found ? [{ id: found.session.id, agent: found.session.agent, lastAt: found.lastAt }] : [];
    });
  }

  /** The sessions at rest whose nodes begin with these eight digits. */
  withPrefix(prefix: string): SessionState[] {
    const names = [...this.#list()].filter((name) => name.startsWith(`${prefix}-`));
    return names.map((name) => this.#read(name)).filter((session) => session !== undefined);
  }

  /** Puts the sessions of a state that rest into their files, and takes them out of it: to be saved before the state. */
  put({ sessions, workTrees }: State, now: number): void {
    const busy = new Set(Object.values(workTrees).flatMap(({ open }) => open.map(({ session }) => session)));
    for (const session of Object.values(sessions)) {
      const { id } = session.session;
      if (now - session.lastAt < RESTING_MS || busy.has(id) || waits(session)) continue;
      mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
      replaceFile(join(this.#dir, nameOf(id)), JSON.stringify(session));
      delete sessions[id];
      this.#names?.add(nameOf(id));
    }
  }

  /** Removes the files of sessions that are in the state again, once it is saved. */
  clear({ sessions }: State): void {
    const names = this.#list();
    if (names.size === 0) return;
    for (const { session } of Object.values(sessions))
      if (names.delete(nameOf(session.id))) rmSync(join(this.#dir, nameOf(session.id)), { force: true });
  }

  #read(name: string): SessionState | undefined {
    try {
      return mendSession(JSON.parse(readFileSync(join(this.#dir, name), 'utf8')));
    } catch {
      return undefined; // damaged: the session goes on where its ledger ends
    }
  }

  #list(): Set<string> {
    if (this.#names) return this.#names;
    try {
      this.#names = new Set(readdirSync(this.#dir).filter((name) => name.endsWith('.json')));
    } catch {
      this.#names = new Set(); // none has ever rested
    }
    return this.#names;
  }
}

const waits = ({ nodes, edges, cursor }: SessionState): boolean =>
  nodes.length > 0 || edges.length > 0 || cursor.uncommitted.length > 0;

const nameOf = (id: SessionId): string => `${sessionPrefix(id)}-${ledgerName(id)}.json`;
