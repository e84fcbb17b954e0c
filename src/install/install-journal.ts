import { ProvError } from '../errors.ts';
import { readIf } from './apply.ts';
import type { InstallChange, FileChange } from './install-change.ts';

/**
 * The changes that `init` made, with the former state. Written before the changes are made. Undoing a change that was not
 * made does nothing, so after a crash both another `init` and `deinit` can continue.
 */
export interface Journal {
  /** In order; at most one for each path. */
  readonly changes: readonly InstallChange[];
  /** The agents of this repository, and the settings that register them. */
  readonly agents: readonly AgentUse[];
}

export interface AgentUse {
  readonly name: string;
  readonly scope: 'user' | 'shared';
}

const SCHEMA = 'git-prov/installed/1';
const EMPTY: Journal = { changes: [], agents: [] };

/** Reads a journal; a missing one is empty. @throws ProvError `data` for a file that `writeJournal` did not write */
export function readJournal(path: string): Journal {
  const bytes = readIf(path);
  if (bytes === undefined) return EMPTY;
  try {
    const value = JSON.parse(bytes.toString('utf8')) as { schema?: unknown; changes: Stored[]; agents: AgentUse[] };
    if (value.schema !== SCHEMA) throw new Error(`its schema is ${JSON.stringify(value.schema)}`);
    return { changes: value.changes.map(revived), agents: value.agents };
  } catch (cause) {
    throw new ProvError('data', `${path} cannot be understood.`, {
      cause,
      hint: 'It lists the changes of init and the former contents (base64). Move it away to continue without it.',
    });
  }
}

/** Encodes a journal. Contents are base64, because a hook or a configuration file may not be text. */
export const journalBytes = (journal: Journal): Buffer =>
  Buffer.from(
    `${JSON.stringify({ schema: SCHEMA, agents: journal.agents, changes: journal.changes.map(stored) }, null, 1)}\n`,
  );

/** The entry for a file that we changed. */
export const entryFor = (journal: Journal, path: string): FileChange | undefined =>
  journal.changes.find((change): change is FileChange => change.kind === 'file' && change.path === path);

type Stored =
  | Exclude<InstallChange, FileChange>
  | (Omit<FileChange, 'before' | 'after'> & { before: string | null; after: string | null });

const stored = (change: InstallChange): Stored => {
  const { say: _, ...kept } = change;
  return kept.kind === 'file' ? { ...kept, before: encoded(kept.before), after: encoded(kept.after) } : kept;
};

const revived = (change: Stored): InstallChange =>
  change.kind === 'file' ? { ...change, before: decoded(change.before), after: decoded(change.after) } : change;

const encoded = (bytes: Buffer | undefined): string | null => bytes?.toString('base64') ?? null;
const decoded = (text: string | null): Buffer | undefined => (text === null ? undefined : Buffer.from(text, 'base64'));
