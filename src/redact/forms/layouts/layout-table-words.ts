import type { Layout } from './layout.ts';

/** Layouts of secrets files with columns, of protocols that are typed, and of sentences about two passwords. */
export const WORD_LAYOUTS: readonly Layout[] = [
  // FTP, POP3, IRC: the line after the user's.
  {
    when: ['pass'],
    pattern:
      /^[ \t]{0,20}(?:quote[ \t]{1,8})?USER[ \t]{1,8}\S{1,64}[ \t]*\r?\n[ \t]{0,20}(?:quote[ \t]{1,8})?PASS[ \t]{1,8}["']?([^\s"']{4,200})/gim,
    manner: 'exact',
  },
  // chap-secrets: `alice * x *`
  {
    when: ['*'],
    pattern:
      /^[ \t]{0,20}"?[\w.@\\-]{1,64}"?[ \t]{1,20}(?:\*|[\w.-]{1,64})[ \t]{1,20}"?([^\s"']{4,200})"?[ \t]{1,20}\*[ \t]*$/gm,
    manner: 'strong',
  },
  {
    when: [' key '],
    pattern:
      /\b(?:tacacs|radius|ldap|aaa|isakmp|ntp)[\w-]{0,20}\b[^\n]{0,80}[ \t]key[ \t]{1,8}(?:\d[ \t]{1,8})?([^\s"']{4,200})[ \t]*$/gim,
    manner: 'exact',
  },
  // htdigest: `alice:Realm:hash`
  {
    when: [':'],
    pattern: /([0-9a-f]{32})(?=[\s"']|$)(?<=(?:^|[\s"'])[\w.@-]{1,64}:[\w .@-]{1,60}:[0-9a-f]{32})/gm,
    manner: 'generated',
  },
  // `changed the password yesterday from x to y`
  {
    when: ['pass', 'pw', 'pin', 'kennwort', 'contrase', 'mot de passe', 'senha'],
    pattern:
      /\b(?:password|passwd|passphrase|pw|pwd|pass|passwort|kennwort|contraseña|senha|mot de passe)\b[^\n.;:=(){}\u0000]{0,50}?[ \t](?:from|von|de|desde)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100})["'`]?[ \t]{1,4}(?:to|auf|zu|a|à|para)[ \t]/gi,
    manner: 'strong',
  },
  {
    when: ['pass', 'pw', 'pin', 'kennwort', 'contrase', 'mot de passe', 'senha'],
    pattern:
      /\b(?:password|passwd|passphrase|pw|pwd|pass|passwort|kennwort|contraseña|senha|mot de passe)\b[^\n.;:=(){}\u0000]{0,50}?[ \t](?:from|von|de|desde)[ \t]{1,4}["'`]?[^\s"'`,;()]{6,100}["'`]?[ \t]{1,4}(?:to|auf|zu|a|à|para)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  // `the admin pw, it's x`
  {
    when: ['pass', 'pw', 'passcode', 'login'],
    pattern:
      /\b(?:password|passwd|passphrase|passcode|pw|pwd|pass|login)\b[^\n.;:=(){}\u0000]{0,40}?[,;–-][ \t]{1,4}(?:it['’]?s|it is|that['’]?s|this is|should be|now|namely)[ \t]{1,4}(?:now[ \t])?["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  // `guest wifi: Home / x`, `accounts for bob: jira bob / x`
  {
    when: [' / '],
    pattern:
      /\b(?:wi-?fi|wlan|ssid|hotspot|accounts?|access|logins?|vpn|credentials?|creds|zugang\w{0,10})\b[^\n/=(){}]{0,60}[: \t][\w.@+ -]{2,40}[ \t]\/[ \t]["'`]?([^\s"'`,;()/]{6,100})(?=["'`]?(?:[\s.,;)]|$))/gi,
    manner: 'strong',
  },
  { when: ['$user'], pattern: /^\$USER\d{1,3}\$=(\S{4,200})/gm, manner: 'exact' },
  {
    when: ['accounts'],
    pattern: /\baccounts["']?\s{0,4}[:=]\s{0,4}\[\s{0,8}["'](?:0x)?([0-9a-f]{64})["']/gi,
    manner: 'exact',
  },
  {
    when: ['/v', '/key', '/token', 'hook'],
    pattern:
      /\bhttps?:\/\/[^\s"'`/]{3,200}\/(?:[\w-]{1,40}\/){0,3}(?:v\d|key|token|hooks?|webhooks?)\/([0-9a-f]{32}|[\w-]{30,80})(?=[/?"'`\s]|$)/g,
    manner: 'generated',
  },
  {
    when: ['sp_add'],
    pattern: /\bsp_add\w{3,20}\b[^\n;]{0,160},\s{0,4}N?'[^'\n]{1,64}',\s{0,4}N?'([^'\n]{4,200})'\s*(?:$|[;,\n])/gim,
    manner: 'quoted',
  },
  {
    when: ['u:', 'user:', 'u=', 'login:', 'usr:'],
    pattern:
      /(?<![\w-])(?:u|usr|user|login)[ \t]?[:=][ \t]?[\w.@+-]{2,64}[ \t,;/|]{1,4}(?:p|pw|pwd|pass)[ \t]?[:=][ \t]?([^\s"'`,;()[\]{}]{4,100})/gi,
    manner: 'strong',
  },
  {
    when: ['basicauth'],
    pattern: /^[ \t]{0,20}BasicAuth[ \t]{1,8}[\w.@-]{1,64}[ \t]{1,8}([^\s"']{4,200})[ \t]*$/gim,
    manner: 'exact',
  },
  {
    when: ['auth-'],
    pattern: /^[ \t]{0,20}[\w-]{1,40}[ \t]auth-pass[ \t]{1,8}[\w.-]{1,64}[ \t]{1,8}([^\s"']{4,200})/gim,
    manner: 'exact',
  },
  {
    when: ['/d'],
    pattern:
      /\/v[ \t]{1,4}"?\w{0,40}(?:pass|pwd|password|secret|token)\w{0,20}"?[ \t]{1,4}(?:\/t[ \t]{1,4}\w{1,20}[ \t]{1,4})?\/d[ \t]{1,4}"?([^\s"/]{4,200})/gi,
    manner: 'exact',
  },
  { when: ['{tab}'], pattern: /\{Tab\}([^{}\s]{4,100})\{Enter\}/gi, manner: 'exact' },
  {
    when: ['/admins/', '/password', '/passwd', '/secret'],
    pattern:
      /\/(?:admins\/[\w.-]{1,64}|password|passwd|secret)["']?[ \t][^\n]{0,60}?(?:-d|--data\S{0,10})[ \t=]{1,2}'?"?["']([^"'\n{}]{4,200})["']/g,
    manner: 'exact',
  },
  // `smbpasswd <<< $'x\nx'`
  { when: ["<<< $'"], pattern: /passw(?:or)?d\b[^\n]{0,80}<<<[ \t]{0,4}\$'([^'\n\\]{4,100})/g, manner: 'exact' },
  {
    when: ["<<< $'"],
    pattern: /passw(?:or)?d\b[^\n]{0,80}<<<[ \t]{0,4}\$'[^'\n\\]{4,100}(?:\\n|\n)([^'\n\\]{4,100})/g,
    manner: 'exact',
  },
  // `session cookie sid=x`
  {
    when: ['cookie', 'session', 'sid='],
    pattern:
      /\b(?:cookies?|sessions?)\b[^\n=;]{0,20}?[ \t:'"`][\w.-]{2,40}=([A-Za-z0-9%+/_.:=-]{20,1000})(?=[\s"'`;,.]|$)/gi,
    manner: 'generated',
  },
  {
    when: ['sid='],
    pattern: /(?<![\w])(?:[\w-]{0,20}_)?(?:sid|sess|session)=([A-Za-z0-9%+/_.:-]{24,1000})(?=[\s"'`;,.]|$)/gi,
    manner: 'generated',
  },
  // `ssh bob@host with x`, `log in with bob x`, `the sftp account: bob, x`
  {
    when: ['ssh', 'sftp', 'scp ', 'log in', 'login', 'sign in', 'connect', 'rdp', 'vnc', 'telnet', 'psql', 'mysql'],
    pattern:
      /\b(?:ssh|sftp|scp|log ?in|sign ?in|connect|rdp|vnc|telnet|psql|mysql)\b[^\n]{0,60}?[ \t][\w.+-]{1,40}@[\w.-]{1,80}[ \t]{1,4}(?:with|using|and|pw|mit|avec|con)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  {
    when: ['log in', 'login', 'logged in', 'sign in', 'signin', 'connect '],
    pattern:
      /\b(?:log ?in|logged in|sign ?in|connect)[ \t](?:with|as|using)[ \t](?!the|a |an |my|your|our|this|no |any)[\w.@+-]{2,40}[ \t,/]{1,4}["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  {
    when: ['account:', 'accounts:', 'login:', 'logins:', 'user:', 'users:', ' is: ', ' are: '],
    pattern:
      /\b(?:accounts?|logins?|users?)(?: (?:is|are))?:[ \t]{1,4}[\w.@+-]{2,40}[ \t]{0,2}[,/|][ \t]{0,4}["'`]?([^\s"'`,;()/]{6,100})(?=["'`]?(?:[\s.;)]|$))/gi,
    manner: 'strong',
  },
  {
    when: ['pass', 'pw'],
    pattern:
      /\b(?:password|passphrase|passwd|pass ?phrase|pass|pw)\?[ \t]{1,4}["'`]?([^\s"'`,;()?]{6,100})["'`]?[ \t]*(?:$|[\n.\u0000])/gim,
    manner: 'strong',
  },
  {
    when: ['pass phrase'],
    pattern: /\bpass phrase[^\n:=.]{0,40}(?::|=| is)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  // `# up.txt: bob / x`
  {
    when: ['pass'],
    pattern:
      /^[ \t]{0,8}(?:#|\/\/)[^\n]{0,60}[: \t][\w.@+-]{2,40} \/ ([^\s"'`,;()/]{6,100})[ \t]*$(?<=pass[^\u0000]{0,300})/gim,
    manner: 'strong',
  },
  { when: ['.key='], pattern: /\b(?:wireless|wifi)[\w.@[\]-]{1,60}\.key=["']?([^\s"']{4,200})/g, manner: 'exact' },
  {
    when: ['system user', 'aaa user', 'local user', 'ns user'],
    pattern: /^[ \t]{0,20}(?:set|add) (?:system|aaa|ns|local) user [\w.@-]{1,64} ([^\s"'-][^\s"']{3,200})[ \t]*$/gim,
    manner: 'exact',
  },
  { when: ['user='], pattern: /^[ \t]{0,20}user=[\w.@-]{1,64}:([^\s"'/]{4,200})[ \t]*$/gm, manner: 'exact' },
  {
    when: ['cred', 'login', 'account', 'access'],
    pattern:
      /\b(?:credentials?|creds|logins?|accounts?|access)\b[^\n]{0,60}\([\w.@+-]{2,40}[ \t]?\/[ \t]?([^\s"'`,;()/]{6,100})\)/gi,
    manner: 'strong',
  },
  {
    when: ['<(echo', '<(printf'],
    pattern:
      /(?:pass|pw|secret|token|key)[\w-]{0,30}[= \t]<\((?:echo|printf)(?:[ \t]-n)?[ \t]{1,4}["']?([^\s"')]{4,200})/gi,
    manner: 'exact',
  },
  {
    when: ['rtmp'],
    pattern: /\brtmps?:\/\/[^\s"'/]{3,100}\/(?:[\w-]{1,40}\/){1,2}([A-Za-z0-9][\w?=&-]{15,200})/g,
    manner: 'generated',
  },
  {
    when: ['move'],
    pattern: /\bMOVE[ \t]{1,8}["']([^"'\n]{4,100})["'][ \t]{1,8}TO[ \t]{1,8}[\w-]{0,40}(?:PASS|PWD|SECRET|KEY)/gi,
    manner: 'exact',
  },
  {
    when: ['logon', 'signon'],
    pattern: /\b(?:LOGON|SIGNON)[ \t]{1,8}[\w.@-]{1,64}\/([^\s"'/]{4,100})/g,
    manner: 'exact',
  },
  {
    when: ['enable '],
    pattern: /^[ \t]{0,20}enable[ \t]{1,8}(?:password|secret)[ \t]{1,8}(?:\d[ \t]{1,8})?([^\s"'=:]{4,200})[ \t]*$/gim,
    manner: 'exact',
  },
  {
    when: ['password', 'passwort', 'passcode'],
    pattern: /\b(?:password|passcode|passwort)(?:[ \t][\w-]{1,15}){1,3}[ \t]?[:=][ \t]?(\d{6,10})\b/gi,
    manner: 'digits',
  },
  // `the wifi code is x`
  {
    when: ['wifi', 'wi-fi', 'wlan', 'door', 'alarm', 'safe', 'gate'],
    pattern:
      /\b(?:wi-?fi|wlan|door|alarm|safe|gate|lock)[ -](?:code|key|pass|pw|clé|clave|schlüssel)\b[^\n:=.]{0,30}(?::|=| is| ist| est| es)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  {
    when: ['wifi', 'wi-fi'],
    pattern:
      /\b(?:code|clé|clave|clef|mot de passe)[ \t](?:du |del |de la )?wi-?fi\b[^\n:=.]{0,20}(?::|=| est| es| c['’]est)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  {
    when: ['ssh', 'connect', 'log in'],
    pattern: /\b(?:ssh|connect|log ?in)\b[^\n()]{0,80}\([\w.@+-]{2,40}[ \t]?\/[ \t]?([^\s"'`,;()/]{6,100})\)/gi,
    manner: 'strong',
  },
];
