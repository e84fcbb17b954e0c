import type { Layout } from './layout.ts';

/** Layouts of single lines: addresses, pairs of user and password, commands of routers and chats. */
export const LINE_LAYOUTS: readonly Layout[] = [
  { when: ['jdbc'], pattern: /\bjdbc:oracle:\w{1,10}:[\w.$#-]{1,64}\/([^\s@"'/]{3,100})@/g, manner: 'exact' },
  // `user:password@tcp(host)`, `user:password@host/db`
  {
    when: ['@tcp(', '@unix(', '@udp('],
    pattern: /(?<![\w/:@.])[\w.+-]{1,64}:([^\s@:"'`/]{3,200})@(?:tcp|unix|udp)\(/g,
    manner: 'exact',
  },
  {
    when: ['pragma'],
    pattern: /\bPRAGMA\s{1,8}(?:hex)?(?:re)?key\s{0,8}[=(]\s{0,8}["']([^"'\n]{4,200})["']/gi,
    manner: 'exact',
  },
  {
    when: ['pass'],
    pattern: /\bSET\s{1,8}PASSWORD\s{1,8}FROM\s{1,8}'([^'\n]{3,200})'/gi,
    manner: 'exact',
  },
  {
    when: ['pass'],
    pattern: /\bSET\s{1,8}PASSWORD\s{1,8}FROM\s{1,8}'[^'\n]{1,200}'\s{1,8}TO\s{1,8}'([^'\n]{3,200})'/gi,
    manner: 'exact',
  },
  {
    when: ['crypt'],
    pattern:
      /\b(?:pgp_sym_(?:en|de)crypt|AES_(?:EN|DE)CRYPT)\s{0,8}\([^()'\n]{0,80}(?:'[^'\n]{0,80}')?\s{0,8},\s{0,8}'([^'\n]{3,200})'/gi,
    manner: 'exact',
  },
  { when: ['digest'], pattern: /\baddauth\s{1,8}digest\s{1,8}[\w.-]{1,64}:([^\s"':]{3,200})/g, manner: 'exact' },
  {
    when: ['user'],
    pattern:
      /\bcreateUser\s{1,8}\S{1,64}\s{1,8}(?:MD5|SHA(?:-?\d{3})?)\s{1,8}["']?([^\s"']{4,100}|(?<=")[^"\n]{4,100})/g,
    manner: 'exact',
  },
  {
    when: ['user'],
    pattern:
      /\bcreateUser\s{1,8}\S{1,64}\s{1,8}(?:MD5|SHA(?:-?\d{3})?)\s{1,8}\S{4,100}\s{1,8}(?:AES|DES)\d{0,3}\s{1,8}["']?([^\s"']{4,100})/g,
    manner: 'exact',
  },
  {
    when: ['input'],
    pattern: /\bInput (?:Password[ \t]{2,20}\S{1,100}|Text[ \t]{2,20}\S{0,60}pass\S{0,40})[ \t]{2,20}([^\s$]{4,100})/gi,
    manner: 'exact',
  },
  {
    when: ['cred', 'auth', 'login'],
    pattern: /\b(?:creds|credentials|auth|login)=\(\s{0,4}["'][\w.@+-]{1,64}["'][ ,]{1,4}["']([^"'\n]{4,200})["']/gi,
    manner: 'quoted',
  },
  // `sed s/__DB_PASSWORD__/x/`
  {
    when: ['pass', 'secret', 'token'],
    pattern:
      /\bs[/|#,][^/|#,\n]{0,60}(?:PASS|SECRET|TOKEN|pass|secret|token)[^/|#,\n]{0,60}[/|#,](?![^/|#,\n]{0,40}[=&\\])([^/|#,\n\s]{4,200})[/|#,]/g,
    manner: 'exact',
  },
  // Codes that are sent to people.
  {
    when: ['code'],
    pattern:
      /\b(?:verification|access|security|auth\w{0,12}|2fa|mfa|confirmation|sms|one-time|pass|unlock|door|gate|backup|recovery|login)[ -]?codes?(?:[ \t]{1,8}(?:for|to)(?:[ \t]{1,8}\w{1,20}){1,3})?(?:[ \t]{1,8}(?:is|are))?[ \t]{0,8}[:=]?[ \t]{1,8}["'`]?(\d{4,10}(?:[ ,]{1,2}\d{6,10}){0,9})\b/gi,
    manner: 'digits',
  },
  {
    when: ['login', 'log in', 'sign', 'default'],
    pattern:
      /\b(?:log ?in|sign ?in|default)(?:[ \t]{1,8}(?:with|as|using|credentials))?:?[ \t]{1,8}(?:\*\*|`)[\w.@+-]{2,64}(?:\*\*|`)[ \t]{0,4}[/:,|][ \t]{0,4}(?:\*\*|`)([^\s*`]{4,100})(?:\*\*|`)/gi,
    manner: 'quoted',
  },
  {
    when: ['cred', 'zugang', 'log'],
    pattern:
      /\b(?:creds|credentials|logins?|zugangsdaten|identifiants|credenciales|credenziali)\b[^\n:]{0,40}:[ \t]{1,4}[\w.@+-]{2,64}[ \t]{1,4}([^\s"',;()=]{6,200})[ \t]*(?=$|[\n\u0000])/gim,
    manner: 'strong',
  },
  {
    when: ['eap', 'psk', 'xauth'],
    pattern: /:[ \t]{0,8}(?:EAP|XAUTH|PSK|NTLM)[ \t]{1,8}"([^"\n]{4,200})"/g,
    manner: 'exact',
  },
  { when: ['psk'], pattern: /\bpsk[ \t]{1,8}['\\]{0,2}"([^"\n\\]{4,200})/g, manner: 'exact' },
  { when: ['community'], pattern: /\br[ow]community6?[ \t]{1,8}([^\s"']{4,100})/g, manner: 'exact' },
  {
    when: ['ftp'],
    pattern: /^[ \t]{0,20}user[ \t]{1,8}[\w.@-]{1,64}[ \t]{1,8}([^\s"']{4,100})[ \t]*$(?<=ftp\b[^\u0000]{0,400})/gm,
    manner: 'exact',
  },
  {
    when: ['/user:'],
    pattern: /\bnet[ \t]{1,8}use\b[^\n]{0,200}?\/user:\S{1,100}[ \t]{1,8}([^\s/"'][^\s"']{3,100})/gi,
    manner: 'exact',
  },
  {
    when: ['convertto'],
    pattern: /ConvertTo-SecureString[ \t]{1,20}(?:-String[ \t]{1,20})?([^\s"'$(){}-][^\s"'(){}]{3,200})/gi,
    manner: 'exact',
  },
  {
    when: ['{noop}', '{plain}', '{cleartext}'],
    pattern: /\{(?:noop|PLAIN|CLEARTEXT|plain)\}([^\s"'{}:]{3,200})/g,
    manner: 'exact',
  },
  { when: ['private-'], pattern: /\/private-([0-9a-f]{32})\b/g, manner: 'generated' },
  // `ssh bob@host (pass x)`, `user: bob pass: x`, `bob@example.com / x`
  {
    when: ['pass', 'pw'],
    pattern: /[(,;][ \t]{0,4}(?:pass|pw|pwd|passwd)[ \t]{1,4}([^\s"'`(),;]{6,100})\)/gi,
    manner: 'exact',
  },
  {
    when: ['pass', 'pw'],
    pattern:
      /\b(?:user(?:name)?|login|account|id)[ \t]{0,4}[:=][ \t]{0,4}[\w.@+-]{2,64}[ \t,;|/]{1,8}(?:pass|pw|pwd|password|passwd)[ \t]{0,4}[:=][ \t]{0,4}([^\s"'`,;()[\]{}]{4,100})/gi,
    manner: 'exact',
  },
  {
    when: ['@'],
    pattern:
      /@(?<=(?<![\w/:])[\w.+-]{1,64}@)[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}[ \t]{1,4}[/|][ \t]{1,4}([^\s"'`,;|]{6,100})(?=[ \t]*(?:$|[\n\u0000,;.]))/gm,
    manner: 'strong',
  },
  {
    when: ['enter', 'type'],
    pattern: /\b(?:enter|type)[ \t]{1,4}[\w.@+-]{2,40}\/([^\s"'`/,;]{6,100})(?=[ \t\n.,;]|$)/gi,
    manner: 'strong',
  },
  {
    when: ['convertto'],
    pattern: /["']([^"'\n]{4,200})["'][ \t]{0,8}\|[ \t]{0,8}ConvertTo-SecureString/gi,
    manner: 'quoted',
  },
  {
    when: ['value'],
    pattern:
      /\bvalue["']?[ \t]{0,4}[:=>][ \t]{0,4}["']?([^\s"'<>]{4,200})["'<][\s,<>/\w".=]{0,80}\b(?:name|key)["']?[ \t]{0,4}[:=>][ \t]{0,4}["']?\w{0,20}(?:pass(?:word|wd)?|pwd|secret)["'<]/gi,
    manner: 'quoted',
  },
  { when: ['password('], pattern: /\b(?:PASSWORD|PASSWD|PWD)\(([A-Za-z0-9@#$]{4,32})\)/g, manner: 'exact' },
  { when: ['isakmp'], pattern: /\bisakmp key (?:[06] )?([^\s"']{4,200})/g, manner: 'exact' },
  {
    when: ['digest-key', 'key-string', 'psk', 'authentication'],
    pattern:
      /\b(?:message-digest-key \d{1,3} md5|key-string|wpa-psk (?:ascii|hex)|standby \d{1,3} authentication(?: md5 key-string)?)[ \t]{1,8}(?:[0578][ \t]{1,8})?([^\s"']{4,200})/g,
    manner: 'exact',
  },
  {
    when: ['password cipher', 'password simple', 'password irrev'],
    pattern: /\bpassword[ \t]{1,8}(?:cipher|simple|irreversible-cipher)[ \t]{1,8}([^\s"']{4,200})/g,
    manner: 'exact',
  },
  {
    when: ['authorization'],
    pattern:
      /\bAuthorization["']?[ \t]{0,4}[:=,][ \t]{0,4}["']?[A-Z][\w-]{2,20}[ \t]{1,4}([A-Za-z0-9_=.+/-]{16,4000})/g,
    manner: 'exact',
  },
  {
    when: ['sip:', 'sips:', 'xmpp:'],
    pattern: /\b(?:sips?|xmpp):[\w.+-]{1,64}:([^\s@:"'/]{3,200})@/g,
    manner: 'exact',
  },
  { when: ['.logon'], pattern: /\.LOGON[ \t]{1,8}[\w./-]{1,100}[/,][\w.-]{1,64},([^\s;"']{3,100})/gi, manner: 'exact' },
  { when: ['password'], pattern: /\\password[ \t]{1,8}[\w.-]{1,64}[ \t]{1,8}([^\s"']{4,100})/g, manner: 'exact' },
  {
    when: ['login'],
    pattern: /\b[\w-]{2,30}[ \t]{1,4}(?:login|authenticate)[ \t]{1,4}([0-9a-f]{32,64}|[A-Za-z0-9]{32,64})\b/g,
    manner: 'generated',
  },
  {
    when: ['auth'],
    pattern:
      /\b\w{1,20}_auth[ \t]{0,4}[=:][ \t]{0,4}[([][ \t]{0,4}["'][^"'\n]{1,64}["'][ \t]{0,4},[ \t]{0,4}["']([^"'\n]{4,200})["']/g,
    manner: 'quoted',
  },
  {
    when: ['snmp-server'],
    pattern: /\bsnmp-server user\b[^\n]{0,80}?\bauth[ \t]{1,4}(?:md5|sha)(?:[ \t]{1,4}\d{3})?[ \t]{1,4}(\S{4,100})/g,
    manner: 'exact',
  },
  {
    when: ['snmp-server'],
    pattern:
      /\bsnmp-server user\b[^\n]{0,200}?\bpriv[ \t]{1,4}(?:aes|des|3des)(?:[ \t-]{1,4}\d{3})?[ \t]{1,4}(\S{4,100})/g,
    manner: 'exact',
  },
  {
    when: ['/oper', '/identify', '/login', '/auth', '/register'],
    pattern:
      /(?:^|[ \t])\/(?:oper|identify|login|auth|register)[ \t]{1,4}[\w.@-]{1,64}[ \t]{1,4}([^\s"'()#][^\s"'()]{3,100})[ \t]*$/gim,
    manner: 'exact',
  },
  { when: ['using'], pattern: /\bUSER\s{1,4}'[^'\n]{1,64}'\s{1,4}USING\s{1,4}'([^'\n]{3,200})'/gi, manner: 'exact' },
  { when: ['wifi:'], pattern: /\bWIFI:[^\n]{0,100}?;P:([^;\n]{4,100});/g, manner: 'exact' },
  { when: ['"-p', "'-p"], pattern: /["']-p([^"'\s]{4,100})["'](?<=["']-u\w*["'][^\n]{0,200})/g, manner: 'exact' },
  {
    when: ['.equals'],
    pattern:
      /["']([^"'\n]{4,200})["']\.equals(?:IgnoreCase)?\(\w{0,30}(?:pass|pwd|secret)\w{0,10}(?:\.\w{1,20}\(\))?\)/gi,
    manner: 'quoted',
  },
  // `{ u: 'bob', p: 'x' }`, `user, pass = 'bob', 'x'`
  {
    when: ['u:', 'u=', 'user:', 'user='],
    pattern:
      /\b(?:u|user|usr)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?[\w.@+-]{2,64}["']?[,;\s]{1,4}["']?(?:p|pw)["']?[ \t]{0,4}[:=][ \t]{0,4}["']([^"'\n]{4,200})["']/gi,
    manner: 'quoted',
  },
  { when: ['u='], pattern: /\bU=[\w.@+-]{2,64}[ \t]{1,4}P=([^\s"']{4,200})/gi, manner: 'exact' },
  {
    when: ['user', 'login', 'email', 'name'],
    pattern:
      /(?:user\w{0,8}|login|email|name),[ \t]{0,4}\w{0,20}(?:pass\w{0,8}|pw|pwd|secret)[ \t]{0,4}\]?[ \t]{0,4}:?=[ \t]{0,4}[([]?[ \t]{0,4}["'][^"'\n]{1,64}["'][ \t]{0,4},[ \t]{0,4}["']([^"'\n]{4,200})["']/gi,
    manner: 'quoted',
  },
  {
    when: ['parametrize', 'each'],
    pattern:
      /(?:user\w{0,8}|login|email|name),[ \t]{0,4}\w{0,20}(?:pass\w{0,8}|pw|pwd)["'],[ \t]{0,4}\[\s{0,8}[([]\s{0,4}["'][^"'\n]{1,64}["'],[ \t]{0,4}["']([^"'\n]{4,200})["']/gi,
    manner: 'quoted',
  },
  // `if sudo asks, type x`, `encrypted with x`
  {
    when: ['ask', 'prompt'],
    pattern:
      /\b(?:asks?|prompt(?:s|ed)?)\b[^.\n]{0,30}?\b(?:type|enter|use|say|answer|give it)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100}?)["'`.]?(?=$|[\s,;)])/gim,
    manner: 'strong',
  },
  {
    when: ['crypt', 'lock', 'protected', 'opens'],
    pattern:
      /\b(?:encrypted|decrypts?|unlock(?:s|ed)?|protected|locked|opens)\b[^.\n]{0,20}?\b(?:with|by|using)[ \t]{1,4}["'`]?([^\s"'`,;()]{8,100}?)["'`.]?(?=$|[\s,;)])/gim,
    manner: 'mixed',
  },
  {
    when: ['http'],
    pattern: /^https?:\/\/\S{3,200}[ \t]{1,8}[\w.@-]{2,64}[ \t]{1,8}([^\s"'`()]{6,100})[ \t]*$/gm,
    manner: 'strong',
  },
];
