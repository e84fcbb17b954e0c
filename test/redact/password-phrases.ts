import { draw } from './corpus.ts';
import { choices, fitting, type PasswordPlace } from './human-passwords.ts';

/** A password by a fifth set of habits, with any words. The twenty-fifth list uses it. @param words ordinary words */
export const fifthHumanPassword = (place: PasswordPlace, random: () => number, words: readonly string[]): string =>
  fitting(place, () => fifthDraft(place, random, words), { refused: /[$&#]/, least: 4 });

function fifthDraft(place: PasswordPlace, random: () => number, words: readonly string[]): string {
  const { signs, below, pick, sign, capital } = choices(place, random);
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
      for (let n = 1 + below(3); n > 0; n--) made[1 + below(made.length - 2)] = sign() || 'x';
      return made.join('');
    }
  }
}

/** A password by a sixth set of habits, with any words. The twenty-sixth list uses it. @param words ordinary words */
export const sixthHumanPassword = (place: PasswordPlace, random: () => number, words: readonly string[]): string =>
  fitting(place, () => sixthDraft(place, random, words), { refused: /[$&#\s]/, least: 4 });

function sixthDraft(place: PasswordPlace, random: () => number, words: readonly string[]): string {
  const { signs, below, pick, sign, capital } = choices(place, random);
  const word = pick(words);
  switch (below(14)) {
    case 0: // a sign first
      return `${sign()}${capital(word)}${below(100)}`;
    case 1:
      return pick([
        '$ecret99',
        '@dmin2024',
        'P@55word',
        '#1Dad',
        'gfhjkm',
        'ghbdtn123',
        'Pa55w0rd',
        'l3tm31n',
        'qazxsw2',
        'Start123',
      ]);
    case 2: // a whole word in digits and signs
      return (
        word
          .replaceAll('i', '1')
          .replaceAll('e', '3')
          .replaceAll('o', '0')
          .replaceAll('a', '4')
          .replaceAll('s', '5')
          .replaceAll('t', '7') + below(10)
      );
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
      return place === 'q'
        ? `${word} ${pick(words)} ${pick(words)}`
        : capital(word) + pick(words) + capital(pick(words));
    case 9:
      return word + sign();
    case 10:
      return draw('a', 6 + below(3), random);
    case 11:
      return word.toUpperCase() + below(100);
    default: {
      const made = [...draw('a', 12 + below(12), random)];
      for (let n = below(4); n > 0; n--) made[below(made.length)] = sign() || 'x';
      return made.join('');
    }
  }
}
