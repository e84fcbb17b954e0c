import { matchesOf, type Range } from '../../matches.ts';
import { isKeyAfterName, isKeyShaped } from '../../vocabulary/key-shape.ts';
import { isSecret, isStrong } from '../../vocabulary/values.ts';

/** `secretsdump.py corp/alice:x@host`, the target form of Python's network tools. */
const TARGET =
  /(?<![\w/.-])[\w-]{2,40}\.py[ \t][^\n|;&\u0000]{0,200}?(?<=[ \t"'])(?:[\w.-]{1,64}\/)?[\w.$-]{1,64}:["']?([^\s@:"'/\\\u0000]{3,100})["']?(?:@[\w.[]|(?=[ \t]|$)(?<=[ \t"'][\w.-]{1,64}\/[^\s/]{1,200}))/gm;
/** `alice:x@host` without a scheme. */
const WITH_HOST =
  /(?<![\w/:.@+-])(?!(?:user|group|serviceAccount|domain|member|principal|acct|owner|team|npm|patch|workspace|git|github|gitlab|jsr|file|link|docker|image|mailto|ssh)[:])[A-Za-z0-9][\w.-]{1,40}:([^\s:@"'`/\\,;()<>{}\u0000]{6,100})@(?!sha\d)[A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){0,5}(?![\w(=])/g;
/** `alice:x@host:3306` without a scheme. */
const WITH_PORT =
  /(?<![\w/:.@+-])[A-Za-z][\w.-]{1,40}:([^\s:@"'`/\\,;()<>{}\u0000]{4,100})@(?!sha\d)[A-Za-z0-9][\w.-]{0,80}:\d{2,5}(?![\w(=.])/g;
/** `mysqlsh alice:x@host` */
const FIRST_WORD =
  /(?<![\w/.-])(?:mysqlsh|impacket-\w{2,20})[ \t][^\n|;&\u0000]{0,100}?(?<=[ \t"'/])[\w.-]{1,64}:([^\s:@"'`/\\\u0000]{4,100})@[\w.[]/g;
/** Oracle's `alice/x@//host:1521/db`. */
const AT_SERVICE =
  /(?<![\w/:.@+-])[A-Za-z][\w.-]{1,40}\/([^\s:@"'`/\\,;()<>{}\u0000]{4,100})@\/\/[A-Za-z0-9][\w.-]{0,80}(?::\d{2,5})?\//g;
/** `tool /s host /u alice /p x` */
const SLASHES =
  /[ \t]\/u(?:ser)?[: ][^\s/]\S{0,80}[ \t]{1,8}(?:\/[a-z]{1,8}[ :]\S{1,80}[ \t]{1,8}){0,3}\/p(?:w|wd|ass)?[: ]{1,2}["']?([^\s"'/][^\s"']{2,100})/gi;
/** What a text must have, and the pattern that is searched there. */
const TARGETS: readonly (readonly [needed: RegExp, pattern: RegExp])[] = [
  [/\.py/, TARGET],
  [/\/u/, SLASHES],
  [/@\/\//, AT_SERVICE],
  [/mysqlsh|impacket-/, FIRST_WORD],
  [/@[\w.-]{1,81}:\d\d/, WITH_PORT],
];
/** An option of one letter. */
const OPTION =
  /(?:^|[\n;|&\u0000`$>"'][ \t]{0,8})(?:sudo[ \t]{1,8})?([a-z][\w.-]{1,40})(?=[ \t])[^\n|;&\u0000]{0,160}?[ \t]-{1,2}(?:[a-zA-Z]|pw|pass|code|key)[ =]["']?([^\s"'`|;&<>()\u0000]{6,100})(?=["']?(?:[ \t\n\u0000`"']|$))/g;
/** Programs whose options of that letter take something else. */
const OTHER =
  /^(?:mkdir|cp|mv|git|cargo|pytest|py\.test|npm|npx|yarn|pnpm|bun|deno|node|python3?|tsc|docker|podman|ssh|scp|sftp|nc|install|tar|jest|vitest|make|cmake|go|rustc|gcc|cc|clang|ld|ps|kill|lsof|netstat|ss|nmap|ping|screen|tmux|patch|less|grep|rg|sort|cut|sed|awk|perl|ruby|date|touch|useradd|curl|wget|kubectl|helm|terraform|dotnet|msbuild|act|just|nx|turbo|lerna|playwright|phpunit|rspec|ctest|bazel|gradle|mvn|code|vim?|nano|emacs|journalctl|systemctl|adb|the|with|use|using|run)$/;
/** `unlock x`, `login x`, `auth x`: the word after it is unmistakable. */
const SUBCOMMAND =
  /[ \t](?:login|auth|unlock|register|activate|enroll|decrypt|authenticate|signin|authorize|setpassword|set-password|passwd)[ \t]{1,4}(?:--?[a-z][\w-]{0,30}[ \t]{1,4})?["']?([A-Za-z0-9][^\s"'`|;&<>()\u0000]{7,200})(?=["']?(?:[ \t\n\u0000`"']|$))/g;
/** The program before it, at the start of a command. */
const COMMAND = /(?:^|[\n;|&\u0000`$>"'][ \t]{0,8})[a-z][\w-]{1,40}(?:[ \t]{1,4}[a-z-]{2,20})?$/;

const isTyped = (word: string): boolean =>
  !/[/\\.:=,]/.test(word) &&
  isStrong(word) &&
  (/^[A-Za-z]{4,}[0-9]{2,}[!@#$%^&*?]?$/.test(word) ||
    [/[a-z]/, /[A-Z]/, /[0-9]/, /[!@#$%^&*+~?]/].filter((kind) => kind.test(word)).length >= 3 ||
    /[0-9][a-z]+[0-9]/i.test(word)) &&
  !/^(?:v\d|[a-z]+[-_][a-z]+|test|py\d|node\d|x\d\d|sha\d|utf|\w+-\d{1,2}$)/i.test(word);

/** Passwords and keys on the command lines of programs that no table knows. */
export function* anyProgram(text: string): Generator<Range> {
  for (const [needed, pattern] of TARGETS) {
    if (!needed.test(text)) continue;
    for (const match of matchesOf(pattern, text)) {
      const range = lastOf(match, 1);
      if (isSecret(text.slice(...range), 'setting', 'password')) yield range;
    }
  }
  if (text.includes('@'))
    for (const match of matchesOf(WITH_HOST, text)) {
      const range = lastOf(match, 1);
      if (isStrong(match[1]!) && !/^[\d.^~]+/.test(match[1]!)) yield range;
    }
  if (text.includes(' -')) yield* options(text);
  for (const match of matchesOf(SUBCOMMAND, text)) {
    const word = match[1]!;
    if (!isKeyAfterName(word) && !isTyped(word)) continue;
    if (COMMAND.test(text.slice(Math.max(0, match.index - 80), match.index))) yield lastOf(match, 1);
  }
}

function* options(text: string): Generator<Range> {
  for (const match of matchesOf(OPTION, text)) {
    if (OTHER.test(match[1]!)) continue;
    const word = match[2]!;
    const isForPasswords = /[ \t]-{1,2}(?:[pPkKwWa]|pw|pass|code|key)[ =]["']?$/.test(match[0].slice(0, -word.length));
    const isForTokens = /[ \t]-{1,2}(?:[tkKa]|key)[ =]["']?$/.test(match[0].slice(0, -word.length));
    const isHex = isForTokens ? /^[0-9a-f]{32,64}$/ : /^[0-9a-f]{32}$/;
    if ((isForPasswords && isTyped(word)) || isKeyShaped(word) || isHex.test(word)) yield lastOf(match, 2);
  }
}

// The group ends shortly before the match, or with it.
function lastOf(match: RegExpExecArray, group: number): Range {
  const from = match.index + match[0].lastIndexOf(match[group]!);
  return [from, from + match[group]!.length];
}
