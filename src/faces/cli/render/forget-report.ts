import type { Forgotten } from '../../../trust/forget/forget.ts';
import type { HolderReport } from '../commands/forget.ts';

/** What `git prov forget` says. The text is not in it. */
export interface ForgetReport extends Omit<Forgotten, 'holders' | 'dropped'> {
  readonly schema: 'git-prov/forget/1';
  readonly dropped: Forgotten['dropped'] | null;
  /** Remotes that hold it, and how the notes there are replaced. */
  readonly remotes: readonly HolderReport[];
  /** The text was given on the command line. */
  readonly typed: boolean;
}
