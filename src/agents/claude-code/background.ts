import type { Payload } from '../../recorder/spool/event.ts';
import { object, objects, text } from '../../recorder/spool/json-fields.ts';

const OPEN = '<task-notification>';
const CLOSE = '</task-notification>';
/** Tools that tell of a program in the background, or end one, under all their names so far. */
const TELLERS = new Set(['TaskOutput', 'AgentOutputTool', 'BashOutput', 'TaskStop', 'KillShell', 'KillBash']);
const GOES_ON = new Set(['running', 'pending', '']);

/** What Claude Code told its model of programs in the background, in the form of a prompt that nobody typed. */
export interface Notices {
  readonly ended: readonly string[];
  /** What is left of the prompt. */
  readonly words: string;
}

/** Splits the notices off that a prompt begins with. A notice without a status tells of output, not of an end. */
export function readNotices(prompt: string): Notices {
  const ended: string[] = [];
  let words = prompt;
  for (let end = 0; words.startsWith(OPEN) && (end = words.indexOf(CLOSE)) >= 0;) {
    const notice = words.slice(0, end);
    const status = /<status>(\w+)<\/status>/.exec(notice)?.[1] ?? '';
    const task = /<task-id>([^<]+)<\/task-id>/.exec(notice)?.[1];
    if (task !== undefined && !GOES_ON.has(status)) ended.push(task);
    words = words.slice(end + CLOSE.length).trimStart();
  }
  return { ended, words };
}

/** The task that a call left in the background: as it was asked to, or because the person or the agent put it there. */
export function taskBegun(tool: string, response: Payload): string | undefined {
  return text(response, 'backgroundTaskId') ?? (tool === 'Monitor' ? text(response, 'taskId') : undefined);
}

/** The task of which a call's answer says that it has ended. */
export function taskEnded(tool: string, input: Payload, response: Payload): string | undefined {
  if (!TELLERS.has(tool)) return undefined;
  const task = object(response, 'task');
  const id = ['task_id', 'bash_id', 'shell_id'].map((key) => text(input, key) ?? text(response, key)).find(Boolean);
  const stops = tool === 'TaskStop' || tool.startsWith('Kill');
  return stops || !GOES_ON.has(text(task, 'status') ?? text(response, 'status') ?? '') ? id : undefined;
}

/** The tasks that are at work when a turn ends; undefined where that is not said. */
export function tasksAtWork(payload: Payload): readonly string[] | undefined {
  if (!Array.isArray(payload['background_tasks'])) return undefined;
  return objects(payload, 'background_tasks').flatMap((task) =>
    GOES_ON.has(text(task, 'status') ?? '') ? (text(task, 'id') ?? []) : [],
  );
}
