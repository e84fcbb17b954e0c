import {
  type Intent,
  type IntentLink,
  runOf as runIdOf,
  type SeenEvent,
  type Surroundings,
} from '../../model/behaviours/behaviour.ts';
import { isNodeId, isOid, type RepoPath, shortId } from '../../model/ids.ts';
import { type Declarable, DECLARABLE } from '../../model/knowledge/kinds.ts';
import { EDGE_KINDS, type EdgeKind } from '../../model/model.ts';
import { enumerate, oneLine } from '../../model/one-line.ts';
import type { Target } from '../../model/step.ts';
import { filesOf, named } from '../built-in/entries.ts';
import { DECLARED_FILE } from './file.ts';
import { quoted, Table, wrong } from './table.ts';

/** What a declared behaviour does, as its file says it. */
export type Deed =
  | { readonly do: 'add'; readonly kind: Declarable; readonly text: string }
  | { readonly do: 'review' | 'tell' | 'warn'; readonly text: string }
  | { readonly do: 'stale' }
  | { readonly do: 'run'; readonly command: string; readonly instructions?: string | undefined }
  | { readonly do: 'link'; readonly edge: EdgeKind; readonly to: Target };

const DEEDS = ['add', 'review', 'tell', 'warn', 'stale', 'link', 'run'] as const;
const MAX_DEEDS = 5;
const MAX_SHOWN_FILES = 5;
const MAX_FILES_CHARACTERS = 200;
/** Files in the input of a command. */
const MAX_INPUT_FILES = 200;

/** The words in braces that a text may contain. */
const PLACES = ['{entry}', '{files}'] as const;

/**
 * Reads what is done: a table, or a list of them.
 * @param isAboutEntries whether every event of the behaviour is about an entry, which can be marked or linked
 * @throws ProvError `data` for an unknown action, a wrong type, or an action that needs an entry
 */
export function readDeeds(name: string, value: unknown, isAboutEntries: boolean): readonly Deed[] {
  if (value === undefined) throw wrong(`${name} is missing.`, `Name what is done, such as ${name} = { warn = "…" }.`);
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0 || list.length > MAX_DEEDS)
    throw wrong(`${name} has ${list.length} actions.`, `Use one to ${MAX_DEEDS}.`);
  return list.map((one) => readDeed(new Table(name, one), isAboutEntries));
}

function readDeed(table: Table, isAboutEntries: boolean): Deed {
  const named = table.keys.filter((key) => (DEEDS as readonly string[]).includes(key));
  const [what] = named as (typeof DEEDS)[number][];
  if (what === undefined || named.length > 1)
    throw wrong(
      `${table.name} names ${named.length === 0 ? 'no action' : named.map(quoted).join(' and ')}.`,
      `Use one of ${DEEDS.join(', ')}.`,
    );
  if ((what === 'stale' || what === 'link') && !isAboutEntries)
    throw wrong(
      `${table.name}.${what} needs an entry, and not all events that it waits for have one.`,
      'Leave changed, commit and failed out of on.',
    );
  const deed = deedOf(what, table);
  table.end();
  return deed;
}

