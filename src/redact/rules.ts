import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

type Range = readonly [from: number, to: number];

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
// The preset leaves the ids of AWS access keys alone; in a note they have no business either.
const AWS = { id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } };
const CONFIG = { rules: [{ id: PRESET, rule: creator, options: {}, rules: [AWS] }] };
/** `name = value`, `name: "value"`, `--name value`: the value. */
const ASSIGNED =
  /(?:passw(?:or)?d|passwd|secret|token|api[_-]?key|access[_-]?key|auth(?:orization)?|credential|private[_-]?key)["']?(?:\s*[:=]\s*|\s+)["']?(?:bearer\s+|basic\s+)?([^\s"'`,;)}\]]{6,})/gi;
/** Also one that was cut off. */
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const IN_URL = /:\/\/[^\s/:@]*:([^\s/@]+)@/g;
const WORD = /[A-Za-z0-9+/_=-]{24,}/g;
/** Bits a character; words of a language and hex digests stay below, base64 of random bytes above. */
const RANDOM = 4.2;

/** The ranges of a text that hold secrets, sorted, possibly overlapping. */
export async function findSecrets(text: string): Promise<Range[]> {
  const ranges: Range[] = [];
  const { messages } = await lintSource({
    source: { content: text, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { config: CONFIG, noPhysicFilePath: true, maskSecrets: false },
  });
  for (const { range } of messages) ranges.push([range[0], range[1]]);
  for (const pattern of [ASSIGNED, IN_URL])
    for (const match of text.matchAll(pattern)) {
      const value = match[1]!;
      const from = match.index + match[0].lastIndexOf(value);
      if (/[0-9]/.test(value) || value.length >= 16 || pattern === IN_URL) ranges.push([from, from + value.length]);
    }
  for (const match of text.matchAll(PRIVATE_KEY)) ranges.push([match.index, match.index + match[0].length]);
  for (const match of text.matchAll(WORD))
    if (isRandom(match[0])) ranges.push([match.index, match.index + match[0].length]);
  return ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
}

// Random characters of several classes, in no word or path: object ids and paths in prompts are to stay readable.
function isRandom(word: string): boolean {
  if (/^[0-9a-f-]+$/i.test(word) || !/[0-9]/.test(word) || !/[a-z]/.test(word) || !/[A-Z]/.test(word)) return false;
  if (word.split('/').length > 3) return false;
  const counts = new Map<string, number>();
  for (const char of word) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const n of counts.values()) bits -= (n / word.length) * Math.log2(n / word.length);
  return bits >= Math.min(RANDOM, Math.log2(word.length) * 0.9);
}
