import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { codex, PATCH } from './hooks.ts';
import { isAsked, SCRIPT, STILL_RUNS } from './live-transcript.ts';
import { callsInScript, patchOf, printedByScript, type ScriptCalls } from './script.ts';
import { parseLine } from '../common/jsonl.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { count, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { filesBelow } from '../common/session-files.ts';
import { recordsIn } from '../common/transcript-lines.ts';
import {
  type TranscriptFault,
  timeOf,
  type TranscriptEntry,
  type TranscriptReader,
} from '../common/transcript-event.ts';

const FILE = /^rollout-.*\.jsonl$/;
/** Lines that matter. Most other lines are long, so they are not decoded. */
const WANTED =
  /"type":"(?:session_meta|turn_context|function_call|custom_tool_call|local_shell_call|function_call_output|custom_tool_call_output|token_usage_record|token_count|compacted|context_compacted|patch_apply_end|item_completed)"|"role":"user"/;
/** The command tools. Hooks have one name for all of them. */
const SHELL = /^(?:exec_command|(?:local_)?shell(?:_command)?)$/;
/** Writes to a running command, or only looks at it. */
const POLL = 'write_stdin';

/**
 * Codex CLI: `sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl` in `CODEX_HOME` or `~/.codex`. A sub-agent has its own
 * file.
 */
export const codexTranscripts: TranscriptReader = {
  adapter: codex,
  sniff: (path, beginning) => FILE.test(basename(path)) || beginning.includes('"type":"session_meta"'),
  find,
  read,
};

function* find(env: NodeJS.ProcessEnv): Generator<string> {
  const home = env['CODEX_HOME'] || join(env['HOME'] || homedir(), '.codex');
  for (const dir of ['sessions', 'archived_sessions'])
    for (const path of filesBelow(join(home, dir), /\.jsonl$/)) if (FILE.test(basename(path))) yield path;
}

/** The thread of a file and its main session. */
interface Thread {
  readonly id: string;
  readonly main: string;
}

/** The calls of a thread so far. */
interface ThreadCalls {
  /** Those that have not ended yet. */
  readonly open: Map<string, OpenCall>;
  /** The ids of all calls that have their own lines, and of all patches so far. */
  readonly known: Set<string>;
  /** The commands that still run after the answer to the model, by the number of their session. */
  readonly running: Map<string, RunningCall>;
  /** The last script of code mode, until one of its patches was applied. */
  script?: { readonly id: string; readonly call: OpenCall } | undefined;
}

/** A command that runs on, with what it printed so far. */
interface RunningCall {
  readonly id: string;
  readonly call: OpenCall;
  readonly printed: string;
}

/** A call that has started and not ended yet. */
interface OpenCall {
  readonly at: number;
  readonly tool: string;
  readonly input: Payload;
  readonly patch: string | undefined;
  readonly cwd: string | undefined;
  /** For a script of code mode, the calls in it. */
  readonly script?: ScriptCalls | undefined;
  /** For a look at a running command, the number of its session. */
  readonly polls?: string | undefined;
}

function* read(path: string, fault: TranscriptFault): Generator<TranscriptEntry> {
  const calls: ThreadCalls = { open: new Map(), known: new Set(), running: new Map() };
  let thread: Thread | undefined;
  let cwd: string | undefined;
  for (const record of recordsIn(path, fault, (line) => WANTED.test(line))) {
    const payload = object(record, 'payload');
    const at = timeOf(record['timestamp']);
    const type = text(record, 'type');
    if (type === 'session_meta' && !thread) thread = threadOf(payload);
    if (type === 'session_meta' || type === 'turn_context') cwd = text(payload, 'cwd') ?? cwd;
    if (at === undefined || !thread) {
      fault('records without a session or a time', path);
      continue;
    }
    const base = { session_id: thread.main, transcript_path: path, ...(cwd && { cwd }), ...agentOf(thread) };
    const event = codex.read({ ...base, hook_event_name: 'PreCompact' })!;
    const entry = { session: event.session, parent: event.parent, at, cwd };
    if (type === 'response_item') yield* item(payload, base, entry, calls);
    else if (type === 'token_usage_record') yield { ...entry, used: text(payload, 'response_id') };
    else if (type === 'compacted') yield { ...entry, event: codex.read({ ...base, hook_event_name: 'PostCompact' }) };
    else if (text(payload, 'type') === 'token_count') yield { ...entry, used: totalOf(payload) };
    else yield appliedPatch(payload, base, entry, calls) ?? entry;
  }
}

