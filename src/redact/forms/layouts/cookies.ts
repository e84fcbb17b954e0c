import { groupOf, matchesOf, type Range } from '../../matches.ts';
import { isCommon } from '../../vocabulary/common-words.ts';
import { isGenerated, isSecret } from '../../vocabulary/values.ts';

const COOKIE =
  /\b(?:Set-)?Cookie["']?[ \t]{0,20}[:=][ \t]{0,20}["']?([^\n\u0000"']{3,4096})|(?:\s-b|--cookie)[ =]+(?:["']([^"'\n\u0000]{3,4096})["']|([^\s"']{3,4096}))/gi;
const CRUMB = /([\w.!#$%&'*+^`|~-]{1,80})=([^;\s"']{8,4096})/g;
const SESSION =
  /\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|ASPXAUTH|connect\.sid|laravel_session|_session_id|sessionid|session_id|csrftoken|XSRF-TOKEN|remember_token|auth_token|SSID|HSID|li_at|_gh_sess|user_session)=([^;\s"'&,()[\]{}]{12,4096})(?![([{])/g;
/** A line of a file of cookies, as curl and wget write it. */
const JAR =
  /^[ \t]{0,20}(?:#HttpOnly_)?[\w.-]{3,100}\t(?:TRUE|FALSE)\t\/[^\t\n]{0,100}\t(?:TRUE|FALSE)\t\d{1,12}\t[\w.-]{1,80}\t([^\s]{12,4096})[ \t]*$/gm;
/** Names of cookies without secret values. */
const PLAIN_COOKIE =
  /^(?:path|domain|expires|max-age|samesite|priority|version|comment|lang|locale|theme|tz|timezone|_ga\w{0,40}|_gid|_fbp|consent\w{0,40}|currency|country|language)$/i;

const isOfSession = (name: string, value: string): boolean =>
  /sess|^sid$|auth|token/i.test(name) &&
  /^[\w%.-]+$/.test(value) &&
  isSecret(value, 'quoted', 'password') &&
  !isCommon(value);

/** Cookie values that look generated. */
export function* cookies(text: string): Generator<Range> {
  for (const match of matchesOf(COOKIE, text)) {
    const range = groupOf(match);
    if (!range) continue;
    for (const { 0: whole, 1: name = '', 2: value = '', index } of text.slice(...range).matchAll(CRUMB)) {
      if (
        PLAIN_COOKIE.test(name) ||
        !(isGenerated(value) || /[A-Za-z0-9_%-]{20}/.test(value) || isOfSession(name, value))
      )
        continue;
      const from = range[0] + index + whole.length - value.length;
      yield [from, from + value.length];
    }
  }
  for (const match of /\t(?:TRUE|FALSE)\t/.test(text) ? matchesOf(JAR, text) : []) {
    const range = groupOf(match);
    if (range && /[0-9]/.test(text.slice(...range))) yield range;
  }
  for (const match of matchesOf(SESSION, text)) {
    const range = groupOf(match)!;
    if (/[0-9]/.test(text.slice(...range)) && !/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(match[1]!)) yield range;
  }
}
