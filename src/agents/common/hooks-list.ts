import type { Node } from 'jsonc-parser';
import { ProvError } from '../../errors.ts';
import { append, child, parseSettings, remove } from '../../install/jsonc-edits.ts';
import { isOurCommand, type AgentInstaller, type Registration } from '../../install/agent-settings.ts';

/**
 * The form of hooks in an agent's settings: `{"hooks": {"Event": [{"hooks": [handler, …]}, …]}}`, or flat lists of
 * handlers.
 */
export interface HooksShape {
  /** The agent's name in messages. */
  readonly agent: string;
  /** The events to register. */
  readonly events: readonly string[];
  /** The key of a handler's command line; default `command`. */
  readonly command?: string;
  /** The list of an event holds handlers directly. */
  readonly flat?: true;
  /** The content of a new file; default an empty object. */
  readonly empty?: string;
  /** Returns our handler of an event. */
  readonly handler: (event: string) => Readonly<Record<string, unknown>>;
  /** Whether the settings switch off all hooks or ours. */
  readonly isOff: (root: Node) => boolean;
}

/** Registration in settings of this form. Takes and returns text. */
export function hooksIn(shape: HooksShape): Pick<AgentInstaller, 'register' | 'unregister' | 'state'> {
  const { empty } = shape;
  return {
    register: (text, path) => register(shape, text === undefined || text.trim() === '' ? empty : text, path),
    unregister: (text, original, path) => {
      const rest = unregister(shape, text, original ?? empty, path);
      const isBare = original === undefined && rest !== text && empty !== undefined && hasNoMore(rest, empty, path);
      return isBare ? '{}' : rest;
    },
    state: (text, path) => state(shape, text, path),
  };
}

// Whether the settings have only keys that a new file has.
function hasNoMore(text: string, empty: string, path: string): boolean {
  const keysOf = (settings: string): unknown[] =>
    (parseSettings(settings, path).root.children ?? []).map(({ children }) => children?.[0]?.value as unknown);
  const known = new Set(keysOf(empty));
  return keysOf(text).every((key) => known.has(key));
}

function register(shape: HooksShape, text: string | undefined, path: string): string {
  checkShape(shape, text, path);
  let result = parseSettings(text, path).text;
  for (const { event, command } of ours(shape, result, path)) {
    // Removes an older command line of ours, so that no event is recorded twice.
    if (command !== shape.handler(event)[keyOf(shape)]) result = withoutOurs(shape, result, event, path);
  }
  for (const event of shape.events) {
    if (!ours(shape, result, path).some((found) => found.event === event))
      result = append(result, ['hooks', event], shape.flat ? shape.handler(event) : { hooks: [shape.handler(event)] });
  }
  return text !== undefined && result === parseSettings(text, path).text ? text : result;
}

function unregister(shape: HooksShape, text: string, original: string | undefined, path: string): string {
  const { events } = shape;
  let result = text;
  for (const { event } of ours(shape, text, path)) result = withoutOurs(shape, result, event, path);
  if (result === text) return text;
  const had = child(parseSettings(original, path).root, 'hooks');
  for (const event of events) {
    const list = child(child(parseSettings(result, path).root, 'hooks'), event);
    if (list?.type === 'array' && !list.children?.length && !child(had, event)) result = remove(result, list);
  }
  const hooks = child(parseSettings(result, path).root, 'hooks');
  return hooks?.type === 'object' && !hooks.children?.length && !had ? remove(result, hooks) : result;
}

function state(shape: HooksShape, text: string | undefined, path: string): Registration {
  const { events, isOff } = shape;
  const { root, text: whole } = parseSettings(text, path);
  const found = new Set(ours(shape, whole, path).map(({ event }) => event));
  return {
    registered: events.filter((event) => found.has(event)),
    missing: events.filter((event) => !found.has(event)),
    disabled: isOff(root),
  };
}

const keyOf = ({ command }: HooksShape): string => command ?? 'command';

interface HooksFound {
  readonly event: string;
  readonly handler: Node;
  /** The entry around the handler, when it holds no other handler. */
  readonly entry: Node | undefined;
  readonly command: string;
}

// Finds our handlers anywhere in the list: a person may have moved one or added another beside it.
function ours(shape: HooksShape, text: string, path: string): HooksFound[] {
  const found: HooksFound[] = [];
  for (const property of child(parseSettings(text, path).root, 'hooks')?.children ?? []) {
    const [key, list] = property.children ?? [];
    for (const entry of list?.children ?? []) {
      for (const handler of shape.flat ? [entry] : (child(entry, 'hooks')?.children ?? [])) {
        const command = child(handler, keyOf(shape))?.value as unknown;
        if (!isOurCommand(command)) continue;
        const alone = !shape.flat && handler.parent?.children?.length === 1;
        found.push({
          event: String(key?.value),
          handler,
          entry: alone ? entry : undefined,
          command: String(command),
        });
      }
    }
  }
  return found;
}

function withoutOurs(shape: HooksShape, text: string, event: string, path: string): string {
  const first = ours(shape, text, path).find((found) => found.event === event);
  return first ? withoutOurs(shape, remove(text, first.entry ?? first.handler), event, path) : text;
}

function checkShape({ agent, events }: HooksShape, text: string | undefined, path: string): void {
  const hooks = child(parseSettings(text, path).root, 'hooks');
  if (!hooks) return;
  const wrong =
    hooks.type === 'object' ? events.find((event) => (child(hooks, event)?.type ?? 'array') !== 'array') : '';
  if (wrong === undefined) return;
  const name = wrong ? `hooks.${wrong}` : 'hooks';
  throw new ProvError('data', `${path}: "${name}" is not what ${agent} expects (${wrong ? 'a list' : 'an object'}).`, {
    hint: 'Correct the file and run the command again; nothing was changed.',
  });
}
