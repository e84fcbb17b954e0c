import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { recordsIn } from '../../agents/common/transcript-lines.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { count, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { ProvError } from '../../errors.ts';
import { readCommitObjects } from '../../git/history/commit-objects.ts';
import { LAST_LINE } from '../../model/attributions.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { splitLines } from '../../lines/text.ts';
import { isHashOf, readSessionUrl } from './agent-trace-names.ts';
import type { ForeignAuthor, ForeignRange, ForeignRecord, ForeignSession } from '../foreign.ts';
import { sessionIdOf } from '../git-ai/git-ai.ts';
import { agentOf } from '../git-ai/git-ai-tools.ts';
import type { SourceRequest } from '../import-source.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';

/** The usual path of traces, from the top of the work tree. */
const USUAL = '.agent-trace/traces.jsonl';
/** Size limit in bytes: hashes of ranges in larger files are not compared. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const REVISION = /^[0-9a-f]{7,64}$/;
const HASH = /^sha256:[0-9a-f]{64}$/i;
/** Commits per query. */
const COMMITS_PER_QUERY = 500;

const all = (): boolean => true;

interface Range extends ForeignRange {
  readonly hash: string | undefined;
}

/** What the records read so far contain about one commit. */
interface CommitRecords {
  readonly sessions: ForeignSession[];
  /** Positions in `sessions`, by session id. */
  readonly places: Map<string, number>;
  readonly files: Map<RepoPath, Range[]>;
}

/**
 * Reads Agent Trace records, one per line, from the named files. A commit may have several records; where they overlap, the later one
 * counts. Ranges refer to the commit that their record names. A range is left out if its SHA-256 differs from that of its lines; other
 * hashes are ignored because their computation is not specified.
 * @throws ProvError `data` when a file does not exist
 */
export async function* readAgentTrace(request: SourceRequest): AsyncGenerator<ForeignRecord> {
  const { repo, objects: reader, tally } = request;
  const byRevision = new Map<string, CommitRecords>();
  for (const file of filesOf(request)) {
    const shown = relative(repo.cwd, file) || file;
    const unread = (what: string, where: string): void => tally.add({ what, where: where.replace(file, () => shown) });
    for (const record of recordsIn(file, unread, all)) take(record, byRevision, shown, request);
  }
  const revisions = [...byRevision.keys()];
  const byCommit = new Map<Oid, CommitRecords>();
  const found = await reader.info(revisions.map((revision) => `${revision}^{commit}`));
  for (const [i, revision] of revisions.entries()) {
    const commit = found[i]?.oid;
    const records = byRevision.get(revision)!;
    const known = commit && byCommit.get(commit);
    if (!commit) tally.add({ what: 'records of commits that are not here', where: revision });
    else if (known) add(known, records);
    else byCommit.set(commit, records);
  }
  request.expect(byCommit.size);
  for (const commit of await inTime([...byCommit.keys()], request))
    yield checked(commit, byCommit.get(commit)!, request);
}

// Merges records that refer to the same commit by another name.
function add(records: CommitRecords, more: CommitRecords): void {
  const places = more.sessions.map((session) => records.places.get(session.id) ?? records.sessions.push(session) - 1);
  for (const [i, { id }] of more.sessions.entries()) records.places.set(id, places[i]!);
  for (const [path, ranges] of more.files) {
    const list = records.files.get(path) ?? [];
    records.files.set(path, list);
    for (const { by, ...range } of ranges) list.push({ ...range, by: typeof by === 'number' ? places[by]! : by });
  }
}

function filesOf({ repo, names }: SourceRequest): string[] {
  const files = names.length > 0 ? names.map((name) => resolve(repo.cwd, repo.prefix, name)) : [join(repo.cwd, USUAL)];
  const absent = files.findIndex((file) => !existsSync(file));
  if (absent < 0) return files;
  throw new ProvError('data', `There is no ${JSON.stringify(names[absent] ?? USUAL)} here.`, {
    hint: 'Name the files: git prov import agent-trace PATH…',
  });
}

