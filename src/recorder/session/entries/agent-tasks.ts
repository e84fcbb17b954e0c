import type { NodeId } from '../../../model/ids.ts';
import { TODO_ITEM } from '../../../model/knowledge/kinds.ts';
import { FINISHED, type TaskState } from '../../../model/knowledge/task-state.ts';
import { oneLine } from '../../../model/one-line.ts';
import type { TodoItem, TodoList } from '../../spool/event.ts';
import type { AgentTask, SessionState } from '../../state/state.ts';
import type { Sessions } from '../sessions.ts';

/** Items of one list that are read, and tasks that a session makes of them. */
const MAX_ITEMS = 40;
const MAX_TASKS = 100;
const MAX_TEXT_CHARACTERS = 200;
/** Dependencies of one item. */
const MAX_AFTER = 10;

const DETAIL = { source: TODO_ITEM } as const;

/**
 * Turns a change of an agent's own to-do list into tasks, and into events about them. An item is the same task in successive
 * lists if it has the same text, or the same id while it is unfinished. Nothing is recorded when nothing changed.
 */
export async function recordTodos(
  sessions: Sessions,
  state: SessionState,
  { items, isWhole }: TodoList,
  at: number,
): Promise<void> {
  if (!sessions.keepsWords) return;
  const tasks = state.tasks ?? [];
  const seen = new Set<AgentTask>();
  for (const item of items.slice(0, MAX_ITEMS)) {
    const words = item.text === undefined ? '' : oneLine(await sessions.redact(item.text), MAX_TEXT_CHARACTERS);
    const found = sameTask(tasks, seen, item, words);
    const kept = found ? change(sessions, state, found, item, words, at) : add(sessions, state, tasks, item, words, at);
    if (!kept) continue;
    if (found) tasks[tasks.indexOf(found)] = kept;
    else tasks.push(kept);
    seen.add(kept);
    for (const id of (item.after ?? []).slice(0, MAX_AFTER)) depend(sessions, state, kept, tasks, id, at);
  }
  if (isWhole && items.length <= MAX_ITEMS)
    for (const [i, task] of tasks.entries())
      if (!seen.has(task) && !FINISHED.has(task.state)) tasks[i] = move(sessions, state, task, 'dropped', at);
  if (tasks.length > 0) state.tasks = tasks;
}

function sameTask(
  tasks: readonly AgentTask[],
  seen: ReadonlySet<AgentTask>,
  { id }: TodoItem,
  words: string,
): AgentTask | undefined {
  const free = tasks.filter((task) => !seen.has(task));
  const alike = words === '' ? [] : free.filter(({ text }) => text === words);
  if (alike.length > 0) return alike.find((task) => task.id === id) ?? alike.at(-1);
  if (id === undefined) return undefined;
  return free.findLast((task) => task.id === id && (words === '' || !FINISHED.has(task.state)));
}

function add(
  sessions: Sessions,
  state: SessionState,
  tasks: readonly AgentTask[],
  item: TodoItem,
  words: string,
  at: number,
): AgentTask | undefined {
  if (words === '' || tasks.length >= MAX_TASKS) return undefined;
  const is = item.state ?? 'open';
  const node = record(sessions, state, words, is, at);
  return { node, text: words, state: is, ...(item.id !== undefined && { id: item.id }) };
}

// A new text is a revision of the task; a new state is an event about it.
function change(
  sessions: Sessions,
  state: SessionState,
  task: AgentTask,
  item: TodoItem,
  words: string,
  at: number,
): AgentTask {
  const known = item.id === undefined ? task : { ...task, id: item.id };
  const to = item.state ?? task.state;
  if (words === '' || words === task.text) return to === task.state ? known : move(sessions, state, known, to, at);
  return { ...known, node: record(sessions, state, words, to, at, task), text: words, state: to };
}

function record(
  sessions: Sessions,
  state: SessionState,
  words: string,
  is: TaskState,
  at: number,
  earlier?: AgentTask,
): NodeId {
  return sessions.add(state, {
    type: 'knowledge',
    kind: 'task',
    at,
    text: words,
    ruledOut: [],
    links: earlier ? [{ edge: 'supersedes', to: { node: earlier.node } }] : [],
    detail: { ...DETAIL, ...(is !== 'open' && { state: is }) },
  }).id;
}

function move(sessions: Sessions, state: SessionState, task: AgentTask, to: TaskState, at: number): AgentTask {
  const subject = { node: task.node };
  sessions.add(
    state,
    to === 'done'
      ? { type: 'change', change: 'completed', subject, at, detail: DETAIL }
      : { type: 'change', change: 'state', subject, at, detail: { ...DETAIL, state: to } },
  );
  return { ...task, state: to };
}

function depend(
  sessions: Sessions,
  state: SessionState,
  task: AgentTask,
  tasks: readonly AgentTask[],
  id: string,
  at: number,
): void {
  const other = tasks.findLast((one) => one.id === id);
  if (!other || other === task) return;
  const [subject, object] = [{ node: task.node }, { node: other.node }];
  sessions.add(state, { type: 'change', change: 'linked', subject, edge: 'depends_on', object, at, detail: DETAIL });
}
