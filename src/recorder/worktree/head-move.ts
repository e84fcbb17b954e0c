import type { Oid } from '../../model/ids.ts';

/** HEAD went from one commit to another. */
export interface HeadMove {
  readonly from: Oid;
  readonly to: Oid;
  /** Git changed the files of the work tree with it. */
  readonly brings: boolean;
  /** The commit is of what somebody had in the work tree. */
  readonly hand?: boolean;
  /** When that was, in seconds since the epoch, where the clock can be held against that of a step. */
  readonly time?: number;
}
