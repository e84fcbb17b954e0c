import { matchesOf, type Range, type Tick } from '../matches.ts';
import { TABLE } from './program-table.ts';
import { isCommonWord } from '../vocabulary/common-words.ts';
import { isSecret } from '../vocabulary/values.ts';

type Take =
  | { readonly kind: 'option'; readonly flag: string; readonly glued: boolean; readonly sub?: string }
  | { readonly kind: 'pair'; readonly flag: string; readonly sign: string; readonly sub?: string }
  | { readonly kind: 'word'; readonly begins: string }
  | {
      readonly kind: 'position';
      readonly at: number;
      readonly flag?: string;
      readonly sub?: string;
      readonly sign?: string;
    };

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const LONGEST_LINE = 2000;
const MOST_WORDS = 60;
const PROGRAMS = readTable();
const escaped = [...PROGRAMS.keys()]
  .map((name) => name.replaceAll('.', String.raw`\.`))
  .toSorted((a, b) => b.length - a.length);
const START = new RegExp(String.raw`(?<![\w.@-])(?:${escaped.join('|')})(?=(?:\.exe)?[ \t]{1,20}\S)`, 'g');
/** What a command that has a secret has besides its program. */
const MAYBE =
  /[ \t](?:-{1,2}\w|\/\w)|pass|login|auth|unlock|unseal|add_user|http-basic|pypi-token|obscure|secret|config |alias |\|[ \t]|<<<|pass:/;
/** Any program that is given a user and a password: `-u bob -p x`, `--user=bob:x`. */
const WITH_USER =
  /(?:^|[ \t])-(?:u|U|user|username|-user|-username|-login)[ =]?[\w.@\\-]+[ \t](?:[^\n|;&]{0,80}[ \t])?-[pPw][ =]?(?=(\S{1,200}))/g;
