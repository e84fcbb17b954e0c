import { DESCRIBED_LAYOUTS } from './layout-table-described.ts';
import { FILE_LAYOUTS } from './layout-table-files.ts';
import { LINE_LAYOUTS } from './layout-table-lines.ts';
import { CODE_LAYOUTS, DUMP_LAYOUTS } from './layout-table-codes.ts';
import { PROMPT_LAYOUTS } from './layout-table-prompts.ts';
import { SCRIPT_LAYOUTS } from './layout-table-scripts.ts';
import { PAIR_LAYOUTS } from './layout-table-pairs.ts';
import { TYPED_LAYOUTS } from './layout-table-typed.ts';
import { WORD_LAYOUTS } from './layout-table-words.ts';
import type { Layout } from './layout.ts';

/** All layouts: lines of settings, programs that type, sentences, files and queries. */
export const LAYOUTS: readonly Layout[] = [
  ...LINE_LAYOUTS,
  ...FILE_LAYOUTS,
  ...WORD_LAYOUTS,
  ...PROMPT_LAYOUTS,
  ...TYPED_LAYOUTS,
  ...PAIR_LAYOUTS,
  ...SCRIPT_LAYOUTS,
  ...DESCRIBED_LAYOUTS,
  ...CODE_LAYOUTS,
  ...DUMP_LAYOUTS,
  // Lines of settings with a blank before the value.
  {
    when: ['pass', 'auth', 'pw', 'otp', 'secret'],
    pattern:
      /^[ \t]{0,20}(?:requirepass|masterauth|rootpw(?: --\w{1,20})?|r[ow]community6?|bindpw|olcRootPW:?|rootbinddn_pw|pppoe-password|sp_pwd|(?:enable|line|neighbor \S{1,200}) (?:password|secret)|password)[ \t]{1,20}(?:[0579][ \t]{1,20})?["']?([^\s"'={:]{4,200})["']?[ \t]{0,20}$/gm,
    manner: 'setting',
  },
  {
    when: ['enable', 'secret', 'key', 'communit'],
    pattern:
      /\b(?:enable (?:password|secret)|secret [0579]|key-string [07]|key chain \S{1,200} key \d{1,10}|snmp-server community|tacacs-server key|radius-server key)[ \t]{1,20}(?:[0579][ \t]{1,20})?([^\s"']{4,200})/g,
    manner: 'setting',
  },
  {
    when: ['net'],
    pattern:
      /\bnet1?(?:\.exe)?[ \t]{1,20}user[ \t]{1,20}\S{1,200}[ \t]{1,20}["']?([^\s/"'][^\s"']{3,100})(?=["']?[ \t]{1,20}\/)/gi,
    manner: 'setting',
  },
  {
    when: ['net'],
    pattern: /\bnet[ \t]{1,20}use[ \t]{1,20}(?:\w:|\*)?[ \t]{0,20}\\\\\S{1,200}[ \t]{1,20}([^\s/"'][^\s"']{3,100})/gi,
    manner: 'setting',
  },
  {
    when: ['user'],
    pattern: /\\\\\S{1,200}[ \t]{1,20}([^\s/"'][^\s"']{3,100})[ \t]{1,20}\/user:/gi,
    manner: 'setting',
  },
  {
    when: ['/p'],
    pattern: /(?:^|[ \t])\/(?:p|pw|pwd|pass|password):(?:"([^"\n]{4,100})"|([^\s"']{4,100}))/gi,
    manner: 'setting',
  },
  // Programs that type: expect, ConvertTo-SecureString, credentials of libraries.
  {
    when: ['send', 'write('],
    pattern:
      /(?:pass(?:word|phrase)?|assword)[\s\S]{0,40}?\b(?:send(?:_user|_?line)?|write)(?:[ \t]{1,20}|\(b?)(?:--[ \t]{1,20})?["']([^"'\n\\]{4,100})/gi,
    manner: 'quoted',
  },
  {
    when: ['convertto'],
    pattern: /ConvertTo-SecureString[ \t]{1,20}(?:-String[ \t]{1,20})?["']([^"'\n]{4,200})["']/gi,
    manner: 'quoted',
  },
  {
    when: ['log', 'auth', 'cred'],
    pattern:
      /\b(?:(?:Network|PS|UsernamePassword|Basic)?Credentials?|HTTPBasicAuth|BasicAuth|basic_auth|basicAuth|set_basic_auth|SetBasicAuth|login|authenticate|auth|UsernamePasswordAuthenticationToken|PasswordAuthentication|AuthBasic)\s{0,8}\(\s{0,8}["'][^"'\n]{1,64}["']\s{0,8},\s{0,8}["']([^"'\n]{4,200})["']/g,
    manner: 'quoted',
  },
  {
    when: ['auth'],
    pattern:
      /\bauth["']?\s{0,8}(?:=>|[=:])\s{0,8}[([]\s{0,8}["'][^"'\n]{1,64}["']\s{0,8},\s{0,8}["']([^"'\n]{4,200})["']/g,
    manner: 'quoted',
  },
  {
    when: ['pass'],
    pattern: /^[ \t]{1,20}[\w.-]{1,32}:([^\s:"'{}[\],]{6,100})[ \t]{0,20}$(?<=chpasswd[^\u0000]{0,300})/gm,
    manner: 'setting',
  },
  {
    when: ['printf', 'echo'],
    pattern:
      /\b(?:printf|echo -e)\s{1,8}["'][\w.@-]{1,64}(?:\\n|\n)([^"'\n\\]{4,100})(?:\\n|\n)?["'](?=[^\n]{0,80}(?:pass|auth|cred|login))/gi,
    manner: 'setting',
  },
  { when: ['auth'], pattern: /<auth\b[^<>]{0,200}>([A-Za-z0-9+/=]{12,400})</g, manner: 'generated' },
  // Names in the environment of other programs: `ENV NAME value`, `setx NAME value`, `set -gx NAME value`, `config set name
  // value`.
  {
    when: ['log', 'connect', 'auth', 'log', 'anmelden', 'sign', 'cred', 'zugang', 'identif'],
    pattern:
      /\b(?:login|log in|logged in|sign in|signed in|connect|authenticate|anmelden|einloggen|creds?|credentials|zugangsdaten|identifiants|credenciales)\b[^\n]{0,40}?[ \t:("'`](?!https?:)[A-Za-z][\w.@+-]{1,63}[ \t]?[/:|][ \t]?["'`]?([^\s"'`/:|,;]{6,100})/gi,
    manner: 'strong',
  },
  {
    when: ['cred', 'pass', 'zugang', 'identif'],
    pattern:
      /\b(?:creds|credentials|user\/pass(?:word)?|login\/password|username\/password|zugangsdaten|identifiants)[ \t]{0,2}[:=][ \t]{0,2}["'`]?[\w.@+-]{2,64}["'`]?[ \t]?[/:|,][ \t]?["'`]?([^\s"'`/:|,;]{4,100})(?![\w]|["'`]?[ \t]{0,2}[:=(])/gi,
    manner: 'setting',
  },
  // Setup of wallets and authenticators.
  {
    when: ['seed', 'mnemonic', 'phrase', 'words'],
    pattern:
      /\b(?:seed|mnemonic|(?:recovery|secret|backup|seed|mnemonic)[ _-]?(?:phrase|words?))["']?(?:[ \t]{1,20}(?:is|was)|[ \t]{0,20}[:=])[ \t]{0,20}["'“]?((?:\p{Ll}{2,12}[ \t,]+){11,23}\p{Ll}{2,12})/giu,
    manner: 'phrase',
  },
  {
    when: ['otp', '2fa', 'mfa', 'auth'],
    pattern:
      /\b(?:TOTP|totp|OTP|otp|2FA|2fa|MFA|mfa|[Aa]uthenticator)[ _-]?(?:[Ss]ecret|SECRET|[Kk]ey|KEY|[Ss]eed|SEED|[Cc]ode)?["']?(?:[ \t]{1,20}is|[ \t]{0,20}[:=])[ \t]{0,20}["']?([A-Z2-7]{16,64}|(?=[a-z]*[2-7])[a-z2-7]{16,64})\b/g,
    manner: 'setting',
  },
  {
    when: ['pin', 'puk'],
    pattern:
      /\b(?:PIN|pin code|pincode|PUK)(?:[ \t]{1,20}(?:for|to|of)[ \t]{1,20}(?:\w{1,100}[ \t]{1,20}){1,3})?(?:[ \t]{1,20}(?:is|was|ist|est|es)|[ \t]{0,20}[:=])[ \t]{0,20}["'`]?(\d{4,12})\b/gi,
    manner: 'setting',
  },
  { when: ['auth'], pattern: /\boauth:([a-z0-9]{30})\b/g, manner: 'exact' },
  // A key next to its name in an argument list. Only the context shows what it is.
  {
    when: ["('", '("', '( '],
    pattern: /\(\s{0,8}["'][\w-]{3,40}["']\s{0,8},\s{0,8}["']([0-9a-f]{32,64}|[A-Za-z0-9]{32,64})["']\s{0,8}\)/g,
    manner: 'generated',
  },
];
