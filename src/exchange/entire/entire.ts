import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setAuthors } from '../transcripts/match/commit-authors.ts';
import { gather } from '../transcripts/gather.ts';
import { CommitHistory, type ListedCommit } from '../transcripts/commit-history.ts';
import { Matcher } from '../transcripts/match/match.ts';
import { CLOCK_SKEW_MS } from '../transcripts/match/moments.ts';
import type { Verdicts } from '../transcripts/match/choose-session.ts';
import { firstWriting, type TranscriptSession } from '../transcripts/transcript-session.ts';
import { isSpokenWord, ownWords } from '../../agents/common/agent-words.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { object, strings, text } from '../../recorder/spool/json-fields.ts';
import { ProvError } from '../../errors.ts';
import { records } from '../../git/process/records.ts';
import { isOid, type Oid, type RepoPath } from '../../model/ids.ts';
import { abandonedCheckpointFolders, makeCheckpointFolder } from '../../git/repository/checkpoint-folders.ts';
import { Checkpoints, type CheckpointSession } from './checkpoints.ts';
import type { ForeignAuthor, ForeignRange, ForeignRecord, ForeignSession } from '../foreign.ts';
import { sessionIdOf } from '../git-ai/git-ai.ts';
import { checked } from '../foreign-notes.ts';
import type { SourceRequest } from '../import-source.ts';
import { commitsIn } from '../../git/history/rev-list.ts';
import { TokenCounts } from './token-counts.ts';

/** Size limit in bytes of a session's transcript. */
const MAX_TRANSCRIPT_BYTES = 256 * 1024 * 1024;
/** Prompts kept per session; the last ones are used. */
const MAX_PROMPTS_PER_SESSION = 20;
const DAY = /^\d{4}-\d\d-\d\d-(?=[\w-]{8})/;
const NEWLINE = Buffer.from('\n');
/** Entire's own branches hold its records, not the project's work. */
const OWN_REFS = ['refs/heads/entire/*', 'refs/remotes/*/entire/*', 'refs/entire/*'];
const TRAILER = '%(trailers:key=Entire-Checkpoint,valueonly,separator=%x2C)';

/** A commit that names checkpoints, with their sessions. */
interface CheckpointCommit {
  readonly commit: Oid;
  readonly sessions: readonly CheckpointSession[];
}

/**
 * Reads the checkpoints of Entire that commits name in a trailer. Entire's line counts do not identify lines. Instead, the agents'
 * transcripts that it keeps are compared with the commits, as in `import transcripts`.
 * @throws ProvError `data` when there are no checkpoints here
 */
export async function* readEntire(request: SourceRequest): AsyncGenerator<ForeignRecord> {
  const checkpoints = new Checkpoints(request);
  await checkpoints.load();
  if (checkpoints.size === 0)
    throw new ProvError('data', 'There are no checkpoints of Entire here.', {
      hint: 'Fetch them: git fetch origin entire/checkpoints/v1:entire/checkpoints/v1',
    });
  const named = await commitsNaming(request, checkpoints);
  request.expect(named.size);
  for (const left of abandonedCheckpointFolders()) rmSync(left, { recursive: true, force: true });
  const dir = makeCheckpointFolder();
  try {
    const paths = await extract(request, named, dir);
    const fault = (what: string, where: string): void =>
      request.tally.add({ what: `transcripts: ${what}`, where: where.slice(dir.length + 1) });
    const options = {
      agents: [],
      paths,
      since: undefined,
      env: request.repo.env,
      foreign: true,
      progress: () => undefined,
    };
    const { stories } = paths.length > 0 ? await gather([], { ...options, fault }) : { stories: [] };
    yield* compared(request, named, stories);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

// The selected commits that name checkpoints.
async function commitsNaming(
  { repo, names, tally }: SourceRequest,
  checkpoints: Checkpoints,
): Promise<Map<Oid, CheckpointCommit>> {
  const wanted = names.length > 0 ? new Set(await commitsIn(repo, { revisions: names.map(checked) })) : undefined;
  const args = [
    'log',
    '--all',
    '--no-show-signature',
    '-z',
    `--format=%H%n${TRAILER}`,
    '--grep=^Entire-Checkpoint:',
    '--',
  ];
  const named = new Map<Oid, CheckpointCommit>();
  for await (const record of records(args, { cwd: repo.cwd, env: repo.env })) {
    const [commit = '', values = ''] = record.split('\n');
    if (!isOid(commit) || (wanted && !wanted.has(commit))) continue;
    const sessions: CheckpointSession[] = [];
    for (const id of values
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean))
      if (checkpoints.has(id)) sessions.push(...(await checkpoints.sessions(id)));
      else tally.add({ what: 'trailers that name no checkpoint that is here', where: commit });
    if (sessions.length > 0) named.set(commit, { commit, sessions });
  }
  return named;
}

// A checkpoint contains the transcript up to then, or only its part since an earlier checkpoint.
async function extract(
  { objects, tally }: SourceRequest,
  named: ReadonlyMap<Oid, CheckpointCommit>,
  dir: string,
): Promise<string[]> {
  const found = new Map<string, CheckpointSession[]>();
  for (const { sessions } of named.values())
    for (const session of sessions) {
      const id = ownId(session.metadata);
      if (session.transcript.length > 0) found.set(id, [...(found.get(id) ?? []), session]);
    }
  const paths: string[] = [];
  for (const [id, sessions] of found) {
    const path = join(dir, `${paths.length}.jsonl`);
    const seen = new Set<string>();
    for (const { transcript, size } of sessions.toSorted(byTime)) {
      if (size > MAX_TRANSCRIPT_BYTES) {
        tally.add({ what: 'transcripts over 256 MiB', where: id });
        continue;
      }
      const parts: Buffer[] = [];
      for (const part of transcript) {
        const [object] = await objects.read([part], { limit: MAX_TRANSCRIPT_BYTES });
        if (object && 'bytes' in object) parts.push(object.bytes);
      }
      await put(path, Buffer.concat(parts), seen);
    }
    paths.push(path);
  }
  return paths;
}

const byTime = (a: CheckpointSession, b: CheckpointSession): number =>
  (Date.parse(text(a.metadata, 'created_at') ?? '') || 0) - (Date.parse(text(b.metadata, 'created_at') ?? '') || 0);

// Appends lines that are not in the file yet. A transcript that is one JSON document replaces the earlier one.
async function put(path: string, bytes: Buffer, seen: Set<string>): Promise<void> {
  if (bytes.subarray(0, 2).toString('latin1') === '{\n') return writeFile(path, bytes);
  const fresh: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end);
    const key = createHash('sha256').update(line).digest('base64');
    if (!seen.has(key) && line.length > 0) fresh.push(line, NEWLINE);
    seen.add(key);
    at = end < 0 ? bytes.length : end + 1;
  }
  await appendFile(path, Buffer.concat(fresh));
}

