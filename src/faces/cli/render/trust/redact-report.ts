/** The output of `git prov redact --test`, without the secrets. */
export interface RedactReport {
  readonly schema: 'git-prov/redact/1';
  /** The redacted text. */
  readonly kept: string;
  readonly taken: readonly FoundSecret[];
  /** Why the whole text would be dropped; null otherwise. */
  readonly dropped: string | null;
}

/** A secret that would be removed. */
export interface FoundSecret {
  /** The mark that replaces it. */
  readonly mark: string;
  readonly rules: readonly string[];
  /** Its position in the given text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}
