import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { abbreviated, shortSession, type SessionId } from '../../model/ids.ts';
import { ledgerName } from '../ledger/ledger.ts';
import { mendSession } from '../state/state-schema.ts';
import { type SessionState, type State } from '../state/state.ts';
import { withoutSum, withSum } from '../state/state-text.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';

/** A session without events for longer than this, and without pending work, is archived. */
const IDLE_MS = 30 * 86_400_000;

/**
 * Archived sessions, a file each, so that the state does not grow with every session. The state counts while a session is in it:
 * the file may come from a process that was killed.
 */
export class ArchivedSessions {
  readonly #dir: string;
  #names: Set<string> | undefined;

  constructor(provDir: string) {
    this.#dir = localFiles(provDir).resting;
  }

  /** The session with this id, if it is archived. */
  get(id: SessionId): SessionState | undefined {
    const name = nameOf(id);
    const found = this.#list().has(name) ? this.#read(name) : undefined;
    return found?.session.id === id ? found : undefined;
  }

  /** Whether a session with this id is archived; its file may be damaged. */
  has(id: SessionId): boolean {
    return this.#list().has(nameOf(id));
  }

  /** All archived sessions. */
  all(): { readonly id: SessionId; readonly agent: string; readonly lastAt: number }[] {
    return [...this.#list()].flatMap((name) => {
      const found = this.#read(name);
      return found ? [{ id: found.session.id, agent: found.session.agent, lastAt: found.lastAt }] : [];
    });
  }

  /** The archived sessions with this prefix of their node ids. */
  withPrefix(prefix: string): SessionState[] {
    const names = [...this.#list()].filter((name) => name.startsWith(`${abbreviated(prefix)}-`));
    return names
      .map((name) => this.#read(name))
      .filter((session) => session?.cursor.prefix === prefix) as SessionState[];
  }

  /** Moves idle sessions from a state to their files: this must be saved before the state. */
  put({ sessions, workTrees }: State, now: number): void {
    const busy = new Set(Object.values(workTrees).flatMap(({ open }) => open.map(({ session }) => session)));
    for (const session of Object.values(sessions)) {
      const { id } = session.session;
      if (now - session.lastAt < IDLE_MS || busy.has(id) || waits(session)) continue;
      mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
      replaceFile(join(this.#dir, nameOf(id)), withSum(JSON.stringify(session)));
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
      return mendSession(JSON.parse(withoutSum(readFileSync(join(this.#dir, name), 'utf8'))));
    } catch {
      return undefined; // damaged: the session continues where its ledger ends
    }
  }

  #list(): Set<string> {
    if (this.#names) return this.#names;
    try {
      this.#names = new Set(readdirSync(this.#dir).filter((name) => name.endsWith('.json')));
    } catch {
      this.#names = new Set(); // none was ever archived
    }
    return this.#names;
  }
}

const waits = ({ nodes, edges, cursor }: SessionState): boolean =>
  nodes.length > 0 || edges.length > 0 || cursor.uncommitted.length > 0;

const nameOf = (id: SessionId): string => `${shortSession(id)}-${ledgerName(id)}.json`;
