import type { Layout } from './layout.ts';

/** What people and programs type for a password in scripts, forms and build systems. */
export const TYPED_LAYOUTS: readonly Layout[] = [
  // `##vso[task.setvariable variable=x;issecret=true]y`, `::add-mask::y`
  {
    when: ['issecret=true', 'add-mask'],
    pattern: /(?:issecret=true[^\]\n]{0,40}\]|::add-mask::)([^\s"'`$]{3,400})/gi,
    manner: 'exact',
  },
  // `sp_password @old = 'x', @new = 'y'`
  {
    when: ['sp_'],
    pattern:
      /(?<=\bsp_\w{0,30}(?:password|login|user)\w{0,20}\b[^\n;\u0000]{0,300}@)(?:old|new|passwd|password)\w{0,20}[ \t]{0,4}=[ \t]{0,4}N?'([^'\n]{3,200})'/gi,
    manner: 'quoted',
  },
  // `IDENTIFIED BY x REPLACE y`
  {
    when: ['identified by'],
    pattern:
      /(?<=\bidentified[ \t]by[ \t]{1,8}["']?[^\s"';]{1,100}["']?[ \t]{1,8})replace[ \t]{1,8}["']?([^\s"';]{3,200})/gi,
    manner: 'exact',
  },
  // `basic_auth { alice x }`
  {
    when: ['basic'],
    pattern: /\bbasic_?auth\b[^{}\n]{0,80}\{\s{1,40}[\w.@-]{1,64}[ \t]{1,8}["']?([^\s"'{}$]{4,200})["']?\s{1,20}\}/gi,
    manner: 'exact',
  },
  // `expect "assword:" { send "x\r" }`
  {
    when: ['assword', 'assphrase'],
    pattern:
      /(?:assword|assphrase)[^"\n]{0,40}"\s{0,8}\{?\s{0,40}(?:exp_)?send(?:_user|line)?[ \t]{1,4}(?:--[ \t]{1,4})?"([^"\\\n$]{3,200})/gi,
    manner: 'exact',
  },
  // A form in parts: `name="password"`, an empty line, and the value.
  {
    when: ['form-data'],
    pattern:
      /\bform-data;[ \t]{0,4}name="[^"\n]{0,40}(?:pass|pwd|pw|secret|token|psk|pin)[^"\n]{0,20}"[ \t]*\r?\n(?:[A-Za-z-]{3,40}:[^\n]{0,200}\n){0,3}\r?\n([^\s]{3,400})[ \t]*(?=\r?\n|$)/gi,
    manner: 'exact',
  },
  // `creds = ("alice", "x")`, `(user, pass) = ("alice", "x")`
  {
    when: ['cred', 'auth', 'login', 'pass', 'pwd', 'pw'],
    pattern:
      /(?:(?:creds?|credentials?|auth|login)|\([ \t]{0,4}\w{1,30},[ \t]{0,4}\w{0,20}(?:pass(?:w(?:or)?d)?|pwd|pw)[ \t]{0,4}\))[ \t]{0,4}:?=[ \t]{0,4}[([][ \t]{0,4}["'][\w.@+-]{1,64}["'](?:\.\w{1,20}\(\))?[ \t]{0,4},[ \t]{0,4}["']([^"'\n]{3,200})["']/gi,
    manner: 'quoted',
  },
  // A command that prints a secret, and the line that it printed.
  {
    when: ['pass', 'secret', 'pw', 'openssl rand', 'credential', 'config:get', 'output -raw', 'keyring get'],
    pattern:
      /(?:(?:[ \t](?:get|show|read|lookup|view|access|output|find-generic-password|cat|reveal)[ \t](?<=^[ \t]{0,8}(?:[\w@.:~-]{0,60}[$#>%][ \t]{1,4})?[^\n$]{0,240})[^\n]{0,160}(?:pass(?:w(?:or)?d)?|passphrase|secrets?|pw|token|credential|api[_-]?key)[^\n]{0,160}|initial-password(?<=^[ \t]{0,8}(?:[\w@.:~-]{0,60}[$#>%][ \t]{1,4})?[^\n$]{0,240})[^\n]{0,60}|(?:bw|op|lpass|gopass|passage|pass)[ \t](?:get|show|read)[ \t](?<=^[ \t]{0,8}(?:[\w@.:~-]{0,60}[$#>%][ \t]{1,4})?[^\n$]{0,240})[^\n]{0,100}|config:get[ \t](?<=^[ \t]{0,8}(?:[\w@.:~-]{0,60}[$#>%][ \t]{1,4})?[^\n$]{0,240})[^\n]{0,100})|^[ \t]{0,8}(?:[\w@.:~-]{0,60}[$#>%][ \t]{1,4})?(?:pwgen|apg|makepasswd|openssl[ \t]rand|mkpasswd)[^\n]{0,80})\r?\n[ \t]{0,4}([^\s"'<>{}:=/]{3,200})[ \t]*(?=\r?\n|$)/gim,
    manner: 'exact',
  },
  // `rotate from x to y, it's the redis password`
  {
    when: ['pass', 'pw', 'pwd'],
    pattern:
      /\b(?:rotat|chang|switch|replac|updat|mov)\w{0,4}[ \t](?:it[ \t]|them[ \t])?from[ \t]["'`]?([^\s"'`]{4,100})["'`]?[ \t]to[ \t]["'`]?[^\s"'`]{4,100}["'`]?[^\n.]{0,60}\bpass(?:word|phrase|code)?\b/gi,
    manner: 'typed',
  },
  {
    when: ['pass', 'pw', 'pwd'],
    pattern:
      /\b(?:rotat|chang|switch|replac|updat|mov)\w{0,4}[ \t](?:it[ \t]|them[ \t])?from[ \t]["'`]?[^\s"'`]{4,100}["'`]?[ \t]to[ \t]["'`]?([^\s"'`,;]{4,100})["'`]?[^\n.]{0,60}\bpass(?:word|phrase|code)?\b/gi,
    manner: 'typed',
  },
  // `network "Lobby", key x`
  {
    when: ['wifi', 'wi-fi', 'wlan', 'network', 'ssid', 'hotspot'],
    pattern:
      /\b(?:wi-?fi|wlan|network|ssid|hotspot)\b[^\n:;.]{0,60}[,;]?[ \t](?:the[ \t])?key(?:[ \t](?:is|=))?:?[ \t]["'`]?([^\s"'`,;]{8,63})/gi,
    manner: 'typed',
  },
  // `sign in with kim@example.com / x`
  {
    when: ['log', 'sign', 'login', 'cred', 'use', 'account'],
    pattern:
      /\b(?:log|sign|login|creds?|credentials|use|account)\b[^\n]{0,80}?[\w.+-]{1,64}@[\w-]{1,60}\.[a-z.]{2,20}["'`]?[ \t]{1,3}[/|][ \t]{1,3}["'`]?([^\s"'`,;]{4,100})/gi,
    manner: 'typed',
  },
  // `passphrase: copper garden marble`
  {
    when: ['phrase'],
    pattern:
      /(?:pass ?phrase|mnemonic|(?:recovery|seed) phrase)["'*_]{0,3}[ \t]{0,4}[:=][ \t]{1,8}((?:\p{Ll}{3,12}[ \t]){2,11}\p{Ll}{3,12})[ \t]*(?=$|[\n\u0000])/giu,
    manner: 'words',
  },
  // `| password | x |`
  {
    when: ['|'],
    also: ['pass', 'pwd', '| pw', 'kennwort', 'contraseña', 'senha', 'пароль', '密码'],
    pattern:
      /^[ \t]{0,20}\|[ \t]{0,40}[*_`]{0,2}(?:\p{L}{1,20} )?(?:pass(?:word|wd|phrase|code|wort)?|pwd?|kennwort|mot de passe|contraseña|senha|пароль|密码)[*_`]{0,2}:?[ \t]{0,40}\|[ \t]{0,40}[`*]{0,2}([^\s|`*]{4,100})[`*]{0,2}[ \t]{0,80}\|[ \t]*$/gimu,
    manner: 'setting',
  },
  // `[mail.example.org]:587 alice:x`, a table of postfix
  {
    when: ['[', 'smtp'],
    pattern: /^[ \t]{0,20}\[[\w.-]{3,100}\](?::\w{1,12})?[ \t]{1,20}[\w.@+-]{1,80}:([^\s:]{4,200})[ \t]*$/gm,
    manner: 'exact',
  },
  // `"Jwt": { "Key": "x" }`
  {
    when: ['jwt', 'signing', 'encryption'],
    pattern:
      /"(?:jwt\w{0,20}|\w{0,20}signing|\w{0,20}encryption)"\s{0,8}:\s{0,8}\{[^{}\u0000]{0,300}?"(?:key|secret|signing_?key)"\s{0,8}:\s{0,8}"([^"\n]{4,400})"/gi,
    manner: 'quoted',
  },
  // `child.sendline('x')`
  { when: ['sendline'], pattern: /\bsendline\([bru]?["']([^"'\n\s]{4,200})["']\)/g, manner: 'typed' },
  // `open -u alice,x host`, a command of lftp
  {
    when: ['open -u'],
    pattern: /(?:^|[;"'])[ \t]{0,20}open[ \t]-u[ \t]["']?[\w.@-]{1,64},([^\s"';]{4,200})/gm,
    manner: 'exact',
  },
  // IRC's `IDENTIFY alice x`
  {
    when: ['identify'],
    pattern: /(?:^[ \t]{0,20}|:|nickserv[ \t])identify[ \t](?:[\w.-]{1,40}[ \t])?([^\s]{4,100})[ \t]*$/gim,
    manner: 'exact',
  },
  // `sc config name obj= alice password= x`
  {
    when: ['password='],
    pattern: /\bsc(?:\.exe)?[ \t](?:config|create)[ \t][^\n]{1,200}\bpassword=[ \t]{1,4}["']?([^\s"']{4,200})/gi,
    manner: 'exact',
  },
  // `2FA secret JBSW…`, `backup code: JBSW…`
  {
    when: ['2fa', 'mfa', 'otp', 'backup', 'recovery', 'authenticator'],
    pattern:
      /\b(?:2[Ff][Aa]|[Mm][Ff][Aa]|T?OTP|t?otp|[Bb]ackup|[Rr]ecovery|[Aa]uthenticator)[ _-](?:secret|code|key|seed)s?["'`]?(?:[ \t](?:is|was)|[:=])?[ \t]{0,4}["'`]?([A-Z2-7]{16,64})(?![\w])/g,
    manner: 'setting',
  },
  // `X-Session-Id: …`, `sid: …`
  {
    when: ['session-id', 'sid'],
    pattern: /(?:^|[\s"'{])(?:x-session-id|sid)["']?[:=][ \t]?["']?([0-9a-f]{32,64})(?![\w-])/gim,
    manner: 'exact',
  },
  // DB2's `CONNECT TO x USER alice USING y`
  {
    when: [' using '],
    pattern: /\bconnect[ \t]to[ \t]\S{1,60}[ \t]user[ \t]\S{1,60}[ \t]using[ \t]["']?([^\s"';]{3,200})/gi,
    manner: 'exact',
  },
];
