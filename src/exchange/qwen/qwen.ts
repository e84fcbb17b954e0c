import type { Oid, RepoPath } from '../../model/ids.ts';
import { sessionId } from '../../model/ids.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { count, isObject, object, text } from '../../recorder/spool/json-fields.ts';
import type { ForeignRange, ForeignRecord } from '../foreign.ts';
import { foreignNotes, jsonNote } from '../foreign-notes.ts';
import type { SourceRequest } from '../import-source.ts';
import type { WarningCounts } from '../warning-counts.ts';

const REF = 'refs/notes/ai-attribution';
/** The only version so far. */
const VERSION = 1;
/** The generator's name where the note does not name the model. */
const PROGRAM = 'Qwen-Coder';
/** Characters kept of a model's name. */
const MAX_MODEL_CHARACTERS = 100;

/** Reads the notes that Qwen Code adds to commits of its shell. */
export async function* readQwen(request: SourceRequest): AsyncGenerator<ForeignRecord> {
  for await (const note of foreignNotes(request, REF)) {
    const found = jsonNote(note, request);
    const record = found && qwenRecord(note.commit, found, request.tally);
    if (record) yield record;
  }
}

/**
 * Reads a note of Qwen Code: characters of the agent and of people, for each file. It names no lines and no session. Both
 * numbers are estimates: a file that the agent wrote alone has characters of people, and one that its shell wrote has none
 * of the agent. So the note shows that the agent worked on these files, and all lines of the commit stay without an owner.
 */
export function qwenRecord(commit: Oid, note: Payload, tally: WarningCounts): ForeignRecord | undefined {
  const drop = (what: string): undefined => void tally.add({ what, where: commit });
  if (!isObject(note['files'])) return drop('notes that list no files');
  if (note['version'] !== VERSION) drop('notes of an unknown version, read all the same');
  const files = new Map<RepoPath, readonly ForeignRange[]>();
  for (const path of Object.keys(note['files'])) {
    const written = count(object(note['files'], path), 'aiChars');
    if (written === undefined) drop('files without a number of characters');
    else if (written > 0) files.set(path as RepoPath, []);
  }
  if (files.size === 0) return drop('notes without work of the agent');
  const generator = text(note, 'generator')?.slice(0, MAX_MODEL_CHARACTERS);
  const model = generator && generator !== PROGRAM ? { model: generator } : {};
  const session = { id: sessionId(`qwen-note:${commit}`), agent: 'qwen', ...model, prompts: [] };
  return { commit, sessions: [session], files };
}
