/** The signs of a verification. They are ASCII unless the terminal can show more. */
export interface Signs {
  readonly passed: string;
  /** A check passed, but not on what is here now. */
  readonly stale: string;
  /** Of a commit: the checks of its lines differ. */
  readonly partly: string;
  readonly failed: string;
  readonly none: string;
  readonly 'not-applicable': string;
  /** Of a line whose writer is not known. */
  readonly unknown: string;
  /** Lines with a decision that was rejected or retracted. */
  readonly overruled: string;
  /** Precedes our addition to a line of git's output. */
  readonly pointer: string;
}
