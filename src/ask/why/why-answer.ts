import type { CheckState, Verification } from '../../model/graph/verification.ts';
import type { Status } from '../../model/knowledge/status.ts';
import type { Stale } from '../knowledge/entry-parts.ts';
import type { LineOwner } from '../blame/ownership.ts';
import type { DoubtInfo, LinkedEntry, NamedCommit, NamedNode, NodeInfo, SessionInfo } from '../shapes/shapes.ts';

/** The name of the format of `git prov why --json`. Fields may be added, but never changed or removed. */
export const WHY_SCHEMA = 'git-prov/why/1';

/** The answer to `git prov why`. */
export interface WhyAnswer {
  readonly schema: typeof WHY_SCHEMA;
  readonly path: string;
  /** The blamed commit; null for the work tree. */
  readonly revision: string | null;
  /** The revision as git abbreviates it. */
  readonly revision_short: string | null;
  /** The revision of a URL, if it does not exist here. */
  readonly instead_of: string | null;
  readonly answers: readonly WhyLines[];
  /** Decisions, claims and other entries that are linked to the function or type. Only where one was named. */
  readonly linked?: readonly LinkedEntry[];
  /** Only for a binary file: nothing is known about its lines, so `answers` is empty. */
  readonly binary?: WhyBinary;
  /** Stored inputs and outputs of the first steps, by hash. */
  readonly contents: Readonly<Record<string, string>>;
}

/** A step and its purpose. */
export interface OriginAnswer {
  /** Null where no step is known. */
  readonly step: NamedNode | null;
  readonly session: SessionInfo | null;
  readonly decision: NamedNode | null;
  /** The goal, and for a sub-agent also the goals of its parents. */
  readonly goals: readonly NamedNode[];
  /** Where the goal is a short answer such as "yes": the last goal before it that says more. */
  readonly follows?: NamedNode;
}

/** The commit that git blames for lines, with the file's path there. */
export interface BlamedCommit extends NamedCommit {
  readonly path: string;
}

/** Neighbouring lines of one origin. The fields of `OriginAnswer` are about the agent's step that wrote them. */
export interface WhyLines extends OriginAnswer {
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  /** The innermost function or type around all these lines: `function:src/calc.js#mean`. Null where none is known. */
  readonly symbol: string | null;
  readonly owner: LineOwner['owner'];
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly standing?: Exclude<LineOwner['standing'], undefined>;
  /** Whether the commit has a note. */
  readonly noted: boolean;
  /** The history of this clone ends at the commit (a shallow clone), so the lines may be older. Absent for other commits. */
  readonly shallow?: true;
  /** The tools that recorded the commit, if all its records are imported. Absent when hooks recorded anything. */
  readonly imported?: readonly string[];
  /** Null for lines that are not committed. */
  readonly commit: BlamedCommit | null;
  readonly decision_status: Status | null;
  readonly decision_confidence: number | null;
  /** The decision that replaced it. Absent where none did. */
  readonly decision_superseded_by?: string;
  /** What speaks against relying on the decision. Absent where nothing does. */
  readonly decision_stale?: Stale;
  /** The explorations before the change. */
  readonly explored: readonly NamedNode[];
  /** The agent's sentences that doubt the change, or leave a part of it for later. */
  readonly doubts: readonly DoubtInfo[];
  readonly verification: {
    readonly state: Verification;
    /** The last run that verified the change. */
    readonly run: NodeInfo | null;
    /** The last check of each kind, the strongest kind first. */
    readonly checks: readonly CheckAnswer[];
  };
  /** SHA-256 of the step's stored input and output. */
  readonly input: string | null;
  readonly output: string | null;
  /** The step that wrote the lines before a person changed them. */
  readonly from: OriginAnswer | null;
  /** The step with a program that was running while the lines appeared, if nothing else explains them. */
  readonly likely: OriginAnswer | null;
}

/** The last check of one kind, with the step that ran it. `words` also where the step's summary is a whole command, as of a build. */
export interface CheckAnswer extends CheckState {
  readonly run: NodeInfo | null;
}

/** What is known about a binary file, which has no lines with writers. */
export interface WhyBinary {
  /** The id of `last_change`. */
  readonly commit: string | null;
  /** The last commit that changed the file; null where git finds none. */
  readonly last_change: NamedCommit | null;
  readonly noted: boolean;
  /** The recorded steps of that commit that changed the file. */
  readonly changed_by: readonly OriginAnswer[];
}
