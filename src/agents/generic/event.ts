import { isAbsolute } from 'node:path';
import { ProvError } from '../../errors.ts';
import type { Action } from '../../model/step.ts';
import type { Outcome, Payload } from '../../recorder/spool/event.ts';
import { isObject } from '../../recorder/spool/json-fields.ts';

/** An event sent by `git prov record`, in the terms of docs/record.md. Every field has been checked. */
export interface RecordedEvent {
  readonly event: (typeof EVENTS)[number];
  readonly session: string;
  readonly parent?: string;
  readonly cwd?: string;
  readonly key?: string;
  readonly model?: string;
  readonly tokens?: ReportedTokens;
  readonly source?: string;
  readonly reason?: string;
  readonly text?: string;
  readonly failed?: boolean;
  readonly child?: string;
  readonly kind?: string;
  readonly call?: string;
  readonly tool?: string;
  readonly action?: Action;
  readonly summary?: string;
  readonly command?: string;
  readonly paths?: readonly string[];
  readonly input?: unknown;
  readonly narration?: string;
  readonly outcome?: Outcome;
  readonly output?: string;
  readonly duration?: number;
  readonly edits?: readonly ReportedEdit[];
}

export interface ReportedTokens {
  readonly message: string;
  readonly input?: number;
  readonly output?: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
  /** US dollars. */
  readonly cost?: number;
}

export interface ReportedEdit {
  readonly path: string;
  readonly from?: string;
  readonly before?: string | null;
  readonly after?: string;
  readonly lines?: readonly string[];
  readonly old?: string;
  readonly new?: string;
  readonly all?: boolean;
}

const EVENTS = [
  'session_start',
  'session_end',
  'prompt',
  'before',
  'after',
  'permission',
  'turn_end',
  'subagent_start',
  'subagent_end',
  'compaction',
] as const;
const ACTIONS: readonly Action[] = ['read', 'edit', 'shell', 'spawn', 'plan', 'unknown'];
const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'refused', 'interrupted'];

// Limits in characters (the last one: list entries). An agent that sends longer texts is faulty.
const MAX_NAME_CHARACTERS = 200;
const MAX_PATH_CHARACTERS = 8192;
const MAX_TEXT_CHARACTERS = 4 * 1024 * 1024;
const MAX_ITEMS = 1000;
/** Milliseconds in a year: the limit for a call's duration. */
const YEAR_MS = 366 * 86_400_000;

/** Returns a description of the valid values, or undefined for a valid value. */
type Check = (value: unknown) => string | undefined;
type Fields = Readonly<Record<string, Check>>;

const named =
  (longest: number): Check =>
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= longest && !/[\u0000-\u001f\u007f]/.test(value)
      ? undefined
      : `a text of 1 to ${longest} characters without control characters`;
const words: Check = (value) =>
  typeof value === 'string' && value.length <= MAX_TEXT_CHARACTERS
    ? undefined
    : `a text of at most ${MAX_TEXT_CHARACTERS} characters`;
const among =
  (list: readonly string[]): Check =>
  (value) =>
    list.includes(value as string) ? undefined : `one of ${list.join(', ')}`;
const whole =
  (most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
      ? undefined
      : `a whole number from 0 to ${most}`;
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const listOf =
  (one: Check): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length > MAX_ITEMS) return `a list of at most ${MAX_ITEMS}`;
    const wrong = value.map(one).find((message) => message !== undefined);
    return wrong && `a list, each ${wrong}`;
  };
const absolute: Check = (value) =>
  named(MAX_PATH_CHARACTERS)(value) ?? (isAbsolute(value as string) ? undefined : 'an absolute path');
const objectOf =
  (fields: Fields, must: readonly string[]): Check =>
  (value) => {
    if (!isObject(value)) return 'an object';
    const wrong = faultIn(value, fields, must);
    return wrong && `an object, but ${wrong}`;
  };
const dollars: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1e6 ? undefined : 'a number of US dollars from 0 to 1000000';
const tokens = whole(Number.MAX_SAFE_INTEGER);

const EDIT = objectOf(
  {
    path: named(MAX_PATH_CHARACTERS),
    from: named(MAX_PATH_CHARACTERS),
    before: (value) => (value === null ? undefined : words(value)),
    after: words,
    lines: (value) => (Array.isArray(value) && value.every((one) => !words(one)) ? undefined : 'a list of texts'),
    old: words,
    new: words,
    all: flag,
  },
  ['path'],
);
const CALL = ['call', 'tool', 'action', 'summary', 'command', 'paths', 'input', 'narration'];
const COMMON = ['event', 'session', 'parent', 'cwd', 'key', 'model', 'tokens'];