const USERINFO =
  /(?:^|[ \t"'])(?:-u|--user|--userpwd|--proxy-user|--auth|--basic-auth|--credentials|--creds)[ =]?["']?([\w.@+-]{1,64}):(?=[^\s:/\\])/g;
/** What reads a password from its standard input. */
const READER =
  /\|\s{0,8}(?:sudo\s{1,8}(?:-\w{1,100}\s{1,8})*)?(?:[\w./-]{0,200}\/)?(?:sudo\s{1,8}(?:-\w{1,100}\s{1,8})*(?:-\w{0,40}S|--stdin)|chpasswd|passwd\b|su\b|kinit\b|cryptsetup\b|smbpasswd\b|vncpasswd\b|ssh-add\b|gpg\b[^\n|;]{0,200}--passphrase-fd|openssl\b[^\n|;]{0,200}stdin|mosquitto_passwd|htpasswd\b[^\n|;]{0,200}-\w{0,40}i|pass\s{1,8}insert|(?:docker|podman|kubectl|gh|glab|vault|bw|op|wrangler|npx|fly|flyctl|doppler|heroku|gcloud|aws|az|oc|skopeo|helm|crane|cosign|buildah)\b[^\n|;]{0,200}(?:stdin|with-token|secrets?|login|password|passwd|data-file=-)|[\w-]{1,100}[^\n|;]{0,200}--?(?:password|token|passphrase|secret)[\w-]{0,60}stdin)/y;
const PRODUCER =
  /\b(?:echo|printf|print|Write-Output|cat\s{0,8}<<<)\s{1,8}(?:-\w{1,100}\s{1,8})*(?:(["'])%s(?:\\n|\n)?\1\s{1,8})?/g;
const HERE =
  /(?:stdin|chpasswd|passwd|sudo\s[^\n|;<]{0,40}-S|kinit|with-token|cryptsetup|su)\b[^\n|;<]{0,80}<<<\s{0,8}/g;

/** Secrets by the programs that take them: values of options, words at a position, what is piped into them. */
export function* commandSecrets(text: string, tick: Tick): Generator<Range> {
  if (!MAYBE.test(text)) return;
  for (const { 0: name, index } of matchesOf(START, text)) {
    tick();
    const words = wordsAt(text, index + name.length);
    for (const take of PROGRAMS.get(name)!) yield* taken(words, take);
  }
  for (const match of matchesOf(WITH_USER, text)) {
    const word = wordAt(text, match.index + match[0].length);
    if (word && !/^\d{1,5}$/.test(word.text) && !/^[-/.]|^\d+:\d+$/.test(word.text)) yield* value(word);
  }
  for (const match of matchesOf(USERINFO, text)) {
    const word = wordAt(
      text,
      match.index + match[0].length,
      match[0].includes("'") ? "'" : match[0].includes('"') ? '"' : '',
    );
    if (word && !/^\d+$|^(?:\d+\/|\d+-)/.test(word.text) && match[1] !== word.text) yield* value(word);
  }
  yield* piped(text);
}

function* piped(text: string): Generator<Range> {
  for (const match of matchesOf(PRODUCER, text)) {
    const word = wordAt(text, match.index + match[0].length);
    if (!word) continue;
    READER.lastIndex = word.to + (/["']/.test(text[word.to] ?? '') ? 1 : 0);
    while (/[ \t]/.test(text[READER.lastIndex] ?? '')) READER.lastIndex++;
    const at = READER.lastIndex;
    READER.lastIndex = at;
    if (READER.test(text)) yield* fromStdin(word);
  }
  for (const match of matchesOf(HERE, text)) {
    const word = wordAt(text, match.index + match[0].length);
    if (word) yield* fromStdin(word);
  }
}

// `user:password`, as chpasswd reads it, or the password alone.
function* fromStdin(word: Word): Generator<Range> {
  const clean = /^(.*?)(?:\\n)?$/s.exec(word.text)![1]!;
  // Lines, as passwd reads them.
  const lines = clean.split(/\\n|\n/);
  if (lines.length > 1) {
    let from = word.from;
    for (const line of lines) {
      const start = word.from + clean.indexOf(line, from - word.from);
      yield* value({ text: line, from: start, to: start + line.length });
      from = start + line.length;
    }
    return;
  }
  const pair = /^[\w.-]{1,64}:/.exec(clean);
  yield* value({
    text: clean.slice(pair?.[0].length ?? 0),
    from: word.from + (pair?.[0].length ?? 0),
    to: word.from + clean.length,
  });
}

function* value({ text, from, to }: Word): Generator<Range> {
  if (text.length >= 4 && !/^[([{<]/.test(text) && isSecret(text, 'setting', 'password')) yield [from, to];
}

function* taken(words: readonly Word[], take: Take): Generator<Range> {
  const start = 'sub' in take && take.sub !== undefined ? behindSub(words, take.sub) : 0;
  if (start === undefined) return;
  if (take.kind === 'word') {
    for (const { text, from, to } of words)
      if (text.startsWith(take.begins))
        yield* value({ text: text.slice(take.begins.length), from: from + take.begins.length, to });
    return;
  }
  if (take.kind === 'position') {
    if (take.flag !== undefined && !words.some(({ text }) => new RegExp(`^-[A-Za-z]*${take.flag}`).test(text))) return;
    const plain = words.slice(start).filter(({ text }) => !text.startsWith('-') && !/^\/\w+:?/.test(text));
    const word = plain.at(take.at < 0 ? take.at : take.at - 1);
    if (!word || (take.at < 0 && plain.length < 2) || isCommonWord(word.text)) return;
    const cut = take.sign === undefined ? 0 : word.text.indexOf(take.sign) + 1;
    if (take.sign !== undefined && cut < 2) return;
    const rest = word.text.slice(cut).split('@')[0]!;
    if (take.sign !== undefined && /[/.]/.test(rest)) return;
    const end = take.sign === undefined ? word.to : word.from + cut + rest.length;
    yield* value({ text: take.sign === undefined ? word.text : rest, from: word.from + cut, to: end });
    return;
  }
  for (const [i, word] of words.entries()) {
    if (i < start || !word.text.startsWith(take.flag)) continue;
    const glued = word.text.slice(take.flag.length).replace(/^=/, '');
    const isLong = /^--|^-\w{2,}/.test(take.flag) && take.flag !== '-hp';
    const tail = { text: glued, from: word.to - glued.length, to: word.to };
    const next = words[i + 1];
    let found: Word | undefined;
    if (glued === '' || (take.kind === 'option' && isLong && !word.text.includes('=')))
      found = take.kind === 'option' && take.glued ? undefined : glued === '' ? next : undefined;
    else found = tail;
    if (!found || found.text.startsWith('-')) continue;
    if (take.kind === 'pair') {
      const sign = found.text.indexOf(take.sign);
      if (sign < 1) continue;
      found = { text: found.text.slice(sign + 1), from: found.from + sign + 1, to: found.to };
    }
    yield* value(found);
  }
}

function behindSub(words: readonly Word[], sub: string): number | undefined {
  const isWild = sub.endsWith('*');
  const at = words.findIndex(({ text }) => (isWild ? text.startsWith(sub.slice(0, -1)) : text === sub));
  return at < 0 || at > 6 ? undefined : at + 1;
}

/** The words of a shell command from a place to its end. */
function wordsAt(text: string, from: number): Word[] {
  const words: Word[] = [];
  let at = from;
  const last = Math.min(text.length, from + LONGEST_LINE);
  while (at < last && words.length < MOST_WORDS) {
    while (at < last && /[ \t]|\\(?=\r?\n)/.test(text[at]!))
      at += text[at] === '\\' ? (text[at + 1] === '\r' ? 3 : 2) : 1;
    if (at >= last || /[\n\r\u0000;|)]|&(?=&)/.test(text[at]!)) break;
    const word = wordAt(text, at);
    if (!word) break;
    words.push(word);
    at = Math.max(
      at + 1,
      word.to + (/["']/.test(text[word.to] ?? '') && /["']/.test(text[word.from - 1] ?? '') ? 1 : 0),
    );
  }
  return words;
}

const BARE = /(?:\\[^\n]|[^\s"'`|;<>)\u0000\\]|&(?!&))+/y;

// A word; of one in quotes its inside. `-p'x y'` counts from its option on.
function wordAt(text: string, from: number, within = ''): Word | undefined {
  const quote = within === '' && /["']/.test(text[from] ?? '') ? text[from]! : within;
  if (quote !== '') {
    const start = within === '' ? from + 1 : from;
    let end = start;
    while (
      end < text.length &&
      end - start < 400 &&
      text[end] !== quote &&
      text[end] !== '\n' &&
      text[end] !== '\u0000'
    )
      end += text[end] === '\\' && quote === '"' ? 2 : 1;
    end = Math.min(end, text.length);
    return end > start ? { text: text.slice(start, end), from: start, to: end } : undefined;
  }
  BARE.lastIndex = from;
  const found = BARE.exec(text)?.[0];
  if (found === undefined) return undefined;
  const end = from + found.length;
  // An option with its value in quotes behind it.
  if (/["']/.test(text[end] ?? '') && /^(?:--?[\w-]*[=:]?|pass:|\/\w+:)$/.test(found)) {
    const inner = wordAt(text, end);
    if (inner) return { text: found + inner.text, from: inner.from - found.length, to: inner.to };
  }
  return { text: found, from, to: end };
}

function readTable(): Map<string, Take[]> {
  const table = new Map<string, Take[]>();
  for (const line of TABLE.trim().split('\n')) {
    const at = line.indexOf(': ');
    const takes = line
      .slice(at + 2)
      .trim()
      .split(/\s+/)
      .map(readTake)
      .filter((one) => one !== undefined);
    for (const name of line.slice(0, at).split(' ')) table.set(name, [...(table.get(name) ?? []), ...takes]);
  }
  return table;
}

function readTake(spec: string): Take | undefined {
  const cut = spec.indexOf('>');
  const sub = cut > 0 ? { sub: spec.slice(0, cut) } : {};
  const what = spec.slice(cut + 1);
  const position = /^(?:(\w)\?)?(-?\d)(\/)?$/.exec(what);
  if (position) {
    const [, flag, at, sign] = position;
    return { kind: 'position', at: Number(at), ...(flag && { flag }), ...(sign && { sign }), ...sub };
  }
  if (!/^[-/]/.test(what)) return { kind: 'word', begins: what };
  if (/^\/\w+:$/.test(what)) return { kind: 'word', begins: what };
  const sign = /^(-.*?)([:%,])$/.exec(what);
  if (sign) return { kind: 'pair', flag: sign[1]!, sign: sign[2]!, ...sub };
  return { kind: 'option', flag: what.replace(/\+$/, ''), glued: what.endsWith('+'), ...sub };
}
