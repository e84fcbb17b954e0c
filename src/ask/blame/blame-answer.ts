import { evidenceBase } from '../../model/confidence.ts';
import type { Verification } from '../../model/graph/verification.ts';
import type { Session } from '../../model/model.ts';
import { keyed, namedNode, sessionInfo } from '../shapes/parts.ts';
import type { NodeInfo, Overruled, SessionInfo } from '../shapes/shapes.ts';
import type { Arguments } from './arguments.ts';
import type { Blamed, Segment } from './blamed.ts';
import { contentsOf } from './final-text.ts';
import type { LineOwner } from './ownership.ts';
import { utf8, type Bytes } from './porcelain.ts';
import { only, piecesOf } from './segments.ts';

/** The name of the format of `git prov blame --json`. Fields may be added, but never changed or removed. */
export const BLAME_SCHEMA = 'git-prov/blame/1';

/** The answer to `git prov blame`, with one entry for each line of the file. Bytes that are not UTF-8 become U+FFFD. */
export interface BlameAnswer {
  readonly schema: typeof BLAME_SCHEMA;
  readonly path: string | null;
  /** The blamed commit; null for the work tree. */
  readonly revision: string | null;
  /** By their ids, which the lines name. */
  readonly sessions: Readonly<Record<string, SessionInfo>>;
  readonly nodes: Readonly<Record<string, NodeInfo>>;
  readonly lines: readonly BlameLine[];
}

/** One line of a blamed file. */
export interface BlameLine {
  readonly line: number;
  readonly commit: string;
  readonly origPath: string;
  readonly origLine: number;
  readonly author: string;
  /** Without its ending. */
  readonly text: string;
  readonly owner: LineOwner['owner'];
  readonly session: string | null;
  readonly model: string | null;
  /** The step that wrote it, or that may have written it. */
  readonly node: string | null;
  readonly decision: string | null;
  /** Of a decision that was rejected or retracted; null for any other. */
  readonly decision_status: Overruled | null;
  readonly goal: string | null;
  /** Where the goal only answers, or corrects: the one before it that says more. */
  readonly follows?: string;
  readonly verification: Verification;
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly standing?: Exclude<LineOwner['standing'], undefined>;
}

/** The answer with a blamed file. @param args select lines by owner and evidence */
export function blameAnswer(blamed: Blamed, args: Pick<Arguments, 'only' | 'evidence'>): BlameAnswer {
  const pieces = only(piecesOf(blamed), args);
  const contentOf = contentsOf(blamed);
  const sessions = new Map<string, Session>();
  const nodes = new Map<string, NodeInfo>();
  for (const { why } of pieces) {
    // Some agents report their model late.
    if (why?.session) sessions.set(why.session.id, { ...why.session, ...sessions.get(why.session.id) });
    for (const referred of [why?.step, why?.decision, why?.goal, why?.follows])
      if (referred?.node) nodes.set(referred.id, namedNode(referred) as NodeInfo);
  }
  return {
    schema: BLAME_SCHEMA,
    path: blamed.path === undefined ? null : utf8(blamed.path),
    revision: blamed.revision ?? null,
    sessions: keyed([...sessions].map(([id, session]) => [id, sessionInfo(session)])),
    nodes: keyed(nodes),
    lines: pieces.flatMap((piece) => linesOf(piece, contentOf)),
  };
}

function linesOf(
  { entry, line, count, origLine, owner, why }: Segment,
  contentOf: (line: number) => Bytes | undefined,
): BlameLine[] {
  const same = {
    owner: owner.owner,
    session: why?.session?.id ?? null,
    model: why?.session?.model ?? null,
    node: owner.node ?? owner.likely ?? null,
    decision: why?.decision?.id ?? null,
    decision_status: why?.decision?.status ?? null,
    goal: why?.goal?.id ?? null,
    ...(why?.follows && { follows: why.follows.id }),
    verification: (owner.node && why?.verification) ?? ('none' as const),
    evidence: owner.evidence ?? null,
    confidence: owner.evidence === undefined ? null : evidenceBase(owner.evidence),
    ...(owner.standing && { standing: owner.standing }),
  };
  const origPath = utf8(entry.path);
  const author = utf8(entry.commit.headers.get('author') ?? '');
  return Array.from({ length: count }, (_, i) => ({
    line: line + i,
    commit: entry.commit.oid,
    origPath,
    origLine: origLine + i,
    author,
    text: utf8((contentOf(line + i) ?? '\t\n').slice(1, -1)),
    ...same,
  }));
}
