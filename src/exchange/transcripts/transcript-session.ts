import { checkFolders } from './check-scopes.ts';
import { type CheckOutput, readOutput } from '../../model/checks/output.ts';
import { marksOf } from '../../model/shell/parse/marks.ts';
import { outcomeOf } from '../../recorder/session/transcript-results.ts';
import { writtenPaths } from '../../recorder/spool/event-paths.ts';
import { callKey } from '../../recorder/spool/call-key.ts';
import type { AgentEvent, Call, CallRecord, EventBody, Outcome } from '../../recorder/spool/event.ts';
import { NEW_SESSION, type RepoPath } from '../../model/ids.ts';
import type { Session, Usage } from '../../model/model.ts';
import type { TalkItem } from '../../model/reasons/talk-item.ts';
import { type Names, namesIn } from '../../model/reasons/names.ts';
import { saysMuch } from '../../model/reasons/talk.ts';
import { readCommand } from '../../model/shell/parse/command.ts';
import { type CommandVerdict, hasGit } from '../../model/shell/verdict.ts';
import type { Action, CheckedCode } from '../../model/step.ts';
import type { SessionFacts } from './match/match.ts';
import { NovelLineTracker, type Penned } from './match/novel-lines.ts';
import type { TranscriptData, TranscriptEntry } from '../../agents/common/transcript-event.ts';
import type { WorkTrees } from './work-trees.ts';
import type { Writing } from './edit-lines.ts';

/** Characters kept of a command until it is recorded. */
const MAX_COMMAND_CHARACTERS = 8192;
/** Characters kept of a prompt until it is recorded. */
const MAX_PROMPT_CHARACTERS = 65_536;

/** Claude Code puts its own work trees into the repository and removes them at the end. */
const GONE_TREE = /^\.claude\/worktrees\/[^/]+\//;

/** A step of a session with its original, unredacted text. */
export type StoryStep =
  | { readonly type: 'prompt'; readonly at: number; readonly text: string }
  | { readonly type: 'compaction'; readonly at: number }
  | { readonly type: 'subagent'; readonly at: number; readonly session: Session; readonly summary: string }
  | {
      readonly type: 'tool';
      readonly at: number;
      readonly began: number;
      readonly tool: string;
      readonly action: Action;
      readonly summary: string;
      readonly command?: string;
      readonly verdict?: CommandVerdict;
      readonly printed?: CheckOutput;
      readonly outcome: Outcome;
      readonly duration?: number;
      readonly unended?: true;
      readonly paths: readonly RepoPath[];
      readonly narration?: string;
      readonly names?: Names;
      readonly call?: string;
      /** Where each of its checks ran; see `checkFolders`. */
      readonly folders?: readonly (string | null)[];
      readonly checked?: CheckedCode;
    };

/** The time of the first line that any of these sessions wrote; Infinity without any. */
export function firstWriting(stories: readonly TranscriptSession[]): number {
  let first = Infinity;
  for (const { writings } of stories) for (const { at } of writings) first = Math.min(first, at);
  return first;
}

/** A session as recorded in its transcript, limited to the parts in this repository. */
export class TranscriptSession implements SessionFacts {
  number: number;
  session: Session;
  steps: StoryStep[] = [];
  writings: Writing[] = [];
  /** The work tree in which it started. */
  readonly top: string;
  /** The people who commit in its work tree; undefined when that is not known. */
  authors: ReadonlySet<string> | undefined;
  readonly commits: [from: number, to: number][] = [];
  readonly runs: { at: number; path?: RepoPath }[] = [];
  /** Token usage, with the time from which it counts. */
  readonly usage: { readonly at: number; readonly id: string; readonly used: Usage }[] = [];
  /** The conversation with its calls, not redacted yet. */
  readonly talk: TalkItem[] = [];
  #tracker: NovelLineTracker | undefined = new NovelLineTracker();
  #besides: TranscriptData[] = [];
  /** Places of steps with an unknown end, by call id. */
  readonly #unended = new Map<string, number>();
  readonly #workTrees: WorkTrees;

  /**
   * @param number the session's number in writings
   * @param told the first event of its transcript
   */
  constructor(
    number: number,
    { agent, vendor }: Pick<AgentEvent, 'agent' | 'vendor'>,
    { session: id, parent, cwd }: Pick<TranscriptEntry, 'session' | 'parent' | 'cwd'>,
    workTrees: WorkTrees,
  ) {
    this.number = number;
    this.top = (cwd === undefined ? undefined : workTrees.topOf(cwd)) ?? workTrees.first;
    this.session = { id, agent, vendor, ...(parent && { parent }), ...NEW_SESSION };
    this.#workTrees = workTrees;
  }

