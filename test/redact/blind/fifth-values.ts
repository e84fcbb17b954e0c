/** Values of the fifth and the sixth blind list: other words and other habits than in `values.ts`. No value was ever a real secret. */
import { createHmac } from 'node:crypto';
import { below, fill, pick, type Random } from './values.ts';

const ENGLISH =
  'walrus pancake trombone gravity hamster parsnip velvet cactus jigsaw umbrella mustang nectar plumber sparrow tornado yogurt blizzard chimney drummer elbow ferry gopher iceberg jacket kettle lizard muffin noodle ostrich penguin'.split(
    ' ',
  );
const OTHER =
  'kaffeepause sonnenblume kartoffel schmetterling bratwurst regenbogen montagne fromage grenouille bonjour mariposa cervantes naranja tortuga girassol cachorro gelato farfalla pomodoro fietspomp stroopwafel pannkaka kanelbulle babushka samovar pierogi kotlet zeytin deniz sakura mikan'.split(
    ' ',
  );
const PEOPLE =
  'matthias ingrid svenja oleksandr chiara yusuf fatima hiroshi pawel agnieszka joao lucia benoit camille nadia arjun priya kwame tobias annika'.split(
    ' ',
  );
const WALKS = 'qwertz asdfgh zaq12wsx 1q2w3e4r5t yxcvbn qazwsx poiuzt 1qaz2wsx hjklmn wertzui'.split(' ');
const NOT_ASCII = 'Schlüssel Müsli garçon corazón señorita ёжик кошка слон tęcza příroda гроза 猫好き 春天 바다'.split(
  ' ',
);
const word = (r: Random): string => pick(r, pick(r, [ENGLISH, OTHER]));
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const year = (r: Random): string => String(1958 + below(r, 68));
const sign = (r: Random): string => pick(r, ['!', '?', '#', '$', '%', '&', '*', '+', '=', '.', '_', '-', '@', '~']);
const syllables = (r: Random, count: number): string =>
  Array.from({ length: count }, () => pick(r, 'bcdfgklmnprstvz'.split('')) + pick(r, 'aeiou'.split(''))).join('');

/** Habits: the first half are what people think of, then letters only, short ones, and ones with signs. */
const HABITS: readonly ((r: Random) => string)[] = [
  (r) => capital(pick(r, PEOPLE)) + year(r),
  (r) => capital(word(r)) + year(r) + sign(r),
  (r) => word(r) + fill(r, '<d2>'),
  (r) => pick(r, PEOPLE) + pick(r, ['_', '.', '-', '+']) + word(r),
  (r) => pick(r, WALKS) + fill(r, '<d1-3>'),
  (r) => word(r).replace('a', '4').replace('e', '3').replace('o', '0').replace('s', '$') + fill(r, '<d1-2>') + sign(r),
  (r) => `${capital(word(r))}${capital(pick(r, ENGLISH))}${fill(r, '<d1>')}`,
  (r) => `${pick(r, ENGLISH)}.${pick(r, ENGLISH)}.${pick(r, ENGLISH)}`,
  (r) => pick(r, ['ich', 'we', 'my', 'the', 'nur']) + capital(word(r)) + capital(pick(r, ENGLISH)) + sign(r),
  (r) => pick(r, NOT_ASCII) + fill(r, '<d2-4>') + pick(r, ['', '!']),
  // Letters only.
  (r) => word(r) + pick(r, ENGLISH),
  (r) => syllables(r, 4 + below(r, 3)),
  (r) => pick(r, OTHER),
  (r) => fill(r, '<x10-14>'),
  // Short.
  (r) => fill(r, '<a6-7>'),
  (r) => `${fill(r, '<X1><x2><d3>')}${sign(r)}`,
  (r) => syllables(r, 3),
  // Signs, and what a manager of passwords makes.
  (r) => fill(r, '<a3>') + sign(r) + fill(r, '<a4>') + sign(r) + sign(r) + fill(r, '<a3>'),
  (r) => fill(r, '<s12-20>'),
  (r) => fill(r, '<a14-22>'),
  (r) => `${fill(r, '<x6>')}-${fill(r, '<a6>')}-${fill(r, '<x6>')}`,
];

