import { isSpokenWord, ownWords } from '../../agents/common/agent-words.ts';
import { parseLine } from '../../agents/common/jsonl.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { object, objects, text } from '../../recorder/spool/json-fields.ts';
import { LAST_LINE } from '../../model/attributions.ts';
import { type Oid, type RepoPath, sessionId, type SessionId } from '../../model/ids.ts';
import { pathFromBytes } from '../../model/path.ts';
import type { ForeignAuthor, ForeignRange, ForeignRecord, ForeignSession } from '../foreign.ts';
import { agentOf } from './git-ai-tools.ts';
import { foreignNotes, promptOf, type ForeignNote } from '../foreign-notes.ts';
import type { SourceRequest } from '../import-source.ts';
import type { WarningCounts } from '../warning-counts.ts';

/** The ref of git-ai's notes. */
export const GIT_AI_REF = 'refs/notes/ai';

const VERSION = /^authorship\/3\./;
const RANGE = /^([0-9]{1,15})(?:-([0-9]{1,15}))?$/;
/** A person's key, a session's key followed by the capture, and the older keys of prompts, of which some are UUIDs. */
const KEY =
  /^(?:(h_[0-9a-f]{4,64})|(s_[0-9a-f]{4,64}|[0-9a-f]{4,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))(?:::\S*)?$/i;
/** Prompts read per session; the last ones are used. */
const MAX_PROMPTS_PER_SESSION = 20;

/** Reads the notes of git-ai. */
export async function* readGitAi(request: SourceRequest): AsyncGenerator<ForeignRecord> {
  for await (const note of foreignNotes(request, GIT_AI_REF)) {
    const record = gitAiRecord(note, request.tally);
    if (record) yield record;
  }
}

/**
 * Parses a git-ai note: files with entries of lines, a line `---`, and JSON about the authors that the entries name. Undefined when the
 * note cannot be read.
 */
export function gitAiRecord({ commit, bytes }: ForeignNote, tally: WarningCounts): ForeignRecord | undefined {
  const all = bytes.toString('latin1'); // one character for each byte, because paths are bytes
  const divider = /(?:^|\n)---\r?(?:\n|$)/.exec(all);
  const metadata = divider && parseLine(Buffer.from(all.slice(divider.index + divider[0].length), 'latin1').toString());
  if (!metadata) {
    tally.add({ what: 'notes without metadata that can be read', where: commit });
    return undefined;
  }
  const version = text(metadata, 'schema_version');
  if (version !== undefined && !VERSION.test(version))
    tally.add({ what: 'notes of an unknown version, read all the same', where: commit });
  return new NoteText(commit, metadata, tally).read(all.slice(0, divider.index));
}

class NoteText {
  readonly #commit: Oid;
  readonly #sessions: Payload;
  readonly #prompts: Payload;
  readonly #tally: WarningCounts;
  /** The sessions in the entries, by key. */
  readonly #named = new Map<string, ForeignAuthor>();
  readonly #found: ForeignSession[] = [];

  constructor(commit: Oid, metadata: Payload, tally: WarningCounts) {
    this.#commit = commit;
    this.#sessions = object(metadata, 'sessions');
    this.#prompts = object(metadata, 'prompts');
    this.#tally = tally;
  }

  read(attested: string): ForeignRecord {
    const files = new Map<RepoPath, ForeignRange[]>();
    let ranges: ForeignRange[] | undefined;
    for (const written of attested.split('\n')) {
      const line = written.endsWith('\r') ? written.slice(0, -1) : written;
      if (line.trim() === '') continue;
      if (!/^[ \t]/.test(line)) {
        const path = pathOf(line);
        ranges = files.get(path) ?? [];
        files.set(path, ranges);
      } else if (ranges) this.#entry(line.trim(), ranges);
      else this.#drop('entries before any file');
    }
    for (const [path, list] of files) if (list.length === 0) files.delete(path); // a file without entries has no author
    return { commit: this.#commit, sessions: this.#found, files };
  }

  #entry(entry: string, ranges: ForeignRange[]): void {
    const space = entry.search(/\s/);
    const key = KEY.exec(space < 0 ? '' : entry.slice(0, space));
    if (!key) return this.#drop('entries that cannot be read');
    const by = key[1] ? 'person' : this.#author(key[2]!);
    for (const part of entry.slice(space).split(/[\s,]+/)) {
      if (part === '') continue;
      const [, first, last] = RANGE.exec(part) ?? [];
      const [start, end] = [Number(first), Number(last ?? first)].sort((a, b) => a - b) as [number, number];
      if (!(start >= 1)) this.#drop('ranges that cannot be read');
      else if (start <= LAST_LINE) ranges.push({ start, end: Math.min(end, LAST_LINE), by });
    }
  }

  #author(key: string): ForeignAuthor {
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const record = recordOf(this.#sessions, key) ?? recordOf(this.#prompts, key);
    if (!record) this.#drop('keys that the metadata does not name');
    const by = record ? this.#found.push(sessionOf(key, record)) - 1 : 'unsure';
    this.#named.set(key, by);
    return by;
  }

  #drop(what: string): void {
    this.#tally.add({ what, where: this.#commit });
  }
}

// Reads only own fields, because the key is untrusted.
const recordOf = (from: Payload, key: string): Payload | undefined => {
  const record = object(from, key);
  return Object.keys(record).length > 0 ? record : undefined;
};

function sessionOf(key: string, record: Payload): ForeignSession {
  const agent = object(record, 'agent_id');
  const model = text(agent, 'model');
  const tool = text(agent, 'tool') ?? 'unknown';
  const prompts = promptsIn(objects(record, 'messages'), tool)
    .slice(-MAX_PROMPTS_PER_SESSION)
    .map((message) => promptOf(ownWords(text(message, 'text')!), message['timestamp']));
  return {
    id: sessionIdOf(text(agent, 'id') ?? '', key),
    agent: agentOf(tool),
    ...(model !== undefined && model !== 'unknown' && { model }),
    prompts,
  };
}

/** An agent without recorded tool results in git-ai. */
const WITHOUT_RESULTS = 'cursor';

// In the record, results of tools have the role of the user, as in the vendors' interfaces. Each follows its call, before
// the agent speaks again.
function promptsIn(messages: readonly Payload[], tool: string): Payload[] {
  let unanswered = 0;
  return messages.filter((message) => {
    const type = text(message, 'type');
    if (type === 'tool_use') unanswered++;
    else if (type !== 'user') unanswered = 0;
    if (type !== 'user') return false;
    const isResult = unanswered > 0 && tool !== WITHOUT_RESULTS;
    if (unanswered > 0) unanswered--;
    const words = ownWords(text(message, 'text') ?? '');
    return !isResult && words !== '' && isSpokenWord(words);
  });
}

/** The agent's own id of a session if it is valid, otherwise the record's key. */
export function sessionIdOf(own: string, key: string): SessionId {
  try {
    return sessionId(own);
  } catch {
    return sessionId(Buffer.from(key, 'utf8').toString('utf8')); // copied, because a part of a text would keep the whole text in memory
  }
}

// A path with white space is quoted, without escapes.
function pathOf(line: string): RepoPath {
  const path = line.length > 1 && line.startsWith('"') && line.endsWith('"') ? line.slice(1, -1) : line;
  return pathFromBytes(Buffer.from(path, 'latin1'));
}
