/** Passwords of the sixth blind list: again other words and habits. No value was ever a real secret. */
import { below, fill, pick, type Random } from './values.ts';

const THINGS =
  'porsche arsenal metallica vespa legolas zelda gandalf nirvana ferrari pikachu juventus yamaha canon nokia tetris'.split(
    ' ',
  );
const WORDS =
  'apfelbaum gummistiefel zahnarzt fenster coccinelle parapluie boulanger pajarito cuchara ventana almofada abacaxi biciclette sgabello fiets molentje hjorten blomster kirahvi mansikka hvezda medved niedziela zdravstvuj babochka woaini zhangwei kawaii tanoshii saranghae teacher kitchen traveler mailbox quietly backpack sundown treehouse lemonade snowflake'.split(
    ' ',
  );
const NAMES = 'guillermo annapaul noemi radek ottokar zuzana ebru lorenzo freya kofi mehmet sunil'.split(' ');
const OTHER_SCRIPTS = 'Häuschen Öltank crème jalapeño ромашка зима ласточка 東京タワー 蓝天 사과 ελιά żółw'.split(' ');
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const sign = (r: Random): string =>
  pick(r, ['!', '!', '.', '#', '?', '*', '+', '-', '_', '@', '%', '=', ',', '(', ')']);
const number = (r: Random): string =>
  pick(r, [String(below(r, 100)), String(1950 + below(r, 80)), '007', '4711', '88']);
const two = (n: number): string => String(n).padStart(2, '0');

const HABITS: readonly ((r: Random) => string)[] = [
  (r) => pick(r, THINGS) + number(r),
  (r) => capital(pick(r, WORDS)) + sign(r) + number(r),
  (r) => pick(r, NAMES) + sign(r) + pick(r, NAMES),
  (r) => `${fill(r, '<X1><x4><X1>')}${number(r)}${sign(r)}`,
  (r) =>
    `${pick(r, ['Acme', 'Kunde', 'Firma', 'Office'])}${pick(r, ['Spring', 'Herbst', 'Mai', 'Juin'])}${below(r, 30) + 10}`,
  (r) => `${two(1 + below(r, 28))}.${two(1 + below(r, 12))}.${1950 + below(r, 60)}`,
  (r) => `${pick(r, WORDS)}-${pick(r, WORDS)}`,
  (r) => capital(pick(r, WORDS).replaceAll('i', '1').replaceAll('a', '4').replaceAll('e', '3')) + number(r),
  (r) => pick(r, OTHER_SCRIPTS) + number(r) + sign(r),
  (r) => `${pick(r, WORDS)}_${pick(r, NAMES)}${sign(r)}`,
  // Letters only.
  (r) => pick(r, WORDS),
  (r) => pick(r, NAMES) + pick(r, WORDS),
  (r) => pick(r, WORDS).split('').toReversed().join(''),
  (r) => fill(r, '<X1><x9-11>'),
  // Short.
  (r) => fill(r, '<X1><x1><d1>-<x1><X1><x1>'),
  (r) => fill(r, '<x4><d2>'),
  (r) => fill(r, '<x3><X2><x1-2>'),
  // What a program makes.
  (r) => fill(r, '<B16>'),
  (r) => fill(r, '<h16>'),
  (r) => fill(r, '<x6>-<x5><d1>-<X1><x5>'),
  (r) => fill(r, '<a2>!<a3>(<a3>/<a2>)<a2>'),
  (r) => fill(r, '<s9-16>'),
];

/** @returns a password by the habits above, 6 to 30 characters long, without quotes, white space or a backslash */
export function stored(r: Random): string {
  for (;;) {
    const value = pick(r, HABITS)(r);
    if (value.length >= 6) return value;
  }
}
