import { isAbsolute, resolve } from 'node:path';
import { ProvError } from '../../errors.ts';
import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Payload } from '../../recorder/spool/event.ts';
import { costAt, object, text } from '../../recorder/spool/json-fields.ts';
import { checkReported, type ReportedEdit, type RecordedEvent } from './event.ts';

/** Reserved names that an agent cannot have. */
const TAKEN = new Set(['agent', 'git', 'git-prov', 'human', 'import', 'person', 'unknown', 'unsure', 'user']);
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Whether an agent of this name has its own adapter. */
type IsKnown = (name: string) => boolean;

/**
 * Checks the name of an agent that uses `git prov record`.
 * @throws ProvError `usage` with the reason when the name is not allowed
 */
export function checkName(name: string, isKnown: IsKnown): string {
  const hint = 'Use --agent NAME, for example --agent our-bot.';
  if (!NAME.test(name))
    throw new ProvError(
      'usage',
      `${JSON.stringify(name.slice(0, 80))} is not a valid agent name: use at most 64 small letters, digits, dots, dashes and underscores.`,
      { hint },
    );
  if (isKnown(name))
    throw new ProvError('usage', `${name} is recorded through its own hooks.`, {
      hint: `Register it with git prov init --agent ${name}, or choose another name.`,
    });
  if (TAKEN.has(name)) throw new ProvError('usage', `${name} is not the name of an agent.`, { hint });
  return name;
}

/** The session id with the agent's name as a prefix, so that ids of different agents never collide. */
const idOf = (agent: string, session: string): SessionId => sessionId(`${agent}:${session}`);

/**
 * Converts an event to its spooled form. The fields that hooks/agent searches for come first and use values that it knows:
 * whether a call starts or ends, whether it may write, and the path when it edits exactly one file.
 * @param cwd the base folder for relative paths
 */
export function reportedPayload(agent: string, reported: RecordedEvent, cwd: string): Payload {
  const { event, paths = [] } = reported;
  const action = actionOf(reported);
  const [path] = paths.map((one) => resolve(cwd, one));
  const isOne = action === 'edit' && paths.length === 1;
  const tool = action === 'read' || action === 'plan' || action === 'spawn' ? 'Read' : isOne ? 'Edit' : 'Bash';
  return {
    git_prov_record: 1,
    hook_event_name: event === 'before' ? 'PreToolUse' : event === 'after' ? 'PostToolUse' : event,
    ...((event === 'before' || event === 'after') && { tool_name: tool, ...(isOne && { file_path: path }) }),
    agent,
    cwd,
    tool_input: reported,
  };
}

/** The adapter for agents that use `git prov record`. Such an agent is known by its name. */
export const generic = (isKnown: IsKnown): Pick<Adapter, 'sniff' | 'read'> => ({
  sniff: (payload) => payload['git_prov_record'] === 1,
  read: (payload) => read(payload, isKnown),
});

/** The agent and session in GIT_PROV_AGENT and GIT_PROV_SESSION, which an agent may set for the programs that it starts. */
export function reportedSpeaker(
  env: NodeJS.ProcessEnv,
  isKnown: IsKnown,
): { agent: string; vendor: string; id: SessionId } | undefined {
  const [agent, session] = [env['GIT_PROV_AGENT'], env['GIT_PROV_SESSION']];
  if (!agent || !session || !NAME.test(agent) || TAKEN.has(agent) || isKnown(agent)) return undefined;
  return { agent, vendor: agent, id: idOf(agent, session) };
}

function read(payload: Payload, isKnown: IsKnown): AgentEvent {
  const agent = checkName(text(payload, 'agent') ?? '', isKnown);
  const reported = checkReported(object(payload, 'tool_input'));
  const { parent, key, model, tokens } = reported;
  const session = idOf(agent, parent === undefined ? reported.session : `${parent}/${reported.session}`);
  return {
    agent,
    vendor: agent,
    session,
    ...(parent !== undefined && { parent: idOf(agent, parent) }),
    ...(key !== undefined && { key: `told:${key}` }),
    ...(model !== undefined && { model }),
    ...(tokens && {
      usage: {
        [tokens.message]: {
          input: tokens.input ?? 0,
          output: tokens.output ?? 0,
          cacheRead: tokens.cache_read ?? 0,
          cacheWrite: tokens.cache_write ?? 0,
          ...costAt({ ...tokens }, 'cost'),
        },
      },
    }),
    body: body(reported, session, text(payload, 'cwd') ?? '/'),
  };
}

function body(reported: RecordedEvent, session: SessionId, cwd: string): EventBody {
  switch (reported.event) {
    case 'session_start':
      return {
        type: 'session_start',
        source: reported.source ?? 'startup',
        ...(reported.model && { model: reported.model }),
      };
    case 'session_end':
      return { type: 'session_end', reason: reported.reason ?? 'other' };
    case 'prompt':
      return { type: 'prompt', text: reported.text ?? '' };
    case 'before':
      return { type: 'before', call: call(reported, cwd), ...narrationOf(reported) };
    case 'after':
      return {
        type: 'after',
        call: call(reported, cwd),
        outcome: reported.outcome ?? 'ok',
        output: reported.output ?? '',
        ...(reported.duration !== undefined && { duration: reported.duration }),
        ...narrationOf(reported),
        ...(reported.edits && { edits: reported.edits.map((edit) => editOf(edit, cwd)) }),
      };
    case 'permission':
      return { type: 'gate', call: call(reported, cwd) };
    case 'turn_end':
      return { type: 'turn_end', failed: reported.failed ?? false, ...(reported.text && { words: reported.text }) };
    case 'subagent_start':
    case 'subagent_end': {
      const child = sessionId(`${session}/${reported.child ?? ''}`);
      return reported.event === 'subagent_end'
        ? { type: 'subagent_end', child }
        : {
            type: 'subagent_start',
            child,
            kind: reported.kind ?? '',
            ...(reported.text === undefined ? { prompted: true } : { task: reported.text }),
          };
    }
    case 'compaction':
      return { type: 'compaction', summary: reported.text ?? '' };
  }
}

const narrationOf = ({ narration }: RecordedEvent): { narration: string } | Record<never, never> =>
  narration === undefined ? {} : { narration };

// Infers a missing action: a call with a command is a shell call, a call with edits is a file tool's.
const actionOf = ({ action, command, edits }: RecordedEvent): Action =>
  action ?? (command !== undefined ? 'shell' : edits?.length ? 'edit' : 'unknown');

function call(reported: RecordedEvent, cwd: string): Call {
  const { tool = '', command, paths = [] } = reported;
  const action = actionOf(reported);
  return {
    ...(reported.call !== undefined && { id: reported.call }),
    tool,
    action,
    summary: reported.summary ?? command ?? (paths.length > 0 ? paths.join(', ') : tool),
    ...(command !== undefined && action === 'shell' && { command }),
    paths: paths.map((path) => inFolder(path, cwd)),
    input: JSON.stringify(reported.input ?? { command, paths }),
  };
}

function editOf({ path, from, before, after, lines, old, all, new: fresh }: ReportedEdit, cwd: string): Edit {
  return {
    path: inFolder(path, cwd),
    byUser: false,
    ...(from !== undefined && { from: inFolder(from, cwd) }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { proposed: after }),
    ...(lines && { written: lines }),
    ...(old !== undefined && fresh !== undefined && { replaced: { old, fresh, all: all ?? false } }),
  };
}

const inFolder = (path: string, cwd: string): string => (isAbsolute(path) ? path : resolve(cwd, path));
