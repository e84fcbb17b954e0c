/** What background programs may still write after the command line returned. */
export interface BackgroundWrites {
  /** Files that they name, as in `Writes`. */
  readonly paths: readonly string[];
  /** What else they may write: nothing, git's content, or anything. */
  readonly rest: 'none' | 'git' | 'any';
}
