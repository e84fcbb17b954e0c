import { createHash } from 'node:crypto';
import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Session } from '../../model/model.ts';

/** What our records name a session by: its agent and its own id, percent-encoded. It leads nowhere. */
const SESSION_URL = /^urn:git-prov:session:([^:]+):([^:]+)$/;

/** The name of a session in a record. */
export const sessionUrl = ({ agent, id }: Pick<Session, 'agent' | 'id'>): string =>
  `urn:git-prov:session:${encodeURIComponent(agent.toWellFormed())}:${encodeURIComponent(id.toWellFormed())}`;

/** The session that the URL names; undefined for any other URL. */
export function readSessionUrl(url: string): { readonly agent: string; readonly id: SessionId } | undefined {
  const [, agent, id] = SESSION_URL.exec(url) ?? [];
  try {
    return agent && id ? { agent: decodeURIComponent(agent), id: sessionId(decodeURIComponent(id)) } : undefined;
  } catch {
    return undefined; // no encoding, or no session id
  }
}

/** `sha256:` of lines with a line feed between two of them and none behind the last. @param lines a character a byte */
export const hashLines = (lines: readonly string[]): string => digest(lines.join('\n'));

/** Whether a `sha256:` is of these lines, also with a line feed behind the last one, or without carriage returns. */
export function isHashOf(hash: string, lines: readonly string[]): boolean {
  const text = lines.join('\n');
  const plain = text.replaceAll(/\r(?=\n|$)/g, '');
  return [text, `${text}\n`, plain, `${plain}\n`].some((one) => digest(one) === hash.toLowerCase());
}

const digest = (text: string): string => `sha256:${createHash('sha256').update(text, 'latin1').digest('hex')}`;
