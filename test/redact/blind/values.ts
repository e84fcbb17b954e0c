/** Random values for the blind corpus: the same seed gives the same texts. No value was ever a real secret. */

/** Source of random numbers below 1. */
export type Random = () => number;

/** @returns mulberry32, a small generator of random numbers, started with a seed */
export function random(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const below = (r: Random, n: number): number => Math.floor(r() * n);
export const pick = <T>(r: Random, from: readonly T[]): T => {
  const one = from[below(r, from.length)];
  if (one === undefined) throw new Error('Nothing to pick from.');
  return one;
};

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
/** Alphabets of the patterns below. */
const ALPHABETS: Record<string, string> = {
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  a: LOWER + UPPER + DIGITS,
  l: LOWER + DIGITS,
  u: UPPER + DIGITS,
  b: `${LOWER}${UPPER}${DIGITS}-_`,
  B: `${LOWER}${UPPER}${DIGITS}+/`,
  x: LOWER,
  X: UPPER,
  s: `${LOWER}${UPPER}${DIGITS}!@#%^*-_+=.?~`,
  z: `${LOWER}234567`,
  Z: `${UPPER}234567`,
};

/** @returns a pattern with each `<a36>` replaced: 36 random characters of alphabet `a`; `<a20-40>` has a random length */
export function fill(r: Random, pattern: string): string {
  return pattern.replaceAll(/<([a-zA-Z])(\d+)(?:-(\d+))?>/g, (_, alphabet: string, least: string, most?: string) => {
    const length = Number(least) + (most === undefined ? 0 : below(r, Number(most) - Number(least) + 1));
    return Array.from({ length }, () => pick(r, (ALPHABETS[alphabet] ?? LOWER).split(''))).join('');
  });
}

/** Words of passwords. */
export const WORDS =
  'river marble tiger copper lantern window orchid thunder pepper violet rocket saddle winter garden falcon butter anchor meadow silver biscuit harbor candle puzzle monkey dragon coffee guitar summer purple forest'.split(
    ' ',
  );

/** Words of seed phrases, from the public BIP-39 list. */
export const SEED_WORDS =
  'abandon ability able absorb abstract absurd accident acoustic actress adapt advice aerobic agree alcohol amateur anchor ankle antenna apology arctic armor asthma athlete auction aunt avocado bachelor balcony banner bargain basket beauty believe betray bicycle blanket blossom border bracket breeze bubble buffalo burden butter cabbage cactus canvas captain carbon casual cattle ceiling cereal chapter cherry chimney cinnamon citizen clarify clever clinic cluster coconut column comfort congress coral cotton cousin cradle cricket crystal curtain cushion damage decade denial dinosaur dolphin drastic'.split(
    ' ',
  );

const FOREIGN = 'Grün Straße señal naïve пароль солнце Łódź çay ключик žába さくら 密钥 שלום'.split(' ');
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Shapes of passwords that people choose. None has quotes, white space or a backslash. */
const SHAPES: ((r: Random) => string)[] = [
  (r) => fill(r, '<x8-14>'),
  (r) => pick(r, WORDS) + pick(r, WORDS),
  (r) => capital(pick(r, WORDS)) + fill(r, '<d2-4>'),
  (r) => capital(pick(r, WORDS)) + fill(r, '<d2-4>') + pick(r, ['!', '#', '?', '!!', '*', '$']),
  (r) => `${pick(r, WORDS)}-${pick(r, WORDS)}-${pick(r, WORDS)}`,
  (r) => `${capital(pick(r, WORDS))}_${capital(pick(r, WORDS))}${fill(r, '<d1-2>')}`,
  (r) => fill(r, '<s10-18>'),
  (r) => fill(r, '<a16-24>'),
  (r) => fill(r, '<l6>'),
  (r) => fill(r, '<a64>'),
  (r) => fill(r, '<X4><d4>'),
  (r) => pick(r, FOREIGN) + fill(r, '<d3-5>'),
  (r) => pick(r, WORDS).replace('e', '3').replace('o', '0').replace('a', '@') + fill(r, '<d2>'),
];

/** @returns a password as a person would choose it, 6 to 64 characters long */
export const password = (r: Random): string => pick(r, SHAPES)(r);

/** @returns a password of letters and digits of ASCII, with `-` and `_`; `from` makes passwords */
export function plainPassword(r: Random, from: (r: Random) => string = password): string {
  for (;;) {
    const value = from(r);
    if (/^[\w-]+$/.test(value)) return value;
  }
}

/** Other parts of a text. */
const USERS = 'admin deploy jenkins root app_user svc-backup maria postgres reporting j.smith ci-bot grafana'.split(
  ' ',
);
const HOSTS =
  'db01.example.com 10.0.4.17 localhost staging.internal mail.example.org ldap.corp.example cache-2.example.net'.split(
    ' ',
  );
const NAMES = 'billing inventory orders search frontend warehouse payments catalog sessions metrics'.split(' ');

/** @returns a template with `{user}`, `{host}` and `{name}` replaced by random ones */
export const dress = (r: Random, template: string): string =>
  template.replaceAll(/\{(user|host|name)\}/g, (_, what: string) =>
    pick(r, what === 'user' ? USERS : what === 'host' ? HOSTS : NAMES),
  );
