import { groupOf, matchesOf, type Range } from '../matches.ts';
import { isCommon } from '../vocabulary/common-words.ts';
import { isGibberish } from '../vocabulary/random.ts';
import { isBirthday, isOfPeople, isPhrase, isSecret, isStrong, isTwoWords, isWordChain } from '../vocabulary/values.ts';

/** Common names of accounts. */
const USERS =
  '(?:admin(?:istrator)?|root|alice|bob|carol|charlie|dave|postgres|mysql|sa|sys|system|sysdba|oracle|elastic|neo4j|cassandra|guest|demo|jenkins|gitlab|ubuntu|ec2-user|pi|operator|manager|supervisor|john|jane|jdoe|jsmith|[a-z]\\.[a-z]{3,20}|(?:svc|srv|app|db|web|api|test|ci|my|ftp|sftp|mail|ldap|ro|rw)[_.-]?(?:user|admin|account)|svc[_-]\\w{1,20}|\\w{1,20}_(?:user|admin|svc))';
const ANY_USER = new RegExp(`(?<![\\w.-])(?:${USERS}|deploy)(?![\\w-])`, 'i');
/** `f('alice', 'x')`, `{ alice: 'x' }` */
const QUOTED = new RegExp(
  `(["'])(?:${USERS}|deploy)\\1(?:>>|\\.\\w{1,12}\\(\\))?[ \\t]{0,4}[,:][ \\t]{0,4}(?:<<|b|@)?["']([^"'\\n\\u0000]{6,100})["']`,
  'gi',
);
/** `alice:x`, `alice%x`, `alice^x`, except ports and groups. */
const JOINED = new RegExp(
  `(?<![\\w/.@-])(?:${USERS}|deploy)[:%^]([^\\s"'\`:/,;()<>|@\\u0000]{6,100})(?=$|[\\s"'\`,;)@:])`,
  'gi',
);
/** `alice/x`, in a sentence or before an address. */
const SLASHED = new RegExp(
  `(?<![\\w/.@-])(?:${USERS}|deploy)\\/([^\\s"'\`:/,;()<>|@\\u0000]{6,100})(?=$|[\\s"'\`,;.)@])`,
  'gi',
);
/** `login=alice:x`, `--uri alice:x@host`. The context marks a password, so even an ordinary word counts. */
const AUTHENTICATED = new RegExp(
  `\\b(?:auth|login|uri|url|creds?(?: are| is)?|credentials(?: are)?|connect|mysql|postgres|(?:connect|log)\\w{0,4}(?: in)? as)[ \\t=("'\`]{1,3}(?:${USERS}|deploy)[:/]([^\\s"'\`:/,;()<>|@\\u0000]{4,100})(?=@[\\w.]|[ \\t\\n"'\`]|$)`,
  'gi',
);
/** `user add alice x`, `log in with alice and x`, on a line about logging in. */
const SPACED = new RegExp(
  `(?:user|log|sign|auth|regist|passw|pw\\b|connect|account|creds?\\b|credential)[^\\n\\u0000]{0,100}?(?<![\\w/.@-])["'\`]?${USERS}["'\`]?(?:[ \\t]{1,4}(?:and|with|und|et|y|e|en|og|и)(?:[ \\t]{1,4}with)?)?[ \\t]{1,4}(?:[-–|/,][ \\t]{1,4})?["'\`]?([^\\s"'\`,;()<>|\\u0000]{6,100})(?=$|[\\s"'\`,;)>])`,
  'gi',
);
/** `alice x`, `alice - x` anywhere, for values that can only be passwords. */
const BARE = new RegExp(
  `(?<![\\w/.@-])["'\`]?${USERS}["'\`]?[ \\t]{1,4}(?:[-–|/][ \\t]{1,4})?["'\`]?([^\\s"'\`,;()<>|/\\u0000]{8,100})(?=$|[\\s"'\`,;.)>])`,
  'gi',
);
/** `alice / x works` */
const WORKING = new RegExp(
  `(?<![\\w/.@-])["'\`]?${USERS}["'\`]?[ \\t]\\/[ \\t]["'\`]?([^\\s"'\`,;()<>|\\u0000]{6,100})(?=["'\`]?[ \\t](?:works?|worked|should work|is fine|does not work|doesn't work)(?![\\w]))`,
  'gi',
);
/** `Test account: alice / x`, `creds are alice and x` */
const STATED =
  /\b(?:accounts?|creds?|credentials|logins?|zugangsdaten)(?:[ \t](?:is|are)|:)[ \t]{1,4}["'`]?[\w.@-]{2,40}["'`]?[ \t]?(?:\/|[ \t]and[ \t])[ \t]?["'`]?([^\s"'`,;()<>|/\u0000]{6,100})(?=$|[\s"'`,;)>])/gi;
/** `alice : x` */
const SPACED_SIGN = new RegExp(
  `(?<![\\w/.@-])${USERS}[ \\t]:[ \\t]([^\\s"'\`,;()<>|\\u0000]{6,100})(?=$|[\\s"'\`,;.)>])`,
  'gi',
);
/** `You can log in with alice and x.`, `use x to log in as alice` */
const LOGIN_WITH = new RegExp(
  `\\b(?:log|sign)(?:s|ged|ging|ned|ning)?[ -]?(?:in|on)[ \\t](?:to[ \\t]\\S{1,40}[ \\t])?with[ \\t]["'\`]?(?:${USERS}|[\\w-]{1,20}_user|deploy)["'\`]?[ \\t](?:and|/|,)[ \\t]["'\`]?([^\\s"'\`,;()<>|\\u0000]{6,100}?)["'\`]?(?=[.!,]?(?:[ \\t]\\p{Lu}|[ \\t]*(?:\\n|$)))`,
  'giu',
);
const USE_TO_LOGIN =
  /\b(?:use|try|take)[ \t]["'`]?([^\s"'`,;()<>|\u0000]{5,100})["'`]?[ \t]to[ \t](?:log|sign)[ -]?(?:in|on)[ \t]as[ \t]["'`]?[\w.@-]{2,40}/gi;
/** What people log in with, apart from a password. */
const OTHER_LOGIN =
  /^(?:sudo|ssh|email|e-mail|google|github|gitlab|facebook|oauth|sso|saml|kerberos|ldap|telnet|browser|cookies?|tokens?|passkeys?|keys?|devise|username|account|credentials?|these|those|either|another|someone|anyone|psql|mysql|docker|curl|chrome|firefox|safari)$/i;
/** pgbouncer. */
const LISTED = /^[ \t]{0,8}"[\w.@-]{1,64}"[ \t]{1,8}"([^"\s]{4,200})"[ \t]*$/gm;
/** Sections of accounts. */
const SECTION =
  /^\[(?:admins?|users?|accounts?|basic_?auth|passwords?|credentials?)\][ \t]*\r?\n((?:[\w.@-]{1,64}[ \t]{0,8}[=:][ \t]{0,8}\S[^\n\u0000]{0,400}(?:\n|$)){1,100})/gim;
