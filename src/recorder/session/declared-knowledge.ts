import { answered } from '../../model/graph/question.ts';
import type { NodeId } from '../../model/ids.ts';
import type { Changed, Knowledge, Step, Target } from '../../model/step.ts';
import type { Detail } from '../../model/model.ts';
import { CONTEXT, QUESTION } from '../../model/knowledge/kinds.ts';
import type { EventBody } from '../spool/event.ts';
import type { Sessions } from './sessions.ts';
import type { SessionState } from '../state/state.ts';

/** Commits of a session that are remembered because new entries go into their notes. */
const MAX_COMMITS = 64;
/** Risks taken from one decision. */
const MAX_RISKS = 10;

/**
 * Records declared entries, or changes to them, as steps of a session; words without secrets.
 * @returns the step
 */
export async function recordDeclaration(
  sessions: Sessions,
  state: SessionState,
  body: Extract<EventBody, { type: 'knowledge' | 'change' }>,
  at: number,
): Promise<NodeId> {
  if (body.on.length > 0) state.about = [...new Set([...(state.about ?? []), ...body.on])].slice(-MAX_COMMITS);
  if (body.type === 'change') {
    const step = { ...(await plainChange(sessions, body.changed)), type: 'change', at } as const;
    return sessions.add(state, step).id;
  }
  const entry = await plain(sessions, body.said);
  // An answer joins the notes of the commits that have the changes.
  const answers = entry.kind === 'decision' ? answered(state.cursor, `${entry.text} ${entry.because ?? ''}`) : [];
  const landed = answers.flatMap(({ commits = [] }) => commits);
  if (landed.length > 0) state.about = [...new Set([...(state.about ?? []), ...landed])].slice(-MAX_COMMITS);
  const { id } = sessions.add(state, { ...entry, type: 'knowledge', at });
  for (const risk of body.risks.slice(0, MAX_RISKS)) {
    const { source_type: _, confidence: __, ...detail } = entry.detail ?? {};
    sessions.add(state, {
      type: 'knowledge',
      kind: 'risk',
      at,
      text: await sessions.redact(risk),
      ruledOut: [],
      links: [{ edge: 'derived_from', to: { node: id } }],
      detail,
    });
  }
  return id;
}

async function plain(sessions: Sessions, entry: Knowledge): Promise<Knowledge> {
  return {
    ...entry,
    text: await sessions.redact(entry.text),
    ruledOut: await Promise.all(entry.ruledOut.map((one) => sessions.redact(one))),
    ...(entry.because !== undefined && { because: await sessions.redact(entry.because) }),
    links: await Promise.all(entry.links.map(async ({ edge, to }) => ({ edge, to: await plainTarget(sessions, to) }))),
    detail: await plainDetail(sessions, entry.detail),
  };
}

// The author of the entry typed the name of a package. The other things were found in the work tree.
async function plainTarget(sessions: Sessions, target: Target): Promise<Target> {
  if (!('thing' in target) || target.thing.kind !== 'external') return target;
  return { thing: { kind: 'external', name: await sessions.redact(target.thing.name) } };
}

async function plainChange(sessions: Sessions, changed: Changed): Promise<Changed> {
  return {
    ...changed,
    subject: await plainTarget(sessions, changed.subject),
    ...(changed.object && { object: await plainTarget(sessions, changed.object) }),
    ...(changed.because !== undefined && { because: await sessions.redact(changed.because) }),
    detail: await plainDetail(sessions, changed.detail),
  };
}

async function plainDetail(sessions: Sessions, detail: Detail = {}): Promise<Detail> {
  const redacted = Object.entries(detail).map(async ([name, value]) => [
    name,
    typeof value === 'string'
      ? await sessions.redact(value)
      : Array.isArray(value)
        ? await Promise.all(value.map((one) => (typeof one === 'string' ? sessions.redact(one) : one)))
        : value,
  ]);
  return Object.fromEntries(await Promise.all(redacted)) as Detail;
}

/** The step for context that an agent was given: a tool that read it. */
export const contextStep = ({ bytes, nodes, left }: Extract<EventBody, { type: 'context' }>, at: number): Step => ({
  type: 'tool',
  at,
  tool: CONTEXT,
  action: 'read',
  summary: `${bytes.toLocaleString('en-US')} bytes${left > 0 ? `, ${left} left out` : ''}`,
  outcome: 'ok',
  changed: [],
  paths: [],
  detail: { bytes, nodes, left },
});

/** The step for a question that an agent was asked at the end of a turn. */
export const questionStep = ({ bytes, changes }: Extract<EventBody, { type: 'question' }>, at: number): Step => ({
  type: 'tool',
  at,
  tool: QUESTION,
  action: 'read',
  summary: `for the reasons of ${changes} ${changes === 1 ? 'change' : 'changes'}`,
  outcome: 'ok',
  changed: [],
  paths: [],
  detail: { bytes, changes },
});

/** Whether there are entries that no graph contains yet. */
export const hasDeclarations = ({ nodes }: Pick<SessionState, 'nodes'>): boolean =>
  nodes.some(({ detail }) => detail?.['source'] === 'declared');
