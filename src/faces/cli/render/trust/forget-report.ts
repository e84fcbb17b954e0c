import type { Forgotten } from '../../../../trust/forget/forget.ts';

/** The output of `git prov forget`, without the text. */
export interface ForgetReport extends Omit<Forgotten, 'holders' | 'dropped'> {
  readonly schema: 'git-prov/forget/1';
  readonly dropped: Forgotten['dropped'] | null;
  /** Remotes that have the text, and how to replace their notes. */
  readonly remotes: readonly HolderReport[];
  /** Whether the text was given on the command line. */
  readonly typed: boolean;
}

/** A remote that has the text. */
export interface HolderReport {
  readonly remote: string;
  /** The command that replaces the remote's notes; null while the text is still in the notes here. */
  readonly command: string | null;
  /** Whether the notes were replaced. */
  readonly replaced: boolean;
  /** Why they could not be replaced. */
  readonly why: string | null;
}
