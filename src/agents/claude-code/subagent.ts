import { readRegular } from '../../git/objects/regular-file.ts';
import type { SessionId } from '../../model/ids.ts';
import type { Spawned } from '../../recorder/spool/event.ts';
import { object, text } from '../../recorder/spool/json-fields.ts';
import { parseLine, readLines } from '../common/jsonl.ts';

/** Bytes at the start of a transcript that are searched for the sub-agent's first message. */
const MAX_SEARCHED_BYTES = 1024 * 1024;
/** Size limit in bytes of a sub-agent's description. A larger file is something else. */
const MAX_META_BYTES = 64 * 1024;

/** The transcript of a sub-agent of Claude Code. It is stored in a folder beside the main session's transcript. */
export const subagentTranscript = (transcript: string | undefined, agentId: string): string | undefined =>
  transcript?.endsWith('.jsonl') && /^[\w-]+$/.test(agentId)
    ? `${transcript.slice(0, -6)}/subagents/agent-${agentId}.jsonl`
    : undefined;

/** The task of a sub-agent of Claude Code (its first message), and the id of the call that started it. */
export function readClaudeSubagent(child: SessionId, transcript: string | undefined): Spawned | undefined {
  const path = subagentTranscript(transcript, child.slice(child.lastIndexOf('/') + 1));
  if (path === undefined) return undefined;
  const meta = parseLine(readRegular(`${path.slice(0, -6)}.meta.json`, MAX_META_BYTES) ?? '') ?? {};
  const first = readLines(path, 0, MAX_SEARCHED_BYTES)?.lines.find((line) => line.includes('"type":"user"'));
  const task = first === undefined ? undefined : text(object(parseLine(first) ?? {}, 'message'), 'content');
  const [about, call] = [text(meta, 'description'), text(meta, 'toolUseId')];
  return { ...(task && { task }), ...(about && { about }), ...(call && { call }) };
}
