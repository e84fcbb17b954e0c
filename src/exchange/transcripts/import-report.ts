import type { Oid, SessionId } from '../../model/ids.ts';
import type { Doubt } from './match/landed.ts';
import type { AttributedCommit } from './recording.ts';
import type { TranscriptSession } from './transcript-session.ts';

/** Lines of one file of a commit that a session wrote. */
export interface ImportedLines {
  readonly session: SessionId;
  readonly path: string;
  readonly lines: number;
  /** The summary of the last step that wrote some of them. */
  readonly step: string;
  readonly at: number;
}

/** The result for one commit. */
export interface ImportedCommit {
  readonly commit: Oid;
  readonly subject: string;
  readonly lines: readonly ImportedLines[];
  /** Number of lines without an author, by reason. */
  readonly unsure: Readonly<Partial<Record<Doubt, number>>>;
}

/** Why a session was left unchanged. */
export type LeftUnchanged = 'recorded' | 'changed';

export interface ImportedSession {
  readonly session: SessionId;
  readonly agent: string;
  readonly parent: SessionId | null;
  readonly steps: number;
  readonly commits: number;
  readonly lines: number;
  readonly left?: LeftUnchanged;
}

/** The work of a session. */
export function sessionReport(
  { session, number, steps }: TranscriptSession,
  attributed: readonly AttributedCommit[],
  left: LeftUnchanged | undefined,
): ImportedSession {
  let lines = 0;
  let commits = 0;
  for (const { verdicts } of attributed) {
    let mine = 0;
    for (const file of verdicts.lines.values())
      for (const verdict of file.values()) if ('step' in verdict && verdict.session === number) mine++;
    lines += mine;
    commits += mine > 0 ? 1 : 0;
  }
  const { id, agent, parent = null } = session;
  return { session: id, agent, parent, steps: steps.length, commits, lines, ...(left && { left }) };
}

/** The authors of a commit's lines, by session and file. */
export function commitReport(
  { listed, verdicts }: AttributedCommit,
  stories: readonly TranscriptSession[],
): ImportedCommit {
  const unsure: Partial<Record<Doubt, number>> = {};
  const found = new Map<string, ImportedLines>();
  for (const [path, file] of verdicts.lines)
    for (const verdict of file.values()) {
      if ('doubt' in verdict) {
        unsure[verdict.doubt] = (unsure[verdict.doubt] ?? 0) + 1;
        continue;
      }
      const { session, steps } = stories[verdict.session]!;
      const step = steps[verdict.step]!;
      const key = `${verdict.session}\0${path}`;
      const lines = (found.get(key)?.lines ?? 0) + 1;
      const summary = step.type === 'tool' ? `${step.tool} ${step.summary}` : step.type;
      found.set(key, { session: session.id, path, lines, step: summary, at: step.at });
    }
  return { commit: listed.commit, subject: listed.subject, lines: [...found.values()], unsure };
}
