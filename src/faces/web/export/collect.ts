import { ProvError } from '../../../errors.ts';
import { commonVerification } from '../../../model/graph/verification.ts';
import type { CliContext } from '../../cli/context.ts';
import { commitPlace, parseAddress, sessionPlace } from '../address.ts';
import { answer, failureOf } from '../answers/answers.ts';
import { sharingReading } from '../answers/command.ts';
import type {
  Answers,
  AnswerTo,
  Counts,
  Exported,
  FileLines,
  LoggedCommit,
  Question,
  Review,
  SessionStory,
  SessionSummary,
  Start,
} from '../contract.ts';
import { keyOf } from '../contract.ts';
import { mainQuestion } from './main-question.ts';

/** Limits of an export. */
const MAX_SESSIONS = 100;
const MAX_COMMITS = 60;
const MAX_FILES = 400;
/** Decisions and other entries with their history. */
const MAX_ENTRIES = 120;
/** Questions that are worked on at once. */
const QUESTIONS_AT_ONCE = 4;
/** Characters of an export's data before compression; what comes after is left out. */
const MAX_DATA = 24_000_000;

/** What an export contains, and a name for it. */
export interface Collected {
  readonly place: string;
  readonly exported: Exported;
}

/** Asks everything that the page asks about a place, and what one click away from it asks. */
export const collect = (named: string | undefined, ctx: CliContext): Promise<Collected> =>
  sharingReading(ctx, (shared) => collectFrom(named, shared));

async function collectFrom(named: string | undefined, ctx: CliContext): Promise<Collected> {
  const start = await answer({ kind: 'start' }, ctx);
  if (!start.head)
    throw new ProvError('data', 'There is no commit here yet, and so nothing to export.', {
      hint: 'Commit something first.',
    });
  const text = named ?? start.range!;
  const { address } = text.startsWith('commit:')
    ? { address: `/review/${text}` }
    : await answer({ kind: 'place', text }, ctx);
  const { view, subject } = parseAddress(address);
  const kept = new Kept(ctx, mainQuestion(view, subject));
  switch (view) {
    case 'review':
      await aboutRange(kept, subject);
      break;
    case 'session':
      await aboutSession(kept, subject, true);
      await aboutKnowledge(kept, new Set([subject]));
      break;
    case 'file':
      await aboutFile(kept, subject, undefined);
      break;
    default:
      await kept.ask({ kind: 'graph', place: subject });
      await kept.ask({ kind: 'step', node: subject });
      await kept.ask({ kind: 'history', node: subject });
  }
  kept.add(
    { kind: 'start' },
    { ...asExported(start, address, view === 'review' ? subject : undefined), knows: kept.knows },
  );
  return { place: text, exported: kept.data() };
}

const asExported = (start: Start, address: string, range: string | undefined): Start => {
  const { range: _, ...rest } = start;
  return { ...rest, ...(range !== undefined && { range }), address, writes: false, exported: new Date().toISOString() };
};

async function aboutRange(kept: Kept, range: string): Promise<void> {
  const review = await kept.ask({ kind: 'review', range });
  if (!review) return;
  await kept.ask({ kind: 'graph', place: range });
  const sessions = Object.values(review.sessionsById).slice(0, MAX_SESSIONS);
  await each(review.files.slice(0, MAX_FILES), async ({ path, status }) => {
    if (status !== 'deleted') await aboutFile(kept, path, review.range.head);
  });
  await each(sessions, ({ id }) => aboutSession(kept, id, false));
  await each(review.commits.slice(0, MAX_COMMITS), async ({ oid }) => {
    await kept.ask({ kind: 'attestation', place: commitPlace(oid) });
    if (review.commits.length > 1) await kept.ask({ kind: 'review', range: commitPlace(oid) });
  });
  await aboutKnowledge(kept, new Set(sessions.map(({ id }) => id)));
  const { base, head } = review.range;
  await kept.verify(base === null ? [head] : [`${base}..${head}`]);
  listed(kept, review);
}