/** @returns a password as a person would choose or store it, 6 to 30 characters long, without quotes, white space or a backslash */
export function typed(r: Random): string {
  for (;;) {
    const value = pick(r, HABITS)(r);
    if (value.length >= 6) return value;
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (r: Random): string =>
  fill(r, pick(r, ['glpat-<b20>', 'npm_<a36>', 'sk_live_<a24>', 'xoxb-<d12>-<d12>-<a24>']));
const keyLines = (r: Random, count: number): string[] => Array.from({ length: count }, () => fill(r, '<B64>'));
const base32 = (r: Random, length: number): string => fill(r, `<z${length}>`).toUpperCase();

function signed(r: Random): string {
  const claims = pick(r, [
    { iss: 'https://login.example.com/', sub: fill(r, '<a24>'), aud: 'api', exp: 1_790_000_000 + below(r, 90_000) },
    { role: 'service_role', iss: 'supabase', ref: fill(r, '<x20>'), iat: 1_700_000_000 },
    { user_id: below(r, 9000), email: `${pick(r, PEOPLE)}@example.com`, scope: 'read write' },
  ]);
  const body = `${base64url({ alg: pick(r, ['HS256', 'HS512']), typ: 'JWT' })}.${base64url(claims)}`;
  return `${body}.${createHmac('sha256', fill(r, '<a20>')).update(body).digest('base64url')}`;
}

/** 60 words of the public BIP-39 list that are not in `values.ts`. */
const SEEDS =
  'zebra wolf velvet tuna umbrella stadium spatial sausage salmon raccoon puppy possible pottery panther oxygen omit ostrich notable nephew mushroom muscle mosquito mimic marble lyrics lobster lemon laptop kiwi ketchup juice jungle jelly ivory island inspire hybrid hover hockey helmet hamster guitar grunt goose giraffe ghost garlic fossil fiscal february fabric eyebrow erosion erupt elephant edge duty dune dove dolphin'.split(
    ' ',
  );
const seeds = (r: Random, count: number): string => Array.from({ length: count }, () => pick(r, SEEDS)).join(' ');

/** Values that no pattern describes, by the name of their kind. */
export const FIFTH_VALUES: Readonly<Record<string, (r: Random) => string>> = {
  'service account key': (r) => keyLines(r, 5).join('\\n'),
  'private key block': (r) => keyLines(r, 6).join('\n'),
  'putty key': (r) => keyLines(r, 4).join('\n'),
  'jwt of a service': signed,
  'jwt in a query or cookie': signed,
  'mapbox token': (r) => `sk.${base64url({ u: 'acme', a: fill(r, '<l25>') })}.${fill(r, '<b22>')}`,
  'basic authorization': (r) => base64(`${pick(r, PEOPLE)}:${typed(r)}`),
  'secret manifest': (r) => base64(pick(r, [typed, token, (s: Random): string => fill(s, '<a32>')])(r)),
  'docker auth': (r) => base64(`${pick(r, PEOPLE)}:${token(r)}`),
  'client key data': (r) => base64(`-----BEGIN RSA PRIVATE KEY-----\n${keyLines(r, 4).join('\n')}\n`),
  'base64 of a token': (r) => base64(token(r)),
  'hex of a token': (r) => Buffer.from(token(r)).toString('hex'),
  'percent encoded token': (r) => token(r).replaceAll(/[-_]/g, (one) => `%${one === '-' ? '2D' : '5F'}`),
  'environment in base64': (r) => base64(`DB_HOST=db\nDB_PASSWORD=${typed(r)}\nAPI_TOKEN=${token(r)}\n`),
  'unicode escapes': (r) => token(r).replaceAll(/[-_]/g, (one) => (one === '-' ? '\\u002d' : '\\u005f')),
  'one-time password seed': (r) => base32(r, pick(r, [16, 26, 32])),
  'wallet words': (r) => seeds(r, pick(r, [12, 12, 15, 24])),
  'words of wallets': (r) => seeds(r, pick(r, [12, 12, 18, 24])),
};
