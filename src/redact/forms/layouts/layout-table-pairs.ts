import type { Layout } from './layout.ts';

/** The user and the password of a login in one value, and input that a command reads from a here-document. */
export const PAIR_LAYOUTS: readonly Layout[] = [
  // `basicAuth: alice:x`, `basicAuth({ users: { 'alice': 'x' } })`
  {
    when: ['basic'],
    pattern:
      /\bbasic[-_]?auth["']?[ \t]{0,4}[:=(][ \t{]{0,8}(?:["']?users?["']?:[ \t]{0,4}\{[ \t]{0,4})?["']?(?!(?:user(?:name)?s?|enabled|type|realm|password|secret|name|https?)\b)[\w.@-]{1,64}["']?:[ \t]{0,2}["']?([^\s"'/{}()]{4,200})/gi,
    manner: 'exact',
  },
  // `"credentials": "alice:x"`
  {
    when: ['credential'],
    pattern: /\bcredentials?["']?[ \t]{0,4}[:=][ \t]{0,4}["'](?!https?:)[\w.@-]{1,64}:([^\s"'/]{4,200})["']/gi,
    manner: 'exact',
  },
  // Perl's `$ua->credentials('host', 'realm', 'alice' => 'x')`
  {
    when: ['->credentials'],
    pattern:
      /->credentials\((?:["'][^"'\n]{0,100}["'],[ \t]{0,4}){0,2}["'][^"'\n]{1,64}["'][ \t]{0,4}(?:=>|,)[ \t]{0,4}["']([^"'\n]{4,200})["']/gi,
    manner: 'exact',
  },
  // `use Rack::Auth::Basic do |u, p| [u, p] == ['alice', 'x'] end`
  {
    when: ['auth::basic'],
    pattern: /Auth::Basic\b[^\n]{0,120}==[ \t]{0,4}\[["'][^"'\n]{1,64}["'],[ \t]{0,4}["']([^"'\n]{4,200})["']/g,
    manner: 'quoted',
  },
  // npm's `//registry/:_auth=x`
  {
    when: ['_auth'],
    pattern: /(?:^|[\s:'"])_auth(?:Token)?[ \t]{0,4}=[ \t]{0,4}["']?([^\s"'$]{8,400})/gm,
    manner: 'exact',
  },
  // The rows of pppd's chap-secrets below its head, without quotes
  {
    when: ['secret'],
    also: ['client'],
    pattern:
      /^[ \t]{0,20}"?[\w.@*-]{1,64}"?[ \t]{1,20}(?:\*|[\w.-]{1,100})[ \t]{1,20}"?([^\s"]{4,200})"?[ \t]{0,20}(?:\*|\d[\d.]{0,20})?[ \t]*$(?<=\bclient[ \t]{1,20}server[ \t]{1,20}secret[^\u0000]{0,400})/gim,
    manner: 'exact',
  },
  // A network of Windows, and a user of a file of Redis
  { when: ['keymaterial'], pattern: /<keyMaterial>([^<\s]{4,200})</gi, manner: 'exact' },
  {
    when: ['user '],
    also: [' >'],
    pattern: /^[ \t]{0,20}user[ \t]{1,4}[\w.@-]{1,64}[ \t](?:on|off)[ \t][^\n]{0,80}?(?<=[ \t])>([^\s"']{4,200})/gm,
    manner: 'exact',
  },
  // `newrelic.license = x`, of the length of a digest
  {
    when: ['license', 'licence'],
    pattern: /\blicen[sc]e(?:[_.-]?key)?["']?[ \t]{0,4}(?:[:=]|=>)[ \t]{0,4}["']?([0-9a-f]{40})(?![0-9a-f])/gi,
    manner: 'generated',
  },
  // Postfix: `smtp_sasl_password_maps = inline:{ host=alice:x }`
  {
    when: ['inline:'],
    pattern: /password_maps[ \t]{0,4}=[^\n]{0,40}?inline:\{[^\n}]{0,100}?=[ \t]{0,4}[\w.@+-]{1,64}:([^\s,}]{4,200})/gi,
    manner: 'exact',
  },
  // `requests.get(url, cookies={"sid": "x"})`
  {
    when: ['cookies'],
    pattern:
      /\bcookies[ \t]{0,4}[=:][ \t]{0,4}\{[^{}\n]{0,200}?["'][\w.-]{1,40}["']:[ \t]{0,4}["']([^"'\n]{12,400})["']/gi,
    manner: 'generated',
  },
  // `printf '%s:%s' alice x | chpasswd`
  {
    when: ['chpasswd'],
    pattern:
      /\bprintf[ \t]{1,4}["']%s:%s(?:\\n)?["'][ \t]{1,4}["']?[\w.@-]{1,64}["']?[ \t]{1,4}["']?([^\s"'|]{4,200})["']?[ \t]{0,4}\|/g,
    manner: 'exact',
  },
  // `логин alice пароль x`, and the same in other languages
  {
    when: ['пароль', 'passwort', 'contraseña', 'senha', 'mot de passe', 'wachtwoord', 'lösenord', 'hasło'],
    pattern:
      /(?<!\p{L})(?:логин|пользователь|юзер|benutzer|usuario|usuário|utilisateur|gebruiker|användare|użytkownik|login|user)[:=]?[ \t]{1,4}["'`]?[\w.@-]{2,40}["'`]?,?[ \t]{1,4}(?:(?:и|und|y|e|et|en|och|i)[ \t]{1,4})?(?:пароль|passwort|contraseña|senha|mot de passe|wachtwoord|lösenord|hasło)[:=]?[ \t]{1,4}["'`«]?([^\s"'`»,;()]{4,100})/giu,
    manner: 'exact',
  },
  // Ansible: `{{ 'x' | password_hash('sha512') }}`
  {
    when: ['password_hash'],
    pattern: /\{\{-?[ \t]{0,4}["']([^"'\n]{4,100})["'][ \t]{0,4}\|[ \t]{0,4}password_hash\b/g,
    manner: 'exact',
  },
  // FTP, and POP3: the answer to a line about the user
  {
    when: ['pass '],
    also: ['331 ', 'user ', '+ok'],
    pattern:
      /^(?:[<> \t-]{0,6}(?:331[ -]|\+OK)[^\n]{0,80}|[<> \t-]{0,6}USER[ \t][^\n]{1,64})\r?\n(?:[<> \t-]{0,6}(?:331[ -]|\+OK)[^\n]{0,80}\r?\n)?[<> \t-]{0,6}PASS[ \t]([^\s]{3,100})[ \t]*$/gm,
    manner: 'exact',
  },
  {
    when: ['pass '],
    also: ['230 ', '+ok '],
    pattern: /^[<> \t-]{0,6}PASS[ \t]([^\s]{3,100})[ \t]*\r?\n[<> \t-]{0,6}(?:230[ -]|\+OK)/gm,
    manner: 'exact',
  },
  {
    when: ['honeycomb-team'],
    pattern: /\bx-honeycomb-team["']?[ \t]{0,4}[:=,][ \t]{0,4}["']?([\w-]{20,64})/gi,
    manner: 'exact',
  },
  // Redis at its prompt, and keepalived
  {
    when: ['> auth '],
    pattern: /^[ \t]{0,8}[\w.:-]{2,60}>[ \t]AUTH[ \t](?:[\w.-]{1,64}[ \t])?["']?([^\s"']{4,200})["']?[ \t]*$/gim,
    manner: 'exact',
  },
  {
    when: ['requirepass', 'masterauth'],
    pattern: /\bCONFIG[ \t]SET[ \t](?:requirepass|masterauth)[ \t]["']?([^\s"']{4,200})/gi,
    manner: 'exact',
  },
  { when: ['auth_pass'], pattern: /^[ \t]{0,20}auth_pass[ \t]{1,8}([^\s"']{4,200})[ \t]*$/gim, manner: 'exact' },
  // The key of Consul and of Serf
  {
    when: ['encrypt'],
    pattern: /\bencrypt["']?[ \t]{0,4}[=:][ \t]{0,4}["']([A-Za-z0-9+/]{20,86}={0,2})["']/g,
    manner: 'generated',
  },
  // `authenticate with x`, where x is a key
  {
    when: ['authenticat', 'authoriz', 'sign', 'crypt', 'unlock', 'log in'],
    pattern:
      /\b(?:authenticat(?:es?|ed|ing)|authoriz(?:es?|ed|ing)|sign(?:s|ed|ing)?|(?:en|de)crypt(?:s|ed|ing)?|unlock(?:s|ed|ing)?|log in)\b[^\n.:;()]{0,40}?[ \t](?:with|using)[ \t]["'`]?(?:0x)?((?:[0-9a-f]{8}){4,16}|(?:[0-9A-F]{8}){4,16}|[A-Za-z0-9+/]{43}=)(?![\w/+-])/gi,
    manner: 'generated',
  },
  // `sudo -S apt update <<EOF` and the next line
  {
    when: ['<<'],
    pattern:
      /\b(?:sudo[ \t][^\n|;<]{0,60}?-S\b|passwd\b|kinit\b|cryptsetup\b|smbpasswd\b|vncpasswd\b|openconnect\b|su[ \t]-)[^\n|;<]{0,120}<<-?[ \t]{0,2}["']?\w{1,20}["']?[ \t]*\r?\n[ \t]{0,40}([^\s]{4,200})[ \t]*(?=\r?\n)/g,
    manner: 'exact',
  },
];
