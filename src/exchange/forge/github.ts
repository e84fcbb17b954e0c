import type { Payload } from '../../recorder/spool/event.ts';
import { isObject, object, text } from '../../recorder/spool/json-fields.ts';
import type { Oid } from '../../model/ids.ts';
import {
  type ForgeComment,
  type ForgeEntry,
  type ForgeResult,
  type ForgeVerdict,
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

// Shapes of GitHub's REST API, version 2022-11-28: https://docs.github.com/rest/pulls, /rest/checks/runs, /rest/commits/statuses.

/** Lists in an object: `commits/SHA/check-runs`, `commits/SHA/status` and `actions/runs` answer with one. */
const LISTS = ['check_runs', 'statuses', 'workflow_runs'] as const;
const PULL = /^\/(?:api\/v3\/)?(?:repos\/)?([^/]+\/[^/]+)\/pulls?\/([1-9][0-9]*)$/;

const PASSED: ReadonlySet<string> = new Set(['success']);
const FAILED: ReadonlySet<string> = new Set(['failure', 'timed_out', 'startup_failure', 'error']);

/** Reads an object of `gh api`: a pull request, a review, a review comment, a comment, or results of checks. */
export function readGithub(found: Payload): ForgeEntry[] {
  const list = LISTS.find((name) => Array.isArray(found[name]));
  if (list !== undefined)
    return (found[list] as unknown[]).flatMap((one) =>
      isObject(one) ? readGithub(list === 'statuses' ? { sha: found['sha'], ...one } : one) : [odd(WRONG, list)],
    );
  if ('number' in found && 'head' in found && 'base' in found) return [request(found)];
  if ('pull_request_url' in found) return 'path' in found ? [comment(found)] : review(found);
  if ('issue_url' in found && 'body' in found) return talk(found);
  if ('head_sha' in found && 'status' in found) return [run(found)];
  if ('context' in found && 'state' in found) return [status(found)];
  const message = text(found, 'message');
  if (message !== undefined) return [odd('answers of the forge that are errors', message.slice(0, 100))];
  return [odd('objects that are nothing that is imported', Object.keys(found).slice(0, 3).join(', '))];
}

const WRONG = 'entries without the fields of their kind';

function request(found: Payload): ForgeEntry {
  const [number, id, title, url] = [
    numberAt(found, 'number'),
    numberAt(found, 'id'),
    text(found, 'title'),
    urlAt(found, 'html_url'),
  ];
  const [createdAt, mergedAt, closedAt] = ['created_at', 'merged_at', 'closed_at'].map((key) => timeAt(found, key));
  const key = url === undefined ? undefined : pullKey(url);
  const where = `pull request ${number ?? id ?? '?'}`;
  if (!number || !id || title === undefined || !url || !key || createdAt === undefined) return odd(WRONG, where);
  const [head, base] = [oidAt(object(found, 'head'), 'sha'), oidAt(object(found, 'base'), 'sha')];
  const merge = mergedAt === undefined ? undefined : oidAt(found, 'merge_commit_sha'); // before a merge it is only an attempt
  const isOpen = text(found, 'state') === 'open';
  return {
    type: 'request',
    key,
    id: `${new URL(url).host}/pull/${id}`,
    number,
    title,
    url,
    by: loginAt(object(found, 'user'), 'login'),
    createdAt,
    updatedAt: timeAt(found, 'updated_at') ?? createdAt,
    state: mergedAt !== undefined ? 'merged' : isOpen ? 'open' : 'closed',
    endedAt: mergedAt ?? (isOpen ? undefined : closedAt),
    base,
    head,
    commits: [merge, head].filter((one): one is Oid => one !== undefined),
  };
}

// A comment on lines. The original place is used: what `line` and `commit_id` say changes with each push.
function comment(found: Payload): ForgeEntry {
  const base = words(found, 'comment', 'created_at', text(found, 'pull_request_url'));
  const path = pathAt(found, 'path');
  if (!base || path === undefined) return odd(WRONG, `comment ${numberAt(found, 'id') ?? '?'}`);
  const reply = numberAt(found, 'in_reply_to_id');
  const isOld = text(found, 'side') === 'LEFT';
  const [end, start] = [lineAt(found, 'original_line'), lineAt(found, 'original_start_line')];
  return {
    ...base,
    replyTo: reply === undefined ? undefined : `comment/${reply}`,
    place: { path, lines: isOld ? undefined : linesOf(oidAt(found, 'original_commit_id'), start, end) },
  };
}

// A verdict, and its words. A review without a verdict is only its words; most have none.
function review(found: Payload): ForgeEntry[] {
  const state = text(found, 'state');
  if (state === 'PENDING') return []; // not published yet
  const base = words(found, 'review', 'submitted_at', text(found, 'pull_request_url'));
  const verdict = state === undefined ? undefined : VERDICTS.get(state);
  if (!base || (verdict === undefined && state !== 'COMMENTED'))
    return [odd(WRONG, `review ${numberAt(found, 'id') ?? '?'}`)];
  if (verdict === undefined) return base.text.trim() === '' ? [] : [base];
  const { replyTo: _, place: __, ...rest } = base;
  return [{ ...rest, type: 'verdict', verdict, commit: oidAt(found, 'commit_id') }];
}

const VERDICTS: ReadonlyMap<string, ForgeVerdict['verdict']> = new Map([
  ['APPROVED', 'approved'],
  ['CHANGES_REQUESTED', 'changes requested'],
  ['DISMISSED', 'withdrawn'],
]);

// A comment in the conversation of a pull request. Comments on issues have the same shape and are left out.
function talk(found: Payload): ForgeEntry[] {
  const page = urlAt(found, 'html_url');
  if (page !== undefined && pullKey(page) === undefined) return [];
  const base = words(found, 'conversation', 'created_at', page);
  return [base ?? odd(WRONG, `comment ${numberAt(found, 'id') ?? '?'}`)];
}

function words(found: Payload, kind: string, time: string, requestUrl: string | undefined): ForgeComment | undefined {
  const [id, at] = [numberAt(found, 'id'), timeAt(found, time)];
  const key = requestUrl === undefined ? undefined : pullKey(requestUrl);
  if (!id || at === undefined || key === undefined) return undefined;
  return {
    type: 'comment',
    key,
    id: `${kind}/${id}`,
    text: text(found, 'body') ?? '',
    url: urlAt(found, 'html_url'),
    by: loginAt(object(found, 'user'), 'login'),
    at,
    replyTo: undefined,
    place: undefined,
  };
}

function run(found: Payload): ForgeEntry {
  const isWorkflow = 'workflow_id' in found;
  const [id, commit, name] = [numberAt(found, 'id'), oidAt(found, 'head_sha'), text(found, 'name') ?? ''];
  if (!id || !commit || name === '') return odd(WRONG, `check ${id ?? '?'}`);
  const word = text(found, 'conclusion');
  if (text(found, 'status') !== 'completed' || word === undefined) return odd(UNFINISHED, name.slice(0, 100));
  return {
    type: 'result',
    commit,
    id: `${isWorkflow ? 'run' : 'check'}/${id}`,
    name,
    ...resultOf(word),
    url: urlAt(found, 'html_url'),
    at: timeAt(found, 'completed_at') ?? timeAt(found, 'updated_at'),
  };
}

/** Why a result is left out. */
export const UNFINISHED = 'checks that had not ended';

function status(found: Payload): ForgeEntry {
  const [id, name, word] = [numberAt(found, 'id'), text(found, 'context') ?? '', text(found, 'state') ?? ''];
  const commit = oidAt(found, 'sha') ?? oidAt({ sha: text(found, 'url')?.split('/').at(-1) }, 'sha');
  if (!id || !commit || name === '' || word === '') return odd(WRONG, `status ${id ?? '?'}`);
  if (word === 'pending') return odd(UNFINISHED, name.slice(0, 100));
  const [url, at] = [urlAt(found, 'target_url'), timeAt(found, 'updated_at') ?? timeAt(found, 'created_at')];
  return { type: 'result', commit, id: `status/${id}`, name, ...resultOf(word), url, at };
}

const resultOf = (word: string): Pick<ForgeResult, 'result' | 'word'> => ({
  result: PASSED.has(word) ? 'passed' : FAILED.has(word) ? 'failed' : 'unknown',
  word,
});

// `OWNER/REPO#12`, from an address of the API or of a page.
function pullKey(url: string): string | undefined {
  const [, repository, number] = (URL.canParse(url) && PULL.exec(new URL(url).pathname)) || [];
  return repository === undefined ? undefined : `${repository.toLowerCase()}#${number}`;
}
