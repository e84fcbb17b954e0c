// Makes the table of the words that ordinary texts have, src/redact/likely/word-table.ts.
// node bench/redaction/words.mjs GIT-DIRECTORY...   OUT=file writes it elsewhere
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { filterOf } from './word-filter.mjs';

const OUT = process.env.OUT ?? resolve(import.meta.dirname, '../../src/redact/likely/word-table.ts');
/** A word belongs to the table if so many files of so many repositories have it, or so many files of one. */
const SUPPORT = { files: 3, repositories: 2, alone: 12 };
/** A word is a frequent one if this part of the repositories have it, and so many files of each on average. */
const FREQUENT = { part: 0.5, files: 8 };
const MAX_FILE_CHARACTERS = 200_000;

const directories = process.argv.slice(2);
if (directories.length === 0) {
  process.stderr.write('Name git directories with ordinary texts.\n');
  process.exit(1);
}
/** For each word: files, and repositories. */
const files = new Map();
const repositories = new Map();
for (const directory of directories) {
  const seen = new Set();
  for (const text of textsOf(resolve(directory))) {
    const words = wordsOf(text);
    for (const word of words) {
      files.set(word, (files.get(word) ?? 0) + 1);
      seen.add(word);
    }
  }
  for (const word of seen) repositories.set(word, (repositories.get(word) ?? 0) + 1);
  process.stderr.write(`${files.size} words with ${directory}\n`);
}
const known = [];
const frequent = [];
for (const [word, count] of files) {
  const held = repositories.get(word);
  if ((count >= SUPPORT.files && held >= SUPPORT.repositories) || count >= SUPPORT.alone) known.push(word);
  if (held >= FREQUENT.part * directories.length && count >= FREQUENT.files * directories.length) frequent.push(word);
}
writeFileSync(
  OUT,
  `// Made by bench/redaction/words.mjs. Do not edit.\n/** The words that ordinary texts have, as a Bloom filter in base64. */\nexport const KNOWN =\n  '${filterOf(known)}';\n/** The most frequent of them. */\nexport const FREQUENT =\n  '${filterOf(frequent)}';\n`,
);
process.stderr.write(`${known.length} words, ${frequent.length} frequent ones\n`);

/** The words of a text, in small letters, each once. Joined words count as a whole and in parts. */
function wordsOf(text) {
  const words = new Set();
  const plain = text.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
  for (const [run] of plain.matchAll(/[A-Za-z]{3,40}/g)) {
    add(words, run);
    if (/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(run))
      for (const [part] of run.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)) add(words, part);
  }
  return words;
}

function add(words, word) {
  if (word.length >= 3 && word.length <= 20) words.add(word.toLowerCase());
}

/** The tracked files of a repository, and the messages of its commits in blocks of twenty. */
function* textsOf(directory) {
  const git = (args, input) =>
    spawnSync('git', ['--git-dir', directory, ...args], { input, maxBuffer: 1 << 30 }).stdout;
  const messages = git(['log', '-z', '--no-merges', '--max-count=4000', '--format=%B', 'HEAD']).toString().split('\0');
  for (let at = 0; at < messages.length; at += 20) yield messages.slice(at, at + 20).join('\n');
  const lines = git(['ls-tree', '-r', '-l', 'HEAD']).toString().split('\n');
  const names = lines.flatMap((line) => {
    const [, type, id, size] = /^\S+ (\S+) (\S+) +(\S+)\t/.exec(line) ?? [];
    return type === 'blob' && Number(size) < MAX_FILE_CHARACTERS ? [id] : [];
  });
  const step = Math.max(1, names.length / 6000);
  const chosen = [];
  for (let at = 0; at < names.length; at += step) chosen.push(names[Math.floor(at)]);
  for (let from = 0; from < chosen.length; from += 500) {
    const some = chosen.slice(from, from + 500);
    const all = git(['cat-file', '--batch'], some.map((id) => `${id}\n`).join(''));
    for (let at = 0; at < all.length;) {
      const end = all.indexOf('\n', at);
      const size = Number(/ blob (\d+)$/.exec(all.toString('utf8', at, end))?.[1]);
      if (!Number.isFinite(size)) break;
      const text = all.toString('utf8', end + 1, end + 1 + size);
      at = end + size + 2;
      if (!text.includes('\0')) yield text;
    }
  }
}