function take(
  record: Payload,
  byRevision: Map<string, CommitRecords>,
  where: string,
  { repo, tally }: SourceRequest,
): void {
  const vcs = object(record, 'vcs');
  const revision = text(vcs, 'revision')?.toLowerCase();
  const system = text(vcs, 'type') ?? 'git';
  if (system !== 'git') return tally.add({ what: 'records of another version control system than git', where });
  if (revision === undefined || !REVISION.test(revision))
    return tally.add({ what: 'records without a revision', where });
  const version = text(record, 'version');
  if (version !== undefined && !/^[01]\./.test(version))
    tally.add({ what: 'records of an unknown version, read all the same', where });
  const records = byRevision.get(revision) ?? { sessions: [], places: new Map(), files: new Map() };
  byRevision.set(revision, records);
  const tool = text(object(record, 'tool'), 'name');
  for (const file of objects(record, 'files')) {
    const path = pathIn(text(file, 'path'), repo.workTree);
    if (path === undefined) {
      tally.add({ what: 'files without a path', where });
      continue;
    }
    const ranges = records.files.get(path) ?? [];
    records.files.set(path, ranges);
    for (const conversation of objects(file, 'conversations')) {
      const own = object(conversation, 'contributor');
      for (const range of objects(conversation, 'ranges')) {
        const start = count(range, 'start_line');
        const end = count(range, 'end_line') ?? start;
        if (!start || !end || end < start || start > LAST_LINE) {
          tally.add({ what: 'ranges that cannot be read', where });
          continue;
        }
        const contributor = { ...own, ...object(range, 'contributor') };
        const by = authorOf(contributor, conversation, { records, tool, revision });
        ranges.push({ start, end: Math.min(end, LAST_LINE), by, hash: text(range, 'content_hash') });
      }
    }
  }
}

// Paths are relative to the top of the repository. Some tools write absolute paths of the original machine.
function pathIn(path: string | undefined, workTree: string | undefined): RepoPath | undefined {
  if (path === undefined || path === '') return undefined;
  const inside = isAbsolute(path) && workTree !== undefined ? relative(workTree, path).replaceAll(sep, '/') : path;
  return inside.replace(/^(?:\.\/)+/, '') as RepoPath;
}

interface Surroundings {
  readonly records: CommitRecords;
  readonly tool: string | undefined;
  readonly revision: string;
}

function authorOf(
  contributor: Payload,
  conversation: Payload,
  { records, tool, revision }: Surroundings,
): ForeignAuthor {
  const type = text(contributor, 'type');
  if (type === 'human') return 'person';
  if (type !== 'ai') return 'unsure';
  const session = sessionOf(contributor, conversation, tool, revision);
  const known = records.places.get(session.id);
  if (known !== undefined) return known;
  const place = records.sessions.push(session) - 1;
  records.places.set(session.id, place);
  return place;
}

// Our own records name the session. Others have a URL of the conversation, or nothing.
function sessionOf(
  contributor: Payload,
  conversation: Payload,
  tool: string | undefined,
  revision: string,
): ForeignSession {
  const named = text(contributor, 'model_id');
  const [, vendor, model] = /^([^/]+)\/(.+)$/s.exec(named ?? '') ?? [undefined, undefined, named];
  const ours = objects(conversation, 'related').flatMap((one) => readSessionUrl(text(one, 'url') ?? '') ?? []);
  const agent = ours[0]?.agent ?? agentOf((tool ?? 'unknown').trim().toLowerCase().replaceAll(/\s+/g, '-'));
  const key = ['agent-trace', revision.slice(0, 16), agent, named ?? '']
    .join(':')
    .replace(/[\u0000-\u001f\u007f]/g, ' ');
  return {
    id: ours[0]?.id ?? sessionIdOf(text(conversation, 'url') ?? '', key.slice(0, 200).toWellFormed()),
    agent,
    ...(vendor !== undefined && { vendor }),
    ...(model !== undefined && { model }),
    prompts: [],
  };
}

// Oldest first, so that every clone assigns the same numbers.
async function inTime(commits: readonly Oid[], { objects: reader }: SourceRequest): Promise<Oid[]> {
  const times = new Map<Oid, number>();
  for (let from = 0; from < commits.length; from += COMMITS_PER_QUERY)
    for (const [commit, { authoredAt }] of await readCommitObjects(
      reader,
      commits.slice(from, from + COMMITS_PER_QUERY),
    ))
      times.set(commit, authoredAt);
  return [...commits].sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0) || (a < b ? -1 : 1));
}

async function checked(
  commit: Oid,
  { sessions, files }: CommitRecords,
  request: SourceRequest,
): Promise<ForeignRecord> {
  const kept = new Map<RepoPath, ForeignRange[]>();
  for (const [path, ranges] of files) {
    const lines = ranges.some(({ hash }) => HASH.test(hash ?? '')) ? await linesOf(commit, path, request) : undefined;
    const list: ForeignRange[] = [];
    for (const { hash, ...range } of ranges) {
      const isOther = lines && HASH.test(hash ?? '') && !isHashOf(hash!, lines.slice(range.start - 1, range.end));
      if (!isOther) list.push(range);
      else
        request.tally.add({
          what: 'ranges with a hash that does not match their lines',
          where: `${shortOid(commit)} ${path}`,
        });
    }
    if (list.length > 0 || ranges.length === 0) kept.set(path, list);
  }
  return { commit, sessions, files: kept };
}

async function linesOf(commit: Oid, path: RepoPath, { objects: reader }: SourceRequest): Promise<string[] | undefined> {
  const [file] = await reader.read([`${commit}:${path}`], { limit: MAX_FILE_BYTES });
  return file && 'bytes' in file && file.type === 'blob' ? splitLines(file.bytes) : undefined;
}
