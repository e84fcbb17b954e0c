import { lineBefore, type Range } from '../matches.ts';
import { isCommon } from './common-words.ts';
import { isPasswordWord } from './invented.ts';
import { isGibberish } from './random.ts';
import { isHexKey, isUuid, keyNearby } from './key-nearby.ts';
import { type SecretName } from './names.ts';
import { isDirective, isHeadline } from './line-forms.ts';
import { describedKey, pointedAt } from './pointed.ts';
import { isGenerated, isOfPeople, isOwnName, isPhrase, isSecret, isStrong, isTwoWords } from './values.ts';

/** Characters of a sentence that are read after and before the name. */
const CHARACTERS_AFTER = 200;
const CHARACTERS_BEFORE = 160;
const PREPOSITION =
  'for|of|to|on|at|in|by|für|zu|zum|zur|von|vom|bei|der|des|dem|du|de|del|della|di|da|do|dla|od|van|voor|för|til|till|pour|para|per|от|для|к|до|на|від|k|ke|ku|u|v|z|za|ze|pre|pri|od';
const FILL = `(?:[ \\t]{1,8}(?:такий|такой|следующий|following|below|folgende[rs]?|suivant|siguiente|seguente)(?=[ \\t:]))?(?:[ \\t]{1,8}(?:${PREPOSITION})(?:[ \\t]{1,8}[^\\s,.;:!?"'\`]{1,40}(?:\\.[^\\s,.;:!?"'\`]{1,40}){0,5}){1,4}?)?`;
const IS =
  "is|was|are|will be|equals|'s|’s|ist|war|lautet|heißt|est|c['’]est|était|es|era|é|è|jest|je|bylo|byl|är|er|este|on|это|є|е|là|adalah|ialah|هي|هو|היא|הוא|है|це|είναι";
