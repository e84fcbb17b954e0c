/** What a word says about the values near it. `p`: a password. `k`: a key or token. `u`: a user. `a`: logging in. */
export type CueKind = 'p' | 'k' | 'u' | 'a';

/** A word that makes a secret nearby more probable. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly kind: CueKind;
}

const PASSWORD =
  'pass(?:w(?:or)?d|wort|phrase|code|wd|word)?s?(?![a-z]{3})|pwd|(?<![a-zA-Z])pw(?![a-z])|psk|passwor|kennwort|wachtwoord|l[öo]senord|adgangskode|kodeord|salasana|has[łl]o|hesl[oa]|jelsz|parol[ae]?(?![a-z])|contrase[ñn]a|senha|mot de passe|şifre|sifre|slapta|lozink|geslo|парол[ьяеюи]|密[码碼]|口令|パスワード|비밀번호|كلمة|رمز|סיסמ|κωδικ|पासवर्ड|รหัสผ่าน|(?<![a-z])pin(?![a-z])|(?<![a-z])clave(?![a-z])|(?<![a-z])mdp(?![a-z])';
const KEY =
  'secrets?|tokens?|key(?![a-z]{2})|(?<![a-z])pat(?![a-z])|jwt|otp(?![a-z])|community|licen[sc]e|salt(?![a-z])|seed|mnemonic|bearer|cookie|webhook|signature|(?<![a-z])sid(?![a-z])|sess(?:ion)?[_-]?id|cred(?:ential)?s?(?![a-z])|密钥|ключ|schl(?:ü|ue)ssel|chiave|clé(?![a-z])|llave|chave';
const USER =
  'user(?![a-z]*agent)|(?<![a-z])usr(?![a-z])|admin|(?<![a-z])root(?![a-z])|alice|(?<![a-z])bob(?![a-z])|account|benutzer|utilisateur|usuario|utente|логин|用户|账号|@[\\w-]+\\.[a-z]{2}';
const AUTH =
  'log(?:in|on|ged|s)?[- ]?(?:in|on|into)(?![a-z])|auth(?![a-z]*or)|sign[- ]?in|ssh|ftp|smtp|imap|ldap|vpn|wi-?fi|wlan|sudo|(?<![a-z])db(?![a-z])|database|connect|encrypt|decrypt|unlock|hash|keyMaterial|keystore';
const CUE = new RegExp(`(${PASSWORD})|(${KEY})|(${USER})|${AUTH}`, 'iy');
/** The first two characters of each. */
const STARTS =
  'pa pw ps ke wa lo lö ad ko sa ha he je co se mo şi si sl ge па 密码 密碼 口令 パス 비밀 كل رم סי κω पा รห pi cl md to jw ot li se sa mn be we cr кл sc ll ch ke us ro al bo ac ut ло 用户 账号 au ss ft sm im ld vp wi wl su db da en de un ha';
const LETTER_CODES = 64;
const isStart = new Uint8Array(LETTER_CODES * LETTER_CODES);
const letterOf = (code: number): number =>
  code >= 97 && code <= 122
    ? code - 96
    : code >= 65 && code <= 90
      ? code - 64
      : code === 64
        ? 27
        : code > 127
          ? 28 + (code & 31)
          : 0;
for (const start of STARTS.split(' '))
  isStart[letterOf(start.charCodeAt(0)) * LETTER_CODES + letterOf(start.charCodeAt(1))] = 1;
for (let next = 0; next < LETTER_CODES; next++) isStart[27 * LETTER_CODES + next] = 1;

/** The cues of a text, in order. */
export function cuesIn(text: string): Cue[] {
  const cues: Cue[] = [];
  let last = letterOf(text.charCodeAt(0));
  for (let at = 1; at < text.length; at++) {
    const letter = letterOf(text.charCodeAt(at));
    const isOne = isStart[last * LETTER_CODES + letter] === 1;
    last = letter;
    if (!isOne) continue;
    CUE.lastIndex = at - 1;
    const match = CUE.exec(text);
    if (match === null) continue;
    const kind = match[1] !== undefined ? 'p' : match[2] !== undefined ? 'k' : match[3] !== undefined ? 'u' : 'a';
    cues.push({ from: match.index, to: match.index + match[0].length, kind });
    at = match.index + match[0].length;
    last = letterOf(text.charCodeAt(at));
  }
  return cues;
}
