import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readIf } from './apply.ts';
import { pathOf, same, type InstallChange, type FileChange, type FileRole } from './install-change.ts';
import { entryFor, journalBytes, type AgentUse, type Journal } from './install-journal.ts';

/**
 * Collects the changes still to make (`steps`, from the current state), and all changes so far (the journal, from the state
 * before the first `init`). They differ when `init` runs again.
 */
export class Plan {
  readonly steps: InstallChange[] = [];
  readonly old: Journal;
  readonly #entries = new Map<string, InstallChange>();

  constructor(old: Journal) {
    this.old = old;
    for (const change of old.changes) this.#entries.set(keyOf(change), change);
  }

  /** Creates a folder and its missing parents. Only folders that we create are removed later. */
  folder(path: string, mode: number, say?: string): void {
    if (existsSync(path) || this.steps.some((step) => step.kind === 'folder' && step.path === path)) return;
    if (dirname(path) !== path) this.folder(dirname(path), mode);
    this.#add({ kind: 'folder', path, mode, say });
  }

  /** Renames a file of the user within its folder. */
  move(from: string, to: string, say: string): void {
    this.#add({ kind: 'move', from, to, say });
  }

  /** Deletes a file of ours. */
  remove(path: string, say: string): void {
    this.steps.push({ kind: 'file', path, role: 'own', mode: 0o600, before: readIf(path), after: undefined, say });
  }

  /** Adds changes that undo something. They need no journal entry. */
  also(steps: readonly InstallChange[]): void {
    this.steps.push(...steps);
  }

  /** Records a move by an earlier `init` without a surviving journal. */
  moved(from: string, to: string): void {
    const change: InstallChange = { kind: 'move', from, to };
    this.#entries.set(keyOf(change), change);
  }

  /** Writes a file. `before` is its content before we first touched it. */
  file(path: string, after: Buffer, about: About): void {
    const current = 'current' in about ? about.current : readIf(path);
    const { role, mode, agent, say } = about;
    const entry: FileChange = { kind: 'file', path, role, mode, before: about.before, after, agent };
    if (role !== 'own') this.#entries.set(keyOf(entry), entry);
    if (!same(current, after)) this.steps.push({ ...entry, before: current, say });
  }

  /** The entry of an earlier `init` for this file. */
  entry(path: string): FileChange | undefined {
    return entryFor(this.old, path);
  }

  /** The journal after all steps. */
  journal(agents: readonly AgentUse[]): Buffer {
    const changes = [...this.#entries.values()].toSorted((a, b) => rank(a) - rank(b));
    return journalBytes({ changes, agents });
  }

  #add(change: InstallChange): void {
    this.steps.push(change);
    this.#entries.set(keyOf(change), change);
  }
}

export interface About {
  readonly role: FileRole;
  readonly mode: number;
  readonly before: Buffer | undefined;
  /** The file's content when this step runs, if it differs from the current content. */
  readonly current?: Buffer | undefined;
  readonly agent?: string;
  readonly say: string;
}

// Our hook takes the name of the user's hook, so the two entries need different keys.
const keyOf = (change: InstallChange): string => `${change.kind === 'move' ? 'move' : ''}\0${pathOf(change)}`;
const rank = (change: InstallChange): number => (change.kind === 'folder' ? 0 : change.kind === 'move' ? 1 : 2);
