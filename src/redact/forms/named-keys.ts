import { lineBefore, matchesOf, type Range, type Tick } from '../matches.ts';
import { isKeyAfterName } from '../vocabulary/key-shape.ts';

const WORD = /(?<![\w.~+/=-])[A-Za-z0-9][\w.~+/:=*@%#-]{10,300}(?![\w(])/g;
const MAX_HEAD_CHARACTERS = 120;
/** `my mailgun key is `, `key for mapbox: `, `token = `: the text before such a word. */
const NAMED =
  /(?<!\w|websocket-)(?:x-)?(?:(\p{L}[\p{L}\p{N}_-]{0,30})[ \t])?(?:keys?|tokens?|secrets?|apikeys?|api-keys?|pat|credentials?|licen[sc]e|access|auth|signature|bearer|cookie|clef|cl[eé]|schl[üu]ssel|llave|clave|chiave|chave|ключ\p{L}*|токен\p{L}*|密钥|令牌)(?:["'`*]{0,3})(?:(?<=[^\x00-\x7f][^\s]*)(?:[ \t]\p{L}{4,20}){1,2}(?=:|[ \t](?:est|это|це|ist)))?(?:[ \t](?:for|of|to|on|in|für|pour|para|per|для)(?:[ \t][\p{L}\d_.@'-]{1,40}){1,4}?)?(?:[ \t]{0,2}[:=：]|是|为|[ \t](?:is|was|are|ist|war|lautet|est|es|è|é|це|это|是|为|=>|->|→|–|-)|[ \t])(?:[ \t]now)?[ \t]{0,4}["'`*“«]{0,3}(\()?["'`]?$/iu;
/** Words that make `key` the name of something public. */
const NOT_SECRET =
  /^(?:primary|foreign|cache|partition|sort|public|pub|object|row|index|unique|composite|lookup|map|dict|json|hash|group|idempotency|translation|i18n|message|routing|query|react|list|state|config|settings?|registry|s3|arrow|enter|shift|control|ctrl|alt|escape|tab|delete|hot|short|the|csrf|test|dummy|fake|example|next|page|page_?token|continuation|design|syntax|storage|feature|event|data|field|column|property|metadata|tag|label|dedupe?|grouping|surrogate|natural|node|session|host)$/i;

/** Words that make `key (x)` a secret, and no id in brackets. */
const OF_SECRET =
  /^(?:master|private|secret|api|encryption|signing|hmac|aes|access|license|licence|service|shared|auth|deploy)$/i;

/** Words after the name of a key in a sentence. */
export function* namedKeys(text: string, tick: Tick): Generator<Range> {
  for (const { 0: found, index } of matchesOf(WORD, text)) {
    const word = found.replace(/[.~-]+$/, '');
    if (!/[0-9]/.test(word) || !isKeyAfterName(word)) continue;
    tick();
    const name = NAMED.exec(lineBefore(text, index, MAX_HEAD_CHARACTERS));
    if (name && !NOT_SECRET.test(name[1] ?? '') && (name[2] === undefined || OF_SECRET.test(name[1] ?? '')))
      yield [index, index + word.length];
  }
}
