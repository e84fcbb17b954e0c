import type { Payload } from '../../recorder/spool/event.ts';
import { isObject, object, text } from '../../recorder/spool/json-fields.ts';
import type { Oid } from '../../model/ids.ts';
import {
  type CommentedPlace,
  type ForgeEntry,
  type ForgeResult,
  lineAt,
  linesOf,
  loginAt,
  numberAt,
  odd,
  oidAt,
  pathAt,
  timeAt,
  urlAt,
} from './entry.ts';
import { UNFINISHED } from './github.ts';

// Shapes of GitLab's REST API, version 4: https://docs.gitlab.com/api/merge_requests, /api/discussions, /api/merge_request_approvals,
// /api/pipelines, /api/jobs and /api/commits.

const WRONG = 'entries without the fields of their kind';
const ENDED: ReadonlyMap<string, ForgeResult['result']> = new Map([
  ['success', 'passed'],
  ['failed', 'failed'],
  ['canceled', 'unknown'],
  ['skipped', 'unknown'],
]);

/** GitLab's own notes on approvals. They have the time, which the list of approvals lacks. */
const APPROVED = 'approved this merge request';
const UNAPPROVED = 'unapproved this merge request';

/** Reads an object of `glab api`: a merge request, a discussion, a note, approvals, or the result of a pipeline or a job. */
export function readGitlab(found: Payload): ForgeEntry[] {
  if ('source_branch' in found && 'iid' in found) return request(found);
  if (Array.isArray(found['notes'])) return discussion(found['notes']);
  if ('noteable_type' in found) return note(found, undefined);
  if (Array.isArray(found['approved_by'])) return approvals(found, found['approved_by']);
  if ('stage' in found && 'status' in found) return [job(found)];
  if ('sha' in found && 'ref' in found && 'status' in found) return [pipeline(found)];
  const message = text(found, 'message') ?? text(found, 'error');
  if (message !== undefined) return [odd('answers of the forge that are errors', message.slice(0, 100))];
  return [odd('objects that are nothing that is imported', Object.keys(found).slice(0, 3).join(', '))];
}

function request(found: Payload): ForgeEntry[] {
  const [number, id, title, url] = [
    numberAt(found, 'iid'),
    numberAt(found, 'id'),
    text(found, 'title'),
    urlAt(found, 'web_url'),
  ];
  const [createdAt, mergedAt, closedAt] = ['created_at', 'merged_at', 'closed_at'].map((key) => timeAt(found, key));
  const said = text(found, 'state');
  if (!number || !id || title === undefined || !url || createdAt === undefined)
    return [odd(WRONG, `merge request ${number ?? id ?? '?'}`)];
  const refs = object(found, 'diff_refs');
  const head = oidAt(found, 'sha') ?? oidAt(refs, 'head_sha');
  const state = said === 'merged' ? 'merged' : said === 'closed' ? 'closed' : 'open';
  const made = state === 'merged' ? [oidAt(found, 'merge_commit_sha'), oidAt(found, 'squash_commit_sha')] : [];
  const last = found['head_pipeline'];
  return [
    {
      type: 'request',
      key: `!${id}`,
      id: `${new URL(url).host}/merge_request/${id}`,
      number,
      title,
      url,
      by: loginAt(object(found, 'author'), 'username'),
      createdAt,
      updatedAt: timeAt(found, 'updated_at') ?? createdAt,
      state,
      endedAt: state === 'merged' ? mergedAt : state === 'closed' ? closedAt : undefined,
      base: oidAt(refs, 'base_sha'),
      head,
      commits: [...made, head].filter((one): one is Oid => one !== undefined),
    },
    ...(isObject(last) ? [pipeline(last)] : []),
  ];
}

// The first note begins a thread, and the others answer it.
function discussion(notes: readonly unknown[]): ForgeEntry[] {
  const [first] = notes;
  const root = isObject(first) ? numberAt(first, 'id') : undefined;
  return notes.flatMap((one, i) =>
    isObject(one) ? note(one, i > 0 && root !== undefined ? `note/${root}` : undefined) : [odd(WRONG, 'note')],
  );
}

function note(found: Payload, replyTo: string | undefined): ForgeEntry[] {
  if (text(found, 'noteable_type') !== 'MergeRequest') return [];
  const [id, of, at] = [numberAt(found, 'id'), numberAt(found, 'noteable_id'), timeAt(found, 'created_at')];
  const body = text(found, 'body') ?? '';
  const author = object(found, 'author');
  if (!id || !of || at === undefined) return [odd(WRONG, `note ${id ?? '?'}`)];
  const base = { key: `!${of}`, by: loginAt(author, 'username'), at, url: undefined };
  if (found['system'] === true) {
    const user = numberAt(author, 'id');
    if (user === undefined || (body !== APPROVED && body !== UNAPPROVED)) return [];
    const verdict = body === APPROVED ? 'approved' : 'withdrawn';
    return [{ ...base, type: 'verdict', id: `approval/${user}`, verdict, text: '', commit: undefined }];
  }
  return [
    { ...base, type: 'comment', id: `note/${id}`, text: body, replyTo, place: placeOf(object(found, 'position')) },
  ];
}

function placeOf(position: Payload): CommentedPlace | undefined {
  const path = pathAt(position, 'new_path') ?? pathAt(position, 'old_path');
  if (path === undefined) return undefined;
  const range = object(position, 'line_range');
  const [start, end] = [lineAt(object(range, 'start'), 'new_line'), lineAt(object(range, 'end'), 'new_line')];
  return { path, lines: linesOf(oidAt(position, 'head_sha'), start, end ?? lineAt(position, 'new_line')) };
}

function approvals(found: Payload, users: readonly unknown[]): ForgeEntry[] {
  const of = numberAt(found, 'id');
  if (of === undefined) return [odd(WRONG, 'approvals')];
  return users.map((one): ForgeEntry => {
    const user = isObject(one) ? object(one, 'user') : {};
    const id = numberAt(user, 'id');
    if (!isObject(one) || id === undefined)
      return odd(WRONG, `approvals of merge request ${numberAt(found, 'iid') ?? '?'}`);
    return {
      type: 'verdict',
      key: `!${of}`,
      id: `approval/${id}`,
      verdict: 'approved',
      text: '',
      url: undefined,
      by: loginAt(user, 'username'),
      at: timeAt(one, 'approved_at'),
      commit: undefined,
    };
  });
}

const pipeline = (found: Payload): ForgeEntry =>
  result(
    found,
    'pipeline',
    'pipeline',
    oidAt(found, 'sha'),
    timeAt(found, 'updated_at') ?? timeAt(found, 'created_at'),
  );

function job(found: Payload): ForgeEntry {
  const commit = oidAt(object(found, 'pipeline'), 'sha') ?? oidAt(object(found, 'commit'), 'id');
  return result(
    found,
    'job',
    text(found, 'name') ?? '',
    commit,
    timeAt(found, 'finished_at') ?? timeAt(found, 'created_at'),
  );
}

function result(
  found: Payload,
  kind: string,
  name: string,
  commit: Oid | undefined,
  at: number | undefined,
): ForgeEntry {
  const [id, word] = [numberAt(found, 'id'), text(found, 'status') ?? ''];
  if (!id || !commit || name === '' || word === '') return odd(WRONG, `${kind} ${id ?? '?'}`);
  const ended = ENDED.get(word);
  if (ended === undefined) return odd(UNFINISHED, `${kind} ${id}`);
  return { type: 'result', commit, id: `${kind}/${id}`, name, result: ended, word, url: urlAt(found, 'web_url'), at };
}
