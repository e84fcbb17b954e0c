import type { TaskState } from '../../model/knowledge/task-state.ts';
import type { Payload, TodoItem, TodoList } from '../../recorder/spool/event.ts';
import { isObject, object, strings, text } from '../../recorder/spool/json-fields.ts';

/** Characters of a call's input that are read. */
const MAX_INPUT_CHARACTERS = 256 * 1024;
const MAX_ID_CHARACTERS = 64;

const STATES: ReadonlyMap<string, TaskState> = new Map(
  Object.entries({
    open: 'pending todo open not_started',
    active: 'in_progress active doing',
    done: 'completed complete done',
    dropped: 'cancelled canceled deleted skipped dropped',
    blocked: 'blocked',
  }).flatMap(([state, words]) => words.split(' ').map((word) => [word, state as TaskState] as const)),
);

/** A line of a list in Markdown, with its mark. */
const LINE = /^\s*[-*] \[([ xX~>-])\] (.+)$/;
const MARKS: ReadonlyMap<string, TaskState> = new Map([
  [' ', 'open'],
  ['x', 'done'],
  ['X', 'done'],
  ['~', 'active'],
  ['>', 'active'],
  ['-', 'dropped'],
]);

/**
 * Reads an agent's own to-do list from the input of a call. Agents write it in few forms: the items of a list `todos` or
 * `plan`, a list in Markdown, or one item a call, which its answer gives an id.
 */
export function todosIn(input: string, output: string): TodoList | undefined {
  const given = parsed(input);
  if (!given) return undefined;
  const { todos, plan } = given;
  if (typeof todos === 'string') {
    const items = todos.split('\n').flatMap((line) => marked(line));
    return items.length > 0 ? { items, isWhole: true } : undefined;
  }
  if (Array.isArray(todos)) return listOf(todos, given['merge'] !== true);
  if (Array.isArray(plan)) return listOf(plan, true);
  const changed = text(given, 'taskId');
  if (changed !== undefined) return { items: [changeOf(given, changed)], isWhole: false };
  const made = text(given, 'subject');
  const id = idIn(object(parsed(output) ?? {}, 'task'));
  return made === undefined ? undefined : { items: [{ text: made, state: 'open', ...id }], isWhole: false };
}

/** Reads the items of a list. Items of an unknown form are not an empty list. */
export function listOf(given: readonly unknown[], isWhole: boolean): TodoList | undefined {
  const items = given
    .filter(isObject)
    .map(itemOf)
    .filter(({ text: words, id }) => words !== undefined || id !== undefined);
  return items.length > 0 || given.length === 0 ? { items, isWhole } : undefined;
}

function parsed(json: string): Payload | undefined {
  if (json.length > MAX_INPUT_CHARACTERS) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // not an object, or cut off
  }
}

function itemOf(item: Payload): TodoItem {
  const words = ['content', 'description', 'step', 'text', 'title', 'task'].map((key) => text(item, key)).find(Boolean);
  return { ...(words !== undefined && { text: words }), ...stateIn(item), ...idIn(item) };
}

function changeOf(item: Payload, id: string): TodoItem {
  const after = strings(item, 'addBlockedBy');
  const subject = text(item, 'subject');
  return {
    id: id.slice(0, MAX_ID_CHARACTERS),
    ...(subject && { text: subject }),
    ...stateIn(item),
    ...(after.length > 0 && { after }),
  };
}

function stateIn(item: Payload): { readonly state?: TaskState } {
  const state = STATES.get((text(item, 'status') ?? '').toLowerCase().replace(/[ -]/g, '_'));
  return state ? { state } : {};
}

function idIn(item: Payload): { readonly id?: string } {
  const { id } = item;
  if (typeof id === 'number') return { id: String(id) };
  return typeof id === 'string' && id !== '' ? { id: id.slice(0, MAX_ID_CHARACTERS) } : {};
}

function marked(line: string): TodoItem[] {
  const [, mark, words] = LINE.exec(line) ?? [];
  const state = MARKS.get(mark ?? '');
  return words && state ? [{ text: words, state }] : [];
}
