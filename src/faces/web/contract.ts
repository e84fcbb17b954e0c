/**
 * What the page asks and what it is given: the only thing that page and program share. The page knows no git. In an exported
 * file the same questions are answered from data in the file.
 */

import type { Attestation, Knowledge, NodeHistory } from './contract/knowledge.ts';
import type { Change, FileLines, SessionStory, SnapshotLines, Step, Version, Why } from './contract/lines.ts';
import type { GraphData, Review } from './contract/ranges.ts';
import type { LoggedCommit, SessionSummary, Start, Statement, Tree, VerifyResult, Warning } from './contract/record.ts';

export type * from './contract/knowledge.ts';
export type * from './contract/lines.ts';
export type * from './contract/ranges.ts';
export type * from './contract/record.ts';

/** A question of the page. */
export type Question =
  | { readonly kind: 'start' }
  /** The address of what a person typed: a file, a line, a commit, a range, a session or a node. */
  | { readonly kind: 'place'; readonly text: string }
  /** Without `fresh`, what was counted last; see `Tree`. */
  | { readonly kind: 'tree'; readonly fresh?: 'yes' | undefined }
  | { readonly kind: 'sessions' }
  /** The last commits; no index is needed for them. */
  | { readonly kind: 'commits' }
  /** The last decisions. */
  | { readonly kind: 'decisions' }
  | { readonly kind: 'status' }
  | { readonly kind: 'verify' }
  | { readonly kind: 'file'; readonly path: string; readonly revision?: string | undefined }
  | { readonly kind: 'versions'; readonly path: string }
  | { readonly kind: 'why'; readonly path: string; readonly line: number; readonly revision?: string | undefined }
  | { readonly kind: 'change'; readonly commit: string; readonly path: string }
  | { readonly kind: 'session'; readonly session: string }
  | { readonly kind: 'snapshot'; readonly path: string; readonly blob: string }
  | { readonly kind: 'step'; readonly node: string }
  | { readonly kind: 'graph'; readonly place: string }
  | { readonly kind: 'review'; readonly range: string }
  | { readonly kind: 'knowledge' }
  | { readonly kind: 'history'; readonly node: string }
  | { readonly kind: 'attestation'; readonly place: string }
  | { readonly kind: 'search'; readonly text: string };

/** The only thing that a page may change: a person's verdict on a proposal. */
export interface Verdict {
  readonly node: string;
  readonly verdict: 'accept' | 'reject';
  readonly because?: string | undefined;
}

/** Messages from the server to the page that answer no question. */
export type Message =
  | { readonly kind: 'changed' }
  | { readonly kind: 'alive' }
  /** Notes that the index has so far, of those that it lacks. */
  | { readonly kind: 'indexing'; readonly done: number; readonly all: number };

/** A failure, in the words of the command line. */
export interface Failure {
  readonly error: { readonly what: string; readonly why?: string | undefined; readonly hint?: string | undefined };
}

export interface Answers {
  readonly start: Start;
  readonly place: { readonly address: string };
  readonly tree: Tree;
  readonly sessions: { readonly sessions: readonly SessionSummary[] };
  readonly commits: { readonly commits: readonly LoggedCommit[] };
  readonly decisions: { readonly decisions: readonly Statement[] };
  readonly status: { readonly warnings: readonly Warning[]; readonly proposed: number };
  readonly verify: VerifyResult;
  readonly file: FileLines;
  readonly versions: { readonly versions: readonly Version[] };
  readonly why: Why;
  readonly change: Change;
  readonly session: SessionStory;
  readonly snapshot: SnapshotLines;
  readonly step: Step;
  readonly graph: GraphData;
  readonly review: Review;
  readonly knowledge: Knowledge;
  readonly history: NodeHistory;
  readonly attestation: Attestation;
  readonly search: { readonly results: readonly Statement[] };
}

export type AnswerTo<Q extends Question> = Answers[Q['kind']];

/** The data of an exported file: the answers by their questions. */
export interface Exported {
  readonly answers: Readonly<Record<string, unknown>>;
  /** What is behind the lines of files, by the question of the file. */
  readonly reasons: Readonly<Record<string, readonly Why[]>>;
}

/** The key of a question in an exported file. */
export const keyOf = (question: Question): string =>
  JSON.stringify(
    Object.entries(question)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
