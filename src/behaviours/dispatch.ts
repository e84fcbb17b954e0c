import { mkdirSync } from 'node:fs';
import { withIndex } from '../ask/index/open.ts';
import { KnowledgeGraph } from '../ask/knowledge/knowledge-graph.ts';
import { readSettings } from '../git/repository/git-settings.ts';
import { localFiles, provDirOf } from '../git/repository/local-files.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Behaviour, SeenEvent } from '../model/behaviours/behaviour.ts';
import type { LogEvent } from '../model/behaviours/event.ts';
import { type Guard, reached } from '../model/behaviours/guards.ts';
import { FINISHED } from '../model/knowledge/task-state.ts';
import { reviewPolicy } from '../model/knowledge/review.ts';
import { localGraphs } from '../recorder/commit/uncommitted.ts';
import { behaviourSession, declareAll } from '../recorder/declare.ts';
import { drain } from '../recorder/drain.ts';
import { withLock } from '../recorder/spool/lock.ts';
import {
  declarationOf,
  isOpening,
  nearby,
  planned,
  type PlannedAction,
  RAN,
  type RecordedAction,
  recordedActions,
} from './actions.ts';
import { isLive } from './built-in/entries.ts';
import { enqueue, queueOf } from './commands/queue.ts';
import { EventLog } from './log/event-log.ts';
import { gather } from './log/gather.ts';
import { type Position, type Progress, readProgress, saveProgress } from './progress.ts';
import { World } from './world.ts';

/** How long to wait for another process that records, in milliseconds. */
const PATIENCE_MS = 2000;
/** Rounds of one dispatch: what behaviours do in one is an event of the next. The guards end a cascade earlier. */
const MAX_ROUNDS = 12;
const HOUR_MS = 3_600_000;

export interface DispatchOptions {
  readonly behaviours: readonly Behaviour[];
  /** The names of behaviours that may not act yet. Once they may, they begin with the events after this dispatch. */
  readonly later?: readonly string[];
  /** Find what would be done, and do nothing. */
  readonly isDry?: boolean;
  /** How long to wait for another process that runs the behaviours, in milliseconds; by default not at all. */
  readonly patience?: number;
  readonly now?: () => number;
  /** Called with the name of each stage. A test ends the process there. */
  readonly reach?: (stage: Stage) => void;
}

/** The stages of a round. */
export type Stage = 'drained' | 'gathered' | 'planned' | 'spooled' | 'recorded' | 'saved';

/** What a dispatch did. */
export interface Dispatched {
  /** It began with the events from now on. */
  readonly isFirst: boolean;
  readonly actions: readonly PlannedAction[];
}

/**
 * Lets behaviours react to the events since the last time: in order, each event once for each behaviour. If the process is killed at
 * any moment, the next dispatch does the rest, and nothing twice: an action is one event in the ledger, with an id that follows
 * from the behaviour and its event, and a behaviour moves on only after its actions were recorded.
 * @returns undefined when another process does it, or records
 */
export async function dispatch(repo: Repo, options: DispatchOptions): Promise<Dispatched | undefined> {
  const dir = folderOf(repo);
  return withLock(dir, options.patience ?? 0, () => new Dispatch(repo, dir, options).run());
}

