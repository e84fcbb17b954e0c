import type { Payload } from '../../recorder/spool/event.ts';
import { text } from '../../recorder/spool/json-fields.ts';
import { isOid, type Oid, type RepoPath } from '../../model/ids.ts';
import type { SessionSummary } from '../../ask/shapes/shapes.ts';
import type { Unread } from '../foreign.ts';
import { timeIn } from '../foreign-notes.ts';

/** The forges with records that can be imported. The name is also the agent of the sessions that hold them. */
export const FORGES = ['github', 'gitlab'] as const;
export type Forge = (typeof FORGES)[number];

/** Whether a session holds an imported request. Such a session never owns a line, so one with lines is no request, whatever its name. */
export const isRequest = ({ session: { agent, id }, lines }: Pick<SessionSummary, 'session' | 'lines'>): boolean =>
  lines === 0 && FORGES.some((forge) => agent === forge && id.startsWith(`${forge}/`));

/** A pull or merge request. Texts of entries are original, not redacted yet. */
export interface ForgeRequest {
  readonly type: 'request';
  /** What comments and reviews name it by; see `key` of these. */
  readonly key: string;
  /** The forge's own name for it on all of its projects: `github.com/pull/1234`. */
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly by: string | undefined;
  /** Milliseconds since the epoch, as all times of entries. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: 'open' | 'merged' | 'closed';
  /** When it was merged or closed; undefined where the forge does not say so. */
  readonly endedAt: number | undefined;
  readonly base: Oid | undefined;
  readonly head: Oid | undefined;
  /** Its commits in the order of preference: those that a merge made, then its own last one. */
  readonly commits: readonly Oid[];
}

/** Where a comment was made. */
export interface CommentedPlace {
  readonly path: RepoPath;
  /** Undefined for a whole file, or for lines of the old side. */
  readonly lines: { readonly commit: Oid; readonly start: number; readonly end: number } | undefined;
}

/** A review comment. */
export interface ForgeComment {
  readonly type: 'comment';
  /** The request. */
  readonly key: string;
  /** Its own name in the request, such as `comment/123`. */
  readonly id: string;
  readonly text: string;
  readonly url: string | undefined;
  readonly by: string | undefined;
  readonly at: number;
  /** The comment that it answers. */
  readonly replyTo: string | undefined;
  readonly place: CommentedPlace | undefined;
}

/** What a reviewer decided on the whole request. */
export interface ForgeVerdict {
  readonly type: 'verdict';
  readonly key: string;
  readonly id: string;
  /** `withdrawn`: what it was before is not known. */
  readonly verdict: 'approved' | 'changes requested' | 'withdrawn';
  readonly text: string;
  readonly url: string | undefined;
  readonly by: string | undefined;
  /** Undefined where the forge does not say when. */
  readonly at: number | undefined;
  /** The last commit that the reviewer saw. */
  readonly commit: Oid | undefined;
}

/** The result of a check that ran on a commit. */
export interface ForgeResult {
  readonly type: 'result';
  readonly commit: Oid;
  readonly id: string;
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'unknown';
  /** What the forge calls the result. */
  readonly word: string;
  readonly url: string | undefined;
  readonly at: number | undefined;
}

/** An entry that is not imported. */
export interface OddEntry extends Unread {
  readonly type: 'odd';
}

export type ForgeEntry = ForgeRequest | ForgeComment | ForgeVerdict | ForgeResult | OddEntry;

/** Reads one object that a forge printed. */
export type ReadForge = (found: Payload) => ForgeEntry[];

const MAX_PATH_CHARACTERS = 4096;
const MAX_URL_CHARACTERS = 500;
const MAX_LINE = 10_000_000;
const LOGIN = /^[\p{L}\p{N}][\p{L}\p{N}_.\-[\]]{0,99}$/u;

export const odd = (what: string, where: string): OddEntry => ({ type: 'odd', what, where });

/** The full object id at `key`; undefined for anything else. */
export function oidAt(from: Payload, key: string): Oid | undefined {
  const value = text(from, key);
  return value !== undefined && isOid(value) ? value : undefined;
}

/** The positive whole number at `key`; undefined for anything else. */
export function numberAt(from: Payload, key: string): number | undefined {
  const value = Object.hasOwn(from, key) ? from[key] : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The time at `key` in milliseconds since the epoch; undefined for anything else. */
export function timeAt(from: Payload, key: string): number | undefined {
  const at = timeIn(text(from, key));
  return at !== undefined && at >= 0 ? at : undefined;
}

/** The name of an account, such as `ada`; undefined for anything that cannot be one. */
export function loginAt(from: Payload, key: string): string | undefined {
  const value = text(from, key);
  return value !== undefined && LOGIN.test(value) ? value : undefined;
}

/** The web address at `key`; undefined for anything else. */
export function urlAt(from: Payload, key: string): string | undefined {
  const value = text(from, key);
  return value !== undefined && value.length <= MAX_URL_CHARACTERS && URL.canParse(value) && /^https?:/.test(value)
    ? value
    : undefined;
}

/** The line number at `key`; undefined for anything else. */
export function lineAt(from: Payload, key: string): number | undefined {
  const line = numberAt(from, key);
  return line !== undefined && line <= MAX_LINE ? line : undefined;
}

/** The path at `key`, if a file in a repository can have it. */
export function pathAt(from: Payload, key: string): RepoPath | undefined {
  const path = text(from, key);
  if (path === undefined || path.length > MAX_PATH_CHARACTERS || /[\0-\x1f]/.test(path)) return undefined;
  const isInside = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isInside ? (path as RepoPath) : undefined;
}

/** Lines of a comment; the last line alone where the first is missing or behind it. */
export function linesOf(
  commit: Oid | undefined,
  start: number | undefined,
  end: number | undefined,
): CommentedPlace['lines'] {
  if (commit === undefined || end === undefined) return undefined;
  return { commit, start: start === undefined || start > end ? end : start, end };
}
