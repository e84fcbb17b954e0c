/** What `git prov redact --test` says. The secrets themselves are not in it. */
export interface RedactReport {
  readonly schema: 'git-prov/redact/1';
  /** What would be kept. */
  readonly kept: string;
  readonly taken: readonly Taken[];
  /** Why nothing would be kept; null when something is. */
  readonly dropped: string | null;
}

/** Something that would be taken out. */
export interface Taken {
  /** The mark that replaces it. */
  readonly mark: string;
  readonly rules: readonly string[];
  /** Its position in the given text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}
