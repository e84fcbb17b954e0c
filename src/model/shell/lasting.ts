/** What programs may write that are still at work when the command line has returned. */
export interface Lasting {
  /** Files that they name, as in `Writes`. */
  readonly paths: readonly string[];
  /** What else they may write: nothing, content of git's, or anything. */
  readonly rest: 'none' | 'git' | 'any';
}
