import { ProvError } from '../../errors.ts';
import { isNodeId, isOid } from '../../model/ids.ts';
import { TASK_STATES } from '../../model/knowledge/task-state.ts';
import { SILENCE } from '../../model/reasons/talk-item.ts';
import { isObject } from '../spool/json-fields.ts';
import type { HeadMove } from '../worktree/head/head-move.ts';
import type { ReflogMark } from '../worktree/head/reflog.ts';
import type { SessionState, State, WorkTreeState } from './state.ts';

/** A state from disk. */
export interface MendedState {
  /** In the shape that the program relies on: damaged parts are left out. */
  readonly state: State;
  /** The parts that are damaged or missing, in words. */
  readonly lost: readonly string[];
}

/** The parts that the states of all versions of git prov have. */
const NEEDED: readonly (keyof State)[] = ['sessions', 'workTrees', 'reflogs', 'outgoing', 'faults'];

/**
 * A state from disk without its damaged parts. Its tables have no prototype, so a session or file may be called `constructor`.
 * @throws ProvError `data` for anything that is not a state of this version
 */
export function mendState(value: unknown): MendedState {
  if (!isObject(value) || value['version'] !== 1)
    throw new ProvError(
      'data',
      isObject(value) ? `It is of version ${JSON.stringify(value['version'])}.` : 'It is not an object.',
    );
  const lost: string[] = NEEDED.filter((key) => value[key] === undefined);
  // A part that is absent is no loss, except for the needed ones.
  const part = <T>(key: keyof State, isSound: (one: unknown) => boolean): T | undefined => {
    const one = value[key];
    if (one === undefined) return undefined;
    if (isSound(one)) return one as T;
    lost.push(key);
    return undefined;
  };
  const keep = <T>(key: keyof State, from: Readonly<Record<string, unknown>>, isSound: (one: unknown) => boolean) => {
    const kept: [string, T][] = [];
    for (const [name, one] of Object.entries(from))
      if (isSound(one)) kept.push([name, one as T]);
      else lost.push(`${key} ${JSON.stringify(name.slice(0, 80))}`);
    return kept;
  };
  const sound = <T>(key: keyof State, isSound: (one: unknown) => boolean): Record<string, T> =>
    table(Object.fromEntries(keep<T>(key, part(key, isObject) ?? {}, isSound)));
  const list = <T>(key: keyof State, isSound: (one: unknown) => boolean): T[] =>
    keep<T>(key, { ...part<unknown[]>(key, Array.isArray) }, isSound).map(([, one]) => one);
  const state: State = {
    ...(value as unknown as State),
    sessions: sound<SessionState>('sessions', isSession),
    workTrees: sound<WorkTreeState>('workTrees', isWorkTree),
    watched: part('watched', isBoolean) ?? false,
    reflogs: sound<ReflogMark>('reflogs', isMark),
    moves: sound<HeadMove[]>('moves', isMoves),
    tips: part('tips', isTips),
    memoBytes: part('memoBytes', isCount),
    outgoing: list('outgoing', (one) => isObject(one) && hasTexts(one, ['commit', 'note'])),
    faults: list('faults', (one) => isObject(one) && hasTexts(one, ['what']) && isCount(one['at'])),
    recorded: list('recorded', (one) => typeof one === 'string'),
  };
  if (part('whole', isBoolean) === undefined) delete state.whole;
  if (part('seen', isCount) === undefined) delete state.seen;
  if (part('memoHash', isText) === undefined) delete state.memoHash;
  if (state.damaged !== true) delete state.damaged;
  if (!isTexts(state.statements)) delete state.statements;
  for (const session of Object.values(state.sessions)) complete(session);
  for (const workTree of Object.values(state.workTrees)) {
    workTree.overlay = table(workTree.overlay);
    // A state of an earlier version does not have it.
    workTree.background = Array.isArray(workTree.background) ? workTree.background.filter(isInBackground) : [];
    if (!Array.isArray(workTree.committing) || !workTree.committing.every(isCommitting)) delete workTree.committing;
  }
  if (lost.length > 0) {
    delete state.whole;
    state.damaged = true;
  }
  return { state, lost };
}

