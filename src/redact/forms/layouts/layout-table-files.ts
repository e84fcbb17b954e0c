import type { Layout } from './layout.ts';

/** Layouts of program files, of SQL, and of command lines. */
export const FILE_LAYOUTS: readonly Layout[] = [
  // redis, NickServ, chap-secrets, postfix, impacket.
  {
    when: ['auth'],
    pattern: /^[ \t]{0,20}AUTH[ \t]{1,8}(?:[\w.-]{1,64}[ \t]{1,8})?([^\s"']{4,200})[ \t]{0,20}$/gm,
    manner: 'exact',
  },
  { when: ['user'], pattern: /\bACL[ \t]{1,8}SETUSER\b[^\n]{0,200}?[ \t]>([^\s"']{4,200})/gi, manner: 'exact' },
  {
    when: ['identif'],
    pattern: /\bNickServ[ \t]{1,8}IDENTIFY[ \t]{1,8}(?:[\w-]{1,40}[ \t]{1,8})?([^\s"']{4,200})/gi,
    manner: 'exact',
  },
  {
    when: ['"'],
    pattern:
      /^[ \t]{0,20}"[\w.@-]{1,64}"[ \t]{1,20}(?:\*|[\w.-]{1,100})[ \t]{1,20}"([^"\s]{4,200})"[ \t]{1,20}(?:\*|\d[\d.]{0,20})[ \t]{0,20}$/gm,
    manner: 'exact',
  },
  { when: ['pass'], pattern: /\bstatic:[\w.@+-]{1,64}:([^\s"']{4,200})/g, manner: 'exact' },
  {
    when: ['@'],
    pattern: /:(?<=(?<![\w/:.])[\w.-]{1,64}\/[\w.-]{1,64}:)["']?([^\s"'@/:]{4,200})["']?@[\w.[]/g,
    manner: 'exact',
  },
  {
    when: ['cred', 'zugang', 'identif'],
    pattern:
      /\b(?:creds|credentials|zugangsdaten|identifiants)[ \t]{1,8}(?:are|sind|sont|:)[ \t]{1,8}[\w.@+-]{2,64}[ \t]{1,8}(?:and|und|et|&)[ \t]{1,8}([^\s"',;]{6,200})/gi,
    manner: 'strong',
  },
  // SQL: `IDENTIFIED [WITH plugin] BY [PASSWORD] 'x'`, `PASSWORD 'x'`, `SECRET = 'x'`.
  {
    when: ['identif'],
    pattern:
      /\b(?:IDENTIFIED\s{1,8}(?:WITH\s{1,8}\S{1,200}\s{1,8})?(?:BY|AS)|(?:user|to|role)\s{1,8}\S{1,200}\s{1,8}identified\s{1,8}(?:with\s{1,8}\S{1,200}\s{1,8})?by)\s{1,8}(?:(?:PASSWORD|VALUES|password|values)\s{1,8})?N?(?:'([^'\n]{1,200})'|"([^"\n]{1,200})"|([^\s'";`(]{4,200}))/g,
    manner: 'exact',
  },
  {
    when: ["'"],
    pattern: /\b(?:PASSWORD|PASSPHRASE|SECRET|KEY)\s{1,8}(?:FOR\s{1,8}\S{1,200}\s{1,8})?=?\s{0,8}N?'([^'\n]{3,200})'/g,
    manner: 'quoted',
  },
  { when: ['pass'], pattern: /\b(?:password|passphrase)\s{1,8}'([^'\n]{3,200})'/gi, manner: 'quoted' },
  {
    when: ['crypt'],
    pattern:
      /\b(?:crypt|pgp_sym_(?:en|de)crypt|AES_ENCRYPT|AES_DECRYPT|ENCRYPTBYPASSPHRASE)\s{0,8}\(\s{0,8}(?:[\w.]+\s{0,8},\s{0,8})?'([^'\n]{4,200})'/gi,
    manner: 'quoted',
  },
  {
    when: ['/'],
    pattern: /\b(?:CONNECT|conn|sqlplus|rman target)\s{1,8}[\w.$#]+\/([^\s@"'/;]{4,100})@/gi,
    manner: 'setting',
  },
  // Program files: netrc, fetchmail, chap-secrets, pgpass, sasl_passwd, shadow, htpasswd.
  {
    when: ['log'],
    pattern:
      /\b(?:machine\s{1,8}\S{1,100}|default)\s{1,8}(?:account\s{1,8}\S{1,64}\s{1,8})?login\s{1,8}\S{1,64}\s{1,8}(?:account\s{1,8}\S{1,64}\s{1,8})?password\s{1,8}([^\s"']{3,200})/gi,
    manner: 'exact',
  },
  {
    when: ['user'],
    pattern:
      /^[ \t]{0,20}username[ \t]{1,20}\S{1,64}[ \t]{1,20}(?:privilege[ \t]{1,20}\d{1,10}[ \t]{1,20})?(?:password|secret)[ \t]{1,20}(?:[0579][ \t]{1,20})?([^\s"']{4,200})/gim,
    manner: 'exact',
  },
  {
    when: ['pass', 'secret'],
    pattern:
      /\b(?:login|user|username|account)\s{1,8}["']?[^\s"']{1,64}["']?\s{1,8}(?:(?:with|and|there)\s{1,8})?(?:password|passwd|pass|secret)\s{1,8}["']([^\s"']{4,200})["']/gi,
    manner: 'exact',
  },
  {
    when: ['pass', 'secret'],
    pattern:
      /\b(?:login|user|username|account)\s{1,8}[^\s"']{1,64}\s{1,8}(?:(?:with|and|there)\s{1,8})?(?:password|passwd|pass|secret)\s{1,8}([^\s"']{4,200})/gi,
    manner: 'strong',
  },
  {
    when: [':'],
    pattern: new RegExp(
      String.raw`(?<=[\w*\]]):(?:\d{2,5}|\*):[\w*.-]{1,64}:[\w*.-]{1,64}:([^\s:"']{4,200})(?=[\s"'\u0000]|$)`,
      'g',
    ),
    manner: 'setting',
  },
  {
    when: [']'],
    pattern: /^\[[\w.-]{3,100}\](?::\d{2,5})?[ \t]{1,20}[\w.@+-]{2,64}:([^\s:/]{4,200})[ \t]{0,20}$/gm,
    manner: 'exact',
  },
  {
    when: [':'],
    pattern: /^[\w-]{1,100}(?:\.[\w-]{1,100})+(?::\d{2,5})?[ \t]{1,20}[\w.@+-]{2,64}:([^\s:/]{6,200})[ \t]{0,20}$/gm,
    manner: 'strong',
  },
  {
    when: ['$'],
    pattern:
      /(?<![\w$])(\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|argon2(?:id?|d)|pbkdf2[\w-]{0,60}|scrypt|shiro1|P|H|S)\$[\w./$=,+-]{20,400})/g,
    manner: 'quoted',
  },
  {
    when: ['{'],
    pattern: /\{(?:SSHA(?:256|512)?|SMD5|CRYPT|PBKDF2[\w-]{0,60})\}([\w./+=$-]{16,200})/gi,
    manner: 'quoted',
  },
];
