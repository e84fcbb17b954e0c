import { sessionId, type SessionId } from '../../graph/ids.ts';
import type { Adapter, AgentEvent, Payload } from '../event.ts';
import { text } from '../field.ts';

/** An event that our own commands put into the spool; only what `decisionPayload` writes is read. */
export const own: Pick<Adapter, 'sniff' | 'read'> = {
  sniff: (payload) => payload['git_prov'] === 1,
  read,
};

/** What somebody decided, in words. */
export interface Declared {
  readonly text: string;
  readonly because?: string | undefined;
  readonly rejected: readonly string[];
}

/** The spooled form of a decision that was declared in a session. */
export const decisionPayload = (
  agent: string,
  vendor: string,
  session: SessionId,
  { text: words, because, rejected }: Declared,
): Payload => ({
  git_prov: 1,
  type: 'decision',
  agent,
  vendor,
  session,
  text: words,
  ...(because !== undefined && { because }),
  rejected,
});

function read(payload: Payload): AgentEvent | undefined {
  const [agent, vendor, session, words] = ['agent', 'vendor', 'session', 'text'].map((key) => text(payload, key));
  if (!agent || vendor === undefined || !session || !words || payload['type'] !== 'decision') return undefined;
  const because = text(payload, 'because');
  const rejected = Array.isArray(payload['rejected'])
    ? payload['rejected'].filter((item) => typeof item === 'string')
    : [];
  return {
    agent,
    vendor,
    session: sessionId(session),
    body: { type: 'decision', text: words, rejected, ...(because && { because }) },
  };
}
