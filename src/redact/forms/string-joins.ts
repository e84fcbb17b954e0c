import { SEPARATOR, type Decoding } from './decodings.ts';
import { type MappedText, PositionMap } from '../position-map.ts';

/** Characters on either side of a split. */
const PART = 'A-Za-z0-9+/_=.:@%!#$^&*~?-';
const JOINT = new RegExp(
  // Between two strings: `"a" + "b"`, `'a' . 'b'`, `"a" \` and a new line, `'a''b'`.
  String.raw`(?<=[ ${PART}])["'\u0060]\s{0,40}(?:[+&.\\]|\.\.|& _)?\s{0,40}["'\u0060](?=[ ${PART}])|` +
    `(?<=[${PART}])(?:` +
    [
      // The end of a line, possibly escaped for a shell, then the prefix of a comment, a quote or a diff.
      String.raw`[ \t]?[\\\u0060^]\r?\n[ \t]{0,80}`,
      // A line that assigns another value does not continue the previous one.
      String.raw`\r?\n[ \t]{0,80}(?:(?:[>|#*+-]|//)[ \t]{1,8})?(?![A-Za-z_][\w.-]{0,60}(?:=[^\s=]|["']?:\s))`,
    ].join('|') +
    `)(?=[${PART}])`,
  'g',
);
/** A word in more pieces than these is checked together with everything before it in its chain. */
const PARTS = [1, 2] as const;
/** Characters before a split word that may name it. */
const CHARACTERS_BEFORE = 400;
const WORD = /[^\s"'`\\\u0000]{0,400}/y;
/** The rest of a string. */
const STRING = /[^"'`\\\u0000\r\n]{0,400}/y;
const MIN_JOINED_CHARACTERS = 10;
const KEYED = /(?:pass|pwd|secret|token|key|auth|credential)[\w-]*["']?\s*(?:=>|[:=])|-----/i;

interface Joint {
  readonly from: number;
  readonly to: number;
  /** How many joints follow each other from here with a single word between them, including this one. */
  readonly chain: number;
}

/** Joins words that were split by the end of a line or into adjacent strings. */
export const joined: Decoding = (source) => join(source, false);

/** The same, including words and sentences that no rule would call a secret. */
export const joinedWords: Decoding = (source) => join(source, true);

function join(source: MappedText, all: boolean): MappedText | undefined {
  const { text } = source;
  if (!/["'`\n]/.test(text)) return undefined;
  const joints = jointsIn(text);
  if (joints.length === 0) return undefined;
  const made = new PositionMap(source);
  for (const [i, joint] of joints.entries()) {
    const isHead = (joints[i - 1]?.chain ?? 1) === 1;
    const parts = isHead ? [...PARTS, joint.chain] : PARTS;
    for (const count of new Set(parts.filter((one) => one <= joint.chain)))
      put(made, text, joints.slice(i, i + count), startOf(text, joint.from), all);
  }
  return made.length > 0 ? made.end() : undefined;
}

function jointsIn(text: string): Joint[] {
  const found = [...text.matchAll(JOINT)].map(({ index, 0: joint }) => ({ from: index, to: index + joint.length }));
  const joints: Joint[] = [];
  for (let i = found.length - 1; i >= 0; i--) {
    const [joint, next] = [found[i]!, found[i + 1]];
    const goesOn = next !== undefined && isWord(text, joint.to, next.from);
    joints.push({ ...joint, chain: goesOn ? joints.at(-1)!.chain + 1 : 1 });
  }
  return joints.reverse();
}

function isWord(text: string, from: number, to: number): boolean {
  WORD.lastIndex = from;
  return to - from <= 400 && WORD.exec(text)![0].length >= to - from;
}

function startOf(text: string, end: number): number {
  const before = text.slice(Math.max(0, end - CHARACTERS_BEFORE), end);
  return end - before.length + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\u0000')) + 1;
}

function put(made: PositionMap, text: string, chain: readonly Joint[], start: number, all: boolean): void {
  const last = chain.at(-1)!;
  const rest = /["'`]/.test(text[last.to - 1]!) || all ? STRING : WORD;
  rest.lastIndex = last.to;
  const end = last.to + rest.exec(text)![0].length;
  const before = text.slice(start, chain[0]!.from);
  let blank = before.length;
  while (blank > 0 && !/\s/.test(before[blank - 1]!)) blank--;
  const head = before.slice(blank);
  const word = head.length + end - chain[0]!.to;
  // Most ends of lines separate two words of a sentence or program.
  if (
    !all &&
    !KEYED.test(before) &&
    (word < MIN_JOINED_CHARACTERS || !/[0-9]/.test(head + text.slice(chain[0]!.to, end)))
  )
    return;
  let at = start;
  for (const joint of chain) {
    made.copy(at, joint.from);
    at = joint.to;
  }
  made.copy(at, end);
  made.put(SEPARATOR, 0, 0);
}
