import { isSpokenWord, ownWords } from '../../agents/common/agent-words.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { count, object, objects, strings, text } from '../../recorder/spool/json-fields.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { WHOLE } from '../clamp-ranges.ts';
import type { ForeignRange, ForeignRecord, ForeignSession } from '../foreign.ts';
import { agentOf } from '../git-ai/git-ai-tools.ts';
import { sessionIdOf } from '../git-ai/git-ai.ts';
import { foreignNotes, jsonNote, promptOf } from '../foreign-notes.ts';
import type { SourceRequest } from '../import-source.ts';
import type { WarningCounts } from '../warning-counts.ts';

const REF = 'refs/notes/agentnote';
/** Interactions read per note; the last ones are used. */
const MAX_INTERACTIONS = 20;

/** Reads the notes of Agent Note. */
export async function* readAgentNote(request: SourceRequest): AsyncGenerator<ForeignRecord> {
  for await (const note of foreignNotes(request, REF)) {
    const found = jsonNote(note, request);
    const record = found && agentNoteRecord(note.commit, found, request.tally);
    if (record) yield record;
  }
}

/**
 * Reads an Agent Note note. It names files but no lines, so the author of lines is known only where the tool counted lines and all were
 * the agent's. A ratio of files (`method: file`) counts files that the agent touched; a person may have written in them too.
 */
export function agentNoteRecord(commit: Oid, note: Payload, tally: WarningCounts): ForeignRecord | undefined {
  const id = text(note, 'session_id');
  if (!id) {
    tally.add({ what: 'notes that name no session', where: commit });
    return undefined;
  }
  const listed = objects(note, 'files').filter((file) => file['by_ai'] === true);
  const paths = listed.flatMap((file) => text(file, 'path') ?? []);
  const generated = new Set(listed.flatMap((file) => (file['generated'] === true ? (text(file, 'path') ?? []) : [])));
  const files = new Map<RepoPath, readonly ForeignRange[]>();
  const whole = isAllOfIt(note);
  for (const path of paths.length > 0 ? paths : strings(note, 'files_by_ai')) {
    const ranges = whole && !generated.has(path) ? [{ start: 1, end: WHOLE, by: 0 }] : [];
    files.set(path as RepoPath, ranges);
  }
  return { commit, sessions: [sessionOf(id, commit, note)], files };
}

function isAllOfIt(note: Payload): boolean {
  const attribution = object(note, 'attribution');
  const lines = object(attribution, 'lines');
  const [mine, all] = [count(lines, 'ai_added'), count(lines, 'total_added')];
  return text(attribution, 'method') === 'line' && mine !== undefined && mine > 0 && mine === all;
}

function sessionOf(id: string, commit: Oid, note: Payload): ForeignSession {
  const model = text(note, 'model');
  const interactions = objects(note, 'interactions').slice(-MAX_INTERACTIONS);
  const response = interactions.map((one) => text(one, 'response')).findLast((response) => response !== undefined);
  const prompts = interactions.flatMap((one) => {
    const prompt = ownWords(text(one, 'prompt') ?? '');
    return prompt === '' || !isSpokenWord(prompt) ? [] : [promptOf(prompt, one['timestamp'])];
  });
  return {
    id: sessionIdOf(id, `agentnote-${commit}`),
    // Its first versions only supported one agent and did not name it.
    agent: agentOf(text(note, 'agent') ?? 'claude'),
    ...(model !== undefined && { model }),
    prompts,
    ...(response !== undefined && { summary: response }),
  };
}