/** The state before anything was recorded. */
export const emptyState = (): State => ({
  version: 1,
  sessions: table(),
  workTrees: table(),
  watched: false,
  reflogs: table(),
  moves: table(),
  tips: undefined,
  memoBytes: undefined,
  outgoing: [],
  faults: [],
  recorded: [],
});

/** What is lost of a state, for people. */
export const nameLost = (lost: readonly string[]): string =>
  `${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}`;

const isBoolean = (one: unknown): boolean => typeof one === 'boolean';
const isText = (one: unknown): boolean => typeof one === 'string';

const isMoves = (one: unknown): boolean =>
  Array.isArray(one) &&
  one.every((move) => isObject(move) && hasTexts(move, ['from', 'to']) && [move['from'], move['to']].every(isId));

const isId = (one: unknown): boolean => typeof one === 'string' && isOid(one);

const isTips = (one: unknown): boolean =>
  isObject(one) && hasTexts(one, ['mark']) && Array.isArray(one['oids']) && one['oids'].every(isId);

/** The state of one session from disk; undefined when it is damaged. */
export function mendSession(value: unknown): SessionState | undefined {
  if (!isSession(value)) return undefined;
  const session = value as SessionState;
  complete(session);
  return session;
}

function complete(session: SessionState): void {
  session.narration = table(session.narration);
  session.usage = table(session.usage);
  session.graphs = session.graphs.filter(isCutGraph);
  if (isObject(session.told)) session.told = table(session.told);
  else delete session.told;
  if (!isCount(session.promptedAt)) delete session.promptedAt;
  if (typeof session.given !== 'string') delete session.given;
  if (isObject(session.scripts)) session.scripts = table(session.scripts);
  else delete session.scripts;
  if (!isObject(session.counted) || !Object.values(session.counted).every(isCount)) delete session.counted;
  if (session.native !== true) delete session.native;
  if (session.tasks !== undefined && !areTasks(session.tasks)) delete session.tasks;
  session.cursor = {
    ...session.cursor,
    groups: session.cursor.groups.filter((group) => isObject(group) && hasUndecided(group.edits)),
    unexplained: hasUndecided(session.cursor.unexplained) ? session.cursor.unexplained : [],
    talk: isTalk(session.cursor.talk) ? session.cursor.talk : SILENCE,
  };
  const { seen } = session.cursor;
  if (!isObject(seen) || typeof seen['any'] !== 'boolean' || !isNumbers(seen['names'])) {
    const { seen: _, ...cursor } = session.cursor;
    session.cursor = cursor;
  }
  const { asked, questions } = session.cursor;
  if ((asked !== undefined && !isTexts(asked)) || (questions !== undefined && !isCount(questions))) {
    const { asked: _, questions: __, ...cursor } = session.cursor;
    session.cursor = cursor;
  }
  const { ahead } = session.cursor;
  if (ahead !== undefined && !isAhead(ahead)) {
    const { ahead: _, ...cursor } = session.cursor;
    session.cursor = cursor;
  }
  if (session.stated !== undefined && !isCount(session.stated)) delete session.stated;
  if (!Array.isArray(session.about) || !session.about.every(isId)) delete session.about;
}

const isAhead = (one: unknown): boolean =>
  isObject(one) &&
  hasTexts(one, ['of']) &&
  Array.isArray(one['reasons']) &&
  one['reasons'].every(
    (reason) =>
      isObject(reason) &&
      hasTexts(reason, ['text', 'place']) &&
      isTexts(reason['ruledOut']) &&
      isNumbers(reason['edits']),
  );

