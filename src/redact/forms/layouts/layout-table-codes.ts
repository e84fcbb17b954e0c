import type { Layout } from './layout.ts';

/** What a code is for, before the word `code`. */
const FOR =
  'verification|verify|confirmation|security|access|login|log-in|sign-?in|one[- ]time|2fa|mfa|otp|totp|two[- ]factor|unlock|lock|alarm|disarm|gate|door|entry|safe|vault|keypad|pairing|recovery|backup|reset|authentication|authenticator|authorization|auth|sms|pin|puk';
/** Names of one-time codes and of door codes, in several languages. */
const NAME = [
  `(?:${FOR})[ -]codes?`,
  'passcode|(?:m|sms|push)?tan|one[- ]time (?:pin|password)|(?:safe|lock|vault)[- ]combination|combination (?:of|for) the (?:safe|lock)',
  '(?:bestätigungs|verifizierungs|sicherheits|zugangs|freischalt|anmelde|einmal|tür|alarm|sms)-?code',
  "code (?:secret|d'accès|de (?:vérification|confirmation|sécurité|validation|connexion)|confidentiel)",
  'código (?:secreto|de (?:verificación|verificação|confirmación|confirmação|seguridad|segurança|acceso|acesso))',
  'codice (?:segreto|di (?:verifica|conferma|sicurezza|accesso))',
  '(?:verificatie|bevestigings|toegangs|beveiligings)code|verifieringskod(?:en)?|bekräftelsekod(?:en)?',
  'kod (?:weryfikacyjny|potwierdzający|dostępu)|ověřovací kód|(?:doğrulama|onay) kodu(?:nuz)?',
  'код (?:подтверждения|доступа|безопасности|входа|проверки)|(?:смс|пин)[- ]код|код із смс',
].join('|');
const IS = "is|was|are|ist|lautet|est|es|é|è|e'|to|jest|är";
const DIGITS = '(\\d{4,8}|\\d{3}[ -]\\d{3}|\\d{2}-\\d{2}-\\d{2})(?![\\w.,:-]?\\d)\\b';

/** One-time codes, PINs and door codes. Only the name of such a number shows what it is. */
export const CODE_LAYOUTS: readonly Layout[] = [
  {
    when: ['code', 'tan', 'code ', 'combination', 'one-time', 'one time', 'kod', 'kód', 'codice', 'código', 'код'],
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:${NAME})(?:[ \\t](?!(?:${IS})[ \\t])[\\p{L}'’-]{1,16}){0,4}[ \\t]{0,4}(?:(?:${IS})[ \\t]|[:=：]|[ \\t])[ \\t*"'\`«]{0,4}${DIGITS}`,
      'giu',
    ),
    manner: 'digits',
  },
  {
    when: [' code'],
    pattern: new RegExp(
      `(?<![\\w.:#-])(\\d{4,8}|\\d{3}[ -]\\d{3})[ \\t](?:is|as)[ \\t](?:your|the|my|our)[ \\t](?:[\\w'’]{1,16}[ \\t]){0,3}(?:${FOR})[ -]code\\b`,
      'gi',
    ),
    manner: 'digits',
  },
  {
    when: ['码', '碼', 'コード', '暗証番号', '인증', '인증번호'],
    pattern:
      /(?:验证码|驗證碼|校验码|动态码|確認碼|确认码|認証コード|確認コード|暗証番号|인증 ?번호|인증 ?코드|보안 ?코드)[^\d\n]{0,6}(\d{4,8})(?!\d)/g,
    manner: 'digits',
  },
];

/** Lines of tools that list what they cracked or dumped, and other layouts with a fixed form. */
export const DUMP_LAYOUTS: readonly Layout[] = [
  { when: [':::'], pattern: /^[\w.$\\-]{1,64}:\d{1,6}:[0-9a-f]{32}:([0-9a-f]{32}):::/gim, manner: 'exact' },
  { when: [':'], pattern: /^[0-9a-f]{32}:([^\s/:.]{4,64})$/gim, manner: 'exact' },
  { when: ['incomingwebhook/'], pattern: /\/IncomingWebhook\/([0-9a-f]{32})\b/gi, manner: 'exact' },
  { when: ['pwencode'], pattern: /\bproc pwencode in=["']([^"'\n]{3,64})["']/gi, manner: 'exact' },
  { when: ['user('], pattern: /\buser\([\w.@-]{1,40}\)[ \t]{1,4}password\(([^()\s]{3,64})\)/gi, manner: 'exact' },
];