const FIELDS: Fields = {
  event: among(EVENTS),
  session: named(MAX_NAME_CHARACTERS),
  parent: named(MAX_NAME_CHARACTERS),
  cwd: absolute,
  key: named(MAX_NAME_CHARACTERS),
  model: named(MAX_NAME_CHARACTERS),
  tokens: objectOf(
    {
      message: named(MAX_NAME_CHARACTERS),
      input: tokens,
      output: tokens,
      cache_read: tokens,
      cache_write: tokens,
      cost: dollars,
    },
    ['message'],
  ),
  source: named(MAX_NAME_CHARACTERS),
  reason: named(MAX_NAME_CHARACTERS),
  text: words,
  failed: flag,
  child: named(MAX_NAME_CHARACTERS),
  kind: named(MAX_NAME_CHARACTERS),
  call: named(MAX_NAME_CHARACTERS),
  tool: named(MAX_NAME_CHARACTERS),
  action: among(ACTIONS),
  summary: words,
  command: words,
  paths: listOf(named(MAX_PATH_CHARACTERS)),
  input: () => undefined,
  narration: words,
  outcome: among(OUTCOMES),
  output: words,
  duration: whole(YEAR_MS),
  edits: listOf(EDIT),
};

/** The required and the optional fields of each event, in addition to the common ones. */
const SHAPES: Readonly<
  Record<RecordedEvent['event'], { readonly must: readonly string[]; readonly may?: readonly string[] }>
> = {
  session_start: { must: [], may: ['source'] },
  session_end: { must: [], may: ['reason'] },
  prompt: { must: ['text'] },
  before: { must: ['tool'], may: CALL },
  after: { must: ['tool'], may: [...CALL, 'outcome', 'output', 'duration', 'edits'] },
  permission: { must: ['tool'], may: CALL },
  turn_end: { must: [], may: ['failed', 'text'] },
  subagent_start: { must: ['child'], may: ['kind', 'text'] },
  subagent_end: { must: ['child'] },
  compaction: { must: [], may: ['text'] },
};

/**
 * Checks every field of an event.
 * @throws ProvError `data` that names the first fault
 */
export function checkReported(value: unknown): RecordedEvent {
  const fault = faultOf(value);
  if (fault === undefined) return value as RecordedEvent;
  throw new ProvError('data', `The event cannot be used: ${fault}.`, { hint: 'docs/record.md has the fields.' });
}

function faultOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not a JSON object';
  const kind = field(value, 'event');
  const wrong = FIELDS['event']!(kind);
  if (wrong) return `"event" should be ${wrong}`;
  const { must, may = [] } = SHAPES[kind as RecordedEvent['event']];
  const known = [...COMMON, ...must, ...may];
  const fields = Object.fromEntries(known.map((name) => [name, FIELDS[name]!]));
  return faultIn(value, fields, ['event', 'session', ...must]) ?? editsFault(value);
}

function faultIn(value: Payload, fields: Fields, must: readonly string[]): string | undefined {
  const missing = must.find((name) => field(value, name) === undefined);
  if (missing) return `"${missing}" is missing`;
  for (const [name, one] of Object.entries(value)) {
    if (!Object.hasOwn(fields, name)) return `${JSON.stringify(name.slice(0, 40))} has no meaning here`;
    const should = fields[name]!(one);
    if (should) return `"${name}" should be ${should}`;
  }
  return undefined;
}

// An edit may describe its result in only one way. Otherwise it would be unclear which one counts.
function editsFault(value: Payload): string | undefined {
  const edits = (field(value, 'edits') as readonly ReportedEdit[] | undefined) ?? [];
  const ways = (edit: ReportedEdit): number =>
    [edit.after, edit.lines, edit.old ?? edit.new].filter((way) => way !== undefined).length;
  if (edits.some((edit) => ways(edit) > 1)) return '"edits" may have only one of "after", "lines" and "old" with "new"';
  if (edits.some((edit) => (edit.old === undefined) !== (edit.new === undefined)))
    return '"edits" with "old" needs "new", and the other way round';
  return undefined;
}

const field = (value: Payload, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
