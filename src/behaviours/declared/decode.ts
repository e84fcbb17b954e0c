import type { Behaviour } from '../../model/behaviours/behaviour.ts';
import { EVENT_TYPES, type EventType } from '../../model/behaviours/event.ts';
import { DEFAULT_LIMITS, type Limits } from '../../model/behaviours/guards.ts';
import { isOid } from '../../model/ids.ts';
import { ProvError } from '../../errors.ts';
import { BUILT_IN } from '../built-in/all.ts';
import { holds, readConditions } from './conditions.ts';
import { intentsFor, readDeeds } from './deeds.ts';
import { quoted, Table, wrong } from './table.ts';

/** What is wrong in the file, and what to write instead. */
export interface DeclaredFault {
  /** The behaviour that does not run because of it; null for the whole file. */
  readonly name: string | null;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
}

/** What a file declares. A behaviour with a fault is left out; the others are not affected. */
export interface Decoded {
  readonly behaviours: readonly Behaviour[];
  readonly faults: readonly DeclaredFault[];
}

/** Behaviours in a file. */
const MAX_BEHAVIOURS = 50;
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MAX_NAME_CHARACTERS = 40;

/** The types of events in the file: those of the log, and `commit` for a change that came to HEAD. */
const DECLARED_EVENTS = [...EVENT_TYPES, 'commit'] as const;
type DeclaredEvent = (typeof DECLARED_EVENTS)[number];
/** Events about a step or a commit. All others are about an entry. */
const NO_ENTRY: ReadonlySet<DeclaredEvent> = new Set<DeclaredEvent>(['changed', 'commit', 'failed']);

/** Reads the tables of `.gitprov.toml`, strictly: whatever is unknown is a fault. Never throws for what the file says. */
export function decode(file: object): Decoded {
  const behaviours: Behaviour[] = [];
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
  attempt(null, () => {
    for (const [name, value] of tablesAt(top, 'behaviour'))
      attempt(name, () => behaviours.push(readBehaviour(name, new Table(`behaviour.${name}`, value))));
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

function readBehaviour(name: string, table: Table): Behaviour {
  checkName(name);
  const events = eventsAt(table, 'on');
  const conditions = conditionsAt(table);
  const isAboutEntries = !events.some((event) => NO_ENTRY.has(event));
  const deeds = readDeeds(`${table.name}.do`, table.any('do'), isAboutEntries);
  const about = table.text('about') ?? `declared: on ${events.join(', ')}, ${deeds.map((deed) => deed.do).join(', ')}`;
  const limits = limitsAt(table, DEFAULT_LIMITS);
  table.end();
  return {
    name,
    about,
    on: typesOf(events),
    limits,
    where: async (event, around) =>
      (event.type !== 'changed' || events.includes('changed') || isOid(event.id)) && holds(conditions, event, around),
    act: (event, around) => intentsFor(deeds, `.gitprov.toml declares ${name}`, event, around),
  };
}

function checkName(name: string): void {
  if (!NAME.test(name) || name.length > MAX_NAME_CHARACTERS)
    throw wrong(
      `A behaviour has the name ${quoted(name)}.`,
      `Use small letters, digits and hyphens, at most ${MAX_NAME_CHARACTERS}.`,
    );
  if (BUILT_IN.some((one) => one.name === name))
    throw wrong(`The behaviour ${name} has the name of a built-in one.`, 'Use another name.');
}

function eventsAt(table: Table, key: string): readonly DeclaredEvent[] {
  const events = table.words(key, DECLARED_EVENTS);
  if (!events) throw wrong(`${table.name}.${key} is missing.`, `Say what it waits for, such as ${key} = "created".`);
  return events;
}

const typesOf = (events: readonly DeclaredEvent[]): EventType[] => [
  ...new Set(events.map((event) => (event === 'commit' ? 'changed' : event))),
];

function conditionsAt(table: Table): ReturnType<typeof readConditions> {
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
