import { matchesOf, type Range } from '../../matches.ts';
import { isCommonWord } from '../../vocabulary/common-words.ts';
import { isSecretWord, secrecyOf } from '../../vocabulary/names.ts';
import { isSecret } from '../../vocabulary/values.ts';

const INSERT = /\binsert\s{1,8}into\s{1,8}[\w."`[\]]+\s{0,8}\(([^()\n]{3,400})\)\s{0,8}values\s{0,8}\(/gi;
const ITEM =
  /\s{0,8}(?:'((?:[^'\\]|\\.|'')*)'|"([^"]*)"|(?:[^,'"()]|\([^()]*\))*)\s{0,8}(?:,|\)(?:\s{0,8},\s{0,8}\()?|$)/y;

/** `INSERT INTO users (name, password) VALUES ('a', 'x'), …` */
export function* inserted(text: string): Generator<Range> {
  for (const match of matchesOf(INSERT, text)) {
    const columns = match[1]!.split(',').map((one) => secrecyOf(one.replaceAll(/["`'[\]\s]/g, '')));
    if (columns.every((one) => one === undefined)) continue;
    let at = match.index + match[0].length;
    for (let i = 0; i < columns.length * 50; i++) {
      ITEM.lastIndex = at;
      const item = ITEM.exec(text);
      if (!item || item[0] === '') break;
      const value = item[1] ?? item[2];
      const secrecy = columns[i % columns.length];
      if (value !== undefined && secrecy && isSecret(value, 'quoted', secrecy)) {
        const from = at + item[0].indexOf(value, 1);
        yield [from, from + value.length];
      }
      at += item[0].length;
      if (item[0].trimEnd().endsWith(')') && !/,\s*\($/.test(item[0])) break;
    }
  }
}

const COLUMN =
  /pass(?:word|wd|wort|phrase|code)?\b|secret\b|token\b|pwd\b|(?<![a-z])(?:pw|psk|pin|mdp)\b|api[ _-]?key\b|kennwort|senha|contraseña|mot de passe|пароль|密码|パスワード/gi;
/** A line between the rows of a table. */
const RULE = /^[\s|+=:─┼├┤┬┴│-]+$/;
/** The head of a column that says whom a password belongs to. */
const OWNER =
  /^(?:user|login|name|account|host|server|service|system|role|site|box|mail|e-?mail|benutzer|utilisateur|usuario|utente)/i;
/** Two or more blanks, as between the columns of a listing. */
const WIDE = /[ \t]{2,}|\t/;
const MAX_ROWS = 200;

/** Whether a line is the head of a listing with blanks between its columns, of a password and of whom it belongs to. */
function isListing(line: string): boolean {
  const heads = line.trim().split(WIDE);
  return (
    heads.length > 1 &&
    heads.length < 10 &&
    heads.every((one) => /^(?:\p{Lu}[\p{Lu} ]+|\p{Lu}?\p{Ll}+(?: \p{L}+)?)$/u.test(one)) &&
    heads.some((one) => isSecretWord(one)) &&
    heads.some((one) => OWNER.test(one))
  );
}

/** Password columns of tables with `|`, `,`, `;` or tabs as separators. */
export function* tables(text: string): Generator<Range> {
  let done = 0;
  for (const { index } of matchesOf(COLUMN, text)) {
    if (index < done) continue;
    const start = text.lastIndexOf('\n', index) + 1;
    done = text.indexOf('\n', index) < 0 ? text.length : text.indexOf('\n', index);
    const match = { 0: text.slice(start, done), index: start };
    if (match[0].length > 400) continue;
    const sign = /^\s*(?:[-*+>]\s+)?\|.*\|/.test(match[0])
      ? '|'
      : /^\s*│.*│/.test(match[0])
        ? '│'
        : /^[\w "-]+(?:,[\w "-]+)+\s*$/.test(match[0])
          ? ','
          : /^[\w "-]+(?:;[\w "-]+)+\s*$/.test(match[0])
            ? ';'
            : /^[^\t]+\t/.test(match[0])
              ? '\t'
              : isListing(match[0])
                ? WIDE
                : undefined;
    if (sign === undefined) continue;
    const columns = match[0].split(sign).map((one) => secrecyOf(one.trim().replaceAll('"', '')));
    if (
      columns.every((one) => one === undefined) ||
      match[0].split(sign).some((one) => one.trim().split(/\s+/).length > 3)
    )
      continue;
    const isOfUsers = match[0].split(sign).some((one) => OWNER.test(one.trim()));
    let at = match.index + match[0].length + 1;
    for (let row = 0; row < MAX_ROWS && at < text.length; row++) {
      const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
      const line = text.slice(at, end);
      const cells = line.split(sign);
      if (RULE.test(line) && line !== '') {
        at = end + 1;
        continue;
      }
      // The head of the next table.
      if (cells.length !== columns.length || cells.some((cell, i) => columns[i] && isSecretWord(cell.trim()))) break;
      let from = at;
      for (const [i, cell] of cells.entries()) {
        const value = cell.trim().replace(/^["'`]|["'`]$/g, '');
        const secrecy = columns[i];
        if (
          secrecy &&
          value !== '' &&
          !isCommonWord(value) &&
          !/\s/.test(value) &&
          isSecret(value, 'quoted', secrecy !== 'key' ? secrecy : isOfUsers ? 'password' : 'weak')
        ) {
          const start = text.indexOf(value, from);
          yield [start, start + value.length];
        }
        from = sign === WIDE ? text.indexOf(cell, from) + cell.length : from + cell.length + 1;
      }
      at = end + 1;
    }
    done = Math.max(done, at - 1);
  }
}