  /** Adds what one of its files contains besides events. */
  add(beside: TranscriptData): void {
    this.#besides.unshift(beside);
    for (const one of beside.talk) this.talk.push(inShort(one));
    if (beside.model) this.session = { ...this.session, model: beside.model };
  }

  /** Drops what is only needed while the transcript is read. If the transcript continues, none of its later lines count as new. */
  rest(): void {
    this.#tracker = undefined;
    this.#besides = [];
  }

  /** Times of the first and last step; undefined for a session without steps. */
  get span(): readonly [first: number, last: number] | undefined {
    const [first, last] = [this.steps[0], this.steps.at(-1)];
    return first && last ? [first.at, last.at] : undefined;
  }

  /** Processes the next event of the transcript. */
  take(entry: TranscriptEntry): void {
    const { at, event, used, shown = [] } = entry;
    for (const one of entry.talk ?? []) this.talk.push(inShort(one));
    const tokens = used === undefined ? undefined : this.#find(({ usage }) => usage.get(used));
    if (tokens) this.usage.push({ at, id: used!, used: tokens });
    for (const [id, one] of Object.entries(event?.usage ?? {})) this.usage.push({ at, id, used: one });
    if (event?.model) this.session = { ...this.session, model: event.model };
    const tracker = (this.#tracker ??= new NovelLineTracker(true));
    if (event) this.#step(event.body, entry, tracker);
    // A sub-agent's prompt comes from its parent session, not from a person.
    if (event?.body.type === 'prompt' && entry.parent) return;
    for (const { text, of, whole } of shown)
      if (whole && of !== undefined) tracker.know(of, text);
      else tracker.show(text, of ?? fileOf(event?.body));
  }

  /** Gives it another number. */
  renumber(number: number): void {
    this.number = number;
    this.writings = this.writings.map((writing) => ({ ...writing, session: number }));
  }

  /** Inserts the starts of its sub-agents between its steps. */
  spawned(children: readonly TranscriptSession[]): void {
    const begins = children.map(({ session, steps: [first] }): StoryStep => ({
      type: 'subagent',
      at: first!.at,
      session,
      summary: first!.type === 'prompt' ? first!.text : 'sub-agent',
    }));
    const order = [...this.steps.keys()];
    const places = order.map((i) => i + begins.filter(({ at }) => at < this.steps[i]!.at).length);
    const steps: StoryStep[] = [];
    for (const i of order) steps[places[i]!] = this.steps[i]!;
    const left = begins.toSorted((a, b) => a.at - b.at);
    for (let i = 0; i < this.steps.length + begins.length; i++) steps[i] ??= left.shift()!;
    this.steps = steps;
    this.writings = this.writings.map((writing) => ({ ...writing, step: places[writing.step]! }));
  }

  #step(body: EventBody, entry: TranscriptEntry, tracker: NovelLineTracker): void {
    const { at } = entry;
    if (body.type === 'prompt' && body.text.trim() !== '')
      this.steps.push({ type: 'prompt', at, text: body.text.slice(0, MAX_PROMPT_CHARACTERS) });
    else if (body.type === 'compaction') this.steps.push({ type: 'compaction', at });
    else if (body.type === 'after') this.#tool(body, entry, tracker);
  }