// Works on a few at once: each question waits for git most of the time.
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const run = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, run));
}

// What sessions decided and claimed, and how it came about.
async function aboutKnowledge(kept: Kept, sessions: ReadonlySet<string>): Promise<void> {
  const { entries, proposals, links } = await kept.knowledge();
  const isOf = ({ session }: { readonly session?: string | null }): boolean => session != null && sessions.has(session);
  const shown = entries.filter(isOf);
  const waiting = proposals.filter(isOf);
  const proposed = links.filter(isOf);
  if (shown.length + waiting.length + proposed.length === 0) return;
  kept.knows = true;
  kept.add({ kind: 'knowledge' }, { entries: shown, proposals: waiting, links: proposed });
  // Goals are listed last, so their histories are the first that have no room.
  const ranked = shown.toSorted((a, b) => Number(a.type === 'goal') - Number(b.type === 'goal'));
  await each(ranked.slice(0, MAX_ENTRIES), async ({ type, id }) => {
    await kept.ask({ kind: 'history', node: `${type}:${id}` });
  });
}

// The lists of an export name only what the range has.
function listed(kept: Kept, review: Review): void {
  kept.add(
    { kind: 'tree' },
    {
      files: review.files.map(({ path, lines: { agent, human, unknown, verification, notApplicable = 0 } }) =>
        Object.assign({ path, agent, human, unknown, notApplicable }, verification),
      ),
      left: review.left,
    },
  );
  const nodes = Object.values(review.nodesById);
  kept.add(
    { kind: 'commits' },
    {
      commits: review.commits.map(({ oid, author, time, subject, note, lines }) => ({
        oid,
        author,
        time,
        subject,
        known: note === 'read',
        lines: { added: lines.added, agent: lines.agent, human: lines.human, unsure: lines.unknown },
        verification: verdictIn(lines),
      })),
    },
  );
  kept.add(
    { kind: 'decisions' },
    {
      decisions: nodes
        .filter(({ kind }) => kind === 'decision')
        .slice(0, MAX_ENTRIES)
        .map(({ id, summary, at }) => ({
          type: 'decision',
          id,
          statement: summary ?? '',
          status: null,
          confidence: null,
          created_at: at ?? null,
        })),
    },
  );
}

async function aboutSession(kept: Kept, id: string, whole: boolean): Promise<void> {
  const story = await kept.ask({ kind: 'session', session: id });
  if (!story) return;
  await kept.ask({ kind: 'graph', place: sessionPlace(id) });
  await kept.ask({ kind: 'attestation', place: sessionPlace(id) });
  kept.listSession(story);
  if (!whole) return;
  for (const { session } of story.children.slice(0, MAX_SESSIONS))
    await kept.ask({ kind: 'session', session: session.id });
  await changesOf(kept, story);
}

async function changesOf(kept: Kept, { played, landed, commits_by_id: commits }: SessionStory): Promise<void> {
  const paths = new Set(played.flatMap(({ files }) => files));
  for (const { commit } of landed.slice(0, MAX_COMMITS))
    for (const path of commits[commit]?.files ?? [])
      if (paths.has(path)) {
        await kept.ask({ kind: 'change', commit, path });
        await aboutFile(kept, path, commit);
      }
}

async function aboutFile(kept: Kept, path: string, revision: string | undefined): Promise<void> {
  const question = { kind: 'file', path, ...(revision !== undefined && { revision }) } as const;
  if (kept.has(question)) return;
  const file = await kept.ask(question);
  if (!file || file.binary) return;
  await kept.reasons(question, file);
}

function verdictIn({ agent, verification }: Counts): LoggedCommit['verification'] {
  if (agent === 0) return null;
  const states = (['failed', 'passed', 'stale', 'none'] as const).filter((state) => verification[state] > 0);
  return commonVerification(states.length > 0 ? states : ['not-applicable']);
}

