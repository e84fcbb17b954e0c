import { join } from 'node:path';
import type { Node } from 'jsonc-parser';
import { ProvError } from '../../errors.ts';
import { append, child, parseSettings, remove } from '../settings.ts';
import { agentCommand, isOurCommand, type AgentInstaller, type Registration } from './agent.ts';

/** The events that tell what a session did. An event that an older Claude Code does not know is ignored by it. */
export const CLAUDE_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'PreCompact',
  'PostCompact',
] as const;

// Seconds. SessionEnd allows all hooks together 1.5 s unless one asks for more.
const TIMEOUT = 10;
const COMMAND = agentCommand('claude-code');
const ENTRY = { hooks: [{ type: 'command', command: COMMAND, timeout: TIMEOUT }] };

export const claudeCode: AgentInstaller = {
  name: 'claude-code',
  program: 'claude',
  userFile: ({ env, home }) => join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json'),
  sharedFile: (workTree) => join(workTree, '.claude', 'settings.json'),
  register,
  unregister,
  state,
};

function register(text: string | undefined, path: string): string {
  checkShape(text, path);
  let result = parseSettings(text, path).text;
  for (const { event, current } of ours(result, path)) {
    // An older command line of ours is taken out, so that no event is told twice.
    if (!current) result = withoutOurs(result, event, path);
  }
  for (const event of CLAUDE_EVENTS) {
    if (!ours(result, path).some((found) => found.event === event)) result = append(result, ['hooks', event], ENTRY);
  }
  return text !== undefined && result === parseSettings(text, path).text ? text : result;
}

function unregister(text: string, original: string | undefined, path: string): string {
  let result = text;
  for (const { event } of ours(text, path)) result = withoutOurs(result, event, path);
  if (result === text) return text;
  const had = child(parseSettings(original, path).root, 'hooks');
  for (const event of CLAUDE_EVENTS) {
    const list = child(child(parseSettings(result, path).root, 'hooks'), event);
    if (list?.type === 'array' && !list.children?.length && !child(had, event)) result = remove(result, list);
  }
  const hooks = child(parseSettings(result, path).root, 'hooks');
  return hooks?.type === 'object' && !hooks.children?.length && !had ? remove(result, hooks) : result;
}

function state(text: string | undefined, path: string): Registration {
  const found = new Set(ours(parseSettings(text, path).text, path).map(({ event }) => event));
  return {
    registered: CLAUDE_EVENTS.filter((event) => found.has(event)),
    missing: CLAUDE_EVENTS.filter((event) => !found.has(event)),
    disabled: child(parseSettings(text, path).root, 'disableAllHooks')?.value === true,
  };
}

interface Found {
  readonly event: string;
  readonly handler: Node;
  /** The whole entry, when our handler is the only one in it. */
  readonly entry: Node | undefined;
  readonly current: boolean;
}

// Our handlers, wherever they are now: a person may have moved one, or put another beside it.
function ours(text: string, path: string): Found[] {
  const found: Found[] = [];
  for (const property of child(parseSettings(text, path).root, 'hooks')?.children ?? []) {
    const [key, list] = property.children ?? [];
    for (const entry of list?.children ?? []) {
      for (const handler of child(entry, 'hooks')?.children ?? []) {
        const command = child(handler, 'command')?.value as unknown;
        if (!isOurCommand(command)) continue;
        const alone = handler.parent?.children?.length === 1;
        found.push({
          event: String(key?.value),
          handler,
          entry: alone ? entry : undefined,
          current: command === COMMAND,
        });
      }
    }
  }
  return found;
}

function withoutOurs(text: string, event: string, path: string): string {
  const first = ours(text, path).find((found) => found.event === event);
  return first ? withoutOurs(remove(text, first.entry ?? first.handler), event, path) : text;
}

function checkShape(text: string | undefined, path: string): void {
  const hooks = child(parseSettings(text, path).root, 'hooks');
  if (!hooks) return;
  const wrong =
    hooks.type === 'object' ? CLAUDE_EVENTS.find((event) => (child(hooks, event)?.type ?? 'array') !== 'array') : '';
  if (wrong === undefined) return;
  const name = wrong ? `hooks.${wrong}` : 'hooks';
  throw new ProvError(
    'data',
    `${path}: "${name}" is not what Claude Code expects (${wrong ? 'a list' : 'an object'}).`,
    {
      hint: 'Mend the file and run the command again; nothing was changed.',
    },
  );
}
