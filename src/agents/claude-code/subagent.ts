import { readRegular } from '../../git/objects/regular-file.ts';
import type { SessionId } from '../../model/ids.ts';
import type { Spawned } from '../../recorder/spool/event.ts';
import { object, text } from '../../recorder/spool/json-fields.ts';
import { parseLine, readLines } from '../common/jsonl.ts';

/** The first message of a sub-agent is within this many bytes. */
const BEGINNING = 1024 * 1024;
/** A larger file is not the description of a sub-agent. */
const MAX_META = 64 * 1024;

/** The record of a sub-agent of Claude Code, beside that of the main session. */
export const subagentTranscript = (transcript: string | undefined, agentId: string): string | undefined =>
  transcript?.endsWith('.jsonl') && /^[\w-]+$/.test(agentId)
    ? `${transcript.slice(0, -6)}/subagents/agent-${agentId}.jsonl`
    : undefined;

/** What a sub-agent of Claude Code was given to do: its first message, and the call that started it. */
export function readClaudeSubagent(child: SessionId, transcript: string | undefined): Spawned | undefined {
  const path = subagentTranscript(transcript, child.slice(child.lastIndexOf('/') + 1));
  if (path === undefined) return undefined;
  const meta = parseLine(readRegular(`${path.slice(0, -6)}.meta.json`, MAX_META) ?? '') ?? {};
  const first = readLines(path, 0, BEGINNING)?.lines.find((line) => line.includes('"type":"user"'));
  const task = first === undefined ? undefined : text(object(parseLine(first) ?? {}, 'message'), 'content');
  const [about, call] = [text(meta, 'description'), text(meta, 'toolUseId')];
  return { ...(task && { task }), ...(about && { about }), ...(call && { call }) };
}