  #tool(body: Extract<EventBody, { type: 'after' }>, entry: TranscriptEntry, tracker: NovelLineTracker): void {
    const { at, began = at, cwd } = entry;
    const { call } = body;
    if (this.#endsLater(body, entry)) return;
    const record = this.#find(({ calls }) => calls.get(callKey(call))) ?? {};
    const outcome = endOf(body, record);
    const top = (cwd === undefined ? undefined : this.#workTrees.topOf(cwd)) ?? this.#workTrees.first;
    const verdict = call.command === undefined ? undefined : readCommand(call.command);
    const printed =
      verdict?.runs && body.output !== '' ? readOutput(body.output, marksOf(call.command ?? '')) : undefined;
    const narration = body.narration ?? this.#find((beside) => beside.narration.get(callKey(call)));
    const duration = body.duration ?? record.duration;
    const step = this.steps.length;
    const isUnended = body.isOutcomeUnknown && record.exit === undefined;
    if (isUnended && call.id !== undefined) this.#unended.set(call.id, step);
    this.steps.push({
      type: 'tool',
      at,
      began: Math.min(began, at),
      tool: call.tool,
      action: call.action,
      summary: this.#summaryOf(call, cwd),
      outcome,
      paths: call.paths.flatMap((path) => this.#repoPath(path, cwd) ?? []),
      ...(call.command !== undefined && { command: call.command.slice(0, MAX_COMMAND_CHARACTERS) }),
      ...(verdict && { verdict }),
      ...(verdict?.runs && { folders: checkFolders(verdict.runs, cwd, this.#workTrees) }),
      ...(printed && { printed }),
      ...(duration !== undefined && { duration }),
      ...(isUnended && { unended: true }),
      ...(narration && { narration }),
      ...((call.action === 'edit' || (verdict && verdict.writes.kind !== 'none')) && { names: namesIn(call.input) }),
      call: callKey(call),
    });
    if (verdict && outcome !== 'refused') this.#ran(verdict, call.command!, step, { began, at, top, cwd, tracker });
    if (outcome !== 'ok') return;
    for (const edit of body.edits ?? record.edits ?? []) this.#wrote(step, at, tracker.write(edit, entry.patch), cwd);
  }

  // A command that ran on after the answer to the model, and has ended now. It keeps its place, because what it checked was there then.
  #endsLater(body: Extract<EventBody, { type: 'after' }>, { at, began = at }: TranscriptEntry): boolean {
    const place = body.call.id === undefined ? undefined : this.#unended.get(body.call.id);
    const step = place === undefined ? undefined : this.steps[place];
    if (step?.type !== 'tool' || step.command === undefined) return false;
    const { unended: _, ...rest } = step;
    const printed = step.verdict?.runs && readOutput(body.output, marksOf(step.command));
    this.steps[place!] = { ...rest, outcome: body.outcome, ...(printed && { printed }) };
    if (step.verdict?.commits) this.commits.push([began, at]);
    if (step.verdict?.writes.kind === 'any' && step.verdict.kind !== 'verification') this.runs.push({ at });
    return true;
  }

  #find<T>(what: (beside: TranscriptData) => T | undefined): T | undefined {
    for (const beside of this.#besides) {
      const found = what(beside);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  // A failed command may still have written files and committed.
  #ran(
    verdict: CommandVerdict,
    command: string,
    step: number,
    {
      began,
      at,
      top,
      cwd = top,
      tracker,
    }: {
      readonly began: number;
      readonly at: number;
      readonly top: string;
      readonly cwd?: string | undefined;
      readonly tracker: NovelLineTracker;
    },
  ): void {
    if (verdict.commits) this.commits.push([began, at]);
    const { writes } = verdict;
    // A check is not known to write committed files.
    if (writes.kind === 'any' && verdict.kind !== 'verification') this.runs.push({ at });
    if (writes.kind !== 'paths') return;
    for (const name of writes.paths)
      for (const path of writtenPaths(name, top, cwd)) {
        this.runs.push({ at, path });
        if (!hasGit(writes)) this.#wrote(step, at, tracker.spell(path, command), top);
      }
  }

  #wrote(step: number, at: number, { path: name, blocks, removed }: Penned, cwd: string | undefined): void {
    const path = this.#repoPath(name, cwd);
    if (path && (blocks.length > 0 || removed.length > 0))
      this.writings.push({ session: this.number, step, at, path, blocks, removed });
  }

  #repoPath(path: string, cwd: string | undefined): RepoPath | undefined {
    return this.#workTrees.pathOf(path, cwd)?.replace(GONE_TREE, '') as RepoPath | undefined;
  }

  #summaryOf({ summary, paths }: Call, cwd: string | undefined): string {
    const named = summary === paths[0] ? paths.slice(0, 1) : paths;
    if (named.length === 0 || summary !== named.join(', ')) return summary;
    return named.map((path) => this.#repoPath(path, cwd) ?? path).join(', ');
  }
}

// Texts that cannot contain a reason are dropped early, to save memory.
const inShort = (one: TalkItem): TalkItem =>
  'call' in one || saysMuch(one.text) ? one : { place: one.place, text: '' };

// The file that a call is about. The output of other calls cannot be assigned to a file.
function fileOf(body: EventBody | undefined): string | undefined {
  if (body?.type !== 'after') return undefined;
  const { paths, command } = body.call;
  const named = command === undefined ? paths : [...new Set(command.match(/[\w./-]*\w\.\w+/g))];
  return named.length === 1 && /\.\w+$/.test(named[0]!) ? named[0] : undefined;
}

function endOf({ call, outcome }: Extract<EventBody, { type: 'after' }>, record: CallRecord): Outcome {
  if (record.never) return record.never;
  return call.action === 'shell' && record.exit !== undefined ? outcomeOf(record.exit) : outcome;
}
