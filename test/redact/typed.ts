import { dice, draw, fixture } from './corpus.ts';
import { humanPassword, otherHumanPassword, type PasswordPlace } from './human-passwords.ts';
import { fourthHumanPassword, thirdHumanPassword } from './password-habits.ts';
import { fifthHumanPassword, sixthHumanPassword } from './password-phrases.ts';

/** A text typed by a person, and the secrets in it. */
export interface Typed {
  readonly kind: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

interface Template {
  readonly kind: string;
  readonly text: string;
}

/** Words of passwords. Some are ordinary words, some only sound like words. */
const WORDS =
  `sturgeon korvatune sunshine dragon monkey plumbus letmein tavernwood butterfly mistral karamba zephyrine hailstone
  bluebird rosebud malvino trustnoone starlight pumpkin falcon velvet orchid thunder brindlewick`.split(/\s+/);
const USERS = ['admin', 'alice', 'deploy', 'root', 'svc_app', 'bob', 'postgres', 'appuser', 'j.smith'];
const HOSTS = ['db.example.com', 'srv01', '10.0.0.7', 'mail.company.org', 'localhost', 'prod-db.internal'];
const SIGNS = '!@%^*+=~._-';
const QUOTED_SIGNS = `${SIGNS}#$&?,:;()[]`;

/** Templates of a file: `kind | text` a line, with `\n` for the end of a line in the text and `\\n` for these two characters. */
export const templates = (name: string): Template[] =>
  fixture(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.indexOf(' | ');
      return {
        kind: line.slice(0, at),
        text: line
          .slice(at + 3)
          .replaceAll(/(?<!\\)\\n/g, '\n')
          .replaceAll('\\\\n', '\\n'),
      };
    });

/** Every template of a file with `times` different secrets each. The same seed gives the same texts. */
export function typed(name: string, seed: number, times: number, words: readonly string[]): Typed[] {
  const random = dice(seed);
  return templates(name).flatMap((one) => Array.from({ length: times }, () => fill(one, random, words)));
}

function fill({ kind, text }: Template, random: () => number, words: readonly string[]): Typed {
  const filled = text.replaceAll(/<(\w+)(?::([0-9]+))?>/g, (whole, name: string, count?: string) => {
    if (count !== undefined && name !== 'bip') return draw(name, Number(count), random);
    switch (name) {
      case 'pw':
        return password(random, SIGNS);
      case 'pwq':
        return password(random, QUOTED_SIGNS);
      case 'pwu':
        return password(random, '');
      case 'pws':
        return sentencePassword(random);
      case 'p':
      case 'q':
      case 'l':
      case 's':
        return humanPassword(name, random);
      case 'P':
      case 'Q':
      case 'L':
      case 'S':
        return otherHumanPassword(name.toLowerCase() as PasswordPlace, random);
      case 'p3':
      case 'q3':
      case 'l3':
      case 's3':
        return thirdHumanPassword(name[0] as PasswordPlace, random);
      case 'p4':
      case 'q4':
      case 'l4':
      case 's4':
        return fourthHumanPassword(name[0] as PasswordPlace, random);
      case 'p5':
      case 'q5':
      case 'l5':
      case 's5':
        return fifthHumanPassword(name[0] as PasswordPlace, random, words);
      case 'p6':
      case 'q6':
      case 'l6':
      case 's6':
        return sixthHumanPassword(name[0] as PasswordPlace, random, words);
      case 'word':
        return pick(WORDS, random);
      case 'user':
        return pick(USERS, random);
      case 'host':
        return pick(HOSTS, random);
      case 'bip':
        return Array.from({ length: Number(count) }, () => pick(words, random)).join(' ');
      default:
        return whole;
    }
  });
  const secrets = [...filled.matchAll(/«([^»]*)»/g)].map((match) => match[1]!);
  return { kind, text: filled.replaceAll(/[«»]/g, ''), secrets };
}

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!;
const chars = (from: string, count: number, random: () => number): string =>
  Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join('');
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
const leet = (word: string): string => word.replaceAll('o', '0').replaceAll('e', '3').replaceAll('i', '1');

/** A typical password. @param signs the characters that it may have besides letters and digits */
function password(random: () => number, signs: string): string {
  const word = pick(WORDS, random);
  const sign = signs === '' ? '' : pick([...signs.replaceAll(/[.,:;()[\]=~^]/g, '')], random);
  switch (Math.floor(random() * 8)) {
    case 0:
      return word;
    case 1:
      return `${word}${10 + Math.floor(random() * 990)}`;
    case 2:
      return `${capital(leet(word))}${sign}${Math.floor(random() * 100)}`;
    case 3:
      return `${capital(word)}${capital(pick(WORDS, random))}`;
    case 4:
      return signs === '' ? `${word}X7` : `${word}-${pick(WORDS, random)}-${pick(WORDS, random)}`;
    case 5:
      return draw('a', 12, random);
    case 6: // a letter at both ends, signs within
      return `${draw('a', 4, random)}${signs === '' ? 'q' : chars(signs, 1, random)}${draw('a', 5, random)}${sign}${draw('a', 3, random)}`;
    default:
      return chars('0123456789', 8, random);
  }
}

/** A password that a reader recognises in a sentence: not an ordinary word. */
function sentencePassword(random: () => number): string {
  for (;;) {
    const made = password(random, '!@%*+_-');
    if (/[0-9]/.test(made) || /[a-z][A-Z]/.test(made) || made.includes('-')) return made;
    if (/^(?:korvatune|plumbus|tavernwood|mistral|malvino|zephyrine|brindlewick|letmein|trustnoone)$/.test(made))
      return made;
  }
}

/**
 * The secrets with more than half of their text left in the redacted output. A half that the rest of the text contains, too
 * (`admin` of `adminadmin`), does not count.
 */
export function leaks({ secrets, text }: Typed, kept: string): string[] {
  const rest = secrets.reduce((left, secret) => left.replaceAll(secret, '\0'), text);
  return secrets.filter((secret) => {
    const half = Math.ceil(secret.length / 2);
    return secret.length < 10
      ? kept.includes(secret) && !rest.includes(secret)
      : kept.includes(secret) ||
          [secret.slice(0, half), secret.slice(-half)].some((part) => kept.includes(part) && !rest.includes(part));
  });
}
