import { createHmac } from 'node:crypto';
import { fill, password, pick, plainPassword, SEED_WORDS, WORDS, type Random } from './values.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const lines = (r: Random, count: number): string => Array.from({ length: count }, () => fill(r, '<B64>')).join('\n');
const words = (r: Random, from: readonly string[], count: number): string =>
  Array.from({ length: count }, () => pick(r, from)).join(' ');

function jwt(r: Random): string {
  const body = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: fill(r, '<d10>'), name: 'x', iat: 1_700_000_000 })}`;
  return `${body}.${createHmac('sha256', fill(r, '<a20>')).update(body).digest('base64url')}`;
}

/** Values that no pattern describes, by the name of their kind. */
export const SPECIAL_VALUES: Readonly<Record<string, (r: Random) => string>> = {
  'pem key': (r) => lines(r, 6),
  'openssh key': (r) => `b3BlbnNzaC1rZXktdjEA${fill(r, '<B50>')}\n${lines(r, 4)}`,
  'pgp key': (r) => lines(r, 8),
  'encrypted key': (r) => lines(r, 4),
  jwt,
  'basic header': (r) => base64(`admin:${password(r)}`),
  'kubernetes data': (r) => base64(plainPassword(r)),
  'token in base64': (r) => base64(`token=${fill(r, 'ghp_<a36>')}`),
  'token in hex': (r) => Buffer.from(fill(r, 'ghp_<a36>')).toString('hex'),
  'docker config': (r) => base64(`deploy:${password(r)}`),
  'json in base64': (r) => base64(JSON.stringify({ user: 'a', password: password(r) })),
  'framework keys': (r) =>
    pick(r, [fill(r, '<h64>'), fill(r, '<a40>'), fill(r, '<s50>'), password(r), fill(r, '<h32>')]),
  cookies: (r) =>
    pick(r, [
      fill(r, '<h32>'),
      fill(r, '<l26>'),
      fill(r, '<a43>'),
      `s%3A${fill(r, '<b32>')}.${fill(r, '<B42>')}`.replaceAll('+', 'x'),
    ]),
  'seed phrase': (r) => words(r, SEED_WORDS, pick(r, [12, 12, 24])),
  passphrase: (r) => words(r, WORDS, pick(r, [3, 4, 5])),
  'seed words in other shapes': (r) => words(r, SEED_WORDS, 12),
};
