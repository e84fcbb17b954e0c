import type { Oid } from '../../model/ids.ts';
import type { Detail, EdgeKind, NodeKind } from '../../model/model.ts';
import type { TaskState } from '../../model/knowledge/task-state.ts';
import { oneLine } from '../../model/one-line.ts';
import { commitSummary } from '../../model/patch.ts';
import type { ImportedTexts } from '../redact-imported.ts';
import type { Forge, ForgeComment, ForgeRequest, ForgeResult, ForgeVerdict } from './entry.ts';
import type { RequestRecord } from './gather.ts';

/** Characters of a summary; a longer text is in the detail, as for declared entries. */
const MAX_SUMMARY_CHARACTERS = 240;

/** The entry of the request itself. */
export const TASK = 'request';

/** Lines `start` to `end` of the commit with the note. */
export interface CurrentLines {
  readonly start: number;
  readonly end: number;
}

/** What an entry becomes, before it has the number of a node. */
export interface Draft {
  readonly entry: string;
  readonly kind: NodeKind;
  readonly at: number;
  readonly summary: string;
  readonly detail: Detail;
  /** Edges from this node to entries of the same request, or from them to it. */
  readonly edges: readonly { readonly kind: EdgeKind; readonly other: string; readonly from?: true }[];
}

/** Prepares the texts of a forge: without secrets, and without any words where `prov.capture` keeps none. */
export class ForgeWords {
  readonly #texts: ImportedTexts;
  readonly #isSilent: boolean;

  constructor(texts: ImportedTexts, isSilent: boolean) {
    this.#texts = texts;
    this.#isSilent = isSilent;
  }

  /** A name, a path or an address. */
  name(text: string): Promise<string> {
    return this.#texts.text(text);
  }

  /**
   * @param label what to show before the words, and instead of them where none are kept
   * @returns the summary, and the whole text where the summary does not hold it
   */
  async statementOf(label: string, text: string): Promise<{ summary: string; text?: string }> {
    const plain = this.#isSilent ? '' : (await this.#texts.text(text)).toWellFormed().trim();
    const summary = plain === '' ? label : oneLine(`${label}: ${plain}`, MAX_SUMMARY_CHARACTERS);
    return summary === `${label}: ${plain}` || plain === '' ? { summary } : { summary, text: plain };
  }
}

/** Where the entries of a request go. */
export interface DraftPlace {
  readonly forge: Forge;
  /** The commit with the note. */
  readonly commit: Oid;
  /** The entries that the note has. */
  readonly known: ReadonlySet<string>;
  /** The lines of a comment in that commit. */
  readonly linesNow: (comment: ForgeComment) => CurrentLines | undefined;
}

/** What the forges call a request. */
const NOUNS: Readonly<Record<Forge, string>> = { github: 'pull request', gitlab: 'merge request' };

/** What becomes of a request and of all that belongs to it. */
export async function draftsOf(
  record: RequestRecord,
  { forge, commit, known, linesNow }: DraftPlace,
  words: ForgeWords,
): Promise<Draft[]> {
  const { request, comments, verdicts, results } = await withPlainLogins(record, words);
  const drafts = [await taskOf(request, NOUNS[forge], words), commitOf(commit, request), ...stateOf(request, known)];
  const names = new Set([...comments.map(({ id }) => id), ...known]);
  // The lines are known by the comment that was read.
  for (const [i, one] of comments.entries())
    drafts.push(await claimOf(one, names, linesNow(record.comments[i]!), words));
  const given = new Set(known);
  for (const one of verdicts) {
    if (one.verdict === 'withdrawn') drafts.push(...withdrawn(one, given, request));
    else {
      drafts.push(await verdictOf(one, request, words));
      given.add(one.id);
    }
  }
  for (const one of results) drafts.push(await evidenceOf(one, request, words));
  return drafts;
}

async function withPlainLogins({ request, comments, verdicts, ...rest }: RequestRecord, words: ForgeWords) {
  const plain = async <T extends { readonly by: string | undefined }>(one: T): Promise<T> => ({
    ...one,
    ...(one.by !== undefined && { by: await words.name(one.by) }),
  });
  return {
    ...rest,
    request: await plain(request),
    comments: await Promise.all(comments.map(plain)),
    verdicts: await Promise.all(verdicts.map(plain)),
  };
}

const FOR_TASK = { kind: 'led_to', other: TASK, from: true } as const;

async function taskOf(request: ForgeRequest, noun: string, words: ForgeWords): Promise<Draft> {
  const { title, url, by, base, head, createdAt, number } = request;
  return {
    entry: TASK,
    kind: 'task',
    at: createdAt,
    ...(await withWords(`${noun} ${number}`, title, words, {
      number,
      url: await words.name(url),
      ...byOf(by),
      ...(base && head && { base, head }),
    })),
    edges: [],
  };
}