function deedOf(what: (typeof DEEDS)[number], table: Table): Deed {
  switch (what) {
    case 'add': {
      const [kind, more] = table.words('add', DECLARABLE)!;
      if (more !== undefined) throw wrong(`${table.name}.add has several kinds.`, 'Use one.');
      return { do: what, kind: kind!, text: textAt(table, 'text') };
    }
    case 'stale':
      if (table.any(what) !== true) throw wrong(`${table.name}.stale is not true.`, 'Use stale = true.');
      return { do: what };
    case 'link': {
      const [edge, more] = table.words('link', EDGE_KINDS)!;
      if (more !== undefined) throw wrong(`${table.name}.link has several kinds.`, 'Use one.');
      return { do: what, edge: edge!, to: targetAt(table) };
    }
    case 'run':
      return { do: what, command: nameOf(table.text('run')!, `${table.name}.run`) };
    default:
      return { do: what, text: textAt(table, what) };
  }
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MAX_NAME_CHARACTERS = 40;

/** The name of a behaviour or a command. @throws ProvError `data` for any other word */
export function nameOf(word: string, what: string): string {
  if (NAME.test(word) && word.length <= MAX_NAME_CHARACTERS) return word;
  throw wrong(
    `${what} has the name ${quoted(word)}.`,
    `Use small letters, digits and hyphens, at most ${MAX_NAME_CHARACTERS}.`,
  );
}

function textAt(table: Table, key: string): string {
  const text = table.text(key);
  if (text === undefined) throw wrong(`${table.name}.${key} is missing.`, 'Add a text in double quotes.');
  const unknown = text.match(/\{[^{}]*\}/g)?.find((place) => !(PLACES as readonly string[]).includes(place));
  if (unknown !== undefined)
    throw wrong(`${table.name}.${key} does not know ${quoted(unknown)}.`, `Use ${PLACES.join(' or ')}.`);
  return text;
}

function targetAt(table: Table): Target {
  const text = table.text('to');
  const path = text?.startsWith('file:') ? text.slice(5) : undefined;
  if (
    path !== undefined &&
    path !== '' &&
    !path.split('/').some((part) => part === '' || part === '.' || part === '..')
  )
    return { path: path as RepoPath };
  const node = text?.slice(text.indexOf(':') + 1);
  if (node !== undefined && isNodeId(node)) return { node };
  throw wrong(`${table.name}.to names no entry and no file.`, 'Use file:PATH, or kind:id with the whole id.');
}

/** A declared behaviour, and the content of its file. */
export interface Doing {
  readonly name: string;
  readonly content: string;
  readonly deeds: readonly Deed[];
}

/** Turns what the file says into what shall be done about an event. */
export async function intentsFor(
  { name, content, deeds }: Doing,
  event: SeenEvent,
  around: Surroundings,
): Promise<Intent[]> {
  const found: Intent[] = [];
  const because = `${DECLARED_FILE} declares ${name}`;
  for (const [i, deed] of deeds.entries()) {
    const intent =
      deed.do === 'run' ? await runOf({ name, content, deed }, event, around) : await intentOf(deed, event, around);
    if (intent) found.push({ because, key: String(i), ...intent });
  }
  return found;
}

async function intentOf(
  deed: Exclude<Deed, { do: 'run' }>,
  event: SeenEvent,
  around: Surroundings,
): Promise<BareIntent | undefined> {
  const { known } = event;
  const links: IntentLink[] = isNodeId(event.subject) && known ? [{ edge: 'derived_from', to: event.subject }] : [];
  switch (deed.do) {
    case 'stale':
      return known && known.standing?.staleSince === undefined ? { do: 'stale', node: known.node.id } : undefined;
    case 'link': {
      if (!known || ('node' in deed.to && (deed.to.node === known.node.id || !(await around.node(deed.to.node)))))
        return undefined;
      return { do: 'link', edge: deed.edge, from: known.node.id, to: deed.to };
    }
    case 'add':
      return { do: 'add', kind: deed.kind, isProposed: true, text: await filled(deed.text, event, around), links };
    default:
      return { do: deed.do, text: await filled(deed.text, event, around), links };
  }
}

// A stranger's entry must not start anything on this machine.
async function runOf(
  { name, content, deed }: { name: string; content: string; deed: Extract<Deed, { do: 'run' }> },
  event: SeenEvent,
  around: Surroundings,
): Promise<BareIntent | undefined> {
  const { known, subject, files = [], id, type, at } = event;
  if (known ? !known.isOwn : !isOid(id)) return undefined;
  const { command, instructions = null } = deed;
  const input = {
    schema: 'git-prov/run/1',
    behaviour: name,
    run: runIdOf(name, event),
    event: isOid(id) ? 'commit' : type,
    at,
    entry: known ? `${known.node.kind}:${known.node.id}` : null,
    commit: known ? null : subject,
    files: files.slice(0, MAX_INPUT_FILES),
    branch: (await around.branch()) ?? null,
    instructions,
  } as const;
  const links: IntentLink[] = known ? [{ edge: 'derived_from', to: known.node.id }] : [];
  const about = known ? `${known.node.kind}:${shortId(known.node.id)}` : `commit ${subject.slice(0, 10)}`;
  return { do: 'run', command, content, input, text: `Run ${command} for ${about}`, links };
}

type BareIntent = Intent extends infer I ? (I extends Intent ? Omit<I, 'because' | 'key' | 'once'> : never) : never;

async function filled(text: string, event: SeenEvent, around: Surroundings): Promise<string> {
  const { known } = event;
  const files = text.includes('{files}') ? (event.files ?? (known ? await filesOf(known, around) : [])) : [];
  const words: Readonly<Record<string, string>> = {
    '{entry}': known ? named(known) : 'a commit',
    '{files}': oneLine(enumerate(files, MAX_SHOWN_FILES), MAX_FILES_CHARACTERS) || 'no file',
  };
  return text.replace(/\{[^{}]*\}/g, (place) => words[place] ?? place);
}
