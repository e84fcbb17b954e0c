import type { Payload } from '../../recorder/spool/event.ts';
import { count, objects, text } from '../../recorder/spool/json-fields.ts';
import { LAST_LINE } from '../../model/attributions.ts';
import { type Oid, type RepoPath, sessionId } from '../../model/ids.ts';
import { isBinary } from '../../lines/text.ts';
import { isHashOf } from '../agent-trace/agent-trace-names.ts';
import type { ForeignRange, ForeignRecord, ForeignSession } from '../foreign.ts';
import { agentOf } from '../git-ai/git-ai-tools.ts';
import { foreignNotes, jsonNote } from '../foreign-notes.ts';
import type { SourceRequest } from '../import-source.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';

const REF = 'refs/notes/agentblame';
/** Minimum confidence for partly matching or moved lines. Below it they get no author. */
const MIN_CONFIDENCE = 0.9;
/** Names of agents are short. The shortest tokens of services have a character more. */
const MAX_PROVIDER_CHARACTERS = 19;
/** Size limit in bytes: first lines of ranges in larger files are not compared. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Reads the notes of Agent Blame, versions 1 and 2. */
export async function* readAgentBlame(request: SourceRequest): AsyncGenerator<ForeignRecord> {
  for await (const note of foreignNotes(request, REF)) {
    if (!note.bytes.toString('latin1', 0, 64).trimStart().startsWith('{')) {
      request.tally.add({ what: 'notes that are no JSON object, such as those of version 3', where: note.commit });
      continue;
    }
    const found = jsonNote(note, request);
    if (found) yield await agentBlameRecord(note.commit, found, request);
  }
}

interface Range extends ForeignRange {
  readonly path: RepoPath;
  readonly hash: string | undefined;
}

/**
 * Reads an Agent Blame note. The format has no sessions, so all lines of a commit by one agent and model form one session. If the hash
 * of a range differs from that of its first line, the note means other lines and the range gets no author.
 */
export async function agentBlameRecord(
  commit: Oid,
  note: Payload,
  { objects: reader, tally }: Pick<SourceRequest, 'objects' | 'tally'>,
): Promise<ForeignRecord> {
  const sessions: ForeignSession[] = [];
  const places = new Map<string, number>();
  const ranges: Range[] = [];
  for (const one of objects(note, 'attributions')) {
    const path = text(one, 'path');
    const start = count(one, 'start_line') ?? count(one, 'startLine');
    const end = count(one, 'end_line') ?? count(one, 'endLine');
    if (!path || !start || !end || end < start || start > LAST_LINE) {
      tally.add({ what: 'ranges that cannot be read', where: commit });
      continue;
    }
    const session = sessionOf(one, commit);
    const place = places.get(session.id) ?? sessions.push(session) - 1;
    places.set(session.id, place);
    const isSure = (number(one, 'confidence') ?? 1) >= MIN_CONFIDENCE;
    const isAgents = (text(one, 'category') ?? 'ai_generated') === 'ai_generated';
    ranges.push({
      path: path as RepoPath,
      start,
      end: Math.min(end, LAST_LINE),
      by: isSure && isAgents ? place : 'unsure',
      hash: text(one, 'content_hash') ?? text(one, 'contentHash'),
    });
  }
  const texts = await reader.read(
    [...new Set(ranges.map(({ path }) => path))].map((path) => `${commit}:${path}`),
    {
      limit: MAX_FILE_BYTES,
    },
  );
  const files = new Map<RepoPath, ForeignRange[]>();
  const lines = new Map<RepoPath, readonly string[]>();
  for (const [i, path] of [...new Set(ranges.map((range) => range.path))].entries()) {
    const found = texts[i];
    files.set(path, []);
    if (found && 'bytes' in found && found.type === 'blob' && !isBinary(found.bytes))
      lines.set(path, found.bytes.toString('latin1').split('\n'));
  }
  for (const { path, hash, ...range } of ranges) {
    const first = lines.get(path)?.[range.start - 1];
    const isOther = hash !== undefined && first !== undefined && !isHashOf(hash, [first]);
    if (isOther)
      tally.add({
        what: 'ranges with a hash that does not match their first line',
        where: `${shortOid(commit)} ${path}`,
      });
    files.get(path)!.push(isOther ? { ...range, by: 'unsure' } : range);
  }
  return { commit, sessions, files };
}

function sessionOf(one: Payload, commit: Oid): ForeignSession {
  const named = text(one, 'provider') ?? '';
  // In lower case and with hyphens a secret would not be found.
  const provider = (named !== '' && named.length <= MAX_PROVIDER_CHARACTERS ? named : 'unknown')
    .replace(/_|(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase();
  const model = text(one, 'model');
  const key = ['agentblame', commit.slice(0, 16), provider, model ?? '']
    .join(':')
    .replace(/[\u0000-\u001f\u007f]/g, ' ');
  return {
    id: sessionId(key.slice(0, 200).toWellFormed()),
    agent: agentOf(provider),
    ...(model !== undefined && { model }),
    prompts: [],
  };
}

const number = (from: Payload, key: string): number | undefined => {
  const value = Object.hasOwn(from, key) ? from[key] : undefined;
  return typeof value === 'number' ? value : undefined;
};