const ENTRY = /^([\w.@-]{1,64})[ \t]{0,8}[=:][ \t]{0,8}["']?([^\s"',;]{3,200})/gm;
const PLAIN =
  /(?:^|[._-])(?:user(?:name)?|login|name|host|port|url|email|type|realm|domain|role|enabled|path|file|shell|home|group)s?$/i;

/** Passwords beside the name of a user. */
export function* besideUsers(text: string): Generator<Range> {
  yield* inLists(text);
  if (!ANY_USER.test(text)) return;
  for (const match of matchesOf(QUOTED, text)) {
    const range = lastOf(match, 2);
    if (isPassword(text.slice(...range))) yield range;
  }
  for (const pattern of [JOINED, SPACED])
    for (const match of matchesOf(pattern, text)) {
      const range = lastOf(match, 1);
      if (isPassword(text.slice(...range))) yield range;
    }
  for (const pattern of [SLASHED, BARE])
    for (const match of matchesOf(pattern, text)) {
      const range = lastOf(match, 1);
      if (isMixed(text.slice(...range))) yield range;
    }
  for (const match of matchesOf(SPACED_SIGN, text)) {
    const range = lastOf(match, 1);
    const word = text.slice(...range);
    if (
      isPassword(word) ||
      isPhrase(word) ||
      isTwoWords(word) ||
      isWordChain(word) ||
      /^[a-z]+_[A-Z][a-z]+$/.test(word)
    )
      yield range;
  }
  for (const match of matchesOf(STATED, text)) {
    const range = lastOf(match, 1);
    const word = text.slice(...range);
    if (isPassword(word) || isPhrase(word) || isOfPeople(word) || (/^[a-z]{8,}$/.test(word) && isGibberish(word)))
      yield range;
  }
  for (const match of [...matchesOf(LOGIN_WITH, text), ...matchesOf(USE_TO_LOGIN, text)]) {
    const range = lastOf(match, 1);
    const word = text.slice(...range);
    if (isPassword(word) || isOfPeople(word) || isWordOfOne(word)) yield range;
  }
  for (const match of [...matchesOf(AUTHENTICATED, text), ...matchesOf(WORKING, text)]) {
    const range = lastOf(match, 1);
    const word = text.slice(...range);
    if (!isCommon(word) && !/^\d{1,5}$/.test(word) && isSecret(word, 'setting', 'password')) yield range;
  }
}

function* inLists(text: string): Generator<Range> {
  for (const match of matchesOf(LISTED, text)) {
    const range = groupOf(match);
    if (range && isSecret(text.slice(...range), 'quoted', 'password')) yield range;
  }
  for (const section of matchesOf(SECTION, text)) {
    const start = section.index + section[0].length - section[1]!.length;
    for (const entry of section[1]!.matchAll(ENTRY)) {
      const from = start + entry.index + entry[0].length - entry[2]!.length;
      if (!PLAIN.test(entry[1]!) && isSecret(entry[2]!, 'setting', 'password')) yield [from, from + entry[2]!.length];
    }
  }
}

// The group ends shortly before the match, or with it.
function lastOf(match: RegExpExecArray | RegExpMatchArray, group: number): Range {
  const from = match.index! + match[0].lastIndexOf(match[group]!);
  return [from, from + match[group]!.length];
}

// A word that can stand only for itself.
const isWordOfOne = (word: string): boolean =>
  /^[\p{L}\d]{6,}$/u.test(word) &&
  !OTHER_LOGIN.test(word) &&
  !isCommon(word) &&
  !new RegExp(`^(?:${USERS})$`, 'i').test(word) &&
  isSecret(word, 'setting', 'password');

/** SQL beside the name of a database: `"oracle": "SELECT 1"`. */
const STATEMENT =
  /^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|GRANT|SHOW|CAST|EXPLAIN|MERGE|TRUNCATE|VALUES)[ (]/i;

/** Whether a word is almost certainly a password: digits with letters or signs, a date, six digits. */
const isPassword = (word: string): boolean =>
  !STATEMENT.test(word) &&
  !/^[\w.+-]+@[\w-]+\.\w|^https?:|^[\w.-]+\.(?:com|org|net|io|local|internal)$|^\w+[-_ ]?(?:user|admin|role|id)[-_]?\d*$|^sha\d+$|^v?\d+(?:\.\d+)+|^v?\d+(?:\.\d+)*-[a-z]+|^\\u[0-9a-f]|==|^[a-z_]{1,20}=|=$/i.test(
    word,
  ) &&
  (isStrong(word) ||
    isBirthday(word) ||
    /^(?:\d{6}|\d{8}|\d{9})$/.test(word) ||
    (isMixed(word) && isSecret(word, 'quoted', 'password'))) &&
  !isCommon(word);

const isMixed = (word: string): boolean =>
  !/^(?:[A-Z][a-z]+)+\d[A-Z]?$/.test(word) &&
  [/[a-z]/, /[A-Z]/, /[0-9]/, /[!@#$%^&*+=~?]/].filter((kind) => kind.test(word)).length >= 3 &&
  isStrong(word);
