/** Words for a password in other languages with non-Latin letters or with several parts. */
export const FOREIGN_PASSWORD =
  'парол[ьяеюи]?м?|пасс(?:ворд)?(?!\\p{L})|лозинк[аеу]|κωδικ[όο]ς?|συνθηματικ[όο]|סיסמ[האת]|كلمة (?:المرور|السر|مرور|سر)|الرقم السري|गुप्तशब्द|पासवर्ड|รหัสผ่าน|' +
  '密[码碼]|口令|暗証番号|パスワード|合言葉|비밀\\s?번호|비번|패스워드|암호|' +
  'mots? de passe|parola d.ordine|clave de acceso|mật khẩu|kata sandi|kata laluan|palavra[- ]passe|kod dostępu';

/** Words for a password in Latin letters without a blank, in names and sentences. */
export const PASSWORD_STEMS =
  'passw(?:or)?d|passwort|passphrase|passcode|passord|passe?word|kennwort|wachtwoord|l[öo]senord|adgangskode|kodeord|' +
  'salasana|has[łl][oa]|hesl[oa]|jelsz[óo]|parol[aăė]?|contrase[ñn]a|contrasinal|senha|motdepasse|[şs]ifre|slapta[žz]odis|' +
  'passwrod|passowrd|pass?wor|pasword|paswd|passwod|pssword|netzwerkschl(?:ü|ue)ssel|w(?:lan|ifi)schl(?:ü|ue)ssel|lozink[aeu]|authtok|zaporka|geslo|sandi|matkhau|mima|aikotoba|pwd|passwrd|pswd';

/** Short words for a password. Each counts only as a whole segment of a name, or after one of a few other words. */
export const SHORT_PASSWORDS: ReadonlySet<string> = new Set([
  'pass',
  'pw',
  'psk',
  'clave',
  'mdp',
  'passwds',
  'pwds',
  'psw',
  'passwords',
]);

/** Words that end with `pass` or `pw` but are unrelated to passwords. */
export const NO_PASSWORD =
  /^(?:by|com|tres|encom|sur|over|under|multi|first|second|single|two|render|back|boarding|season|forward|shadow|post|ask|pre|opt|function|module|loop|one|1|2|3)pass$/;

/** A segment of a name that makes the value secret. */
export const KEY_STEMS = 'secret|token|credential|apikey|authkey|privkey';

/** Segments that turn `key` into the name of a secret: `api_key`, `signingKey`. */
export const KEY_QUALIFIERS: ReadonlySet<string> = new Set(
  `api authentication access private priv signing sign encryption encrypt account master shared storage service license licence auth secret
  deploy deployment webhook app application client consumer subscription function host instrumentation admin jwt hmac aes
  cipher crypto integration ingest ingestion write registration recovery unseal join activation session cookie preshared
  authtoken server project bot master symmetric decrypt decryption transit wallet user maps map search merchant publishing hex
  subscriber streaming stream automation backup db database site sa appl ssh gpg pgp rsa ssl tls`.split(/\s+/),
);

/** Segments that turn `key` into the name of a lookup key: `idempotencyKey`, `cache_key`. */
export const NAMING: ReadonlySet<string> = new Set(
  `idempotency partition sort primary foreign cache object bundle source group row route routing query i18n translation feature data
  event message lookup index dedup dedupe natural composite unique sorting storage property attribute column field json map dict
  config setting settings state step asset file artifact deletion blob`.split(/\s+/),
);

/** Names of values that are secret only when they look generated. */
export const WEAK: ReadonlySet<string> = new Set(
  `auth key salt pepper seed mnemonic cookie sig signature pat jwt otp totp bearer webhook community authorization creds
  credentials cred dsn entropy keys passkey oauth appid login apptoken apikeys secrets tokens csrf xsrf`.split(/\s+/),
);

/** Last segments of names for something about a secret: `token_url`, `passwordLength`. */
export const ABOUT: ReadonlySet<string> = new Set(
  `update exp require reauthentication name names id ids length len size count type types kind url uri urls endpoint path paths file files filename dir folder
  directory ttl expiry expires expired expiration expire age timeout field fields label labels placeholder hint prompt message
  messages msg error errors err policy policies rule rules regex pattern format header headers param parameter params prefix
  suffix version algorithm algorithms algo alg method methods mode provider providers manager service services store storage
  helper helpers handler handlers factory builder generator validator validators schema schemas input inputs output outputs
  usage limit limits budget budgets index idx position pos start end offset ref refs required optional enabled disabled valid
  invalid changed updated created at on date time timestamp times status state strength min max minimum maximum visibility
  visible column columns table tables class interface source sources scope scopes exists exist set list lists map cache env var
  vars variable variables command cmd script digest iterations rounds encoder encoding issuer audience claims bucket buckets
  stream parser lexer tokenizer form forms page screen view component test tests spec spec mock mocks fixture fixtures icon
  button dialog modal text title description desc docs doc help info meta metadata data request requests response responses
  result results callback hook hooks func fn function functions authentication grant group groups owner user users username
  usernames account accounts email mail recovery reset change forgot link links rotation history attempts attempt retries retry
  manager plugin module package loader reader writer client server agent process keys tokens secrets value values number
  numbers num reuse lifetime duration period interval stdin fd flag flags option options property properties config
  configuration settings setting manager vault engine backend driver adapter support supported needed missing present empty
  hashes hashing hasher check checker checks checked checking verification verify verified validation protection protected requirements
  requirement complexity entry entries item items ring chain board binding bindings stroke press down up word
  words frame frames pair pairs event events code codes point points space spaces map maps kind ref refs selector spec
  template templates manager label target targets context handle holder body model models dto entity repository controller
  resolver guard middleware strategy strategies service interceptor exception exceptions algorithm sum total totals left
  remaining used encode decode trim strip split replace slice match matches includes contains startswith endswith join push append tostring lower upper per rate price cost costs window fingerprint threshold`.split(
    /\s+/,
  ),
);

/** First segments that turn a name into a question or a count: `hasToken`, `max_tokens`. */
export const ASKS: ReadonlySet<string> = new Set(
  `is has have no not max min num number count total n use uses should can need needs require requires show hide forgot
  without skip ignore enable disable allow allows supports`.split(/\s+/),
);
