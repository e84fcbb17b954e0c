import type { ArgumentsCamelCase, Argv } from 'yargs';
import type { CliContext } from './context.ts';

/** A command: its usage, its help, its options, and its work. */
export interface Command {
  /** Its name and arguments in the parser's notation: `why <place>`. */
  readonly usage: string;
  /** Its required arguments in an example, for the message that one is missing. */
  readonly example?: string;
  /** One line of help, in the imperative and without a full stop. */
  readonly about: string;
  readonly options: (c: Argv) => Argv;
  /** Options that mean something without a value too; all others that take one require it. */
  readonly optionalValues?: readonly string[];
  /** @returns the exit code */
  readonly run: (args: never, ctx: CliContext) => Promise<number>;
}

/** Defines a command; the type of its arguments follows from its options. */
export const define = <Args>(spec: {
  readonly usage: string;
  readonly example?: string;
  readonly about: string;
  readonly options: (c: Argv) => Argv<Args>;
  readonly optionalValues?: readonly string[];
  readonly run: (args: ArgumentsCamelCase<Args>, ctx: CliContext) => Promise<number>;
}): Command => spec as unknown as Command;

/** The words after `--`, for a command with the parser's setting `populate--`; undefined without `--`. */
export const wordsAfterDashes = (args: object): readonly string[] | undefined => (args as { '--'?: string[] })['--'];

export const json = {
  type: 'boolean',
  default: false,
  describe: 'Print data for programs, with a schema field',
} as const;
export const dryRun = {
  type: 'boolean',
  default: false,
  describe: 'Show what would change without changing it',
} as const;

/** The options of commands that choose among recorded nodes. */
export const minConfidence = {
  type: 'number',
  describe: 'Only entries with at least this confidence, from 0 to 1',
} as const;
export const CHOOSING = {
  session: { type: 'string', describe: 'Only entries of this session (an id or a prefix)' },
  path: { type: 'string', describe: 'Only entries about this file, or files in this folder' },
  since: { type: 'string', describe: 'Only entries since this date, as git reads dates' },
  'min-confidence': minConfidence,
  provenance: {
    type: 'boolean',
    default: false,
    alias: 'include-provenance',
    describe: 'Also print the sources of each entry',
  },
  limit: { type: 'number', describe: 'At most this many entries' },
  json,
} as const;
/** The argument of commands that follow something through the graph. */
export const reference = {
  type: 'string',
  demandOption: true,
  describe: 'A node (kind:id), commit:REV, FILE, FILE:LINE, function:FILE#NAME or session:ID',
} as const;

/** The options of commands that record an entry. */
export const because = { type: 'string', describe: 'The reason' } as const;
export const asSession = {
  type: 'string',
  describe: "The agent's session (an id or a prefix); by default that of this shell, else a person's own",
} as const;
export const references = (describe: string) => ({ type: 'string', array: true, nargs: 1, describe }) as const;
export const confidence = { type: 'number', describe: 'Your confidence, from 0 to 1' } as const;
export const ENTRY = {
  because,
  supports: references('What it supports: a node, commit:REV or file:PATH; may be repeated'),
  contradicts: references('What it contradicts; may be repeated'),
  'derived-from': references('What it is derived from, also function:FILE#NAME or file:FILE:FROM-TO; may be repeated'),
  confidence,
  on: { type: 'string', describe: 'The commit that it is about; its note gets the entry' },
  session: asSession,
  json,
} as const;
