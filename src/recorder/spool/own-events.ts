import { isNodeId, isOid, type Oid, type RepoPath, sessionId, type SessionId } from '../../model/ids.ts';
import { CHANGES, DECLARED, type Declared, type KnowledgeChange, THOUSAND } from '../../model/knowledge/kinds.ts';
import { type Detail, EDGE_KINDS, type EdgeKind, type Scalar } from '../../model/model.ts';
import type { Changed, Knowledge, OtherThing, Target } from '../../model/step.ts';
import type { Adapter, AgentEvent, EventBody, Payload } from './event.ts';
import { count, isObject, object, objects, strings, text } from './json-fields.ts';

/** An event that our own commands spooled; only the output of `declarationPayload` is read. */
export const own: Pick<Adapter, 'sniff' | 'read'> = {
  sniff: (payload) => payload['git_prov'] === 1,
  read,
};

/** A declared entry, or a change to one. */
export type Declaration =
  | { readonly type: 'knowledge'; readonly said: Knowledge; readonly risks: readonly string[] }
  | { readonly type: 'change'; readonly changed: Changed };

/** The session that declares it. */
export interface Speaker {
  readonly agent: string;
  readonly vendor: string;
  readonly id: SessionId;
}

/**
 * The spooled form of an entry that is declared in a session.
 * @param on commits that it is about; their notes will contain it
 */
export const declarationPayload = (
  { agent, vendor, id }: Speaker,
  declaration: Declaration,
  on: readonly Oid[],
): Payload => ({
  git_prov: 1,
  agent,
  vendor,
  session: id,
  ...declaration,
  on,
});

/** A text that an agent was given: its size in bytes, the nodes in it, and how many entries did not fit. */
export interface GivenContext {
  readonly bytes: number;
  readonly items: readonly { readonly id: string }[];
  readonly left: number;
}

/** The spooled form of context that an agent was given. */
export const contextPayload = ({ agent, vendor, id }: Speaker, { bytes, items, left }: GivenContext): Payload => ({
  git_prov: 1,
  agent,
  vendor,
  session: id,
  type: 'context',
  bytes,
  nodes: items.map((item) => item.id),
  left,
});

/** The spooled form of a question at the end of a turn: its size in bytes, and the number of changes that it is about. */
export const questionPayload = ({ agent, vendor, id }: Speaker, bytes: number, changes: number): Payload => ({
  git_prov: 1,
  agent,
  vendor,
  session: id,
  type: 'question',
  bytes,
  changes,
});

/** Fields that may accompany the text. `share` is a whole number up to a thousand. */
const DETAIL: Readonly<Record<string, 'text' | 'share' | 'texts' | 'numbers'>> = {
  status: 'text',
  state: 'text',
  confidence: 'share',
  before: 'share',
  after: 'share',
  source_type: 'text',
  created_via: 'text',
  promotion_context: 'text',
  consolidation_id: 'text',
  by: 'text',
  files: 'texts',
  outcome: 'text',
  lessons: 'texts',
  model: 'text',
  rule: 'text',
  until: 'text',
  blocks: 'numbers',
  behaviour: 'text',
  run: 'numbers',
  key: 'numbers',
  action: 'text',
  depth: 'share',
  rests_on: 'numbers',
};

function read(payload: Payload): AgentEvent | undefined {
  const [agent, vendor, session] = ['agent', 'vendor', 'session'].map((key) => text(payload, key));
  if (!agent || vendor === undefined || !session) return undefined;
  const on = strings(payload, 'on').filter(isOid);
  const body = bodyOf(payload, on);
  return body && { agent, vendor, session: sessionId(session), body };
}

