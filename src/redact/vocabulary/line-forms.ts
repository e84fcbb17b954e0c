import { lineBefore } from '../matches.ts';
import type { SecretName } from './names.ts';

/** `storePassword 'x'`, `host : PSK "x"`: the line has only a few words before the name, and nothing after the value. */
export const isDirective = (text: string, name: SecretName, beside: number): boolean =>
  /^[ \t]{0,40}(?:[\w.:/-]+[ \t]{1,8}){0,3}$/.test(lineBefore(text, name.from, 80)) &&
  /^(?:"[^"\s]{4,100}"|'[^'\s]{4,100}'|'"[^"'\s]{4,100}"')[ \t]*(?:\n|$)/.test(text.slice(beside, beside + 110));

/** `Пароль администратора: x`: a name in another script, and the last word of the line. */
export const isHeadline = (text: string, { text: name, to }: SecretName, beside: number): boolean =>
  /[^\x00-\x7fÀ-ɏ]/u.test(name) && // eslint-disable-line no-control-regex
  /^[ \t]\p{L}{2,20}(?:[ \t]\p{L}{2,20})?:[ \t]{1,4}$/u.test(text.slice(to, beside)) &&
  /^\S{4,100}[ \t]*(?:\r?\n|$)/.test(text.slice(beside, beside + 110));
