import type { CheckOutput } from './checks/output.ts';
import type { NodeId, Oid, RepoPath, SessionId } from './ids.ts';
import type { Change, Sayable } from './knowledge/kinds.ts';
import type { Detail, EdgeKind } from './model.ts';
import type { Names } from './reasons/names.ts';
import type { CommandVerdict } from './shell/verdict.ts';

/** What a tool does, as its adapter knows it. `shell` is looked at by its command line, `unknown` by what it changed. */
export type Action = 'read' | 'edit' | 'shell' | 'spawn' | 'plan' | 'unknown';

/** What knowledge may be linked to: a node, a file, a commit. */
export type Target = { readonly node: NodeId } | { readonly path: RepoPath } | { readonly commit: Oid };

/** Something that somebody said to be recorded. Texts are redacted already. */
export interface Knowledge {
  readonly kind: Sayable;
  readonly text: string;
  readonly because?: string;
  readonly rejected: readonly string[];
  /** Edges from it. */
  readonly links: readonly { readonly edge: EdgeKind; readonly to: Target }[];
  /** What else is told of it: `docs/knowledge.md` has the names. */
  readonly detail?: Detail;
}

/** What somebody changed of a node, or of a link from it. */
export interface Changed {
  readonly change: Change;
  readonly subject: Target;
  /** Of a link. */
  readonly edge?: EdgeKind;
  readonly object?: Target;
  readonly because?: string;
  readonly detail?: Detail;
}

interface Common {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** SHA-256 (hex) of the redacted input and output as they were kept. */
  readonly input?: string;
  readonly output?: string;
  readonly detail?: Detail;
}

/** One recorded event of a session, from which one node is made. Texts are redacted already. */
export type Step = Common &
  (
    | {
        readonly type: 'prompt';
        readonly text: string;
        /** The text is a placeholder: no words are kept. */
        readonly wordless?: true;
      }
    | {
        readonly type: 'tool';
        readonly tool: string;
        readonly action: Action;
        /** One line: what was read, edited or run. */
        readonly summary: string;
        readonly command?: string;
        /** What the command does, where its words are not to be had; read from them otherwise. */
        readonly verdict?: CommandVerdict;
        readonly call?: string;
        readonly duration?: number;
        readonly outcome: 'ok' | 'failed' | 'refused' | 'interrupted';
        /** What the output says about the checks that the command ran. */
        readonly printed?: CheckOutput;
        /** The command went on in the background. */
        readonly behind?: true;
        /** It has not ended: what it wrote so far is being committed. The outcome is not known. */
        readonly unended?: true;
        /** The files that the step was seen to change. */
        readonly changed: readonly RepoPath[];
        /** The files that the tool names. */
        readonly paths: readonly RepoPath[];
        /** The agent's own words just before the call, redacted. */
        readonly narration?: string;
        /** Names in the text that it wrote; they connect sentences with the step. */
        readonly names?: Names;
      }
    | { readonly type: 'gate'; readonly tool: string; readonly summary: string; readonly call?: string }
    | {
        readonly type: 'commit';
        readonly oid: Oid;
        readonly summary: string;
        readonly files: readonly RepoPath[];
        /** The session's steps whose lines it was seen to take up, also where an earlier commit took up others of theirs. */
        readonly writers?: readonly NodeId[];
      }
    | { readonly type: 'compaction'; readonly summary: string }
    | { readonly type: 'subagent'; readonly session: SessionId; readonly summary: string }
    | (Knowledge & { readonly type: 'knowledge' })
    | (Changed & { readonly type: 'change' })
    | { readonly type: 'raw'; readonly event: string; readonly summary: string }
  );
