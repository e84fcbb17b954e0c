import { lineBefore, matchesOf, type Range, type Tick } from '../../matches.ts';
import { anyProgram } from './any-program.ts';
import { piped } from './piped.ts';
import { MORE_PROGRAMS } from './program-table-more.ts';
import { TABLE } from './program-table.ts';
import { isCommonWord } from '../../vocabulary/common-words.ts';
import { value, wordAt, wordsAt, type Word } from './words.ts';

type Take =
  | {
      readonly kind: 'option';
      readonly flag: string;
      readonly glued: boolean;
      readonly apart: boolean;
      readonly sub?: string;
    }
  | { readonly kind: 'pair'; readonly flag: string; readonly sign: string; readonly sub?: string }
  | { readonly kind: 'word'; readonly begins: string }
  | { readonly kind: 'settings'; readonly sub?: string }
  | {
      readonly kind: 'position';
      readonly at: number;
      readonly flag?: string;
      readonly sub?: string;
      readonly sign?: string;
    };

/** Settings beside a secret that are not secret. */
const PLAIN_NAME =
  /(?:^|[._-])(?:user(?:name)?|login|name|host(?:name)?|port|url|uri|endpoint|email|region|type|database|schema|path|ttl|policies|policy|role|roles|enabled|tls\.crt|ca\.crt|cert|client_id|clientid|account|bucket|zone|description|options|version)$/i;

// Both are made when they are first needed: most processes that redact read no command of such a program.
let table: ReadonlyMap<string, readonly Take[]> | undefined;
const programs = (): ReadonlyMap<string, readonly Take[]> => (table ??= readTable());
let start: RegExp | undefined;
const startOf = (): RegExp => (start ??= patternOf([...programs().keys()]));

const patternOf = (names: readonly string[]): RegExp => {
  const escaped = names.map((name) => name.replaceAll('.', String.raw`\.`)).toSorted((a, b) => b.length - a.length);
  return new RegExp(String.raw`(?<![\w.@-])(?:${escaped.join('|')})(?=(?:\.exe)?[ \t]{1,20}\S)`, 'g');
};

/**
 * In a text of at most this many characters, a set is asked for each word first, because compiling the pattern takes longer. In a longer
 * text, the pattern is quicker.
 */
const MAX_LOOKED_UP = 400;
/** What stands where a program with an argument may: the names of programs have no other characters. */
const BEFORE_ARGUMENT = /([\w.-]+)[ \t]{1,20}\S/g;

/** Whether the pattern of all programs may match. */
function mayHaveProgram(text: string): boolean {
  if (text.length > MAX_LOOKED_UP) return true;
  for (BEFORE_ARGUMENT.lastIndex = 0; ;) {
    const match = BEFORE_ARGUMENT.exec(text);
    if (match === null) return false;
    BEFORE_ARGUMENT.lastIndex--; // the argument may be the next program
    const word = match[1]!;
    if (programs().has(word) || (word.endsWith('.exe') && programs().has(word.slice(0, -'.exe'.length)))) return true;
  }
}
/** Any program with a user and a password: `-u bob -p x`, `--user=bob:x`. */
const WITH_USER =
  /(?:^|[ \t])-(?:u|U|n(?![a-z]{3})|user|username|-user|-username|-login)[ =:]?[\w.@\\-]+[ \t](?:[^\n|;&]{0,80}[ \t])?-[pPw][ =:]?(?=(\S{1,200}))/g;
/** `tool -p x -u bob` */
const BEFORE_USER =
  /[ \t]-p[ =](?=["']?[^\s"'|;&:/]{6,100}["']?[ \t](?:[^\n|;&]{0,60}[ \t])?-(?:u|U|-user|-username)[ =][\w.@\\-]{2,64})/g;
