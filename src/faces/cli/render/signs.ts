/** The signs of a verification: whether the terminal can show more than ASCII decides. */
export interface Signs {
  readonly passed: string;
  readonly stale: string;
  readonly failed: string;
  readonly none: string;
  /** Stands before what we add to a line of git's. */
  readonly pointer: string;
}
