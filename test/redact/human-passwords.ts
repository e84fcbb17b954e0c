import { draw } from './corpus.ts';

const WORDS =
  `summer winter spring autumn october monday january welcome shadow master superman batman football baseball
  hockey soccer princess freedom whatever cheese chocolate banana orange cookie pepper ginger purple silver golden diamond jordan michael jennifer
  jessica thomas robert daniel ashley matthew charlie buster maggie bella rocky tigger snoopy mustang ferrari porsche harley yankees cowboys eagles
  arsenal liverpool chelsea barcelona madrid berlin london paris tokyo texas hello flower rainbow angel lovely computer internet samsung google
  pikachu naruto gandalf frodo matrix starwars sesam geheim schatz fussball hallo soleil bonjour doudou loulou azerty hola amor estrella tequiero
  carlos benfica sporting juventus ciao cacao kurva matrjoshka privet zima leto natasha qwertz trustme letmein iloveyou dinosaur elephant
  giraffe penguin coffee whiskey guitar piano trumpet rocket planet galaxy neutron tornado hurricane`.split(/\s+/);
const KEYBOARD =
  `qwerty123 1qaz2wsx zaq12wsx qazwsx asdfgh asdf1234 qwertyuiop 123456 12345678 987654321 112233 abc123 aaa111 1q2w3e4r q1w2e3r4
  p@ssw0rd P@ssw0rd1 Passw0rd! hunter2 admin123 root123 toor s3cr3t test1234 welcome1 Welcome123 letmein1 Admin@123`.split(
    /\s+/,
  );

/** What may stand where: p unquoted, q in quotes, l letters and digits only, s in a sentence, where a reader must see that it is no ordinary word. */
export type PasswordPlace = 'p' | 'q' | 'l' | 's';
/** The signs that a password may have in a place. */
const SIGNS: Readonly<Record<PasswordPlace, string>> = {
  p: '!@%*+_-.',
  q: '!@#$%^&*()_+-=[]{}:;,.?/~',
  l: '',
  s: '!@%*+_-',
};

/** What a password must not be in its place. */
interface Limits {
  /** What it must not contain outside of quotes. */
  readonly refused?: RegExp;
  /** Characters at least. */
  readonly least?: number;
}

/** Drafts passwords until one fits its place. */
export function fitting(place: PasswordPlace, draft: () => string, { refused, least = 0 }: Limits = {}): string {
  for (;;) {
    const made = draft();
    if (place === 'l' && !/^[A-Za-z0-9]+$/.test(made)) continue;
    if (place === 's' && /^(?:\p{Ll}+|\p{Lu}\p{Ll}+|[0-9]{1,4})$/u.test(made)) continue;
    if (place !== 'q' && refused?.test(made)) continue;
    if (made.length >= least) return made;
  }
}

/** What drafts are made with. */
export function choices(place: PasswordPlace, random: () => number) {
  const signs = SIGNS[place];
  const below = (count: number): number => Math.floor(random() * count);
  return {
    signs,
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)]!,
    sign: (): string => (signs === '' ? '' : signs[below(signs.length)]!),
    capital: (one: string): string => one[0]!.toUpperCase() + one.slice(1),
  };
}

/** A typical password: names, dates, keyboard walks, words with a year, passphrases; one in four is generated. */
export const humanPassword = (place: PasswordPlace, random: () => number): string =>
  fitting(place, () => draft(place, random), { refused: /\s/ });

