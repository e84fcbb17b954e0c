import { createHash } from 'node:crypto';
import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Session } from '../../model/model.ts';

/** The form of session URLs in our records: the agent and its own session id, percent-encoded. The URL cannot be opened. */
const SESSION_URL = /^urn:git-prov:session:([^:]+):([^:]+)$/;

/** The URL of a session in a record. */
export const sessionUrl = ({ agent, id }: Pick<Session, 'agent' | 'id'>): string =>
  `urn:git-prov:session:${encodeURIComponent(agent.toWellFormed())}:${encodeURIComponent(id.toWellFormed())}`;

/** The session that the URL names; undefined for any other URL. */
export function readSessionUrl(url: string): { readonly agent: string; readonly id: SessionId } | undefined {
  const [, agent, id] = SESSION_URL.exec(url) ?? [];
  try {
    return agent && id ? { agent: decodeURIComponent(agent), id: sessionId(decodeURIComponent(id)) } : undefined;
  } catch {
    return undefined; // invalid encoding, or an invalid session id
  }
}

/** The `sha256:` hash of lines, joined by line feeds without one at the end. @param lines one character for each byte */
export const hashLines = (lines: readonly string[]): string => digest(lines.join('\n'));

/** Whether a `sha256:` hash belongs to these lines. Also accepts a final line feed, and missing carriage returns. */
export function isHashOf(hash: string, lines: readonly string[]): boolean {
  const text = lines.join('\n');
  const plain = text.replaceAll(/\r(?=\n|$)/g, '');
  return [text, `${text}\n`, plain, `${plain}\n`].some((one) => digest(one) === hash.toLowerCase());
}

const digest = (text: string): string => `sha256:${createHash('sha256').update(text, 'latin1').digest('hex')}`;
