import type { Oid } from '../../../model/ids.ts';

/** HEAD moved from one commit to another. */
export interface HeadMove {
  readonly from: Oid;
  readonly to: Oid;
  /** Git changed the files of the work tree as well. */
  readonly brings: boolean;
  /** The commit contains the work tree's own changes. */
  readonly hand?: boolean;
  /** The time, in seconds since the epoch, where the clock is comparable with that of a step. */
  readonly time?: number;
}
