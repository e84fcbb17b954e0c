import type { Payload } from '../../recorder/spool/event.ts';
import { object, objects, text } from '../../recorder/spool/json-fields.ts';

const OPEN = '<task-notification>';
const CLOSE = '</task-notification>';
/** Tools that report on a background program or end it, under all their names so far. */
const TELLERS = new Set(['TaskOutput', 'AgentOutputTool', 'BashOutput', 'TaskStop', 'KillShell', 'KillBash']);
const GOES_ON = new Set(['running', 'pending', '']);

/** Notices about background programs. Claude Code gives them to its model in the form of a prompt that no person typed. */
export interface Notices {
  readonly ended: readonly string[];
  /** The prompt without the notices. */
  readonly words: string;
}

/** Splits the notices off the start of a prompt. A notice without a status reports output, not an end. */
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

/** The id of the task that a call left in the background, whether the agent asked for that or a person moved it there. */
export function taskBegun(tool: string, response: Payload): string | undefined {
  return text(response, 'backgroundTaskId') ?? (tool === 'Monitor' ? text(response, 'taskId') : undefined);
}

/** The id of the task that ended according to the answer of a call. */
export function taskEnded(tool: string, input: Payload, response: Payload): string | undefined {
  if (!TELLERS.has(tool)) return undefined;
  const task = object(response, 'task');
  const id = ['task_id', 'bash_id', 'shell_id'].map((key) => text(input, key) ?? text(response, key)).find(Boolean);
  const stops = tool === 'TaskStop' || tool.startsWith('Kill');
  return stops || !GOES_ON.has(text(task, 'status') ?? text(response, 'status') ?? '') ? id : undefined;
}

/** The ids of the tasks still running when a turn ends; undefined when the payload does not list them. */
export function tasksAtWork(payload: Payload): readonly string[] | undefined {
  if (!Array.isArray(payload['background_tasks'])) return undefined;
  return objects(payload, 'background_tasks').flatMap((task) =>
    GOES_ON.has(text(task, 'status') ?? '') ? (text(task, 'id') ?? []) : [],
  );
}