function draft(place: PasswordPlace, random: () => number): string {
  const { signs, below, pick, sign, capital } = choices(place, random);
  const word = pick(WORDS);
  const year = String(1960 + below(67));
  switch (below(16)) {
    case 0:
      return word;
    case 1:
      return capital(word) + year + pick(['', '!', '!', '?', '#'].filter((one) => one === '' || signs.includes(one)));
    case 2:
      return word + below(1000);
    case 3:
      return pick(KEYBOARD);
    case 4:
      return pick(KEYBOARD);
    case 5: // a date
      return [1 + below(28), 1 + below(12), year]
        .map((one) => String(one).padStart(2, '0'))
        .join(pick(signs.includes('.') ? ['', '.', '-'] : ['']));
    case 6:
      return capital(word) + sign() + pick(WORDS) + below(100);
    case 7:
      return [word, pick(WORDS), pick(WORDS), pick(WORDS)].join(
        place === 'q' ? pick([' ', '-']) : signs === '' ? '' : '-',
      );
    case 8:
      return word.replaceAll('a', '@').replaceAll('o', '0').replaceAll('e', '3').replaceAll('s', '5') + below(100);
    case 9:
      return String(100_000 + below(900_000));
    case 10:
      return word.toUpperCase() + sign() + below(10_000);
    case 11:
      return word + sign() + capital(pick(WORDS));
    case 12:
      return draw('l', 8, random);
    default: {
      const ends = draw('a', 10 + below(10), random);
      return signs === '' ? ends : `${ends.slice(0, 5)}${sign()}${ends.slice(5)}`;
    }
  }
}

const OTHER_WORDS =
  `copper walnut meadow gravel lantern biscuit marble falafel juniper otter harbor pebble saffron thistle comet badger
  willow cobalt raccoon turnip bramble magnet pickle quartz sparrow tulip vortex wombat yonder zeppelin kettle mango nimbus oregano papaya
  rhubarb salmon teapot umbrella violin waffle alpine bonsai cactus donut ember fjord glacier hazel igloo jigsaw kayak lemur
  regen sommer kaffee hund blume fenster apfelbaum zug chien soleil maison fromage perro gato luna verano gatto pizza mondo sakura ninja tofu
  dushka solnce koshka kitap deniz lisbon oslo kyoto denver geneva fatima ahmed olga pierre ingrid mateo priya wei yuki`.split(
    /\s+/,
  );

/**
 * A password by other habits and with other words than `humanPassword`. The lists from the eighteenth on use it, so that
 * a list is new in its values, too.
 */
export const otherHumanPassword = (place: PasswordPlace, random: () => number): string =>
  fitting(place, () => otherDraft(place, random));

function otherDraft(place: PasswordPlace, random: () => number): string {
  const { signs, below, pick, sign, capital } = choices(place, random);
  const word = pick(OTHER_WORDS);
  switch (below(15)) {
    case 0:
      return word;
    case 1:
      return word + below(100);
    case 2:
      return `${capital(word)}${sign()}${pick(['23', '24', '25', '26', '2023', '2024', '2025', '2026', '007', '42', '99'])}`;
    case 3:
      return capital(word) + capital(pick(OTHER_WORDS)) + below(1000);
    case 4:
      return word.replaceAll('e', '3').replaceAll('i', '1').replaceAll('o', '0') + sign() + sign();
    case 5:
      return `${pick(['my', 'our', 'the', 'dev', 'stage', 'corp', 'temp', 'new'])}${sign()}${word}${sign()}${below(10)}`;
    case 6:
      return `${word}${signs === '' ? '' : pick(['-', '_', '.'].filter((one) => signs.includes(one)))}${pick(OTHER_WORDS)}`;
    case 7:
      return pick([
        'changeit',
        'p4ssw0rd',
        'Passw0rd2',
        'qwe123',
        'asd123',
        'zxcvbn',
        'aa123456',
        'pass1234',
        'admin1',
      ]);
    case 8:
      return String(below(100_000_000)).padStart(8, '7');
    case 9:
      return draw('l', 6 + below(4), random);
    case 10:
      return [pick(OTHER_WORDS), pick(OTHER_WORDS), pick(OTHER_WORDS)]
        .map(capital)
        .join(signs === '' ? '' : pick(['-', '']));
    default: {
      const made = [...draw('a', 9 + below(12), random)];
      const at = 1 + below(made.length - 2);
      if (signs !== '') made[at] = sign();
      return made.join('');
    }
  }
}