// A sub-agent's thread names its session. In older versions it names only its parent thread.
function threadOf(meta: Payload): Thread | undefined {
  const id = text(meta, 'id');
  if (!id) return undefined;
  const spawn = object(object(object(meta, 'source'), 'subagent'), 'thread_spawn');
  const parent = text(meta, 'parent_thread_id') ?? text(spawn, 'parent_thread_id');
  return { id, main: text(meta, 'session_id') || parent || id };
}

const agentOf = ({ id, main }: Thread): { agent_id: string } | Record<never, never> =>
  id === main ? {} : { agent_id: id };

const totalOf = (payload: Payload): string | undefined =>
  count(object(object(payload, 'info'), 'total_token_usage'), 'total_tokens')?.toString();

function* item(
  payload: Payload,
  base: Payload,
  entry: TranscriptEntry,
  calls: ThreadCalls,
): Generator<TranscriptEntry> {
  const id = text(payload, 'call_id') ?? text(payload, 'id');
  switch (text(payload, 'type')) {
    case 'message': {
      const words = objects(payload, 'content').map((part) => text(part, 'text') ?? '');
      const prompt = words.join('\n');
      if (text(payload, 'role') !== 'user' || prompt === '') return;
      const payloadOf = { ...base, hook_event_name: 'UserPromptSubmit', prompt };
      yield { ...entry, ...(isAsked(prompt) && { event: codex.read(payloadOf) }), shown: [{ text: prompt }] };
      return;
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      if (id !== undefined) begin(id, begunBy(payload, entry), calls);
      return;
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const call = id === undefined ? undefined : calls.open.get(id);
      if (id === undefined || !call) return;
      calls.open.delete(id);
      const output = text(payload, 'output') ?? JSON.stringify(payload['output'] ?? '');
      if (call.script)
        yield* scriptEnded(id, { call, output: printedByScript(partsOf(payload) ?? output) }, base, entry);
      else yield polled(call, output, base, entry, calls) ?? ended(id, { call, output }, base, entry);
      const [, session] = STILL_RUNS.exec(output) ?? [];
      if (session !== undefined && call.tool === 'Bash')
        calls.running.set(session, { id, call, printed: splitAnswer(output)[1] });
    }
  }
}

/** Characters kept of what a command prints, from its end. */
const MAX_PRINTED_CHARACTERS = 256 * 1024;

// What Codex says about a command, and what the command printed.
function splitAnswer(output: string): [head: string, printed: string] {
  const end = output.indexOf(PRINTED);
  return end < 0 ? [output, ''] : [output.slice(0, end + PRINTED.length), output.slice(end + PRINTED.length)];
}
const PRINTED = '\nOutput:\n';
/** Without it the command runs on, or nothing is known: the poll was aborted. */
const HAS_EXITED = /^Process exited with code -?\d+$/m;

// The answer to a poll of a running command. The poll that finds the end reports the call again, with the whole output.
function polled(
  { polls }: OpenCall,
  output: string,
  base: Payload,
  entry: TranscriptEntry,
  { running }: ThreadCalls,
): TranscriptEntry | undefined {
  const command = polls === undefined ? undefined : running.get(polls);
  if (!command) return undefined;
  const [head, more] = splitAnswer(output);
  const printed = `${command.printed}${more}`.slice(-MAX_PRINTED_CHARACTERS);
  if (!HAS_EXITED.test(head)) {
    running.set(polls!, { ...command, printed });
    return { ...entry, shown: [{ text: output }] };
  }
  running.delete(polls!);
  return ended(command.id, { call: command.call, output: `${head}${printed}` }, base, entry);
}

function begin(id: string, call: OpenCall, calls: ThreadCalls): void {
  calls.open.set(id, call);
  calls.known.add(id);
  if (call.script?.patches) calls.script = { id, call };
}

