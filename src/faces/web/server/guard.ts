import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** 256 bits, new at every start. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The names under which a browser may reach the server. Any other `Host` is another site's name for this machine. */
export const hostsOf = (port: number): ReadonlySet<string> => new Set([`127.0.0.1:${port}`, `localhost:${port}`]);

/** Why a request is refused: its HTTP status and what is wrong. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415;
  readonly what: string;
}

/**
 * Checks where a request comes from. A page of another site has another `Host` (DNS rebinding), another `Origin`, or a
 * `Sec-Fetch-Site` that says so.
 */
export function checkOrigin({ headers }: IncomingMessage, port: number): Refusal | undefined {
  const host = headers.host ?? '';
  if (!hostsOf(port).has(host)) return { status: 403, what: 'This server has another name.' };
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, what: 'The request comes from another site.' };
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, what: 'The request comes from another site.' };
  return undefined;
}

/** Checks the token, in a time that does not depend on it. */
export function checkToken({ headers }: IncomingMessage, token: string): Refusal | undefined {
  const given = /^Bearer ([\w-]{1,200})$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const [a, b] = [given, token].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!) ? undefined : { status: 401, what: 'The token is missing or wrong.' };
}

/** Nothing of another host, no inline code, no frame around the page, no form, no base; nothing leaves. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Headers of every answer. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  'Cache-Control': 'no-store',
};