// The commit of the request, so that `trace` finds the request by its commit.
const commitOf = (commit: Oid, { createdAt }: ForgeRequest): Draft => ({
  entry: `commit/${commit}`,
  kind: 'commit',
  at: createdAt,
  summary: commitSummary(commit),
  detail: { source: 'reference', commit },
  edges: [{ kind: 'explains', other: TASK, from: true }],
});

// The state as events, so that the task itself never changes. A request that was opened again is open until it ends once more.
function stateOf({ state, endedAt, updatedAt, createdAt }: ForgeRequest, known: ReadonlySet<string>): Draft[] {
  if (state === 'merged') return [change('done', endedAt ?? createdAt)];
  if (state === 'closed') return [change('dropped', endedAt ?? createdAt)];
  const last = [...known]
    .filter((one) => one.startsWith('state/'))
    .sort(byLastNumber)
    .at(-1);
  return last?.startsWith('state/dropped/') ? [change('open', updatedAt)] : [];
}

const change = (to: TaskState, at: number): Draft => ({
  entry: `state/${to}/${at}`,
  kind: 'event',
  at,
  summary: `state ${to}`,
  detail: { event: 'state', state: to },
  edges: [],
});

const byLastNumber = (a: string, b: string): number => Number(a.split('/')[2]) - Number(b.split('/')[2]);

async function claimOf(
  { id, text, url, by, at, replyTo, place }: ForgeComment,
  names: ReadonlySet<string>,
  now: CurrentLines | undefined,
  words: ForgeWords,
): Promise<Draft> {
  const path = place && (await words.name(place.path));
  const isPlain = path !== undefined && path === place?.path;
  const on = isPlain && place.lines;
  const thread = replyTo !== undefined && names.has(replyTo) ? replyTo : undefined;
  return {
    entry: id,
    kind: 'claim',
    at,
    ...(await withWords(labelOf(thread === undefined ? 'comment' : 'reply', by), text, words, {
      ...byOf(by),
      ...(url !== undefined && { url: await words.name(url) }),
      ...(isPlain && { files: [path] }),
      ...(isPlain && now && { place: placeIn(path, now) }),
      ...(on && { commented: on.commit, commented_lines: [on.start, on.end] }),
      ...(replyTo !== undefined && { thread: replyTo }),
    })),
    edges: [thread === undefined ? FOR_TASK : { kind: 'led_to', other: thread, from: true }],
  };
}

const placeIn = (path: string, { start, end }: CurrentLines): string =>
  `${path}:${start === end ? start : `${start}-${end}`}`;

async function verdictOf(one: ForgeVerdict, request: ForgeRequest, words: ForgeWords): Promise<Draft> {
  const { id, verdict, text, url, by, at, commit } = one;
  const head = commit ?? request.head;
  return {
    entry: id,
    kind: 'evidence',
    at: at ?? request.createdAt,
    ...(await withWords(labelOf(verdict, by), text, words, {
      verdict,
      ...byOf(by),
      ...(url !== undefined && { url: await words.name(url) }),
      ...(request.base && head && { range: `${request.base}..${head}` }),
    })),
    edges: [{ kind: verdict === 'approved' ? 'supports' : 'contradicts', other: TASK }],
  };
}

// Only what the note has, or gets now, can be withdrawn.
function withdrawn({ id, at }: ForgeVerdict, given: ReadonlySet<string>, { updatedAt }: ForgeRequest): Draft[] {
  if (!given.has(id)) return [];
  return [
    {
      entry: `${id}/withdrawn`,
      kind: 'event',
      at: at ?? updatedAt,
      summary: 'withdrawn on the forge',
      detail: { event: 'retracted', subject: id },
      edges: [],
    },
  ];
}

async function evidenceOf(one: ForgeResult, request: ForgeRequest, words: ForgeWords): Promise<Draft> {
  const { id, name, result, word, url, at, commit } = one;
  return {
    entry: id,
    kind: 'evidence',
    at: at ?? request.createdAt,
    ...(await withWords(`check ${result === 'unknown' ? oneLine(await words.name(word)) : result}`, name, words, {
      result,
      commit,
      ...(url !== undefined && { url: await words.name(url) }),
    })),
    edges: [
      result === 'passed'
        ? { kind: 'supports', other: TASK }
        : result === 'failed'
          ? { kind: 'contradicts', other: TASK }
          : FOR_TASK,
    ],
  };
}

async function withWords(
  label: string,
  text: string,
  words: ForgeWords,
  more: Detail,
): Promise<Pick<Draft, 'summary' | 'detail'>> {
  const { summary, text: whole } = await words.statementOf(label, text);
  return { summary, detail: { ...(whole !== undefined && { text: whole }), ...more } };
}

const labelOf = (what: string, login: string | undefined): string =>
  login === undefined ? what : `${what} by @${login}`;

// An account of the forge, which is not verified here. So it has no name and address as git writes them.
const byOf = (login: string | undefined): Detail => (login === undefined ? {} : { by: `@${login}` });
