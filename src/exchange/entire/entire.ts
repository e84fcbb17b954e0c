import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setAuthors } from '../transcripts/match/commit-authors.ts';
import { gather } from '../transcripts/gather.ts';
import { withoutLeft } from '../transcripts/keep-existing.ts';
import type { AttributedCommit } from '../transcripts/recording.ts';
import { CommitHistory, type ListedCommit } from '../transcripts/commit-history.ts';
import { Matcher } from '../transcripts/match/match.ts';
import { CLOCK_SKEW_MS } from '../transcripts/match/moments.ts';
import { firstWriting, type TranscriptSession } from '../transcripts/transcript-session.ts';
import { text } from '../../recorder/spool/json-fields.ts';
import { ProvError } from '../../errors.ts';
import { records } from '../../git/process/records.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import { abandonedCheckpointFolders, makeCheckpointFolder } from '../../git/repository/checkpoint-folders.ts';
import { recordSessions } from './recorded-sessions.ts';
import { type CheckpointCommit, namedBy, ownId, recordOf, sessionsIn, summariesOf } from './checkpoint-record.ts';
import { Checkpoints, type CheckpointSession } from './checkpoints.ts';
import type { ForeignRecord } from '../foreign.ts';
import { checked } from '../foreign-notes.ts';
import type { SourceRequest } from '../import-source.ts';
import { commitsIn } from '../../git/history/rev-list.ts';
import { TokenCounts } from './token-counts.ts';

/** Size limit in bytes of a session's transcript. */
const MAX_TRANSCRIPT_BYTES = 256 * 1024 * 1024;
const NEWLINE = Buffer.from('\n');
/** Entire's own branches hold its records, not the project's work. */
const OWN_REFS = ['refs/heads/entire/*', 'refs/remotes/*/entire/*', 'refs/entire/*'];
const TRAILER = '%(trailers:key=Entire-Checkpoint,valueonly,separator=%x2C)';

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
  const { repo, names } = request;
  const only = names.length > 0 ? new Set(await commitsIn(repo, { revisions: names.map(checked) })) : undefined;
  const named = await commitsNaming(request, checkpoints, only);
  const wanted = new Set([...named.keys()].filter((commit) => only?.has(commit) ?? true));
  request.expect(wanted.size);
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
      progress: (done: number, all: number): void => request.prepares?.('Reading transcripts', done, all),
    };
    const { stories } = paths.length > 0 ? await gather([], { ...options, fault }) : { stories: [] };
    yield* compared(request, { named, wanted }, stories);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

// All commits that name checkpoints. Those that are not selected have parts of the sessions too.
async function commitsNaming(
  { repo, tally }: SourceRequest,
  checkpoints: Checkpoints,
  only: ReadonlySet<Oid> | undefined,
): Promise<Map<Oid, CheckpointCommit>> {
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
    if (!isOid(commit)) continue;
    const sessions: CheckpointSession[] = [];
    for (const id of values
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean))
      if (checkpoints.has(id)) sessions.push(...(await checkpoints.sessions(id)));
      else if (only?.has(commit) ?? true)
        tally.add({ what: 'trailers that name no checkpoint that is here', where: commit });
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
    let path: string | undefined;
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
      const bytes = Buffer.concat(parts);
      path = join(dir, `${paths.length}.${isDocument(bytes) ? 'json' : 'jsonl'}`);
      await put(path, bytes, seen);
    }
    if (path !== undefined) paths.push(path);
  }
  return paths;
}

const byTime = (a: CheckpointSession, b: CheckpointSession): number =>
  (Date.parse(text(a.metadata, 'created_at') ?? '') || 0) - (Date.parse(text(b.metadata, 'created_at') ?? '') || 0);

const isDocument = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === '{\n';

// Appends lines that are not in the file yet. A transcript that is one JSON document replaces the earlier one.
async function put(path: string, bytes: Buffer, seen: Set<string>): Promise<void> {
  if (isDocument(bytes)) return writeFile(path, bytes);
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

async function* compared(
  request: SourceRequest,
  { named, wanted }: { readonly named: ReadonlyMap<Oid, CheckpointCommit>; readonly wanted: ReadonlySet<Oid> },
  stories: readonly TranscriptSession[],
): AsyncGenerator<ForeignRecord> {
  const { repo, tally, prepares } = request;
  const history = new CommitHistory(repo);
  await history.load(OWN_REFS);
  const matcher = new Matcher(
    stories.flatMap(({ writings }) => writings),
    stories,
  );
  const first = firstWriting(stories);
  const matched = new Map<Oid, AttributedCommit>();
  const commits = Number.isFinite(first) ? history.since(first - CLOCK_SKEW_MS) : [];
  setAuthors(stories, commits, history.people);
  for await (const { landed, listed, change } of history.landed(
    commits,
    (path) => matcher.knows(path),
    (done) => prepares?.('Comparing commits', done, commits.length),
    (commit) => tally.add({ what: 'commits with an object that cannot be read', where: commit }),
  )) {
    const found = matcher.take(landed);
    const here = listed.bot ? undefined : named.get(landed.commit);
    if (!here) continue;
    const isNamed = namedBy(here, stories);
    const verdicts = withoutLeft(found, (number) => !isNamed(number));
    matched.set(landed.commit, { listed, change, verdicts, summaries: summariesOf(here, stories) });
  }
  const notes = await recordSessions({ repo, stories, all: history.since(0), tally }, [...matched.values()]);
  const tokens = new TokenCounts();
  const inOrder = history.since(0).filter(({ commit }) => wanted.has(commit));
  const of = { stories, tokens, isRecorded: sessionsIn(notes.values()) };
  for (const { commit, committedAt } of inOrder.toSorted(byAuthorTime))
    yield recordOf(
      named.get(commit)!,
      { verdicts: matched.get(commit)?.verdicts, note: notes.get(commit) },
      committedAt,
      of,
    );
}

const byAuthorTime = (a: ListedCommit, b: ListedCommit): number =>
  a.authoredAt - b.authoredAt || (a.commit < b.commit ? -1 : 1);
