import type { ObjectReader } from '../git/objects/objects.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { ForeignRecord } from './foreign.ts';
import type { ForeignEvidence } from './imported-graph.ts';
import type { WarningCounts } from './warning-counts.ts';

/** A request to the reader of another tool's records. */
export interface SourceRequest {
  readonly repo: Repo;
  readonly objects: ObjectReader;
  /** The arguments after the source's name on the command line: revisions and ranges, or paths, see `Source.takes`. */
  readonly names: readonly string[];
  /** The ref to read instead of the tool's own (`--ref`). */
  readonly ref: string | undefined;
  /** Counts unreadable parts. */
  readonly tally: WarningCounts;
  /** Receives the number of records once it is known. */
  readonly expect: (all: number) => void;
  /** Receives what is done before the first record is there, and how much of it. */
  readonly prepares?: (what: string, done: number, all: number) => void;
}

/**
 * Reads another tool's records: leniently, checking sizes first, oldest commit first.
 * @throws ProvError `data` when there are no records, with a hint what to do
 */
export type ReadRecords = (request: SourceRequest) => AsyncIterable<ForeignRecord>;

/** A tool with importable records. */
export interface ImportSource {
  /** Its name on the command line, and of the steps made from its records. */
  readonly name: string;
  /** One line about what is read. */
  readonly about: string;
  readonly takes: 'revisions' | 'paths';
  /** False when the source reads no ref, so `--ref` is not allowed. */
  readonly ref?: false;
  /** The evidence for the attributions; `imported` when absent. */
  readonly evidence?: ForeignEvidence;
  readonly load: () => Promise<ReadRecords>;
}