// A snapshot may have text that is in no commit, and an export is passed on.
const withoutSnapshots = <T extends object>(data: T): T => ('snapshots' in data ? { ...data, snapshots: {} } : data);

/** The answers so far. */
class Kept {
  readonly #ctx: CliContext;
  readonly #main: string;
  readonly #answers: Record<string, unknown> = {};
  readonly #reasons: Record<string, Exported['reasons'][string]> = {};
  readonly #sessions: SessionSummary[] = [];
  /** Several may ask the same at once. */
  readonly #asked = new Map<string, Promise<unknown>>();
  #size = 0;
  /** Whether there is an entry of knowledge. */
  knows = false;

  /** @param main the question that must have an answer */
  constructor(ctx: CliContext, main: Question) {
    this.#ctx = ctx;
    this.#main = keyOf(main);
  }

  has(question: Question): boolean {
    return Object.hasOwn(this.#answers, keyOf(question)) || this.#asked.has(keyOf(question));
  }

  add<Q extends Question>(question: Q, data: AnswerTo<Q>): void {
    this.#answers[keyOf(question)] = data;
    this.#size += JSON.stringify(data).length;
  }

  /**
   * The answer; undefined after an error, or when the export has reached its size. What went wrong is in the file.
   * @throws ProvError when the main question has no answer
   */
  async ask<Q extends Question>(question: Q): Promise<AnswerTo<Q> | undefined> {
    if (this.#size > MAX_DATA) return undefined;
    const key = keyOf(question);
    const known = this.#asked.get(key) ?? this.#answer(question, key);
    this.#asked.set(key, known);
    return known as Promise<AnswerTo<Q> | undefined>;
  }

  async #answer<Q extends Question>(question: Q, key: string): Promise<AnswerTo<Q> | undefined> {
    try {
      const data = withoutSnapshots(await answer(question, this.#ctx));
      this.add(question, data);
      return data;
    } catch (error) {
      if (key === this.#main) throw error;
      this.#answers[key] = failureOf(error);
      return undefined;
    }
  }

  /** All entries of the repository; none after an error. */
  async knowledge(): Promise<Answers['knowledge']> {
    return answer({ kind: 'knowledge' }, this.#ctx).catch(() => ({ entries: [], proposals: [], links: [] }));
  }

  /** Verifies the notes of commits, and keeps the result. */
  async verify(revisions: readonly string[]): Promise<void> {
    const { verifyOf } = await import('../answers/overview.ts');
    const found = await verifyOf(this.#ctx, revisions).catch(failureOf);
    this.#answers[keyOf({ kind: 'verify' })] = found;
  }

  /** What is behind the lines of a file, and the changes that made them. */
  async reasons(question: Extract<Question, { kind: 'file' }>, file: FileLines): Promise<void> {
    if (this.#size > MAX_DATA) return;
    const { allReasonsOf } = await import('../answers/file.ts');
    const list = await allReasonsOf(this.#ctx, file.path, file.lines.length, question.revision).catch(() => []);
    // The texts of the lines are in the file already.
    const slim = list.map((why) => Object.assign(why, { lines: why.lines.map(({ line }) => ({ line, text: '' })) }));
    this.#reasons[keyOf(question)] = slim;
    this.#size += JSON.stringify(slim).length;
    for (const { commit, owner } of slim)
      if (commit && owner === 'agent') await this.ask({ kind: 'change', commit: commit.oid, path: commit.path });
  }

  listSession({ session, first, last, steps, uncommitted, commits, lines, usage }: SessionStory): void {
    this.#sessions.push({ session, first, last, steps, uncommitted, commits, lines, usage });
  }

  data(): Exported {
    this.add({ kind: 'sessions' }, { sessions: this.#sessions });
    return { answers: this.#answers, reasons: this.#reasons };
  }
}
