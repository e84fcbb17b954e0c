import { isSpokenWord, ownWords } from '../../agents/common/agent-words.ts';
import type { Oid, RepoPath, SessionId } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { object, strings, text } from '../../recorder/spool/json-fields.ts';
import type { ForeignAuthor, ForeignRange, ForeignRecord, ForeignSession } from '../foreign.ts';
import { sessionIdOf } from '../git-ai/git-ai.ts';
import type { Verdicts } from '../transcripts/match/choose-session.ts';
import type { TranscriptSession } from '../transcripts/transcript-session.ts';
import type { CheckpointSession } from './checkpoints.ts';
import type { TokenCounts } from './token-counts.ts';

/** Prompts kept per session; the last ones are used. */
const MAX_PROMPTS_PER_SESSION = 20;
const DAY = /^\d{4}-\d\d-\d\d-(?=[\w-]{8})/;

/** A commit that names checkpoints, with their sessions. */
export interface CheckpointCommit {
  readonly commit: Oid;
  readonly sessions: readonly CheckpointSession[];
}

/** The agent's own id of a session. Older versions put a date before it. */
export const ownId = (metadata: Payload): string => (text(metadata, 'session_id') ?? '').replace(DAY, '');

/** What is known of all sessions. */
export interface SessionData {
  readonly stories: readonly TranscriptSession[];
  readonly tokens: TokenCounts;
  /** The sessions with graphs of all their steps, which have their tokens. */
  readonly isRecorded: ReadonlySet<SessionId>;
}

/** The sessions with graphs in notes. */
export const sessionsIn = (notes: Iterable<Note>): Set<SessionId> =>
  new Set([...notes].flatMap(({ graphs }) => graphs.map(({ session }) => session.id)));

// opencode gives a sub-agent a session of its own, so a checkpoint of it does not name the session that started it.
const isCalled = (id: SessionId, own: string): boolean => id === own || (own !== '' && id.endsWith(`/${own}`));

const storyOf = (stories: readonly TranscriptSession[], own: string): TranscriptSession | undefined =>
  stories.find(({ session }) => session.id === own) ?? stories.find(({ session }) => isCalled(session.id, own));

/** Whether a checkpoint names a session, or one that started it. Lines of other sessions stay without an owner. */
export function namedBy(
  { sessions }: CheckpointCommit,
  stories: readonly TranscriptSession[],
): (number: number) => boolean {
  const ids = new Set(sessions.map(({ metadata }) => ownId(metadata)));
  const byId = new Map(stories.map(({ session }) => [session.id, session]));
  return (number) => {
    const seen = new Set<SessionId>();
    for (
      let one = byId.get(stories[number]!.session.id);
      one && !seen.has(one.id);
      one = one.parent && byId.get(one.parent)
    ) {
      if (ids.has(one.id) || ids.has(one.id.slice(one.id.lastIndexOf('/') + 1))) return true;
      seen.add(one.id);
    }
    return false;
  };
}

/** The summaries that Entire had made of sessions, by session number. */
export function summariesOf(
  { sessions }: CheckpointCommit,
  stories: readonly TranscriptSession[],
): Map<number, string> {
  const found = new Map<number, string>();
  for (const { metadata } of sessions) {
    const story = storyOf(stories, ownId(metadata));
    const summary = summaryOf(metadata);
    if (story && summary !== '') found.set(story.number, summary);
  }
  return found;
}

function summaryOf(metadata: Payload): string {
  const { intent, outcome } = object(metadata, 'summary');
  return [intent, outcome].filter((one) => typeof one === 'string' && one !== '').join(' ');
}

/** The record of a commit: what its note gets from its sessions' own records, and for other sessions what the checkpoint says. */
export function recordOf(
  { commit, sessions }: CheckpointCommit,
  { verdicts, note }: { readonly verdicts: Verdicts | undefined; readonly note: Note | undefined },
  until: number,
  of: SessionData,
): ForeignRecord {
  const foreignSessions = sessions.map((session, i) => sessionOf(session, `entire-${commit}-${i}`, until, of));
  const isHere = sessionsIn(note ? [note] : []);
  const by = (number: number): ForeignAuthor => {
    const place = foreignSessions.findIndex(({ id }) => id === of.stories[number]!.session.id);
    return place < 0 ? 'unsure' : place; // a session that the checkpoint does not name
  };
  const files = new Map<RepoPath, ForeignRange[]>();
  for (const [path, lines] of verdicts?.lines ?? [])
    for (const [line, verdict] of lines) {
      if ('step' in verdict && isHere.has(of.stories[verdict.session]!.session.id)) continue;
      const range = { start: line, end: line, by: 'step' in verdict ? by(verdict.session) : ('unsure' as const) };
      files.set(path, [...(files.get(path) ?? []), range]);
    }
  for (const { metadata } of sessions)
    for (const path of strings(metadata, 'files_touched'))
      if (!files.has(path as RepoPath)) files.set(path as RepoPath, []);
  const lines = new Map(
    [...(note?.lines ?? [])].map(([path, list]) => [path, list.filter(({ node }) => node !== null)] as const),
  );
  return { commit, sessions: foreignSessions, files, ...(note && { recorded: { graphs: note.graphs, lines } }) };
}

// Entire's name for the agent is unreliable, so the agent is recognised by the form of its transcript.
function sessionOf(
  { metadata, prompt }: CheckpointSession,
  fallback: string,
  until: number,
  { stories, tokens, isRecorded }: SessionData,
): ForeignSession {
  const story = storyOf(stories, ownId(metadata));
  const id = story?.session.id ?? sessionIdOf(ownId(metadata), fallback);
  const label = (text(metadata, 'agent') ?? 'unknown').toLowerCase().replaceAll(' ', '-');
  const usage = isRecorded.has(id) ? undefined : story ? tokens.until(story, until) : tokens.since(id, metadata);
  const summary = summaryOf(metadata);
  const prompts = story
    ? story.steps.flatMap((step) =>
        step.type === 'prompt' && step.at <= until && isSpokenWord(step.text) ? [{ text: step.text, at: step.at }] : [],
      )
    : promptsIn(prompt ?? '').map((one) => ({ text: one }));
  return {
    id,
    agent: story?.session.agent ?? label.replace(/-cli$/, ''),
    ...(story?.session.vendor && { vendor: story.session.vendor }),
    ...(story?.session.model && { model: story.session.model }),
    ...(usage && { usage }),
    prompts: prompts.slice(-MAX_PROMPTS_PER_SESSION),
    ...(summary && { summary }),
  };
}

// The file has all prompts of a session, with a line between them.
const promptsIn = (file: string): string[] =>
  file
    .split(/\n+---\n+/)
    .map((one) => ownWords(one).trim())
    .filter((one) => one !== '' && isSpokenWord(one));