const CLOSE = '["\'`*_)\\]]{0,3}';
/** After these words any word is a value unless it is an ordinary one. */
const COPULA = new RegExp(
  `${CLOSE}${FILL}(?:[ \\t]{1,8}(?:${IS})|['’]s(?=[ \\t])|(?<!["'][)\\]]?)[ \\t]{0,4}[:：](?![:=])|[ \\t]{1,8}(?:(?:has been|have been|was|is|got|will be|needs to be)[ \\t]{1,8})?(?:now[ \\t]{1,8})?(?:changed|set|reset|updated|rotated|switched)[ \\t]{1,8}to|[ \\t]{1,8}(?:\\p{L}{1,6}[ \\t]{1,8}){0,2}(?:alterad[oa]|mudad[oa]|trocad[oa]|cambiad[oa]|cambiat[oa]|reimpostat[oa]|modificat[oa]|réinitialisé|changé|modifié|geändert|gewijzigd|zmienion[eoay]|změněn[oaáéý]?|ändrats|endret|ændret|изменен|изменён|изменён\\p{L}?|змінено|diubah|đổi)[ \\t]{1,8}(?:para|a|à|en|in|na|op|naar|till?|на|thành|menjadi)|[ \\t]{1,8}wurde[ \\t]{1,8}auf|[ \\t]{1,8}(?:->|→|=>|[-–—~]))` +
    `(?:[ \\t]{1,8}(?:now|both|all|still|currently|just|simply|called|jetzt|nun|maintenant|ahora))?[:*_]{0,3}[ \\t]{1,8}(?=\\S)`,
  'yu',
);
/** After these words only an unmistakable secret counts. */
const BESIDE = new RegExp(
  `${CLOSE}${FILL}(?:[ \\t]{1,8}(?:to|from|of|na|auf|til|till|naar|para|en|по|в|in|à|a)|(?:[ \\t]{1,8}\\p{L}{1,20}){1,2}(?=[:：]))?[:：]?[ \\t]{1,4}(?:[-–/|][ \\t]{1,8})?(?=\\S)`,
  'yu',
);
/** A number or date directly after the name of a password. */
const NUMBER = /(?:\d{6,9}|\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d)(?![\w%]|[.-]\d)/y;
/** After `set …`. */
const SET_TO =
  /["'`*]{0,3}[ \t]{1,8}(?:from[ \t]{1,4}\S{1,60}[ \t]{1,4})?(?:to|auf|à|a|na|на|para|en|em|naar|op|till?|su):?[ \t]{1,8}(?=\S)/y;
/** For scripts without blanks between words; other words may precede the value. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}「『“"'`：:=\s]{0,16}(?=[!-~])/uy;
const LABEL = /[:*_]{0,3}[ \t]{0,20}\r?\n(?:[ \t]{0,20}\r?\n)?[ \t]{0,20}(?=\S+[ \t]{0,20}(?:\r?\n|$))/y;
const WORD = /[^\s\u0000"'`“”‘’«»「」『』<>]{1,400}/y;
const QUOTED = /(["'`“‘«„「『])([^"'`“”‘’«»„「」『』\n\u0000]{1,200})["'`”’»“」』]/y;
const ROLE =
  /(?:as|als|comme|como|come|is|ist|est|es|è|é|=|for|für)[ \t]{1,8}(?:(?:the|my|your|our|its|their|his|her|a|an|new|das|dem|ein|mein|le|la|un|el|o|il)[ \t]{1,8}){0,2}(?:[\p{L}\d'’_-]{1,30}[ \t]{1,8}){0,3}$/u;
const USER =
  /\b(?:user(?:name)?|login|log in|sign in|log on|melde|connecte|conecta|ssh|connect|as|account|benutzer(?:name)?|gebruiker|gebruikersnaam|bruger|anv[äa]ndare|kullan[ıi]c[ıi]|u[żz]ytkownik|jako|utilisateur|identifiant|usu[aá]rio|utente|пользовател\p{L}*)\b/iu;
const CLAUSE_END =
  /^(?:$|[\s]*$|[.,;!?)\]}」』”。、，]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[ \t]{1,8}[^\x00-\x7f]|[ \t]{0,20}\n|[ \t]{1,8}(?:and|or|but|for|to|on|in|at|an|und|et|y|e|и|it|please|now|so|\(|-|–|—|&|:|now|here|bitte|auf|ein|zu|para|pour|then|if|when|which|that|is|as|from|do|by|keep|yesterday|today|tonight|again|last|this|earlier|just|gestern|heute|ayer|hoy|ieri|oggi|wczoraj|вчера)\b)/u;
/** The next sentence, where the full stop is missing. */
const NEXT_SENTENCE = /^[ \t]{1,8}\p{Lu}\p{Ll}/u;
const NEW = /["'`]?[ \t]{1,4}(?:to|with|by|mit|durch|par|con|zu|auf|in|à|a|na|на)[ \t]{1,4}(?=\S)/uy;
/** After a value: another one of the same name. */
const SECOND =
  /["'`]?[,;.]?[ \t]{1,4}(?:(?:and|but|now|then|und|et|y|e|en)[ \t]{1,4})?(?:(?:the|my|our|das|die|le|la|el)[ \t]{1,4})?(?:new|other|second|next|old|previous|current|neue|alte|andere|nouveau|autre|nuevo|otro)[ \t]{1,4}(?:(?:one|ones|pass\w*|ist)[ \t]{1,4})?(?:is|was|ist|war|est|était|es|era|:|=)?[ \t]{1,4}(?=\S)/iuy;
/** `password for the user (…):` with the value on the next line; `what is the password?` with the answer. */
const ANNOUNCED =
  /(?:[^\n:.!\u0000]|\.(?=\w)){0,120}(?::|\?["'”]?)[ \t]{0,8}(?:\r?\n[ \t]{0,20}){1,3}(?:>[ \t]{1,4}){0,3}(?:[\w.@-]{1,40}[ \t]{1,8}[[(]?\d{1,2}:\d\d(?::\d\d)?(?:[ \t]?[AP]M)?[\])]?[ \t]{0,8}\r?\n[ \t]{0,20})?(?:[[(<]?\d{1,2}:\d\d(?::\d\d)?(?:[ \t]?[AP]M)?[\])>]?[ \t]{1,4})?(?:<?[\w.@-]{1,40}>?:[ \t]{1,4})?(?=[^\s:]\S{3,200}[ \t]{0,8}(?:\r?\n|$|\u0000))/y;
/** `A temporary password is generated for root@localhost: x` */
const AT_THE_END =
  /(?:[ \t]{1,4}[^\s:,;.!?"'`=()[\]{}]{1,40}(?:\.[^\s:,;]{1,40})?){1,8}:[ \t]{1,4}(?=\S{6,200}[ \t]{0,8}(?:\r?\n|$|\u0000))/y;

/** The values that sentences give to a name: `the password for bob is …`, `use … as the api key`, `密码是…`. */
export function* proseValues(text: string, name: SecretName): Generator<Range> {
  if (name.secrecy === 'pin') return;
  const range = behind(text, name) ?? after(text, name) ?? before(text, name) ?? keyNearby(text, name);
  if (!range) return;
  yield range;
  // `the old password was x, the new one is y`
  const second = name.secrecy === 'password' ? at(SECOND, text, range[1]) : undefined;
  const another = second === undefined ? undefined : accept(text, second, name, true);
  if (another) yield another;
  // `from x to y`
  const next = name.secrecy === 'password' ? at(NEW, text, range[1]) : undefined;
  const other = next === undefined ? undefined : accept(text, next, name, true);
  if (other) yield other;
}

function behind(text: string, name: SecretName): Range | undefined {
  const isPass = name.secrecy === 'password';
  if (/^pass(?:es)?$/i.test(name.text)) {
    const given = at(SET_TO, text, name.to);
    if (given !== undefined && isSetTo(name.text, lineBefore(text, name.from, 60), text.slice(name.to, given)))
      return accept(text, given, name, true);
    const verb = name.text === 'pass' ? at(COPULA, text, name.to) : undefined;
    return verb === undefined || /[:–—-]/.test(text.slice(name.to, verb))
      ? undefined
      : accept(text, verb, name, USER.test(lineBefore(text, name.from, 60)));
  }
  const copula = at(COPULA, text, name.to);
  if (copula !== undefined) {
    const range = accept(text, copula, name, isPass);
    if (range) return range;
  }
  const set = at(SET_TO, text, name.to);
  if (set !== undefined && isSetTo(name.text, lineBefore(text, name.from, 60), text.slice(name.to, set))) {
    // `set JWT_SECRET to x`
    const isSetting = /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/.test(name.text) && /secret|pass|pwd/i.test(name.text);
    const range = accept(text, set, isSetting ? { ...name, secrecy: 'password' } : name, isPass || isSetting);
    if (range) return range;
  }
  const beside = at(BESIDE, text, name.to);
  if (beside !== undefined) {
    const number = isPass && beside - name.to < 4 ? at(NUMBER, text, beside) : undefined;
    if (number !== undefined) return [beside, number];
    const head = text.slice(Math.max(0, name.from - 60), name.from);
    const between = text.slice(name.to, beside);
    const isIn = /\s(?:in|en|в)[ \t]{1,8}$/.test(between) && !isSetTo(name.text, head, between);
    const range = isIn
      ? undefined
      : accept(
          text,
          beside,
          name,
          isPass &&
            ((beside - name.to < 3 && (isAsUsers(head) || USES.test(head))) ||
              isDirective(text, name, beside) ||
              isSetTo(name.text, head, text.slice(name.to, beside)) ||
              isHeadline(text, name, beside)),
        );
    if (range) return range;
  }
  if (/[^\x00-\x7fÀ-ɏ]$/u.test(name.text)) {
    // eslint-disable-line no-control-regex
    const there = at(UNSPACED, text, name.to);
    if (there !== undefined) {
      const range = accept(text, there, name, true, true);
      if (range) return range;
    }
  }
  const label = at(LABEL, text, name.to);
  if (label !== undefined && lineBefore(text, name.from, 40).length < 30) return accept(text, label, name, false, true);
  return undefined;
}

/** `le mot de passe admin est x`, for values that can only be passwords. */
const SOME_WORDS =
  /[ \t]{1,4}(?:[\p{L}\d'’.@_-]{1,30}[ \t]{1,4}){1,3}(?:is|was|ist|war|est|es|é|è|är|er|jest|este|to|on|e|=|:|->|→|[-–—])[ \t]{1,4}(?=\S)/uy;
/** For values that can only be passwords, not for `should be hashed`. */
const MODAL =
  /[ \t]{1,4}(?:should|must|shall|has to|needs to|can|could)[ \t]{1,4}(?:now[ \t]{1,4})?be(?:come)?[ \t]{1,4}(?:set to[ \t]{1,4})?(?=\S)/y;

/** The start of a question for a value. */
const ASKED =
  /(?<!\p{L})(?:what['’]?s?|which|was|wie|welche\w*|quel\w*|cu[aá]l|qual|jakie|какой)[ \t](?:[\p{L}’']{1,12}[ \t]){0,4}$|^[ \t>]*$/iu;

function after(text: string, name: SecretName): Range | undefined {
  if (name.secrecy !== 'password') return undefined;
  for (const pattern of [MODAL, SOME_WORDS, ANNOUNCED, AT_THE_END]) {
    if (pattern === SOME_WORDS && /^pass$/i.test(name.text)) continue;
    const there = at(pattern, text, name.to);
    if (there === undefined) continue;
    const isAnswer =
      pattern === ANNOUNCED && ASKED.test(lineBefore(text, name.from, 60)) && /^\S{6}/.test(text.slice(there));
    const range = accept(text, there, name, isAnswer, isAnswer);
    if (range && !/[;{}=]$/.test(text.slice(...range))) return range;
  }
  return undefined;
}

// `log in as bob with password …`
const isAsUsers = (head: string): boolean =>
  USER.test(head) &&
  /(?:and|with|und|et|mit|y|con|e|ed|en|met|og|och|med|ja|i|z|ve|ile|и|с|,|\/)\s+(?:\p{L}+\s+){0,2}$/u.test(head);
// `set the password of bob to …`
const isSetTo = (name: string, head: string, between: string): boolean =>
  (/^has[łl]/i.test(name) && / to[ \t]{1,8}$/.test(between)) ||
  (/(?<!\p{L})(?:set|chang|reset|updat|rotat|switch|setz|zet|ustaw|поставь|änder|troque|muda|mude|cambi|modifi|zmie|wijzig|byt|измени|смени|поменя)\p{L}*\s[^.;:]{0,40}$/iu.test(
    head,
  ) &&
    /\s(?:to|from|auf|à|a|na|на|para|in|en|em|naar|op|till?|su|в)[ \t]{1,8}$/.test(between));
const USES =
  /\b(?:use|using|usa|utiliza|usar|usando|utilise|utiliser|verwende|nutze|benutze|użyj|gebruik|använd|brug|käytä|используй\p{L}*|enter|type|try|need|needs|require[sd]?|got|here['’]?s|here is)\b(?:\s+(?:the|my|this|la|le|el|das|dem|het|a|o))?\s(?:\p{L}+\s){0,2}$/iu;

function before(text: string, name: SecretName): Range | undefined {
  const head = lineBefore(text, name.from, CHARACTERS_BEFORE);
  const from = name.from - head.length;
  const role = ROLE.exec(head);
  const pointed = name.secrecy === 'password' ? pointedAt(head) : undefined;
  if (pointed) return [from + pointed[0], from + pointed[1]];
  if (!role) {
    const key = describedKey(head, name);
    return key && [from + key[0], from + key[1]];
  }
  const spokenWords = head
    .slice(0, role.index)
    .replace(/[,;]?\s(?:that|this|which|it|das|dies|c’?)(?:'s)?\s*$|,\s*$/iu, '')
    .trimEnd();
  const quoted = /["'`“‘«「]([^"'`“”‘’«»「」\s]{4,200})["'`”’»」]$/.exec(spokenWords);
  const word = quoted?.[1] ?? /[^\s"'`]{4,200}$/.exec(spokenWords)?.[0];
  if (word === undefined) return undefined;
  const isFit =
    name.secrecy === 'password'
      ? isStrong(word) ||
        (/^(?:as|als|comme|como|come)\b/.test(role[0]) &&
          (/^\d{6,}$/.test(word) || /^(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9]{4,5}$/.test(word)) &&
          isSecret(word, 'quoted', 'password') &&
          CLAUSE_END.test(text.slice(name.to, name.to + 12))) ||
        (/^(?:as|als|comme|como|come)\b/.test(role[0]) && (/^[A-Za-z]{4,}[0-9]$/.test(word) || isTwoWords(word))) ||
        (/^(?:as|als|is)\b/.test(role[0]) &&
          isPasswordWord(word) &&
          /\b(?:use[ds]?|using|set|write|put|store|save|pick|choose|enter(?:ed)?|type[ds]?|try|tried|gave|with|nimm|verwende)\b|(?:^|\s)(?:#|\/\/|--|;)\s*\S+$/i.test(
            spokenWords,
          ) &&
          CLAUSE_END.test(text.slice(name.to, name.to + 12))) ||
        (quoted && isSecret(word, 'quoted', 'password') && /as$|als$/.test(role[0].split(/\s/)[0]!))
      : (isGenerated(word) && !isUuid(word) && (name.secrecy === 'key' || isHexKey(word, name))) ||
        (quoted && /secret/i.test(name.text) && /^(?:as|als)\b/.test(role[0]) && (isStrong(word) || isPhrase(word)));
  if (!isFit) return undefined;
  const start = from + spokenWords.length - word.length - (quoted ? 1 : 0);
  return [start, start + word.length];
}

function at(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match && match[0].length <= CHARACTERS_AFTER ? from + match[0].length : undefined;
}

/** What makes the next word a place: `reformat pwd on cygwin`. In Finnish, `on` means is. */
const OF_PLACE = /(?:^|[ \t])(?:on|in|at|of)[ \t]$/;
/** What follows a value in a script without blanks: `copper_12，用户名`. */
const AFTER_ASCII =
  /(?<=^[!-~]+)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}，。、；：）」』].*$/u;

/**
 * Returns the range of a value after a name when it is a secret.
 * @param anyWord also accept a word of letters only, if it is not an ordinary one and ends its clause
 * @param alone the word is alone on its line or among other letters
 */
function accept(
  text: string,
  from: number,
  { secrecy, text: named }: SecretName,
  anyWord: boolean,
  alone = false,
): Range | undefined {
  QUOTED.lastIndex = from;
  const quoted = QUOTED.exec(text);
  if (quoted) {
    const value = quoted[2]!;
    const isFit =
      secrecy === 'password'
        ? isSecret(value, 'quoted', 'password') &&
          !isCommon(value) &&
          (anyWord || isStrong(value) || (/^(?:\d{6,}|(?:[A-Z][a-z]+){2,})$/.test(value) && !isOwnName(value)))
        : isGenerated(value) && !isUuid(value);
    return isFit ? [from + 1, from + 1 + value.length] : undefined;
  }
  WORD.lastIndex = from;
  const raw = WORD.exec(text)?.[0];
  if (raw === undefined) return undefined;
  const word = raw
    .replace(AFTER_ASCII, '')
    .replace(/(?:[.,;:)\]}…。、，]|\*\*)+$/u, '')
    .replace(/(?<=[A-Za-z]{3})[!?]$/, '');
  const range = [from, from + word.length] as const;
  if (secrecy !== 'password') {
    if (!isGenerated(word) || isUuid(word)) return undefined;
    return secrecy === 'key' ? range : undefined;
  }
  const isShort = /^(?=.*[0-9])(?=.*[A-Za-z])[\w!@#$%*+-]{4,5}$/.test(word);
  if (
    isShort &&
    anyWord &&
    isSecret(word, 'quoted', 'password') &&
    CLAUSE_END.test(text.slice(from + word.length, from + word.length + 12))
  )
    return range;
  if (
    isStrong(word) ||
    (anyWord &&
      (/^\d{6,}$|^[A-Za-z]{4,}[0-9]$|^[A-Za-z]{5,}[_@*+%~^=-]{1,2}$/.test(word) || isSecret(word, 'code', 'password')))
  )
    return range;
  if (OF_PLACE.test(text.slice(Math.max(0, from - 4), from)) && !/[^a-z]|^salasana/i.test(named)) return undefined;
  if ((anyWord || alone) && (isOfPeople(word) || /^(?:[A-Z][a-z]{2,}){3,}$/.test(word)) && !isOwnName(word))
    return range;
  if ((anyWord || alone) && (isTwoWords(word) || (alone && /^\d{6,}$/.test(word)))) return range;
  if (alone && anyWord && /^(?=.*[0-9])[\w.!@%+-]{6,}$/.test(word) && isSecret(word, 'quoted', 'password'))
    return range;
  const isForeign = /[^\x00-\x7f]/.test(named); // eslint-disable-line no-control-regex
  if (
    (alone || isForeign) &&
    (isPhrase(word) ||
      isOfPeople(word) ||
      /^\d{6,}$/.test(word) ||
      /^[A-Za-z]{4,}[0-9]$|^(?:[A-Z][a-z]{2,}){2,}$/.test(word))
  )
    return range;
  if (
    /[ \t]/.test(text[from - 1]!) &&
    /^[a-z]{8,}$/.test(word) &&
    isGibberish(word) &&
    !isCommon(word) &&
    !isOwnName(word)
  )
    return range;
  if (!anyWord || !isPasswordWord(word)) return undefined;
  const rest = text.slice(from + word.length, from + word.length + 12);
  return CLAUSE_END.test(rest) || (NEXT_SENTENCE.test(rest) && /^\p{Ll}/u.test(word)) ? range : undefined;
}
