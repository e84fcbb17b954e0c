import type { CheckOutput } from './checks/output.ts';
import type { NodeId, Oid, RepoPath, SessionId } from './ids.ts';
import type { Declared, KnowledgeChange } from './knowledge/kinds.ts';
import type { Detail, EdgeKind } from './model.ts';
import type { Names } from './reasons/names.ts';
import type { CommandVerdict } from './shell/verdict.ts';

/** What a tool does, according to its adapter. `shell` is classified by its command line, `unknown` by what it changed. */
export type Action = 'read' | 'edit' | 'shell' | 'spawn' | 'plan' | 'unknown';

/** A function or a type of a file, by its qualified name. */
export interface NamedSymbol {
  readonly kind: 'function' | 'type';
  readonly name: string;
}

/** Something of the code layer that is no file and no part of one. */
export type OtherThing =
  /** A package or data from outside, with where it is from: `npm/yargs`, `env/HOME`. */
  | { readonly kind: 'external'; readonly name: string }
  /** A folder; `.` for the top one. */
  | { readonly kind: 'module'; readonly path: RepoPath }
  /** A service or a tool, with the file that describes it. */
  | { readonly kind: 'service' | 'tool'; readonly path: RepoPath; readonly name: string };

/** What knowledge may be linked to: a node, a file or a function or type of it, a commit, or something else of the code. */
export type Target =
  | { readonly node: NodeId }
  | { readonly path: RepoPath; readonly symbol?: NamedSymbol }
  | { readonly commit: Oid }
  /** A package, a folder, a service or a tool. */
  | { readonly thing: OtherThing };

/** A statement that a user or agent recorded. Its texts are redacted already. */
export interface Knowledge {
  readonly kind: Declared;
  readonly text: string;
  readonly because?: string;
  /** Alternatives that a decision ruled out. */
  readonly ruledOut: readonly string[];
  /** Edges from it to other nodes. */
  readonly links: readonly { readonly edge: EdgeKind; readonly to: Target }[];
  /** Further data; see `docs/knowledge.md` for the names. */
  readonly detail?: Detail;
}

/** A change to a node, or to a link from it. */
export interface Changed {
  readonly change: KnowledgeChange;
  readonly subject: Target;
  /** For a link only. */
  readonly edge?: EdgeKind;
  readonly object?: Target;
  readonly because?: string;
  readonly detail?: Detail;
}

/** The tool of a step that counts calls of the model (first seed). */
export const MODEL_CALL = 'model_call';

interface Common {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** SHA-256 (hex) of the redacted input and output as they were stored. */
  readonly input?: string;
  readonly output?: string;
  readonly detail?: Detail;
}

/** The code that checks ran on. */
export interface CheckedCode {
  /** Marks of the changed files with their contents; see `contentMark`. Absent when they are not known. */
  readonly saw?: readonly number[];
  /** The folders of the parts of the project that they cover, relative to the top; absent for the whole project. */
  readonly scope?: readonly string[];
  /** It is not known which part they cover, or whether they check anything. */
  readonly likely?: boolean;
  /** Changes of the session that this code does not contain. */
  readonly without?: readonly NodeId[];
}

/** One recorded event of a session, which becomes one node. Its texts are redacted already. */
export type Step = Common &
  (
    | {
        readonly type: 'prompt';
        readonly text: string;
        /** The text is a placeholder, because words are not stored. */
        readonly wordless?: true;
      }
    | {
        readonly type: 'tool';
        readonly tool: string;
        readonly action: Action;
        /** One line: what was read, edited or run. */
        readonly summary: string;
        readonly command?: string;
        /** What the command does, when its words are not available. Otherwise it is read from the words. */
        readonly verdict?: CommandVerdict;
        readonly call?: string;
        readonly duration?: number;
        readonly outcome: 'ok' | 'failed' | 'refused' | 'interrupted';
        /** What the output shows about the checks that the command ran. */
        readonly printed?: CheckOutput;
        /** The code that its checks ran on. Absent when it is not known. */
        readonly checked?: CheckedCode;
        /** The command continued in the background. */
        readonly behind?: true;
        /** It has not ended, but a commit contains what it wrote so far. The outcome is unknown. */
        readonly unended?: true;
        /** The files that changed during the step. */
        readonly changed: readonly RepoPath[];
        /** Those of them that were there before. Absent where that is not known. */
        readonly edited?: readonly RepoPath[];
        /** The files that the tool names. */
        readonly paths: readonly RepoPath[];
        /** The agent's own words just before the call, redacted. */
        readonly narration?: string;
        /** Names in the text that it wrote. They connect sentences with the step. */
        readonly names?: Names;
      }
    | { readonly type: 'gate'; readonly tool: string; readonly summary: string; readonly call?: string }
    | {
        readonly type: 'commit';
        readonly oid: Oid;
        readonly summary: string;
        readonly files: readonly RepoPath[];
        /** The steps of the session with lines in this commit, even when an earlier commit contains other lines of theirs. */
        readonly writers?: readonly NodeId[];
      }
    /** The calls of the model since the last such step. `detail` has their tokens. */
    | { readonly type: 'model'; readonly tool: typeof MODEL_CALL; readonly summary: string }
    | { readonly type: 'compaction'; readonly summary: string }
    | { readonly type: 'subagent'; readonly session: SessionId; readonly summary: string }
    | (Knowledge & { readonly type: 'knowledge' })
    | (Changed & { readonly type: 'change' })
    | { readonly type: 'raw'; readonly event: string; readonly summary: string }
  );