function bodyOf(payload: Payload, on: readonly Oid[]): EventBody | undefined {
  if (payload['type'] === 'question')
    return { type: 'question', bytes: count(payload, 'bytes') ?? 0, changes: count(payload, 'changes') ?? 0 };
  if (payload['type'] !== 'context')
    return payload['type'] === 'knowledge' ? knowledge(payload, on) : change(payload, on);
  return {
    type: 'context',
    bytes: count(payload, 'bytes') ?? 0,
    nodes: strings(payload, 'nodes').filter(isNodeId),
    left: count(payload, 'left') ?? 0,
  };
}

function knowledge(payload: Payload, on: readonly Oid[]): EventBody | undefined {
  const said = object(payload, 'said');
  const [kind, words, because] = ['kind', 'text', 'because'].map((key) => text(said, key));
  if (!words || !isOf(DECLARED, kind)) return undefined;
  const links = objects(said, 'links').flatMap((item): Knowledge['links'][number][] => {
    const [edge, to] = [text(item, 'edge'), target(item['to'])];
    return isOf(EDGE_KINDS, edge) && to ? [{ edge: edge as EdgeKind, to }] : [];
  });
  return {
    type: 'knowledge',
    said: {
      kind: kind as Declared,
      text: words,
      // An event of an earlier version that was not recorded yet has the other name.
      ruledOut: [...strings(said, 'ruledOut'), ...strings(said, 'rejected')],
      links,
      ...(because && { because }),
      detail: detailOf(said),
    },
    risks: strings(payload, 'risks'),
    on,
  };
}

function change(payload: Payload, on: readonly Oid[]): EventBody | undefined {
  const changed = object(payload, 'changed');
  const [what, edge, because] = ['change', 'edge', 'because'].map((key) => text(changed, key));
  const [subject, to] = [target(changed['subject']), target(changed['object'])];
  if (payload['type'] !== 'change' || !isOf(CHANGES, what) || !subject) return undefined;
  return {
    type: 'change',
    changed: {
      change: what as KnowledgeChange,
      subject,
      ...(isOf(EDGE_KINDS, edge) && { edge: edge as EdgeKind }),
      ...(to && { object: to }),
      ...(because && { because }),
      detail: detailOf(changed),
    },
    on,
  };
}

function target(value: unknown): Target | undefined {
  if (!isObject(value)) return undefined;
  const [node, path, commit] = ['node', 'path', 'commit'].map((key) => text(value, key));
  if (node && isNodeId(node)) return { node };
  if (commit && isOid(commit)) return { commit };
  const other = otherThing(object(value, 'thing'));
  if (other) return { thing: other };
  if (!path) return undefined;
  const symbol = object(value, 'symbol');
  const [kind, name] = ['kind', 'name'].map((key) => text(symbol, key));
  const isSymbol = (kind === 'function' || kind === 'type') && name !== undefined && name !== '';
  return { path: path as RepoPath, ...(isSymbol && { symbol: { kind, name } }) };
}

function otherThing(value: Payload): OtherThing | undefined {
  const [kind, path, name] = ['kind', 'path', 'name'].map((key) => text(value, key));
  if (kind === 'external') return name ? { kind, name } : undefined;
  if (kind === 'module') return path ? { kind, path: path as RepoPath } : undefined;
  return (kind === 'service' || kind === 'tool') && path && name ? { kind, path: path as RepoPath, name } : undefined;
}

function detailOf(from: Payload): Detail {
  const given = object(from, 'detail');
  const kept: [string, Scalar | readonly Scalar[]][] = [];
  for (const [name, type] of Object.entries(DETAIL)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (type === 'text' && typeof value === 'string') kept.push([name, value]);
    else if (type === 'share' && isShare(value)) kept.push([name, value]);
    else if (type === 'numbers' && isNumbers(value)) kept.push([name, value]);
    else if (type === 'texts' && strings(given, name).length > 0) kept.push([name, strings(given, name)]);
  }
  return Object.fromEntries(kept);
}

const isShare = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= THOUSAND;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => Number.isSafeInteger(one) && one >= 0);

const isOf = (list: readonly string[], value: string | undefined): value is string =>
  value !== undefined && list.includes(value);