/** Programs in which `-p` has another meaning. */
const OTHER_P = /\b(?:mkdir|cp|mv|ssh|scp|docker|podman|install|git|pytest|patch|nc|ps)\b[^\n|;&]*$/;
/** `remote login r bob -p x` */
const LOGIN = /[ \t](?:login|signin|auth)[ \t][^\n|;&]{0,120}?[ \t](?:-p|--pw|--pass)[ =]?(?=\S)/g;
const USERINFO =
  /(?:^|[ \t"'])(?:-u|--user|--userpwd|--proxy-user|--auth|--basic-auth|--auth-creds?|-auth|--credentials|--creds|-a|allow)[ =]?["']?([\w.@+-]{1,64}):(?=[^\s:/\\])/g;
/** Secrets in the arguments of programs: option values, words at a position, and piped input. */
export function* commandSecrets(text: string, tick: Tick): Generator<Range> {
  if (mayHaveProgram(text))
    for (const { 0: name, index } of matchesOf(startOf(), text)) {
      tick();
      const words = wordsAt(text, index + name.length);
      for (const take of programs().get(name)!) yield* taken(words, take);
    }
  const withOptions = text.includes('-')
    ? [...matchesOf(WITH_USER, text), ...matchesOf(LOGIN, text), ...beforeUser(text)]
    : [];
  for (const match of withOptions) {
    const word = wordAt(text, match.index + match[0].length);
    if (word && !/^\d{1,5}$/.test(word.text) && !/^[-/.]|^\d+:\d+$/.test(word.text)) yield* value(word);
  }
  for (const match of text.includes(':') ? matchesOf(USERINFO, text) : []) {
    const word = wordAt(
      text,
      match.index + match[0].length,
      match[0].includes("'") ? "'" : match[0].includes('"') ? '"' : '',
    );
    if (word && !/^\d+$|^(?:\d+\/|\d+-)/.test(word.text) && match[1] !== word.text) yield* value(word);
  }
  yield* anyProgram(text);
  yield* piped(text);
}

const beforeUser = (text: string): RegExpExecArray[] =>
  [...matchesOf(BEFORE_USER, text)].filter(({ index }) => !OTHER_P.test(lineBefore(text, index, 80)));

function* taken(words: readonly Word[], take: Take): Generator<Range> {
  const start = 'sub' in take && take.sub !== undefined ? behindSub(words, take.sub) : 0;
  if (start === undefined) return;
  if (take.kind === 'word') {
    for (const word of words) {
      const { text, from, to } = word;
      if (text.startsWith(take.begins))
        yield* value({ ...word, text: text.slice(take.begins.length), from: from + take.begins.length, to });
    }
    return;
  }
  if (take.kind === 'settings') {
    for (const { text, to } of words.slice(start)) {
      const [, name, held] = /^([\w.-]{1,80})=([^@].*)$/s.exec(text) ?? [];
      if (name !== undefined && held !== undefined && !PLAIN_NAME.test(name))
        yield* value({ text: held, from: to - held.length, to });
    }
    return;
  }
  if (take.kind === 'position') {
    if (take.flag !== undefined && !words.some(({ text }) => new RegExp(`^-[A-Za-z]*${take.flag}`).test(text))) return;
    // `/p` is an option in Windows, and `/etc/passwd` is a path.
    const plain = words.slice(start).filter(({ text }) => !text.startsWith('-') && !/^\/\w+(?!\w*\/)/.test(text));
    const word = plain.at(take.at < 0 ? take.at : take.at - 1);
    if (!word || (take.at < 0 && plain.length < 2) || isCommonWord(word.text)) return;
    const cut = take.sign === undefined ? 0 : word.text.indexOf(take.sign) + 1;
    if (take.sign !== undefined && cut < 2) return;
    const rest = word.text.slice(cut).split('@')[0]!;
    if (take.sign !== undefined && /[/.]/.test(rest)) return;
    const end = take.sign === undefined ? word.to : word.from + cut + rest.length;
    yield* value({ ...word, text: take.sign === undefined ? word.text : rest, from: word.from + cut, to: end });
    return;
  }
  for (const [i, word] of words.entries()) {
    if (i < start || !word.text.startsWith(take.flag)) continue;
    const glued = word.text.slice(take.flag.length).replace(/^=/, '');
    if (take.kind === 'option' && take.apart && glued !== '') continue;
    const isLong = /^--|^-\w{2,}/.test(take.flag) && take.flag !== '-hp';
    const tail = { ...word, text: glued, from: word.to - glued.length };
    const next = words[i + 1];
    let found: Word | undefined;
    if (glued === '' || (take.kind === 'option' && isLong && !word.text.includes('=')))
      found = take.kind === 'option' && take.glued ? undefined : glued === '' ? next : undefined;
    else found = tail;
    if (!found || found.text.startsWith('-')) continue;
    if (take.kind === 'pair') {
      const sign = found.text.indexOf(take.sign);
      if (sign < 1 || (take.sign === '=' && PLAIN_NAME.test(found.text.slice(0, sign)))) continue;
      found = { ...found, text: found.text.slice(sign + 1), from: found.from + sign + 1 };
    }
    yield* value(found);
  }
}

function behindSub(words: readonly Word[], sub: string): number | undefined {
  const isWild = sub.endsWith('*');
  const at = words.findIndex(({ text }) => (isWild ? text.startsWith(sub.slice(0, -1)) : text === sub));
  return at < 0 || at > 6 ? undefined : at + 1;
}

function readTable(): Map<string, Take[]> {
  const table = new Map<string, Take[]>();
  for (const line of (TABLE.trim() + MORE_PROGRAMS.trimEnd()).split('\n')) {
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
  if (what === 'k=v') return { kind: 'settings', ...sub };
  if (!/^[-/]/.test(what)) return { kind: 'word', begins: what };
  if (/^\/\w+:$/.test(what)) return { kind: 'word', begins: what };
  const sign = /^(-.*?)([:%,=])$/.exec(what);
  if (sign) return { kind: 'pair', flag: sign[1]!, sign: sign[2]!, ...sub };
  return {
    kind: 'option',
    flag: what.replace(/[+~]$/, ''),
    glued: what.endsWith('+'),
    apart: what.endsWith('~'),
    ...sub,
  };
}
