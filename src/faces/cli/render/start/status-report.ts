import type { DeclaredAnswer } from '../../../../behaviours/answer.ts';
import type { Warned } from '../../../../behaviours/warnings.ts';
import type { StoppedBehaviour } from '../../../../behaviours/progress.ts';
import type { WaitingRemote } from '../../../../sharing/queue.ts';
import type { InstallFacts } from '../../../../install/inspect.ts';
import type { RepoPath } from '../../../../model/ids.ts';
import type { Unreadable } from '../../../../notes/repair/quarantine.ts';
import type { WithheldNotes } from '../../../../notes/withheld.ts';
import type { Coverage } from '../../../../recorder/commit/missing-notes.ts';
import type { CaptureHealth } from '../../../../recorder/health.ts';
import type { CaptureSetting } from '../../../../recorder/session/capture-mode.ts';
import type { UntrackedFlood } from '../../../../recorder/worktree/untracked-flood.ts';
import type { KnownState } from '../../../../ask/review/kept-count.ts';

/** The output of `git prov status`. */
export interface Status {
  readonly schema: 'git-prov/status/1';
  /** The common git dir. */
  readonly repository: string;
  readonly bare: boolean;
  /** What the clone lacks: `shallow` without older commits, `partial` without some objects. */
  readonly clone: readonly ('shallow' | 'partial')[];
  /** Whether agents are recorded here, and the command that set it up. */
  readonly recording: 'init' | 'global' | 'no';
  /** How much text is kept: the setting `prov.capture`. */
  readonly keeping: CaptureSetting;
  readonly install: InstallFacts;
  readonly capture: CaptureHealth | undefined;
  /** The number of untracked files, if there are too many to follow. */
  readonly crowd: UntrackedFlood | undefined;
  /** Lines of agents that are not committed, by file. */
  readonly uncommitted: readonly UncommittedFile[];
  readonly commits: Coverage;
  /** What keeps notes from going to remotes. */
  readonly sharing: Sharing;
  /** Why the notes ref cannot be read. */
  readonly notes: string | undefined;
  /** Notes that cannot be read. */
  readonly unreadable: Unreadable | undefined;
  /** Proposals and contradictions; undefined until a command builds the index. */
  readonly known: KnownState | undefined;
  /** Behaviours that reached a limit. */
  readonly stopped: readonly StoppedBehaviour[];
  /** `.gitprov.toml`, where behaviours are on. */
  readonly declared: DeclaredAnswer | undefined;
  /** What behaviours warned of in the last days, newest first. */
  readonly warned: readonly Warned[];
}

export interface UncommittedFile {
  readonly path: RepoPath;
  readonly lines: number;
}

export interface Sharing {
  /** Remotes that did not get the notes of a push yet. */
  readonly waiting: readonly WaitingRemote[];
  /** Settings of prov.push with an invalid value. */
  readonly unknown: readonly { readonly setting: string; readonly value: string }[];
  /** Notes that were not pushed to a remote, and notes from it that were not accepted, by remote. */
  readonly held: WithheldNotes;
}
