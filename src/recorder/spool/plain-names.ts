import type { Check } from '../../model/checks/kind.ts';
import type { CommandVerdict } from '../../model/shell/verdict.ts';
import type { AgentEvent, Call, EventBody } from './event.ts';

type Redact = (text: string) => Promise<string>;

/** Removes secrets from what a program gave: from names, and from ids, which may look random and are compared with those elsewhere. */
export interface NameRedactor {
  name(text: string): Promise<string>;
  id(text: string): Promise<string>;
}

/**
 * An event, with names that have no secrets: those of tools, calls, models, kinds of sub-agents and events. They are written unchanged
 * otherwise. Its texts are redacted where they are used, and its session keeps its id.
 */
export async function withPlainNames(event: AgentEvent, redact: NameRedactor): Promise<AgentEvent> {
  const { model, body } = event;
  return {
    ...event,
    ...(model !== undefined && { model: await redact.name(model) }),
    body: await plainBody(body, redact),
  };
}

async function plainBody(body: EventBody, redact: NameRedactor): Promise<EventBody> {
  switch (body.type) {
    case 'before':
    case 'after':
    case 'gate':
      return { ...body, call: await plainCall(body.call, redact) };
    case 'batch': {
      const calls = body.calls.map(async (one) => ({ ...one, call: await plainCall(one.call, redact) }));
      return { ...body, calls: await Promise.all(calls) };
    }
    case 'session_start':
      return { ...body, ...(body.model !== undefined && { model: await redact.name(body.model) }) };
    case 'subagent_start':
      return { ...body, kind: await redact.name(body.kind) };
    case 'raw':
      return { ...body, name: await redact.name(body.name) };
    default:
      return body;
  }
}

const plainCall = async (call: Call, redact: NameRedactor): Promise<Call> => ({
  ...call,
  tool: await redact.name(call.tool),
  ...(call.id !== undefined && { id: await redact.id(call.id) }),
});

/**
 * What is known of a command, without secrets. Names of files stay, because lines get their owners by them.
 * @param redact removes secrets from a text
 */
export async function plainVerdict(verdict: CommandVerdict, redact: Redact): Promise<CommandVerdict> {
  const { label, runs } = verdict;
  const plainRuns: Check[] = [];
  for (const run of runs ?? []) {
    const packages = run.packages && (await Promise.all(run.packages.map(redact)));
    plainRuns.push({ ...run, label: await redact(run.label), ...(packages && { packages }) });
  }
  return {
    ...verdict,
    ...(runs && { runs: plainRuns }),
    ...(label !== undefined && { label: await redact(label) }),
  };
}