// Older versions put a date before the agent's own id.
const ownId = (metadata: Payload): string => (text(metadata, 'session_id') ?? '').replace(DAY, '');

async function* compared(
  { repo, tally }: SourceRequest,
  named: ReadonlyMap<Oid, CheckpointCommit>,
  stories: readonly TranscriptSession[],
): AsyncGenerator<ForeignRecord> {
  const history = new CommitHistory(repo);
  await history.load(OWN_REFS);
  const matcher = new Matcher(
    stories.flatMap(({ writings }) => writings),
    stories,
  );
  const first = firstWriting(stories);
  const verdicts = new Map<Oid, Verdicts>();
  const commits = Number.isFinite(first) ? history.since(first - CLOCK_SKEW_MS) : [];
  setAuthors(stories, commits, history.people);
  for await (const { landed, listed } of history.landed(
    commits,
    (path) => matcher.knows(path),
    () => undefined,
    (commit) => tally.add({ what: 'commits with an object that cannot be read', where: commit }),
  )) {
    const found = matcher.take(landed);
    if (named.has(landed.commit) && !listed.bot) verdicts.set(landed.commit, found);
  }
  const tokens = new TokenCounts();
  const inOrder = history.since(0).filter(({ commit }) => named.has(commit));
  for (const { commit, committedAt } of inOrder.toSorted(byAuthorTime))
    yield recordOf(named.get(commit)!, verdicts.get(commit), stories, committedAt, tokens);
}

const byAuthorTime = (a: ListedCommit, b: ListedCommit): number =>
  a.authoredAt - b.authoredAt || (a.commit < b.commit ? -1 : 1);

function recordOf(
  { commit, sessions }: CheckpointCommit,
  verdicts: Verdicts | undefined,
  stories: readonly TranscriptSession[],
  until: number,
  tokens: TokenCounts,
): ForeignRecord {
  const foreignSessions = sessions.map((session, i) =>
    sessionOf(session, `entire-${commit}-${i}`, stories, until, tokens),
  );
  const by = (number: number): ForeignAuthor => {
    const place = foreignSessions.findIndex(({ id }) => id === stories[number]!.session.id);
    return place < 0 ? 'unsure' : place; // a session that the checkpoint does not name
  };
  const files = new Map<RepoPath, ForeignRange[]>();
  for (const [path, lines] of verdicts?.lines ?? [])
    for (const [line, verdict] of lines) {
      const range = { start: line, end: line, by: 'step' in verdict ? by(verdict.session) : ('unsure' as const) };
      files.set(path, [...(files.get(path) ?? []), range]);
    }
  for (const { metadata } of sessions)
    for (const path of strings(metadata, 'files_touched'))
      if (!files.has(path as RepoPath)) files.set(path as RepoPath, []);
  return { commit, sessions: foreignSessions, files };
}

// Entire's name for the agent is unreliable, so the agent is recognised by the form of its transcript.
function sessionOf(
  { metadata, prompt }: CheckpointSession,
  fallback: string,
  stories: readonly TranscriptSession[],
  until: number,
  tokens: TokenCounts,
): ForeignSession {
  const id = sessionIdOf(ownId(metadata), fallback);
  const story = stories.find(({ session }) => session.id === id);
  const label = (text(metadata, 'agent') ?? 'unknown').toLowerCase().replaceAll(' ', '-');
  const usage = story ? tokens.until(story, until) : tokens.since(id, metadata);
  const { intent, outcome } = object(metadata, 'summary');
  const summary = [intent, outcome].filter((one) => typeof one === 'string' && one !== '').join(' ');
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
