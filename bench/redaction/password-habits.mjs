/** Draws passwords by habits that the lists of kinds do not have. @param words ordinary words @param draw see test/redact/corpus.ts */
export function otherPasswords(words, draw, random) {
  const below = (count) => Math.floor(random() * count);
  const pick = (from) => from[below(from.length)];
  const capital = (word) => word[0].toUpperCase() + word.slice(1);
  return () => {
    const word = pick(words);
    const sign = pick([...'!@#$%*&?+_-.']);
    switch (below(17)) {
      case 0:
        return capital(word) + sign + String(below(10_000));
      case 1:
        return word + String(below(10_000));
      case 2:
        return capital(word) + capital(pick(words)) + below(100) + sign;
      case 3:
        return (
          word.replaceAll('a', '4').replaceAll('e', '3').replaceAll('o', '0').replaceAll('i', '1') + sign + below(100)
        );
      case 4:
        return draw('a', 8 + below(8), random);
      case 5:
        return draw('a', 5, random) + sign + draw('a', 4 + below(6), random) + pick([...'!#$%^&*']);
      case 6:
        return `${word}-${pick(words)}-${pick(words)}${pick(['', `-${pick(words)}`, String(below(100))])}`;
      case 7:
        return word + sign + word;
      case 8:
        return String(below(1e8)).padStart(6, '1');
      case 9:
        return word;
      case 10:
        return `${pick(['dev', 'prod', 'test', 'stage', 'my', 'our', 'admin', 'root', 'db'])}${sign === '.' ? '' : sign}${word}${below(100)}`;
      case 11:
        return word.toUpperCase() + sign + draw('d', 3, random);
      case 12:
        return draw('l', 10 + below(8), random);
      case 13:
        return word + pick(['.', '_', '-']) + pick(words);
      case 14:
        return [word, pick(words), pick(words)].map(capital).join(pick(['', '-']));
      case 15:
        return `${pick(['my', 'our', 'the', 'new', 'temp', 'corp', 'old'])}${pick(['-', '_', '.', sign])}${word}${pick(['', sign])}${below(100)}`;
      default: {
        const signs = [...'!@#$%^&*+='];
        return (
          draw('a', 3, random) + pick(signs) + draw('a', 4, random) + pick(signs) + draw('a', 2 + below(4), random)
        );
      }
    }
  };
}
