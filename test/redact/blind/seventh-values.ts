/** Values of the seventh blind list: other words and habits again. No value was ever a real secret. */
import { createHmac } from 'node:crypto';
import { below, fill, pick, type Random } from './values.ts';

const WORDS =
  'granite willow beacon cobbler dynamo ember fjord glacier hazel indigo juniper kestrel lichen magnet nimbus oyster plume quartz raven sorrel thistle upland vortex wicker yonder zephyr'.split(
    ' ',
  );
const NAMES = 'gustav helena irina jonas katarina lorenzo mateusz noemi otto petra quentin rosa stefan tamara'.split(
  ' ',
);
const OTHERS =
  'katzenpfote wolkenbruch papillon chouette ventana lluvia montanha cavallo fiskebolle tuulimylly gwiazda medved kedvenc ogrod bisikleta kucing'.split(
    ' ',
  );
const SCRIPTS = 'Молоко ветер 사과나무 山の手 北京 Ωμέγα Ørsted crème Zürich słońce'.split(' ');
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const sign = (r: Random): string => pick(r, ['!', '#', '$', '%', '&', '*', '+', '-', '.', '=', '?', '@', '_', '~']);

const HABITS: readonly ((r: Random) => string)[] = [
  (r) => capital(pick(r, WORDS)) + fill(r, '<d2-4>') + sign(r),
  (r) => pick(r, NAMES) + fill(r, '<d2-4>'),
  (r) => pick(r, WORDS) + pick(r, ['-', '_', '.', '']) + pick(r, WORDS) + fill(r, '<d1-2>'),
  (r) => capital(pick(r, NAMES)) + sign(r) + pick(r, WORDS),
  (r) => pick(r, OTHERS).replace('a', '@').replace('i', '1').replace('o', '0') + fill(r, '<d1-2>'),
  (r) => `${capital(pick(r, OTHERS))}${1955 + below(r, 70)}`,
  (r) => pick(r, SCRIPTS) + fill(r, '<d2-4>'),
  (r) => Array.from({ length: 4 }, () => pick(r, WORDS)).join('-'),
  // Letters only.
  (r) => pick(r, WORDS) + pick(r, WORDS),
  (r) => pick(r, OTHERS),
  (r) => fill(r, '<x8-12>'),
  (r) => fill(r, '<X1><x5-8>'),
  // Short.
  (r) => fill(r, '<x2><d2><x2>'),
  (r) => fill(r, '<a6-8>'),
  // What a program makes.
  (r) => fill(r, '<s14-20>'),
  (r) => fill(r, '<a18-24>'),
  (r) => fill(r, '<l4>-<l4>-<l4>-<l4>'),
  (r) => fill(r, '<B20>='),
  (r) => `${fill(r, '<a4>')}${sign(r)}${fill(r, '<a5>')}${sign(r)}${fill(r, '<a3>')}`,
];

/** @returns a password by the habits above, 6 to 40 characters long, without quotes, white space or a backslash */
export function chosen(r: Random): string {
  for (;;) {
    const value = pick(r, HABITS)(r);
    if (value.length >= 6) return value;
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (r: Random): string =>
  fill(r, pick(r, ['ghp_<a36>', 'sk_live_<a24>', 'glpat-<b20>', 'AKIA<u16>:<B40>', 'SG.<b22>.<b43>']));
const lines = (r: Random, count: number): string => Array.from({ length: count }, () => fill(r, '<B64>')).join('\n');

function jwt(r: Random): string {
  const body = `${base64url({ typ: 'JWT', alg: pick(r, ['HS256', 'HS384', 'HS512']), kid: fill(r, '<a8>') })}.${base64url({ sub: String(below(r, 99_999)), scope: pick(r, ['admin', 'read']), exp: 1_800_000_000 })}`;
  return `${body}.${createHmac('sha256', fill(r, '<a16>')).update(body).digest('base64url')}`;
}

/** Values that no pattern describes, by the name of their kind. */
export const SEVENTH_VALUES: Readonly<Record<string, (r: Random) => string>> = {
  'signed tokens of a login': jwt,
  'signed tokens in a log': jwt,
  'keys of servers': (r) => lines(r, 8),
  'keys of elliptic curves': (r) => lines(r, 3),
  'token as base64': (r) => base64(token(r)),
  'token as hexadecimal': (r) => Buffer.from(token(r)).toString('hex'),
  'settings as base64': (r) => base64(`[db]\nuser = app\npassword = ${chosen(r)}\n`),
  'login as base64': (r) => base64(`${pick(r, NAMES)}:${chosen(r)}`),
  'token in percent signs': (r) => encodeURIComponent(token(r).replaceAll(/[-_]/g, '+')),
  'registry login as base64': (r) => base64(`${pick(r, NAMES)}:${fill(r, '<a32>')}`),
};