function folderOf(repo: Repo): string {
  const dir = localFiles(provDirOf(repo)).behaviours;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** Lets a behaviour that reached a limit run again. @returns whether it could be written */
export async function resume(repo: Repo, name: string): Promise<boolean> {
  const dir = folderOf(repo);
  const done = await withLock(dir, PATIENCE_MS, async () => {
    const progress = readProgress(dir);
    const { stopped: _, ...position } = progress.behaviours[name] ?? {};
    if ('next' in position)
      saveProgress(dir, { ...progress, behaviours: { ...progress.behaviours, [name]: position as Position } });
    return true;
  });
  return done ?? false;
}

class Dispatch {
  readonly #repo: Repo;
  readonly #dir: string;
  readonly #options: DispatchOptions;
  readonly #done: PlannedAction[] = [];
  readonly #keys = new Set<string>();
  readonly #log: EventLog;
  readonly #positions: Map<string, Position>;
  readonly #contents: Map<string, string>;
  #used: Map<string, { at: number; opens: boolean }[]> = new Map();

  constructor(repo: Repo, dir: string, options: DispatchOptions) {
    this.#repo = repo;
    this.#dir = dir;
    this.#options = options;
    const progress = readProgress(dir);
    this.#positions = new Map(Object.entries(progress.behaviours));
    this.#contents = new Map(Object.entries(progress.contents));
    this.#log = new EventLog(dir, Math.max(1, ...[...this.#positions.values()].map(({ next }) => next)));
  }

  async run(): Promise<Dispatched | undefined> {
    const { behaviours, isDry = false, reach = () => undefined } = this.#options;
    const wanted = new Set(behaviours.flatMap(({ on }) => on));
    let isFirst = false;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (!(await drain(this.#repo, { patience: PATIENCE_MS }))) return undefined;
      reach('drained');
      if (await gather(this.#repo, this.#log, wanted, isDry)) isFirst = true;
      reach('gathered');
      this.#begin(behaviours);
      const waiting = this.#waiting(behaviours);
      const planned = waiting.length > 0 ? await this.#plan(waiting) : [];
      reach('planned');
      if (!isDry && planned.length > 0) {
        const all = planned.map((one) => ({ declaration: declarationOf(one), on: [] }));
        const speaker = behaviourSession(this.#repo);
        this.#enqueue(planned);
        if (!(await declareAll(this.#repo, speaker, all, () => reach('spooled')))) return undefined;
        reach('recorded');
      }
      this.#done.push(...planned);
      if (!isDry) this.#save();
      reach('saved');
      if (planned.length === 0 || isDry) break;
    }
    return { isFirst, actions: this.#done };
  }

  // A behaviour that is new here begins with the events from now on.
  #begin(behaviours: readonly Behaviour[]): void {
    const { first, next } = this.#log;
    const names = [...behaviours.map(({ name }) => name), ...(this.#options.later ?? [])];
    for (const name of names) {
      const position = this.#positions.get(name) ?? { next };
      const lost = first - position.next;
      const missed = (position.missed ?? 0) + lost;
      this.#positions.set(name, lost > 0 ? { ...position, next: first, missed } : position);
    }
  }

  // The events that any behaviour has to read, in order.
  #waiting(behaviours: readonly Behaviour[]): LogEvent[] {
    const running = behaviours.map(({ name }) => this.#positions.get(name)!).filter(({ stopped }) => !stopped);
    return this.#log.since(Math.min(this.#log.next, ...running.map(({ next }) => next)));
  }

  async #plan(events: readonly LogEvent[]): Promise<PlannedAction[]> {
    const settings = await readSettings(['prov'], this.#repo);
    const isReviewed = reviewPolicy(settings.get('prov.review'));
    const provDir = provDirOf(this.#repo);
    const recorded = recordedActions(provDir, behaviourSession(this.#repo).id);
    for (const { key } of recorded) this.#keys.add(key);
    return withIndex(this.#repo, localGraphs(this.#repo), { warn: () => undefined }, async ({ sources, marks }) => {
      const graph = new KnowledgeGraph(sources, marks, isReviewed);
      const world = new World(this.#repo, graph, sources, this.#contents);
      await this.#countRecorded(recorded, world);
      const found: PlannedAction[] = [];
      for (const event of events)
        for (const behaviour of this.#options.behaviours) found.push(...(await this.#react(behaviour, event, world)));
      return found;
    });
  }

  // Which entries are still open matters only for a behaviour that made as many as may be open.
  async #countRecorded(recorded: readonly RecordedAction[], world: World): Promise<void> {
    this.#used = new Map();
    for (const { name, limits } of this.#options.behaviours) {
      const own = recorded.filter(({ behaviour, action }) => behaviour === name && action !== RAN);
      const isMany = own.filter(opens).length >= limits.open;
      for (const one of own)
        this.#count(name, one.node.at, opens(one) && (!isMany || (await isOpen(world, one.node.id))));
    }
  }

  #count(behaviour: string, at: number, opens: boolean): void {
    this.#used.set(behaviour, [...(this.#used.get(behaviour) ?? []), { at, opens }]);
  }

  async #react(behaviour: Behaviour, event: LogEvent, world: World): Promise<PlannedAction[]> {
    const position = this.#positions.get(behaviour.name)!;
    if (position.stopped || position.next > event.n) return [];
    const found: PlannedAction[] = [];
    for (const seen of await world.seen(event)) {
      if (!behaviour.on.includes(seen.type) || !(await behaviour.where(seen, world))) continue;
      const guard = await this.#actOn(behaviour, seen, world, found);
      if (!guard) continue;
      const stopped = { guard, limit: behaviour.limits[guard], at: this.#now() };
      this.#positions.set(behaviour.name, { ...position, stopped });
      return found; // it stays at this event
    }
    this.#positions.set(behaviour.name, { ...position, next: event.n + 1 });
    return found;
  }

  // Plans what a behaviour does about an event. @returns the limit that was reached
  async #actOn(
    behaviour: Behaviour,
    event: SeenEvent,
    world: World,
    found: PlannedAction[],
  ): Promise<Guard | undefined> {
    let run = 0;
    for (const intent of await behaviour.act(event, world)) {
      const action = planned(behaviour, event, intent);
      if (this.#keys.has(action.key) || (await world.isDone(action.key, nearby(action)))) continue;
      const all = this.#used.get(behaviour.name) ?? [];
      const hour = all.filter(({ at }) => at > this.#now() - HOUR_MS).length;
      const used = { hour, run, open: all.filter(({ opens }) => opens).length };
      const guard = reached(behaviour.limits, used, event.depth, isOpening(intent.do));
      if (guard) return guard;
      this.#keys.add(action.key);
      this.#count(behaviour.name, this.#now(), isOpening(intent.do));
      found.push(action);
      run++;
    }
    return undefined;
  }

  #enqueue(actions: readonly PlannedAction[]): void {
    for (const { intent, behaviour, run, key, event } of actions) {
      if (intent.do !== 'run') continue;
      const { command, content, input } = intent;
      enqueue(queueOf(this.#repo), { key, run, behaviour, command, content, input, depth: event.depth + 1 });
    }
  }

  #save(): void {
    const present = new Set(this.#options.behaviours.map(({ name }) => name));
    // What happens while a behaviour is not in force is past for it; a limit that it reached still holds.
    for (const [name, position] of this.#positions)
      if (!present.has(name)) this.#positions.set(name, { ...position, next: this.#log.next });
    const behaviours = Object.fromEntries(this.#positions) as Progress['behaviours'];
    saveProgress(this.#dir, { behaviours, contents: Object.fromEntries(this.#contents) });
    const waited = this.#options.behaviours.map(({ name }) => this.#positions.get(name)!.next);
    this.#log.compact(Math.min(this.#log.next, ...waited));
  }

  readonly #now = (): number => (this.#options.now ?? Date.now)();
}

const opens = ({ action }: RecordedAction): boolean => isOpening(action);

async function isOpen(world: World, id: Parameters<World['node']>[0]): Promise<boolean> {
  const known = await world.node(id);
  return known !== undefined && isLive(known) && !FINISHED.has(known.standing?.state);
}
