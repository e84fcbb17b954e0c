import type { Forgotten } from '../../../trust/forget/forget.ts';

/** What `git prov forget` says. The text is not in it. */
export interface ForgetReport extends Omit<Forgotten, 'holders' | 'dropped'> {
  readonly schema: 'git-prov/forget/1';
  readonly dropped: Forgotten['dropped'] | null;
  /** Remotes that hold it, and how the notes there are replaced. */
  readonly remotes: readonly HolderReport[];
  /** The text was given on the command line. */
  readonly typed: boolean;
}

/** A remote that holds it. */
export interface HolderReport {
  readonly remote: string;
  /** What replaces the notes there; null as long as nothing was done here. */
  readonly command: string | null;
  /** Whether that was done. */
  readonly replaced: boolean;
  /** Why it could not be. */
  readonly why: string | null;
}