function ended(
  id: string,
  { call, output }: { readonly call: OpenCall; readonly output: string },
  base: Payload,
  entry: TranscriptEntry,
): TranscriptEntry {
  const hook = {
    ...base,
    ...(call.cwd !== undefined && { cwd: call.cwd }),
    hook_event_name: 'PostToolUse',
    tool_name: call.tool,
    tool_input: call.input,
    tool_use_id: id,
    tool_response: output,
  };
  return {
    ...entry,
    cwd: call.cwd,
    began: call.at,
    event: codex.read(hook),
    patch: call.patch,
    shown: [{ text: output }],
  };
}

// The commands of a script have no lines of their own, so they end with it. What it printed is the output of its only command. Of its
// patches, those that were applied have lines.
function* scriptEnded(
  id: string,
  { call, output }: { readonly call: OpenCall; readonly output: string },
  base: Payload,
  entry: TranscriptEntry,
): Generator<TranscriptEntry> {
  const { commands, patches, hasOthers } = call.script!;
  const isOnly = commands.length === 1 && !patches && !hasOthers;
  for (const [i, { command, folder }] of commands.entries()) {
    const ran = { ...call, tool: 'Bash', input: { command }, cwd: folder ?? call.cwd };
    yield ended(i === 0 && !patches ? id : `${id}/${i}`, { call: ran, output: isOnly ? output : '' }, base, entry);
  }
  if (commands.length === 0 && !patches) yield ended(id, { call, output }, base, entry);
  else if (!isOnly) yield { ...entry, shown: [{ text: output }] };
}

// A patch that a script of code mode applied. The first one has the id of the script: the agent's words are stored with it.
function appliedPatch(
  payload: Payload,
  base: Payload,
  entry: TranscriptEntry,
  calls: ThreadCalls,
): TranscriptEntry | undefined {
  const item = text(payload, 'type') === 'item_completed' ? object(payload, 'item') : payload;
  const id = text(item, 'call_id') ?? text(item, 'id');
  if (!/^(?:patch_apply_end|FileChange)$/.test(text(item, 'type') ?? '') || id === undefined || calls.known.has(id))
    return undefined;
  calls.known.add(id);
  if (item['success'] === false || /^(?:failed|declined)$/i.test(text(item, 'status') ?? '')) return undefined;
  const { script } = calls;
  calls.script = undefined;
  const patch = patchOf(object(item, 'changes'));
  const { at, cwd } = script?.call ?? entry;
  const call = { at, tool: PATCH, input: { command: patch }, patch, cwd };
  return ended(script?.id ?? id, { call, output: text(item, 'stdout') ?? '' }, base, entry);
}

// The output of a script is a list of parts.
const partsOf = (payload: Payload): string | undefined =>
  Array.isArray(payload['output'])
    ? objects(payload, 'output')
        .map((part) => text(part, 'text') ?? '')
        .join('\n')
    : undefined;

function begunBy(payload: Payload, { at, cwd }: TranscriptEntry): OpenCall {
  const name = text(payload, 'name') ?? (text(payload, 'type') === 'local_shell_call' ? 'shell' : 'unknown');
  const given = text(payload, 'arguments');
  const input = given === undefined ? object(payload, 'action') : (parseLine(given) ?? {});
  const polls = name === POLL && !text(input, 'chars') ? count(input, 'session_id')?.toString() : undefined;
  const patch = text(payload, 'input');
  if (patch !== undefined && name === SCRIPT)
    return { at, tool: name, input: { command: patch }, patch: undefined, cwd, script: callsInScript(patch) };
  if (patch !== undefined) return { at, tool: name, input: { command: patch }, patch, cwd };
  const folder = text(input, 'workdir') ?? text(input, 'working_directory') ?? cwd;
  const command = text(input, 'cmd') ?? text(input, 'command');
  const list = input['command'];
  const words = command ?? (Array.isArray(list) ? list.findLast((word) => typeof word === 'string') : undefined);
  const isPatch = words !== undefined && words.includes('*** Begin Patch');
  const tool = SHELL.test(name) ? 'Bash' : name;
  return { at, tool, input, patch: isPatch ? words : undefined, cwd: folder, polls };
}
