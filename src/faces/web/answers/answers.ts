import { ProvError } from '../../../errors.ts';
import type { CliContext } from '../../cli/context.ts';
import type { Answers, AnswerTo, Failure, Question } from '../contract.ts';

/** Characters of one text of a question. */
const MAX_TEXT = 4096;

type Table = {
  readonly [Kind in Question['kind']]: (
    question: Extract<Question, { kind: Kind }>,
    ctx: CliContext,
  ) => Promise<Answers[Kind]>;
};

/** Who answers what. The only place of this face that asks the program; everything is the data of a command's `--json`. */
const TABLE: Table = {
  start: async (_, ctx) => (await import('./overview.ts')).startOf(ctx, '/'),
  place: async ({ text }, ctx) => ({ address: await (await import('./place.ts')).addressOf(ctx, text) }),
  tree: async ({ fresh }, ctx) => (await import('./tree.ts')).treeOf(ctx, fresh === 'yes'),
  sessions: async (_, ctx) => (await import('./overview.ts')).sessionsOf(ctx),
  commits: async (_, ctx) => (await import('./overview.ts')).commitsOf(ctx),
  decisions: async (_, ctx) => (await import('./overview.ts')).decisionsOf(ctx),
  status: async (_, ctx) => (await import('./overview.ts')).statusOf(ctx),
  verify: async (_, ctx) => (await import('./overview.ts')).verifyOf(ctx),
  file: async ({ path, revision }, ctx) => (await import('./file.ts')).fileOf(ctx, path, revision),
  versions: async ({ path }, ctx) => (await import('./file.ts')).versions(ctx, path),
  why: async ({ path, line, revision }, ctx) => (await import('./file.ts')).whyOf(ctx, path, line, revision),
  change: async ({ commit, path }, ctx) => (await import('./file.ts')).changeOf(ctx, commit, path),
  session: async ({ session }, ctx) => (await import('./session.ts')).sessionOf(ctx, session),
  snapshot: async ({ path, blob }, ctx) => (await import('./session.ts')).snapshotOf(ctx, path, blob),
  step: async ({ node }, ctx) => (await import('./knowledge.ts')).stepOf(ctx, node),
  graph: async ({ place }, ctx) => (await import('./graph.ts')).graphOf(ctx, place),
  review: async ({ range }, ctx) => (await import('./review.ts')).reviewOf(ctx, range),
  knowledge: async (_, ctx) => (await import('./knowledge.ts')).knowledgeOf(ctx),
  history: async ({ node }, ctx) => (await import('./knowledge.ts')).historyOf(ctx, node),
  attestation: async ({ place }, ctx) => (await import('./attestation.ts')).attestationOf(ctx, place),
  search: async ({ text }, ctx) => (await import('./knowledge.ts')).searchOf(ctx, text),
};

/**
 * Answers a question.
 * @throws ProvError `usage` for what is no question, otherwise as the command does
 */
export async function answer<Q extends Question>(question: Q, ctx: CliContext): Promise<AnswerTo<Q>> {
  const run = TABLE[question.kind] as (question: Question, ctx: CliContext) => Promise<AnswerTo<Q>>;
  return run(question, ctx);
}

/** The fields of each question; a field with `?` may be missing. */
const FIELDS: { readonly [Kind in Question['kind']]: readonly string[] } = {
  start: [],
  place: ['text'],
  tree: ['fresh?'],
  sessions: [],
  commits: [],
  decisions: [],
  status: [],
  verify: [],
  file: ['path', 'revision?'],
  versions: ['path'],
  why: ['path', 'line', 'revision?'],
  change: ['commit', 'path'],
  session: ['session'],
  snapshot: ['path', 'blob'],
  step: ['node'],
  graph: ['place'],
  review: ['range'],
  knowledge: [],
  history: ['node'],
  attestation: ['place'],
  search: ['text'],
};

/**
 * Reads a question that came over the wire, and keeps nothing else of it.
 * @throws ProvError `usage` for anything else
 */
export function readQuestion(data: unknown): Question {
  const given = fieldsOf(data);
  const kind = given['kind'];
  if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) throw noQuestion();
  const question: Record<string, string | number> = { kind };
  for (const field of FIELDS[kind as Question['kind']]) {
    const name = field.replace('?', '');
    const value = given[name];
    if (value === undefined && field.endsWith('?')) continue;
    if (name === 'line' ? !isLine(value) : !isWord(value)) throw noQuestion();
    question[name] = value as string | number;
  }
  return question as unknown as Question;
}

/** The fields of an object that came over the wire. @throws ProvError `usage` for anything else */
export function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw noQuestion();
  return data as Record<string, unknown>;
}

const isLine = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;
// Git and the index take these as words of a command line: no NUL, and nothing that reads as an option.
export const isWord = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MAX_TEXT &&
  value !== '' &&
  !value.includes('\0') &&
  !value.startsWith('-');

const noQuestion = (): ProvError =>
  new ProvError('usage', 'The page asked something that this program does not know.', { hint: 'Reload the page.' });

// A page has no options: what to do is in its lists and its search. A whole command can be run in a terminal.
const OPTION = /^(?!.*\bgit ).*(?:^|\s)--[a-z]/;
const IN_THE_PAGE = 'Choose one in the lists of the page, or search for it.';

/** An error in the words of the command line, but for what a page cannot do. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ProvError))
    return {
      error: { what: 'An internal error of git prov.', why: error instanceof Error ? error.message : String(error) },
    };
  const cause = error.cause instanceof Error ? error.cause.message : error.cause;
  return {
    error: {
      what: error.message,
      ...(typeof cause === 'string' && cause !== '' && { why: cause }),
      ...(error.hint !== undefined && { hint: OPTION.test(error.hint) ? IN_THE_PAGE : error.hint }),
    },
  };
}
