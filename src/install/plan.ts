import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readIf } from './apply.ts';
import { pathOf, same, type Change, type FileChange, type FileRole } from './change.ts';
import { entryFor, journalBytes, type AgentUse, type Journal } from './journal.ts';

/**
 * Collects what has to be done (`steps`, from the state that is there) and what has been done in all (the journal,
 * from the state before the first `init`). The two differ when `init` runs again.
 */
export class Plan {
  readonly steps: Change[] = [];
  readonly old: Journal;
  readonly #entries = new Map<string, Change>();

  constructor(old: Journal) {
    this.old = old;
    for (const change of old.changes) this.#entries.set(keyOf(change), change);
  }

  /** Makes a folder, with those above it that are missing. Only what we make is removed later. */
  folder(path: string, mode: number, say?: string): void {
    if (existsSync(path) || this.steps.some((step) => step.kind === 'folder' && step.path === path)) return;
    if (dirname(path) !== path) this.folder(dirname(path), mode);
    this.#add({ kind: 'folder', path, mode, say });
  }

  /** Gives a file of the user's another name in its folder. */
  move(from: string, to: string, say: string): void {
    this.#add({ kind: 'move', from, to, say });
  }

  /** Removes a file of ours. */
  remove(path: string, say: string): void {
    this.steps.push({ kind: 'file', path, role: 'own', mode: 0o600, before: readIf(path), after: undefined, say });
  }

  /** Adds changes that undo something, so that the journal need not hold them. */
  also(steps: readonly Change[]): void {
    this.steps.push(...steps);
  }

  /** Notes a move that was made by an `init` whose journal is lost. */
  moved(from: string, to: string): void {
    const change: Change = { kind: 'move', from, to };
    this.#entries.set(keyOf(change), change);
  }

  /** Gives a file these bytes. `before` is what it held before we first touched it. */
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

  /** The journal as it will be once all steps are made. */
  journal(agents: readonly AgentUse[]): Buffer {
    const changes = [...this.#entries.values()].toSorted((a, b) => rank(a) - rank(b));
    return journalBytes({ changes, agents });
  }

  #add(change: Change): void {
    this.steps.push(change);
    this.#entries.set(keyOf(change), change);
  }
}

export interface About {
  readonly role: FileRole;
  readonly mode: number;
  readonly before: Buffer | undefined;
  /** What the file will hold when its step's turn comes, where that is not what it holds now. */
  readonly current?: Buffer | undefined;
  readonly agent?: string;
  readonly say: string;
}

// A hook's file takes the name that the user's hook had, so the two entries would have one key.
const keyOf = (change: Change): string => `${change.kind === 'move' ? 'move' : ''}\0${pathOf(change)}`;
const rank = (change: Change): number => (change.kind === 'folder' ? 0 : change.kind === 'move' ? 1 : 2);
