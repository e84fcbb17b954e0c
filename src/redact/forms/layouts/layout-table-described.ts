import type { Layout } from './layout.ts';

/** Values that are described behind them: by a comment, in brackets, or by the rest of the sentence. */
export const DESCRIBED_LAYOUTS: readonly Layout[] = [
  // `echo 'x' # SSH_ASKPASS`, `Received: "x"  (password field)`
  {
    when: ['pass', 'pw'],
    also: ['# ', '//', '; ', '-- ', '/*', ' ('],
    pattern:
      /["'`]([^\s"'`]{4,100})["'`][ \t]{0,4}[);,]{0,3}[ \t]{1,4}(?:#|\/\/|;|--|\/\*|\()[^\n"'`]{0,40}?(?:pass(?:word|phrase|wd)?|pwd|pw)\b/gi,
    manner: 'typed',
  },
  // `const-string v0, "x" # password`
  {
    when: ['pass', 'pw'],
    also: ['# ', '//', '; ', '-- ', '/*', ' ('],
    pattern:
      /["'`]([^\s"'`]{4,100})["'`][ \t]{0,4}[);,]{0,3}[ \t]{1,4}(?:#|\/\/|;|--)[ \t]{0,4}(?:(?:the|my|our|db|root|admin|user)[ \t]){0,2}(?:password|passphrase|passwd|pwd|pw)[ \t]*(?:$|[\n.,!])/gim,
    manner: 'exact',
  },
  // `bob: x`, and in the next line the name of a file of passwords
  {
    when: ['\n#'],
    also: ['passwd', 'password', 'credentials', 'users'],
    pattern:
      /^[\w.@-]{2,64}:[ \t]{0,4}([^\s"'`:]{4,100})[ \t]*\r?\n#[^\n]{0,60}\b(?:passw(?:or)?ds?|htpasswd|users|credentials)\b/gim,
    manner: 'exact',
  },
  // `getpass()` in a shell of Python, and what it returned
  {
    when: ['getpass()'],
    pattern: /getpass\(\)[ \t]*\r?\n(?:[^\n]{0,30}:[^\n]{0,100}\r?\n)?["']([^"'\n]{4,100})["']/g,
    manner: 'exact',
  },
  // `echo $DB_PASSWORD`, and what it printed
  {
    when: ['printenv', 'echo $', 'echo "$', 'echo ${'],
    pattern:
      /\b(?:printenv[ \t]|echo[ \t]["']?\$\{?)\w{0,40}(?:pass(?:w(?:or)?d)?|passphrase|secret|pwd|pw)\w{0,20}\}?["']?[ \t]*\r?\n([^\s"'$]{4,200})[ \t]*(?=\r?\n|$)/gi,
    manner: 'exact',
  },
  // Terraform: `~ password = "x" -> "y"`
  {
    when: ['" -> "', '" => "'],
    pattern:
      /\w{0,40}(?:pass(?:w(?:or)?d)?|passphrase|secret|pwd)\w{0,20}"?[ \t]{0,20}[=:][ \t]{0,4}"[^"\n]{0,200}"[ \t](?:->|=>)[ \t]"([^"\n]{4,200})"/gi,
    manner: 'quoted',
  },
  // `type bob into the username field and x into the password field`
  {
    when: ['type ', 'enter ', 'put ', 'fill ', 'paste ', 'replace '],
    also: ['pass', 'pw', 'kennwort'],
    pattern:
      /\b(?:type|enter|put|fill|write|paste|replace)\b[^\n.]{0,100}?[ \t]["'`]?([^\s"'`,;()]{6,100})["'`]?[ \t]{1,4}(?:in|into)[ \t]{1,4}(?:the[ \t]|all[ \t])?(?:\w{1,20}[ \t]){0,2}(?:password|passphrase|pw)\b/gi,
    manner: 'typed',
  },
  // `the DB password (currently x)`
  {
    when: ['(currently ', '(now ', '(is ', '(was ', '(aktuell '],
    also: ['pass', 'pw', 'kennwort'],
    pattern:
      /\b(?:password|passphrase|passwort|kennwort|pw|pwd)\b[^\n().;]{0,30}\((?:currently|now|is|was|aktuell):?[ \t]["'`]?([^\s"'`()]{4,100})["'`]?\)/gi,
    manner: 'exact',
  },
  {
    when: ['sha256sum', 'sha512sum', 'sha1sum', 'md5sum', 'argon2', 'mkpasswd'],
    pattern:
      /(?<=pass[^\n]{0,160})\b(?:echo|printf)[ \t](?:-n[ \t]|'%s'[ \t])?["']([^"'\n]{4,200})["'][ \t]?\|[ \t]?(?:sha\d{1,3}sum|md5sum|argon2|mkpasswd)/gi,
    manner: 'exact',
  },
  // clap: `#[arg(default_value = "x")]\npassword: String`
  {
    when: ['default_value'],
    pattern:
      /\bdefault_value(?:_t)?[ \t]?=[ \t]?"([^"\n]{4,200})"[^\n]{0,60}\n[ \t]{0,20}(?:pub[ \t])?\w{0,30}(?:pass(?:word|phrase|wd)?|pwd|secret)[ \t]?:/gi,
    manner: 'quoted',
  },
  // `# plain: x (the master password, rotate!)`
  {
    when: ['pass', 'pw'],
    also: ['# ', '//', '; ', '-- ', '/*', ' ('],
    pattern:
      /(?<=[\s"'`:=])([^\s"'`()<>,;]{6,100})["'`]?[ \t]\((?:the|our|my|your|this is the|it's the)[ \t][^()\n]{0,30}\b(?:password|passphrase|pw|pass)\b/gi,
    manner: 'strong',
  },
  // A user and a password in two lines, and what they are in the third one
  {
    when: ['cred', 'auth', 'login', 'pass'],
    also: ['\n#', '\n^', '\n//', '\n<-', '\n↑'],
    pattern:
      /^[\w.@-]{2,64}[ \t]*\r?\n([^\s"'`]{4,100})[ \t]*\r?\n(?:#|\^|\/\/|<-|↑)[^\n]{0,60}\b(?:creds?|credentials|login|pass\w{0,6}|auth-user-pass)\b/gim,
    manner: 'typed',
  },
  {
    when: ["it's ", 'its ', 'it is '],
    also: ['account', 'login', 'admin', 'root'],
    pattern:
      /\b(?:it's|it’s|its|it is)[ \t]["'`]?([^\s"'`,;()]{6,100})["'`]?[ \t](?:for|on)[ \t](?:the[ \t])?(?:\w{1,20}[ \t])?(?:account|login|admin|root)\b/gi,
    manner: 'strong',
  },
  {
    when: ['root on', 'root at', 'root for', 'root@'],
    pattern: /\broot(?:[ \t](?:on|at|for)[ \t]|@)[^\n.;:,()]{1,40}?[ \t]is[ \t]["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  {
    when: ['unlock', 'decrypt'],
    pattern:
      /\b(?:unlock|decrypt)[ \t](?:the[ \t]|my[ \t]|it[ \t])?(?:[\w.-]{1,30}[ \t]){0,3}(?:with|using|by)[ \t](?:typing[ \t])?["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  {
    when: ['try '],
    also: ['pass', 'pw', 'kennwort'],
    pattern:
      /\b(?:try|use)[ \t]["'`]?([^\s"'`,;()]{6,100})["'`]?[ \t](?:if|when|in case|because)[ \t](?:the|your|my|this|that)[ \t](?:\w{1,20}[ \t]){0,2}(?:password|passphrase|pw)\b/gi,
    manner: 'typed',
  },
  // `sign in as "bob" with "x"`
  {
    when: ['sign in', 'log in', 'login as', 'signed in', 'logged in'],
    pattern:
      /\b(?:sign|log|signed|logged) ?in (?:as|with|using)[ \t]{1,4}["'`]?[\w.@+-]{2,64}["'`]?[ \t]{1,4}(?:with|and|using)[ \t]{1,4}["'`]([^\s"'`]{4,100})["'`]/gi,
    manner: 'quoted',
  },
  // "Default credentials are `bob`:`x`"
  {
    when: ['cred', 'login'],
    also: ['`', "'", '"'],
    pattern:
      /\b(?:creds?|credentials|logins?)\b[^\n"'`]{0,60}["'`][\w.@+-]{2,64}["'`][ \t]?(?:[:/,]|and)[ \t]?["'`]([^\s"'`]{4,100})["'`]/gi,
    manner: 'exact',
  },
  {
    when: ['basic '],
    pattern:
      /\bBasic(?:[ \t]auth\w{0,10})?(?:[ \t]header)?[ \t](?:for|with|of)[ \t]["'`]?[\w.@+-]{2,64}:([^\s"'`,;()]{4,100})/gi,
    manner: 'exact',
  },
  {
    when: ['| base64'],
    also: ['$('],
    pattern:
      /(?:secret|pass|token|key)[^\n]{0,100}\$\((?:printf|echo)(?:[ \t]-n|[ \t]'%s')?[ \t]{1,4}["']([^"'\n]{4,200})["'][ \t]{0,4}\|[ \t]{0,4}base64/gi,
    manner: 'exact',
  },
  { when: ['essid='], pattern: /^Key=["']?(?:\\")?([^\s"'\\]{4,100})/gm, manner: 'exact' },
  { when: ['cleartext '], pattern: /=[ \t]{0,4}cleartext[ \t]{1,4}["']?([^\s"'{};]{4,200})/gi, manner: 'exact' },
  { when: ['keystroke '], pattern: /\bkeystroke[ \t]"([^"\n]{4,100})"[ \t]&[ \t]return\b/gi, manner: 'exact' },
  // `basic_auth: { users: { bob: 'x' } }`
  {
    when: ['basic_auth', 'basicauth'],
    pattern:
      /\bbasic_?auth["']?[ \t]{0,4}[:=][ \t]{0,4}\{\s{0,20}["']?users["']?[ \t]{0,4}[:=][ \t]{0,4}\{\s{0,20}["'][\w.@-]{1,64}["'][ \t]{0,4}[:=][ \t]{0,4}["']([^"'\n]{4,200})["']/gi,
    manner: 'exact',
  },
];
