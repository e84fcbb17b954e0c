import { utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '../hash.ts';
import { hexOf } from '../hex.ts';
import type { NodeId } from '../ids.ts';
import type { Declarable } from '../knowledge/kinds.ts';
import type { Standing } from '../knowledge/status.ts';
import type { Edge, EdgeKind, Node } from '../model.ts';
import type { NamedSymbol, Target } from '../step.ts';
import type { EventType, FoundEvent } from './event.ts';
import type { Limits } from './guards.ts';

/** A node as a behaviour sees it. */
export interface KnownNode {
  readonly node: Node;
  readonly agent: string;
  readonly standing: Standing | undefined;
  /** Whether this clone recorded it. The words of other clones are never repeated. */
  readonly isOwn: boolean;
  /** The edges at the node. */
  readonly links: readonly Edge[];
}

/** An event with the node that it is about; without a node for a commit. */
export interface SeenEvent extends FoundEvent {
  readonly known: KnownNode | undefined;
}

/** A file, or a function or type of it. */
export interface SourcePlace {
  readonly path: string;
  readonly symbol?: NamedSymbol;
}

/** An entry that is derived from a source. */
export interface Derived {
  readonly entry: NodeId;
  readonly source: SourcePlace;
}

/** What a behaviour may ask about the record and the repository. */
export interface Surroundings {
  /** A node with its status and edges; undefined when nothing here contains it. */
  node(id: NodeId): Promise<KnownNode | undefined>;
  /** The entries that are derived from a file, or from a function or type of it. */
  derivedFromFile(path: string): Promise<readonly Derived[]>;
  /** Whether a source has another content than an entry was derived from, as far as that is known. */
  hasChangedSince(entry: Node, source: SourcePlace, event: FoundEvent): Promise<boolean>;
  /** Remembers the content of a source that an entry is derived from. */
  keepContent(entry: Node, source: SourcePlace): Promise<void>;
  /** The owners that CODEOWNERS names for paths. */
  ownersOf(paths: readonly string[]): Promise<readonly string[]>;
  /** The branch of the work tree now; undefined for a detached HEAD. */
  branch(): Promise<string | undefined>;
}

/** An edge from a new entry. */
export interface IntentLink {
  readonly edge: EdgeKind;
  readonly to: NodeId;
}

/**
 * What a command gets about the event that it runs for, as JSON. It has ids and paths, and no words of entries: those may be a
 * stranger's, and the command can ask for them.
 */
export interface CommandInput {
  readonly schema: 'git-prov/run/1';
  readonly behaviour: string;
  readonly run: string;
  readonly event: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** As `kind:id`; null for a commit. */
  readonly entry: string | null;
  readonly commit: string | null;
  readonly files: readonly string[];
  readonly branch: string | null;
  /** Of an agent: what its declaration asks for. */
  readonly instructions: string | null;
}

/** What a behaviour wants to do, as data. */
export type Intent = {
  /** Why, in words. */
  readonly because: string;
  /** Distinguishes the actions of one run. */
  readonly key?: string;
  /** What makes the action the same as an earlier one. By default it is the event: then one event acts once. */
  readonly once?: string;
} & (
  | {
      readonly do: 'add';
      readonly kind: Declarable;
      readonly text: string;
      readonly links: readonly IntentLink[];
      /** It waits for a person's review, whatever its kind. */
      readonly isProposed?: true;
    }
  | {
      /** An entry for review; a text for the next agent's context; a warning in `git prov status`. */
      readonly do: 'review' | 'tell' | 'warn';
      readonly text: string;
      readonly links: readonly IntentLink[];
    }
  | { readonly do: 'stale'; readonly node: NodeId }
  | {
      /** A command that the user's git configuration gives to this name. */
      readonly do: 'run';
      readonly command: string;
      /** The content of the file that declares it. */
      readonly content: string;
      readonly input: CommandInput;
      readonly text: string;
      readonly links: readonly IntentLink[];
    }
  /** A proposed edge. */
  | { readonly do: 'link'; readonly edge: EdgeKind; readonly from: NodeId; readonly to: Target }
);

/** A name, a predicate over events and their nodes, and an action. */
export interface Behaviour {
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  readonly on: readonly EventType[];
  readonly limits: Limits;
  readonly where: (event: SeenEvent, around: Surroundings) => boolean | Promise<boolean>;
  readonly act: (event: SeenEvent, around: Surroundings) => readonly Intent[] | Promise<readonly Intent[]>;
}

/** Hex digits of the ids of runs and actions. */
const ID_DIGITS = 16;

/** The id of the run of a behaviour for an event: the same in every clone, and after a crash. */
export const runOf = (behaviour: string, { type, id, subject }: FoundEvent): string =>
  digest([behaviour, type, id, subject]);

/** The id of one action. The same action is never done twice. */
export const keyOf = (behaviour: string, event: FoundEvent, { once, key = '' }: Intent): string =>
  once === undefined ? digest([runOf(behaviour, event), key]) : digest([behaviour, 'once', once, key]);

const digest = (parts: readonly string[]): string =>
  hexOf(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, ID_DIGITS);

/** An id as two numbers of 32 bits: a random text in a record could be redacted as a password. */
export const numbersOf = (id: string): readonly number[] => [
  Number.parseInt(id.slice(0, ID_DIGITS / 2), 16),
  Number.parseInt(id.slice(ID_DIGITS / 2), 16),
];

/** The id that these numbers are; undefined for anything else. */
export const idOf = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length === 2 && value.every((one) => Number.isInteger(one) && one >= 0 && one < 2 ** 32)
    ? value.map((one: number) => one.toString(16).padStart(ID_DIGITS / 2, '0')).join('')
    : undefined;
