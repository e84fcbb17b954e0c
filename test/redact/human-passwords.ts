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
const SIGNS: Readonly<Record<PasswordPlace, string>> = {
  p: '!@%*+_-.',
  q: '!@#$%^&*()_+-=[]{}:;,.?/~',
  l: '',
  s: '!@%*+_-',
};

/** A typical password: names, dates, keyboard walks, words with a year, passphrases; one in four is generated. */
export function humanPassword(place: PasswordPlace, random: () => number): string {
  for (;;) {
    const made = draft(SIGNS[place], place, random);
    if (place === 'l' && !/^[A-Za-z0-9]+$/.test(made)) continue;
    if (place === 's' && /^(?:[a-z]+|[A-Z][a-z]+|[0-9]{1,4})$/.test(made)) continue;
    if (place !== 'q' && /[\s]/.test(made)) continue;
    return made;
  }
}

function draft(signs: string, place: PasswordPlace, random: () => number): string {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const sign = (): string => (signs === '' ? '' : signs[below(signs.length)]!);
  const word = pick(WORDS);
  const capital = (one: string): string => one[0]!.toUpperCase() + one.slice(1);
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
export function otherHumanPassword(place: PasswordPlace, random: () => number): string {
  for (;;) {
    const made = otherDraft(place, random);
    if (place === 'l' && !/^[A-Za-z0-9]+$/.test(made)) continue;
    if (place === 's' && /^(?:[a-z]+|[A-Z][a-z]+|[0-9]{1,4})$/.test(made)) continue;
    return made;
  }
}

function otherDraft(place: PasswordPlace, random: () => number): string {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const signs = SIGNS[place];
  const sign = (): string => (signs === '' ? '' : signs[below(signs.length)]!);
  const capital = (one: string): string => one[0]!.toUpperCase() + one.slice(1);
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

const THIRD_WORDS =
  `acme shop billing widget ledger office castle bridge river mountain forest thunderbird phoenix griffin panther wolf
  raven mercury saturn apollo titan zeus hermes merlin sherlock watson gizmo pixel nugget peanut muffin brownie pretzel
  bagel espresso latte mocha cheddar truffle basil ginkgo cedar maple hickory canyon prairie harvest lighthouse anchor
  compass voyager pioneer ranger scout blizzard monsoon drachen schnee wolke brücke vogel crayon fleur nuage montagne
  ventana naranja cielo playa vento neve fiore kumo hoshi yama rzeka gwiazda more svet elma bulut`.split(/\s+/);
const THIRD_COMMON = [
  'P@$$w0rd',
  'Pa$$w0rd!',
  'S3cur3P@ss',
  'Sup3rS3cret!',
  'MyS3cretPass',
  'MySecretPassword',
  'SuperSecret123',
  'secret123',
  'topsecret',
  'dbpass123',
  'p4ssw0rd!',
  'adminadmin',
  'rootroot',
  'letmein2024',
  'Ch4ngeNow!',
  'Tr0ub4dor&3',
  'correcthorsebatterystaple',
  'iamthebest1',
  'opensesame',
  'Password1',
];

/** A password by a third set of habits and words. The lists from the twenty-first on use it. */
export function thirdHumanPassword(place: PasswordPlace, random: () => number): string {
  for (;;) {
    const made = thirdDraft(place, random);
    if (place === 'l' && !/^[A-Za-z0-9]+$/.test(made)) continue;
    if (place !== 'q' && /[$&#]/.test(made)) continue;
    if (place === 's' && /^(?:\p{Ll}+|\p{Lu}\p{Ll}+|[0-9]{1,4})$/u.test(made)) continue;
    return made;
  }
}

function thirdDraft(place: PasswordPlace, random: () => number): string {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const signs = SIGNS[place];
  const sign = (): string => (signs === '' ? '' : signs[below(signs.length)]!);
  const capital = (one: string): string => one[0]!.toUpperCase() + one.slice(1);
  const letters = (count: number): string =>
    Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz'[below(26)]).join('');
  const word = pick(THIRD_WORDS);
  switch (below(16)) {
    case 0:
      return word;
    case 1:
      return pick(THIRD_COMMON);
    case 2: // a company and its year
      return `${capital(word)}${sign()}${2018 + below(9)}${sign()}`;
    case 3:
      return `${capital(word)}${10 + below(90)}${capital(pick(THIRD_WORDS))}`;
    case 4: // the first letters of a sentence
      return `${pick(['Iw', 'Mf', 'Th', 'Wd', 'Ih'])}${letters(4)}${below(100)}${sign()}`;
    case 5:
      return letters(8 + below(4));
    case 6: // generated by a program, in groups
      return signs === '' ? draw('a', 18, random) : [0, 1, 2].map(() => draw('a', 6, random)).join('-');
    case 7:
      return `${word}${pick(['prod', 'db', 'root', 'adm', 'test', 'live'])}${below(1000)}`;
    case 8:
      return `${word.replaceAll('a', '4').replaceAll('e', '3').replaceAll('o', '0').replaceAll('i', '!').slice(0, 9)}${sign()}${capital(pick(THIRD_WORDS))}`.replaceAll(
        '!',
        signs.includes('!') ? '!' : '1',
      );
    case 9:
      return `${below(100)}${capital(word)}${sign()}${pick(THIRD_WORDS)}`;
    case 10:
      return `${pick(['ilike', 'ilove', 'goto', 'hello', 'my', 'big'])}${word}${below(10)}${sign()}`;
    case 11:
      return String(1000 + below(9000)) + word + sign();
    case 12: {
      // typed at random on the keyboard, as "Kx9#mPq2vL"
      const made = draw('a', 7 + below(4), random);
      return made.slice(0, 3) + sign() + made.slice(3);
    }
    default: {
      const made = [...draw('a', 12 + below(10), random)];
      for (const at of [2, 6, 9]) if (signs !== '' && below(2) === 0) made[at] = sign();
      return made.join('');
    }
  }
}

const FOURTH_WORDS =
  `engine rooster parade chimney velcro hamster pirate window garlic bandit clover dolphin espada faucet gopher hammock
  icicle jackal knuckle lobster mustard noodle oyster paddle quiver ribbon skillet tractor uncle vampire walrus yogurt
  garten berg stein fluss katze hafen pomme jardin neige cheval plage queso sombra fuego bosque strada mare notte
  ponte neko hana mizu tora ryba kot mgła zebra lodka ptica krov ağaç çiçek norte verde antigua`.split(/\s+/);
const FOURTH_COMMON = [
  'Qwerty!2024',
  'trustno1',
  'abcd1234',
  'Test@12345',
  'Admin#123',
  'root@123',
  'pass@word1',
  'Zaq1@wsx',
  'welcome@2025',
  'mypassword1',
  'Hunter!2',
  'dbadmin99',
  'supersecure',
  'N3verGuess!',
  'monkey12',
];

/** A password by a fourth set of habits and words. The twenty-third list uses it. */
export function fourthHumanPassword(place: PasswordPlace, random: () => number): string {
  for (;;) {
    const made = fourthDraft(place, random);
    if (place === 'l' && !/^[A-Za-z0-9]+$/.test(made)) continue;
    if (place !== 'q' && /[$&#]/.test(made)) continue;
    if (place === 's' && /^(?:\p{Ll}+|\p{Lu}\p{Ll}+|[0-9]{1,4})$/u.test(made)) continue;
    return made;
  }
}

function fourthDraft(place: PasswordPlace, random: () => number): string {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const signs = SIGNS[place];
  const sign = (): string => (signs === '' ? '' : signs[below(signs.length)]!);
  const capital = (one: string): string => one[0]!.toUpperCase() + one.slice(1);
  const word = pick(FOURTH_WORDS);
  switch (below(15)) {
    case 0:
      return word;
    case 1:
    case 2:
      return pick(FOURTH_COMMON);
    case 3: // a word, typed twice, or backwards
      return below(2) === 0 ? capital(word) + capital(word) + below(10) : [...word].toReversed().join('') + below(1000);
    case 4: // vowels left out
      return `${word.replaceAll(/[aeiou]/g, '')}${sign()}${pick(FOURTH_WORDS)}${below(100)}`;
    case 5: // a telephone number or a date
      return `0${150 + below(30)}${1_000_000 + below(8_000_000)}`;
    case 6:
      return `${capital(word)}.${2020 + below(7)}`.replaceAll('.', signs.includes('.') ? '.' : '');
    case 7: // syllables, as generators that can be pronounced make them
      return [0, 1, 2, 3]
        .map(() => pick([...'bdfgklmnprstvz']) + pick([...'aeiou']) + pick([...'bdfgklmnprstvz', '']))
        .join('') + below(100);
    case 8: // four words with signs
      return [word, pick(FOURTH_WORDS), pick(FOURTH_WORDS), String(below(10))].join(signs === '' ? '' : '-');
    case 9:
      return `${word.toUpperCase()}${below(1000)}${pick(FOURTH_WORDS)}`;
    case 10:
      return `${pick(['1', '2', '123', '007'])}${capital(word)}${sign()}${sign()}`;
    case 11:
      return draw('h', 10 + below(10), random);
    case 12:
      return draw('u', 8 + below(6), random);
    default: {
      const made = [...draw('a', 10 + below(14), random)];
      for (let n = below(3); n > 0 && signs !== ''; n--) made[1 + below(made.length - 2)] = sign();
      return made.join('');
    }
  }
}

/** A password by a fifth set of habits, with any words. The twenty-fifth list uses it. @param words ordinary words */
export function fifthHumanPassword(place: PasswordPlace, random: () => number, words: readonly string[]): string {
  for (;;) {
    const made = fifthDraft(place, random, words);
    if (place === 'l' && !/^[A-Za-z0-9]+$/.test(made)) continue;
    if (place !== 'q' && /[$&#]/.test(made)) continue;
    if (place === 's' && /^(?:[a-z]+|[A-Z][a-z]+|[0-9]{1,4})$/.test(made)) continue;
    if (made.length >= 4) return made;
  }
}

function fifthDraft(place: PasswordPlace, random: () => number, words: readonly string[]): string {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const signs = SIGNS[place];
  const sign = (): string => (signs === '' ? '' : signs[below(signs.length)]!);
  const capital = (one: string): string => one[0]!.toUpperCase() + one.slice(1);
  const word = pick(words);
  switch (below(12)) {
    case 0:
      return word;
    case 1:
      return `${capital(word)}${sign()}${capital(pick(words))}${sign()}${below(1000)}`;
    case 2:
      return `${word}${sign()}${pick(words)}${sign()}${pick(words)}`;
    case 3:
      return `${capital(word).replaceAll('a', '@').replaceAll('s', '5').replaceAll('o', '0')}${2015 + below(12)}`.replaceAll(
        '@',
        signs.includes('@') ? '@' : '4',
      );
    case 4:
      return word + word + below(10);
    case 5:
      return `${below(10_000)}${sign()}${capital(word)}`;
    case 6: // rows of the keyboard
      return pick(['qwer', 'asdf', 'zxcv', 'tyui', 'ghjk']) + pick(['7890', '4567', 'uiop', 'QWER']) + sign();
    case 7:
      return String(100_000 + below(900_000));
    case 8:
      return [word, ...Array.from({ length: 3 }, () => pick(words))].join(signs === '' ? '' : pick(['-', '.', '_']));
    case 9:
      return draw('l', 8 + below(5), random);
    default: {
      const made = [...draw('a', 11 + below(14), random)];
      for (let n = 1 + below(3); n > 0 && signs !== ''; n--) made[1 + below(made.length - 2)] = sign();
      return made.join('');
    }
  }
}

/** A password by a sixth set of habits, with any words. The twenty-sixth list uses it. @param words ordinary words */
export function sixthHumanPassword(place: PasswordPlace, random: () => number, words: readonly string[]): string {
  for (;;) {
    const made = sixthDraft(place, random, words);
    if (place === 'l' && !/^[A-Za-z0-9]+$/.test(made)) continue;
    if (place !== 'q' && /[$&#\s]/.test(made)) continue;
    if (place === 's' && /^(?:[a-z]+|[A-Z][a-z]+|[0-9]{1,4})$/.test(made)) continue;
    if (made.length >= 4) return made;
  }
}

function sixthDraft(place: PasswordPlace, random: () => number, words: readonly string[]): string {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const signs = SIGNS[place];
  const sign = (): string => (signs === '' ? '' : signs[below(signs.length)]!);
  const capital = (one: string): string => one[0]!.toUpperCase() + one.slice(1);
  const word = pick(words);
  switch (below(14)) {
    case 0: // a sign first
      return `${sign()}${capital(word)}${below(100)}`;
    case 1:
      return pick(['$ecret99', '@dmin2024', 'P@55word', '#1Dad', 'gfhjkm', 'ghbdtn123', 'Pa55w0rd', 'l3tm31n', 'qazxsw2', 'Start123']);
    case 2: // a whole word in digits and signs
      return word.replaceAll('i', '1').replaceAll('e', '3').replaceAll('o', '0').replaceAll('a', '4').replaceAll('s', '5').replaceAll('t', '7') + below(10);
    case 3:
      return `${pick(['ILove', 'GoTeam', 'LetMe', 'MyDog', 'WeAre', 'IHate'])}${capital(word)}${pick(['', '1', '2026'])}`;
    case 4:
      return `${1 + below(28)}${pick(['March', 'April', 'June', 'Juli', 'Aug', 'Okt', 'Dez'])}${1960 + below(50)}`;
    case 5: // groups, as on a card
      return [draw('u', 4, random), draw('u', 4, random), draw('u', 4, random)].join(signs === '' ? '' : '-');
    case 6:
      return pick(['aaaa1111', '1122334455', 'abcabc123', '1qaz@WSX', '147258369', 'a1b2c3d4']);
    case 7:
      return `${word}${signs === '' ? '' : '-'}${below(10)}${signs === '' ? '' : '-'}${pick(words)}`;
    case 8:
      return place === 'q' ? `${word} ${pick(words)} ${pick(words)}` : capital(word) + pick(words) + capital(pick(words));
    case 9:
      return word + sign();
    case 10:
      return draw('a', 6 + below(3), random);
    case 11:
      return word.toUpperCase() + below(100);
    default: {
      const made = [...draw('a', 12 + below(12), random)];
      for (let n = below(4); n > 0 && signs !== ''; n--) made[below(made.length)] = sign();
      return made.join('');
    }
  }
}
