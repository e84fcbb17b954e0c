import type { Layout } from './layout.ts';

/** Scripts and their output, where another word stands between the name of a password and its value. */
export const SCRIPT_LAYOUTS: readonly Layout[] = [
  // `git diff --word-diff`: `[-x-]{+y+} ADMIN_PASSWORD`
  {
    when: ['-]{+'],
    pattern: /\[-([^\]\n]{4,100})-\](?=\{\+[^}\n]{1,100}\+\}[^\n]{0,60}(?:pass|pwd|secret))/gi,
    manner: 'exact',
  },
  { when: ['-]{+'], pattern: /-\]\{\+([^}\n]{4,100})\+\}(?=[^\n]{0,60}(?:pass|pwd|secret))/gi, manner: 'exact' },
  { when: ['--arg '], pattern: /--arg[ \t](?:p|pw|pwd|pass\w{0,6})[ \t]["']?([^\s"'$]{4,200})/g, manner: 'exact' },
  {
    when: ['monitor '],
    pattern:
      /^[ \t]{0,8}MONITOR[ \t]{1,4}\S{1,100}[ \t]{1,4}\d{1,3}[ \t]{1,4}\S{1,64}[ \t]{1,4}"?([^\s"]{4,200})"?[ \t]{1,4}(?:master|slave|primary|secondary)\b/gm,
    manner: 'exact',
  },
  // `basicauth.users=bob:x`
  {
    when: ['auth.users', 'auth_users', 'authusers'],
    pattern: /auth[._]?users["']?[=:][ \t]?["']?[\w.@-]{1,64}:([^\s"'$,]{4,200})/gi,
    manner: 'exact',
  },
  {
    when: ['-securestring'],
    pattern: /ConvertTo-SecureString(?:[ \t]-\w{2,20}){1,3}[ \t]{1,4}["']([^"'\n$]{4,200})["']/gi,
    manner: 'quoted',
  },
  // `"postgres://bob:%s@host" % quote("x")`
  {
    when: [':%s@', ':{}@', ':{0}@'],
    pattern:
      /:\/\/[\w.%{}-]{1,64}:(?:%s|\{\d?\})@[^"'\n]{0,200}["'](?:[ \t]{0,4}%|\.format)[^\n"']{0,60}["']([^"'\n]{4,200})["']/g,
    manner: 'exact',
  },
  {
    when: ['bundle config'],
    pattern:
      /\bbundle config (?:set )?(?:--\w{1,12} )?[\w-]{1,60}(?:\.[\w-]{1,60}){1,5} [\w.@-]{1,64}:([^\s"':/]{4,200})/g,
    manner: 'exact',
  },
  // `connect('bob', 'x', 't3://host')`
  {
    when: ['connect(', 'login('],
    also: ['://'],
    pattern:
      /\b(?:connect|login)\([ \t]{0,4}["'][\w.@-]{1,64}["'],[ \t]{0,4}["']([^"'\n]{4,200})["'],[ \t]{0,4}["'][\w+]{1,20}:\/\//gi,
    manner: 'quoted',
  },
  // `u = 'bob', p = 'x'`
  {
    when: ['u =', 'u=', 'user =', 'user=', 'u:', 'user:', 'usr', 'login'],
    also: ['p =', 'p=', 'p:', 'pw', 'pass'],
    pattern:
      /(?<![\w-])["']?(?:u|usr|user|login)["']?[ \t]?[:=][ \t]?["'][\w.@+-]{2,64}["'][ \t]?[,;][ \t]{0,4}["']?(?:p|pw|pwd|pass)["']?[ \t]?[:=][ \t]?["']([^"'\n]{4,100})["']/gi,
    manner: 'quoted',
  },
  // `try bob with x, if it fails try y`
  {
    when: ['try '],
    pattern:
      /\btry[ \t]{1,4}\S{2,40}[ \t]{1,4}(?:with[ \t]{1,4}|\/[ \t]{0,4})\S{4,100}[^\n]{0,60}?\btry[ \t]{1,4}(?:with[ \t]{1,4})?["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  // `log in as follows: enter bob and x`
  {
    when: ['enter ', 'type ', 'fill in '],
    also: ['login', 'log in', 'sign in', 'auth', 'account', 'cred', 'password'],
    pattern:
      /\b(?:enter|type|fill in)[ \t]{1,4}["'`]?[\w.@+-]{2,64}["'`]?[ \t]{1,4}(?:and|\/)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100})(?<=\b(?:log ?in|sign ?in|auth\w{0,10}|account|cred\w{0,10}|password)[^\u0000]{0,200})/gi,
    manner: 'strong',
  },
  // `same password as always (x)`
  {
    when: ['password', 'passwort', 'pw', 'passphrase'],
    also: ['same ', 'usual ', 'default ', 'current ', 'old ', 'temporary '],
    pattern:
      /\b(?:same|usual|default|current|old|temporary)[ \t](?:\w{1,20}[ \t]){0,2}(?:password|passphrase|passwort|pw|pwd)\b[^\n().;:]{0,40}\(["'`]?([^\s"'`()]{6,100})["'`]?\)/gi,
    manner: 'strong',
  },
  // IRC: `PASS x`, then `NICK y`
  {
    when: ['\nnick', '\nuser ', '\ncap '],
    pattern: /^PASS[ \t]{1,4}:?(\S{3,200})[ \t]*(?=\r?\n(?:NICK|USER|SERVER|CAP)[ \t])/gm,
    manner: 'exact',
  },
  // TACACS and others in blocks: `key 7 x`
  {
    when: ['key 0 ', 'key 6 ', 'key 7 '],
    pattern: /^[ \t]{1,8}key[ \t][067][ \t]{1,4}([^\s"']{4,200})[ \t]*$/gm,
    manner: 'exact',
  },
  // FTP scripts: `user alice x` beside other commands of FTP
  {
    when: ['open ', 'binary', 'ftp'],
    also: ['\nuser ', ' user '],
    pattern:
      /^(?:open[ \t]\S{1,100}[ \t]*\r?\n)?[ \t]{0,8}(?:echo[ \t])?user[ \t]{1,4}[\w.@-]{1,64}[ \t]{1,4}([^\s"';>]{4,200})[ \t]*(?=(?:>{1,2}[^\n]{1,100})?\r?\n(?:echo[ \t])?(?:binary|bin|ascii|passive|prompt|cd|lcd|put|mput|get|mget|ls|bye|quit)\b|>{1,2}[ \t]?\S{0,40}ftp)/gim,
    manner: 'exact',
  },
  // Scripts for `ftp -s:file`: host, user and password in a line each
  {
    when: ['open '],
    also: ['ftp', 'bye', 'quit'],
    pattern: /^open[ \t]\S{1,100}[ \t]*\r?\n(?:user[ \t])?[\w.@-]{1,64}[ \t]*\r?\n([^\s"']{4,200})[ \t]*\r?$/gim,
    manner: 'exact',
  },
  // `CREDS=(bob 'x')`
  {
    when: ['=('],
    also: ['cred', 'auth', 'login'],
    pattern:
      /(?:creds?|credentials|auth|login)=\([ \t]{0,4}["']?[\w.@+-]{1,64}["']?[ \t]{1,4}["']?([^\s"'()$]{4,200})["']?[ \t]{0,4}\)/gi,
    manner: 'exact',
  },
  // `printf 'user=%s\npassword=%s\n' bob 'x'`
  {
    when: ['=%s'],
    also: ['pass'],
    pattern:
      /\bprintf[ \t]{1,4}["'][^"']{0,80}pass\w{0,8}[=:][ \t]?%s[^"']{0,20}["'](?:[ \t]{1,4}["']?[\w.@-]{1,64}["']?){0,2}[ \t]{1,4}["']([^"'\n$]{4,200})["']/gi,
    manner: 'exact',
  },
  // `printf '%s\n%s\n' x x | passwd bob`
  {
    when: ['%s'],
    also: ['passwd'],
    pattern:
      /\bprintf[ \t]{1,4}["'](?:%s(?:\\n|\n)?){1,2}["'][ \t]{1,4}["']([^"'\n$]{4,200})["'](?:[ \t]{1,4}["'][^"'\n]{0,200}["'])?[ \t]?\|[ \t]?(?:sudo[ \t])?\w{0,6}passwd\b/g,
    manner: 'exact',
  },
  {
    when: ['%s'],
    also: ['passwd'],
    pattern:
      /\bprintf[ \t]{1,4}["'](?:%s(?:\\n|\n)?){1,2}["'][ \t]{1,4}["'][^"'\n]{0,200}["'][ \t]{1,4}["']([^"'\n$]{4,200})["'][ \t]?\|[ \t]?(?:sudo[ \t])?\w{0,6}passwd\b/g,
    manner: 'exact',
  },
  {
    when: ['net user', 'net.exe user'],
    pattern: /\bnet1?(?:\.exe)?[ \t]{1,4}user[ \t]{1,4}\S{1,200}[ \t]{1,4}"([^"\n]{4,100})"[ \t]{1,4}\//gi,
    manner: 'quoted',
  },
  // AutoHotkey and AutoIt: `Send("x{ENTER}") ; password`
  {
    when: ['{enter}'],
    pattern: /\bSend\w{0,10}[ (,]{1,3}["']?([^\s"'{}]{4,100})\{Enter\}(?=[^\n]{0,40}\bpass)/gi,
    manner: 'exact',
  },
  {
    when: ['getpass'],
    pattern:
      /\bgetpass\b(?!\.getuser)[^\n]{0,60}(?:lambda[^:\n]{0,30}:|return_value[ \t]?=)[ \t]{0,4}["']([^"'\n]{4,200})["']/g,
    manner: 'quoted',
  },
  // `basic_auth_users:` with a user and a password in each line
  {
    when: ['auth_users:', 'authusers:', 'passwords:', 'logins:'],
    pattern:
      /\b(?:basic_?auth_?users|(?:user_?)?passwords|logins):[ \t]*\r?\n(?:[ \t]{1,20}[\w.@-]{1,64}:[ \t]{1,4}\S{1,200}[ \t]*\r?\n){0,20}?[ \t]{1,20}["']?[\w.@-]{1,64}["']?:[ \t]{1,4}["']?([^\s"'{}[\]]{4,200})/gi,
    manner: 'exact',
  },
  // `loginUser(email, 'x')`
  {
    when: ['login', 'signin', 'sign_in', 'logon', 'authenticate', 'credential', 'signup', 'sign_up'],
    also: [', "', ", '", ',"', ",'"],
    pattern:
      /(?:login|sign_?in|logon|authenticate|credentials?|sign_?up)\w{0,20}\([ \t]{0,4}[\w.]{0,40}(?:user|email|login|account|name)\w{0,20},[ \t]{0,4}["']([^"'\n]{4,100})["']/gi,
    manner: 'quoted',
  },
  {
    when: ['username '],
    pattern:
      /^[ \t]{0,20}username[ \t]\S{1,64}[ \t](?:privilege[ \t]\d{1,2}[ \t])?(?:password|passwd|secret)[ \t](?:\d[ \t])?([^\s"']{4,200})[ \t]*$/gim,
    manner: 'exact',
  },
  {
    when: ['passphrase for', 'password for'],
    pattern:
      /^[ \t]{0,8}(?:enter[ \t])?(?:passphrase|password)[ \t]for[ \t](?:[\w.-]{1,30}[ \t])?["'][^"'\n]{1,100}["'][ \t]?:[ \t]([^\s"'<>]{4,200})[ \t]*$/gim,
    manner: 'exact',
  },
  {
    when: ['pre-shared', 'preshared'],
    pattern:
      /\bpre-?shared[ -]key["']?(?:[ \t]{0,4}[:=][ \t]{0,4}["']?|[ \t](?:key|ascii-text|hexadecimal|plain|is)[ \t]["']?)([^\s"'<>{}$;,]{4,200})/gi,
    manner: 'exact',
  },
  // `用 x 作为密码`, `xをパスワードに`, `x를 비밀번호로`
  {
    when: ['密码', '口令', '密碼', 'パスワード', '비밀번호', '암호'],
    pattern:
      /(?:(?:用|以|把|将|將)[ ]?["「“]?([!-~]{4,100}?)["」”]?[ ]?(?:当作|当|作为|做|設為|设为|设成|當)[ ]?(?:[\w]{1,20}[ ]?)?(?:的)?(?:密[码碼]|口令)|["「“]?([!-~]{4,100}?)["」”]?[ ]?を[^\n。]{0,10}パスワード(?:に|として)|["「“]?([!-~]{4,100}?)["」”]?[을를]?[ ](?:비밀번호|암호)(?:로|으로))/g,
    manner: 'exact',
  },
  // `Map.of("user", "bob", "password", "x")`
  {
    when: ['map.of('],
    pattern:
      /\bMap\.of\([^()\n]{0,200}?["']\w{0,30}(?:pass(?:w(?:or)?d)?|pwd|secret)["'],[ \t]{0,4}["']([^"'\n]{4,200})["']/gi,
    manner: 'quoted',
  },
  {
    when: ['auth_basic', 'basic_auth', 'userpwd', 'http_auth', 'proxy_auth', 'authident'],
    pattern:
      /(?:auth_basic|basic_auth|userpwd|http_?auth|proxy_?auth|authident)["']?[ \t]{0,4}(?:,|:|=>?)[ \t]{0,4}["'][\w.@-]{1,64}:([^\s"'$/@]{4,200})["']/gi,
    manner: 'exact',
  },
  // A prompt of a program of its own: `api_secret> x`
  {
    when: ['secret>', 'pass>', 'password>', 'passphrase>'],
    pattern: /^[ \t]{0,4}\w{0,30}(?:secret|pass|password|passphrase)>[ \t]{1,4}([^\s"'<>]{4,200})[ \t]*$/gim,
    manner: 'exact',
  },
  // `Authorization: Basic alice:x`
  {
    when: ['basic '],
    pattern: /\bAuthorization["']?[:=][ \t]?["']?Basic[ \t]{1,4}[\w.@-]{1,64}:([^\s"'`${}]{3,200})/gi,
    manner: 'exact',
  },
];