/** An object without inherited keys, with the entries of `from`. */
export const table = <T>(from: Readonly<Record<string, T>> = {}): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, from);

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const hasTexts = (one: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean =>
  keys.every((key) => typeof one[key] === 'string');
const hasLists = (one: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean =>
  keys.every((key) => Array.isArray(one[key]));

const isMark = (value: unknown): boolean =>
  isObject(value) && isCount(value['bytes']) && typeof value['last'] === 'string';

const isChain = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['head'] === 'string' &&
  (value['parentHash'] === null || typeof value['parentHash'] === 'string');

const CURSOR_LISTS = ['pending', 'unverified', 'uncommitted', 'patches', 'gates', 'groups'];

const isSession = (one: unknown): boolean =>
  isObject(one) &&
  isObject(one['session']) &&
  hasTexts(one['session'], ['id', 'agent']) &&
  isObject(one['cursor']) &&
  isCount(one['cursor']['next']) &&
  isChain(one['cursor']['chain']) &&
  hasLists(one['cursor'], CURSOR_LISTS) &&
  isChain(one['cutAt']) &&
  hasLists(one, ['nodes', 'edges', 'context', 'graphs', 'ended']) &&
  isCount(one['ledgerBytes']) &&
  isObject(one['narration']) &&
  isObject(one['usage']);

// A damaged mark of a graph would stop every drain; an unknown graph is only not examined.
const isCutGraph = (one: unknown): boolean =>
  isObject(one) &&
  hasTexts(one, ['id']) &&
  isCount(one['from']) &&
  isCount(one['to']) &&
  (one['verifies'] === undefined || isCount(one['verifies'])) &&
  (one['commits'] === undefined ||
    (Array.isArray(one['commits']) && one['commits'].every((commit) => typeof commit === 'string' && isOid(commit))));

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

const isNumbers = (value: unknown): boolean => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one));

const hasUndecided = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isObject(one) &&
      hasTexts(one, ['id', 'did']) &&
      ['time', 'turn'].every((key) => isCount(one[key])) &&
      Number.isSafeInteger(one['at']) &&
      (one['call'] === null || typeof one['call'] === 'string') &&
      hasLists(one, ['paths']) &&
      isObject(one['names']) &&
      isNumbers(one['names']['code']) &&
      isNumbers(one['names']['words']),
  );

// A damaged or older conversation is dropped; nothing else is lost.
const isTalk = (value: unknown): boolean =>
  isObject(value) &&
  isCount(value['next']) &&
  isCount(value['turn']) &&
  hasLists(value, ['said', 'calls']) &&
  (value['said'] as unknown[]).every(
    (one) =>
      isObject(one) &&
      hasTexts(one, ['text', 'place']) &&
      ['planned', 'request'].every((key) => one[key] === undefined || one[key] === true) &&
      (one['refused'] === undefined || hasTexts(one, ['refused'])) &&
      ['turn', 'at', 'nth', 'of', 'signs'].every((key) => isCount(one[key])),
  ) &&
  (value['calls'] as unknown[]).every(
    (one) => isObject(one) && hasTexts(one, ['call']) && isCount(one['turn']) && isCount(one['at']),
  );

const isInBackground = (one: unknown): boolean =>
  isObject(one) &&
  hasTexts(one, ['session', 'key', 'tool', 'summary', 'node']) &&
  isCount(one['at']) &&
  isObject(one['lasting']) &&
  hasLists(one['lasting'], ['paths']);

const isCommitting = (one: unknown): boolean =>
  isObject(one) &&
  hasTexts(one, ['session', 'key', 'tool', 'summary', 'node']) &&
  isCount(one['at']) &&
  isCount(one['until']) &&
  hasLists(one, ['paths']);

const isWorkTree = (one: unknown): boolean =>
  isObject(one) &&
  hasTexts(one, ['gitDir', 'top', 'tree']) &&
  isObject(one['overlay']) &&
  isCount(one['number']) &&
  hasLists(one, ['open', 'dropped']);

const areTasks = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isObject(one) &&
      typeof one['node'] === 'string' &&
      isNodeId(one['node']) &&
      typeof one['text'] === 'string' &&
      (TASK_STATES as readonly unknown[]).includes(one['state']) &&
      (one['id'] === undefined || typeof one['id'] === 'string'),
  );
