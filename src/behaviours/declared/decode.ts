import type { Behaviour } from '../../model/behaviours/behaviour.ts';
import { EVENT_TYPES, type EventType } from '../../model/behaviours/event.ts';
import { DEFAULT_LIMITS, type Limits } from '../../model/behaviours/guards.ts';
import { isOid } from '../../model/ids.ts';
import { ProvError } from '../../errors.ts';
import { BUILT_IN } from '../built-in/all.ts';
import { type Conditions, holds, patternsIn, readConditions } from './conditions.ts';
import { type Deed, intentsFor, nameOf, readDeeds } from './deeds.ts';
import { type DeclaredFault, Table, wrong } from './table.ts';

/** A behaviour that a file declares. */
export interface DeclaredBehaviour extends Behaviour {
  /** The names in the git configuration that it needs a command for. */
  readonly commands: readonly string[];
  /** What it waits for and does, in the words of the program. */
  readonly does: string;
}

/** What a file declares. A behaviour with a fault is left out; the others are not affected. */
export interface Decoded {
  readonly behaviours: readonly DeclaredBehaviour[];
  readonly faults: readonly DeclaredFault[];
}

/** Behaviours in a file. */
const MAX_BEHAVIOURS = 50;
const MAX_INSTRUCTIONS_CHARACTERS = 8000;
/** Commands cost more than entries, and may change anything. */
const RUN_LIMITS: Limits = { ...DEFAULT_LIMITS, hour: 10, run: 5, depth: 1 };

/** The types of events in the file: those of the log, and `commit` for a change that came to HEAD. */
const DECLARED_EVENTS = [...EVENT_TYPES, 'commit'] as const;
type DeclaredEvent = (typeof DECLARED_EVENTS)[number];
/** Events about a step or a commit. All others are about an entry. */
const NO_ENTRY: ReadonlySet<DeclaredEvent> = new Set<DeclaredEvent>(['changed', 'commit', 'failed']);

/**
 * Reads the tables of `.gitprov.toml`, strictly: whatever is unknown is a fault. Never throws for what the file says.
 * @param content the name of the file's content
 */
export function decode(file: object, content: string): Decoded {
  const behaviours: DeclaredBehaviour[] = [];
  const faults: DeclaredFault[] = [];
  const attempt = (name: string | null, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ProvError)) throw error;
      const why = name === null ? 'What it declares does not run.' : 'This behaviour does not run.';
      faults.push({ name, what: error.message, why, todo: error.hint ?? 'Correct it.' });
    }
  };
  const top = new Table('The file', file);
  for (const [key, read] of [
    ['behaviour', readBehaviour],
    ['agent', readAgent],
  ] as const)
    attempt(null, () => {
      for (const [name, value] of tablesAt(top, key))
        attempt(`${key}.${name}`, () =>
          behaviours.push(read(nameOf(name, `A table of ${key}`), new Table(`${key}.${name}`, value), content)),
        );
    });
  attempt(null, () => top.end());
  return { behaviours, faults };
}

function tablesAt(top: Table, key: string): [name: string, value: unknown][] {
  const value = top.any(key);
  if (value === undefined) return [];
  const tables = new Table(key, value);
  if (tables.keys.length > MAX_BEHAVIOURS)
    throw wrong(`${key} has ${tables.keys.length} tables.`, `Use at most ${MAX_BEHAVIOURS}.`);
  return tables.keys.map((name) => [name, tables.any(name)]);
}

function readBehaviour(name: string, table: Table, content: string): DeclaredBehaviour {
  if (BUILT_IN.some((one) => one.name === name))
    throw wrong(`The behaviour ${name} has the name of a built-in one.`, 'Use another name.');
  const events = eventsAt(table, 'on');
  const conditions = conditionsAt(table);
  const isAboutEntries = !events.some((event) => NO_ENTRY.has(event));
  const deeds = readDeeds(`${table.name}.do`, table.any('do'), isAboutEntries);
  return finish({ name, table, content, events, conditions, deeds });
}

// An agent is a behaviour that runs the command of its name. A dot keeps its name apart from those of behaviours.
function readAgent(name: string, table: Table, content: string): DeclaredBehaviour {
  const events = eventsAt(table, 'events');
  const [where, branch] = [conditionsAt(table), patternsIn(table, 'branches')];
  if (where.branch && branch) throw wrong(`${table.name} has branches twice.`, 'Leave branch out of where.');
  const instructions = table.text('instructions', MAX_INSTRUCTIONS_CHARACTERS);
  const conditions = branch ? { ...where, branch } : where;
  const deeds: Deed[] = [{ do: 'run', command: name, instructions }];
  return finish({ name: `agent.${name}`, table, content, events, conditions, deeds });
}

interface Parts {
  readonly name: string;
  readonly table: Table;
  readonly content: string;
  readonly events: readonly DeclaredEvent[];
  readonly conditions: Conditions;
  readonly deeds: readonly Deed[];
}

function finish({ name, table, content, events, conditions, deeds }: Parts): DeclaredBehaviour {
  const commands = deeds.flatMap((deed) => (deed.do === 'run' ? [deed.command] : []));
  const what = deeds.map((deed) => (deed.do === 'run' ? `run ${deed.command}` : deed.do)).join(', ');
  const does = `on ${events.join(', ')}: ${what}`;
  const about = table.text('about') ?? does;
  const limits = limitsAt(table, commands.length > 0 ? RUN_LIMITS : DEFAULT_LIMITS);
  table.end();
  return {
    name,
    about,
    on: typesOf(events),
    limits,
    commands,
    does,
    where: async (event, around) =>
      (event.type !== 'changed' || events.includes('changed') || isOid(event.id)) &&
      event.by !== name && // what it did itself
      holds(conditions, event, around),
    act: (event, around) => intentsFor({ name, content, deeds }, event, around),
  };
}

function eventsAt(table: Table, key: string): readonly DeclaredEvent[] {
  const events = table.words(key, DECLARED_EVENTS);
  if (!events) throw wrong(`${table.name}.${key} is missing.`, `Name what it waits for, such as ${key} = "created".`);
  return events;
}

const typesOf = (events: readonly DeclaredEvent[]): EventType[] => [
  ...new Set(events.map((event) => (event === 'commit' ? 'changed' : event))),
];

function conditionsAt(table: Table): Conditions {
  const where = table.any('where');
  return where === undefined ? {} : readConditions(new Table(`${table.name}.where`, where));
}

// A file can only make them narrower.
function limitsAt(table: Table, most: Limits): Limits {
  const value = table.any('limits');
  if (value === undefined) return most;
  const limits = new Table(`${table.name}.limits`, value);
  const read = {
    hour: limits.count('hour', most.hour) ?? most.hour,
    run: limits.count('run', most.run) ?? most.run,
    open: limits.count('open', most.open) ?? most.open,
    depth: limits.count('depth', most.depth, 0) ?? most.depth,
  };
  limits.end();
  return read;
}
