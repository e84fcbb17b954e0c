import type { Readable, Writable } from 'node:stream';
import type { QuerySources } from '../../ask/index/open.ts';
import type { RunningProcess } from '../../git/process/ancestors.ts';

/** A stream that may be a terminal. */
export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The standard streams of a command. A missing one is the process's own. */
export interface Streams {
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  readonly stdout?: Screen;
  readonly stderr?: Screen;
}

/** Where a command runs. */
export interface Surroundings extends Streams {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The folder of the package, which contains `hooks/` and `dist/git-prov.js`. */
  readonly packageDir: string;
  /** Lists the processes above the one that asks, in a process that runs commands for others; its own when absent. */
  readonly above?: () => Promise<readonly RunningProcess[]>;
}

/** The context of every command. */
export interface CliContext extends Surroundings {
  readonly home: string;
  /** Prints a warning on standard error. */
  readonly warn: (message: string) => void;
  /** How a process that answers many questions waits for the index; a command has its own way. */
  readonly indexing?: IndexWaiting;
  /** An index that is open already, for queries that share it. */
  readonly index?: QuerySources;
}

export interface IndexWaiting {
  /** How long to wait for another user of the index, in milliseconds. */
  readonly patience: number;
  /** Called with the notes that were indexed, and all that the index lacked. */
  readonly onProgress: (done: number, all: number) => void;
}

// Node opens a standard stream when it is first read, so none is read before it is needed.
export const stdinOf = ({ stdin }: Streams): NonNullable<Streams['stdin']> => stdin ?? process.stdin;
export const stdoutOf = ({ stdout }: Streams): Screen => stdout ?? process.stdout;
export const stderrOf = ({ stderr }: Streams): Screen => stderr ?? process.stderr;
