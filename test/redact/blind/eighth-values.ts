/** Values of the eighth blind list, as an outside tester would make them. No value was ever a real secret. */
import { createHmac } from 'node:crypto';
import { below, fill, pick, SEED_WORDS, type Random } from './values.ts';

const WORDS =
  'autumn banana cactus diesel eagle pirate freddy garlic hammer island jaguar kitten lemon mango ninja ocean pickle rabbit rusty shadow sunny turtle velvet walnut yellow zebra hockey chicken sniper bicycle'.split(
    ' ',
  );
const NAMES = 'anna bruno carlos daniela emma felix hannah ivan julia kevin laura marco nadia oliver paula sven'.split(
  ' ',
);
const RUNS = ['qwe', 'asd', 'zxc', 'qwertz', 'wsx', 'rfv', 'poiu', 'lkjh', 'yxcv', '1qaz', '2wsx'];
const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5' };
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const sign = (r: Random): string => pick(r, ['!', '!', '!', '#', '$', '*', '.', '?', '+', '@', '_', '-', '%', '&']);
const between = (r: Random): string => pick(r, ['-', '_', '.', '#', '@', '+', '!']);
const year = (r: Random): string => String(1975 + below(r, 51));

const HABITS: readonly ((r: Random) => string)[] = [
  (r) => capital(pick(r, WORDS)) + year(r) + sign(r),
  (r) => capital(pick(r, WORDS)) + fill(r, '<d2-3>'),
  (r) => capital(pick(r, WORDS)).replaceAll(/[aeios]/g, (one) => LEET[one] ?? one) + between(r) + fill(r, '<d1-2>'),
  (r) => pick(r, WORDS) + between(r) + capital(pick(r, WORDS)) + fill(r, '<d2>'),
  (r) => pick(r, NAMES) + pick(r, [year(r), fill(r, '<d4>')]),
  (r) => pick(r, RUNS) + fill(r, '<d3>') + pick(r, RUNS).toUpperCase(),
  (r) => fill(r, '<X1><x1><d1><x2><X1><x2>') + sign(r),
  (r) => fill(r, '<a1><s11-19>'),
  (r) => fill(r, '<a12-20>'),
  (r) => pick(r, WORDS) + pick(r, WORDS),
];

/** @returns a password as people choose it, without quotes, white space or a backslash */
export const usual = (r: Random): string => pick(r, HABITS)(r);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const login = (r: Random): string => `${pick(r, NAMES)}:${pick(r, [usual(r), fill(r, '<a16>')])}`;
const lines = (r: Random, count: number, length: number): string[] => [
  ...Array.from({ length: count - 1 }, () => fill(r, `<B${length}>`)),
  `${fill(r, '<B38>')}==`,
];
const words = (r: Random, count: number, from: readonly string[]): string[] =>
  Array.from({ length: count }, () => pick(r, from));

function jwt(r: Random): string {
  const claims = {
    sub: String(1000 + below(r, 90_000)),
    name: capital(pick(r, NAMES)),
    iat: 1_700_000_000 + below(r, 50_000_000),
  };
  const body = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
  return `${body}.${createHmac('sha256', fill(r, '<a16>')).update(body).digest('base64url')}`;
}

/** Values that no pattern describes, by the name of their kind. */
export const EIGHTH_VALUES: Readonly<Record<string, (r: Random) => string>> = {
  'gcp service account': (r) => lines(r, 3, 64).join(String.raw`\n`),
  'azure sas': (r) => encodeURIComponent(fill(r, '<B43>=')),
  'supabase service role': jwt,
  'docker config file': (r) => base64(`${pick(r, NAMES)}:${fill(r, '<a20>')}`),
  'k8s secret': (r) => base64(pick(r, [usual(r), fill(r, '<a20>')])),
  kubeconfig: (r) => `${base64url({ alg: 'RS256', kid: fill(r, '<b43>') })}.${fill(r, '<b200>')}.${fill(r, '<b342>')}`,
  'jwt header': jwt,
  'jwt elsewhere': jwt,
  'pem private key': (r) => lines(r, 4 + below(r, 5), 64).join('\n'),
  'openssh private key': (r) =>
    [
      `b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAA${fill(r, '<B14>')}`,
      ...lines(r, 4 + below(r, 3), 70),
    ].join('\n'),
  'basic auth': (r) => base64(login(r)),
  'seed phrase of a wallet': (r) => words(r, 12, SEED_WORDS).join(' '),
  'passphrase of words': (r) =>
    words(r, 4, WORDS).join(pick(r, [' ', '-'])) + pick(r, ['', '', fill(r, ' <d2>').trim()]),
};
