import { createHash } from 'node:crypto';
import type { Session } from '../../model/model.ts';
import { isTextPath } from '../../model/path.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import { splitLines } from '../../lines/text.ts';
import { isoTime } from '../../ask/shapes/parts.ts';
import { hashLines, sessionUrl } from '../agent-trace/agent-trace-names.ts';
import { authoredLines, byAuthor, type Author, type Authored } from './line-authors.ts';
import type { ExportedCommit } from './noted.ts';

/** The version of the format. */
const VERSION = '0.1.0';
/** Of what writes these records. It is independent of the program's version, so that equal notes give equal records. */
const WRITER_VERSION = '1.0.0';
/** The name space of our ids, a random UUID (RFC 9562, version 4). */
const NAME_SPACE = Buffer.from('5b1d7f0e6c5a4d0b9a4efb1f1f0c8a37', 'hex');
/** Maximum length of a model's name. */
const MAX_MODEL_CHARACTERS = 250;
/** Size limit in bytes: larger files are exported without hashes. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** A record, and the number of files that the format cannot name: paths that are not UTF-8. */
export interface TraceRecord {
  readonly record: object;
  readonly unnamed: number;
}

/** The Agent Trace record of the lines that a note attributes. Its id is derived from its content. */
export async function traceRecord(noted: ExportedCommit, objects: ObjectReader): Promise<TraceRecord> {
  const { commit } = noted;
  const files: object[] = [];
  let unnamed = 0;
  for (const [path, runs] of authoredLines(noted)) {
    if (!isTextPath(path)) unnamed++;
    else files.push({ path, conversations: conversationsOf(runs, await linesOf(`${commit.oid}:${path}`, objects)) });
  }
  const content = {
    timestamp: isoTime(commit.time) ?? isoTime(0),
    vcs: { type: 'git', revision: commit.oid },
    tool: { name: 'git-prov', version: WRITER_VERSION },
    files,
  };
  return { record: { version: VERSION, id: uuidOf(JSON.stringify(content)), ...content }, unnamed };
}

async function linesOf(name: string, objects: ObjectReader): Promise<readonly string[] | undefined> {
  const [object] = await objects.read([name], { limit: MAX_FILE_BYTES });
  return object && 'bytes' in object && object.type === 'blob' ? splitLines(object.bytes) : undefined;
}

// One conversation for each author. People have no conversations, so they share one.
function conversationsOf(runs: readonly Authored[], lines: readonly string[] | undefined): object[] {
  return [...byAuthor(runs)].map(([by, list]) => ({
    contributor: contributorOf(by),
    ranges: list.map(({ start, end }) => ({
      start_line: start,
      end_line: end,
      content_hash: lines ? hashLines(lines.slice(start - 1, end)) : undefined,
    })),
    related: typeof by === 'object' ? [{ type: 'session', url: sessionUrl(by.session) }] : undefined,
  }));
}

function contributorOf(by: Author): object {
  if (by === 'person') return { type: 'human' };
  if (by === 'unknown') return { type: 'unknown' };
  const model = modelOf(by.session);
  return { type: 'ai', ...(model !== undefined && { model_id: model }) };
}

function modelOf({ vendor, model }: Session): string | undefined {
  if (model === undefined || model === '') return undefined;
  const provider = PROVIDERS.find(([name]) => name.test(model))?.[1] ?? vendor;
  const whole = provider === undefined || model.includes('/') ? model : `${provider}/${model}`;
  return whole.slice(0, MAX_MODEL_CHARACTERS).toWellFormed();
}

/** Who serves a model, by its name. An agent's vendor may be another one: a model of anthropic runs in copilot. */
const PROVIDERS: readonly (readonly [RegExp, string])[] = [
  [/^claude/i, 'anthropic'],
  [/^(?:gpt|o[1-9]|codex|chatgpt)\b/i, 'openai'],
  [/^gemini/i, 'google'],
  [/^(?:grok)/i, 'xai'],
  [/^(?:mistral|codestral|devstral|magistral)/i, 'mistral'],
  [/^deepseek/i, 'deepseek'],
  [/^qwen/i, 'alibaba'],
];

// A UUID of version 5: SHA-1 of a name space and a name, which is the SHA-256 of the record's content.
function uuidOf(content: string): string {
  const name = createHash('sha256').update(content).digest('hex');
  const bytes = createHash('sha1').update(NAME_SPACE).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
