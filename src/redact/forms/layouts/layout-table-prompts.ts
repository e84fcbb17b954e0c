import type { Layout } from './layout.ts';

const PASS =
  '(?:pass ?word|pass ?phrase|passwd|passcode|pwd|pw|kennwort|passwort|mot de passe|contraseña|senha|пароль|heslo)';

/** What programs print and ask around a password, and commands that manage users. */
export const PROMPT_LAYOUTS: readonly Layout[] = [
  // `Enter same passphrase again: x`, `[sudo] password for bob: x`: at a prompt any word is the password.
  {
    when: ['pass', 'pw', 'kennwort'],
    pattern: new RegExp(
      `(?:^|[\\n>#\\]] ?)[ \\t]{0,8}(?:(?:re-?)?(?:enter|type)|confirm|repeat|verify|(?:please )?(?:enter|type)|new|old|current|retype)\\b[^\\n:]{0,40}\\b${PASS}\\b[^\\n:]{0,40}:[ \\t]{1,4}([^\\s"'<>]{4,200})[ \\t]*(?=\\r?\\n|$)`,
      'gi',
    ),
    manner: 'exact',
  },
  {
    when: ['password for'],
    pattern:
      /^(?:[\w@.:~$#-]{0,80}[$#>][^\n]{0,80}\n)?[ \t]{0,8}(?:\[sudo\] )?password for (?:user )?["']?[^\s"':]{1,120}(?::\/\/[^\s"']{1,120})?["']?[ \t]?:[ \t]{1,4}([^\s"'<>]{4,200})[ \t]*(?=\r?\n|$)/gim,
    manner: 'exact',
  },
  {
    when: ["'s password:"],
    pattern: /[\w.+-]{1,64}@[\w.-]{1,100}['’]s password:[ \t]{1,4}([^\s"'<>]{4,200})[ \t]*(?=\r?\n|$)/g,
    manner: 'exact',
  },
  // `A temporary password is generated for root@localhost: x`, `Admin password reset to: x`, `Generated password: x`
  {
    when: ['pass', 'kennwort'],
    pattern: new RegExp(
      `\\b(?:generated|temporary|initial|default|admin(?:istrator)?|new|random|one-time|root|your)\\b[^\\n:=]{0,40}\\b${PASS}\\b(?:[^\\n:=]{0,60}\\b(?:generated|reset|set|changed|created)\\b[^\\n:=]{0,40})?:[ \\t]{1,4}([^\\s"'<>(){}]{5,200})[ \\t]*(?=\\r?\\n|$)`,
      'gi',
    ),
    manner: 'exact',
  },
  // A prompt of a device or a shell of its own: `router(config)# password x`
  {
    when: ['pass', 'secret'],
    pattern:
      /^[ \t]{0,20}[\w.@/-]{1,60}(?:\([\w./-]{1,60}\))?[#>] ?(?:[\w-]{1,30} ){0,4}(?:password|passwd|passphrase|secret)(?: [0-9])? ["']?([^\s"'?]{4,200})["']?[ \t]*$/gim,
    manner: 'exact',
  },
  // `create user bob password x`
  {
    when: ['user'],
    pattern:
      /\b(?:create|alter|add|set|modify|change)[ \t]{1,4}(?:user|login|role|account)[ \t]{1,4}["']?[\w.@-]{1,64}["']?[ \t]{1,4}(?:with[ \t]{1,4})?(?:password|passwd)[ \t]{1,4}["']?([^\s"';]{4,200})(?=["';\s]|$)/gi,
    manner: 'exact',
  },
  // `emqx ctl admins add bob x`, `doveadm auth test bob x`, `zmprov ca bob@x x`
  {
    when: ['user', 'admin', 'account', 'auth test', 'prov '],
    pattern:
      /(?:^|[\n;&|$] ?)[ \t]{0,8}(?:sudo )?(?=[^\s]{0,60}(?:ctl|cli|adm|admin|prov|mgr|passwd|db|mqx)\b)[\w./-]{2,60}(?: ctl| admin| cli)?[ \t]{1,4}(?:(?:users?|admins?|accounts?|auth)[ _:-](?:add|create|set|reset|passwd|password|login|test|update)|(?:add|create|set|reset|change)[ _:-](?:user|admin|account|pass(?:word)?)|ca|sp|setPassword|createAccount|useradd|adduser)[ \t]{1,4}[\w.@+-]{1,80}[ \t]{1,4}["']?([^\s"'-][^\s"']{3,200})/gi,
    manner: 'exact',
  },
  {
    when: ['userstore'],
    pattern:
      /\b(?:hdb)?userstore[ \t]{1,4}SET[ \t]{1,4}\S{1,64}[ \t]{1,4}\S{1,200}[ \t]{1,4}\S{1,64}[ \t]{1,4}([^\s"']{4,200})/gi,
    manner: 'exact',
  },
  {
    when: ['connect remote:'],
    pattern: /\bCONNECT[ \t]{1,4}remote:\S{1,200}[ \t]{1,4}[\w.@-]{1,64}[ \t]{1,4}([^\s"';]{4,200})/gi,
    manner: 'exact',
  },
  // `--password-command 'echo x'`, `credential_helper = "printf x"`
  {
    when: ['echo', 'printf'],
    pattern:
      /(?:pass|passwd|password|passphrase|secret|token|credential)s?[_-]?(?:command|cmd|helper|eval|program)[ \t]{0,4}[= \t][ \t]{0,4}["'](?:echo|printf)(?: -n| '%s(?:\\n)?')?[ \t]{1,4}["'\\]{0,2}([^\s"'\\]{4,200})/gi,
    manner: 'exact',
  },
  // `printf 'bob\nx\n' | vpn connect`: a user, then the password.
  {
    when: ['printf', 'echo'],
    pattern:
      /\b(?:printf|echo(?: -e)?)[ \t]{1,4}["'$]{0,2}[\w.@\\-]{1,64}?(?:\\n|\n)([^\s"'\\]{4,200})(?:\\n|\n)?[^"'\n|]{0,20}["']?[ \t]{0,4}(?:\||>[ \t]{0,4}\S{0,80}(?:user|pass|auth|cred|secret))(?=[^\n]{0,160}(?:vpn|login|connect|passwd|auth|mount|user|cred|ftp|pw\b))/gi,
    manner: 'exact',
  },
  // Two quoted words after the name: the first one names what the password is for.
  {
    when: ['password "', "password '"],
    pattern: /^[ \t]{0,20}password[ \t]{1,4}["'][\w ./-]{1,40}["'][ \t]{1,4}["']([^"'\n]{4,200})["'][ \t]*$/gim,
    manner: 'quoted',
  },
  {
    when: ['<auth-user-pass>'],
    pattern: /<auth-user-pass>\s{1,8}\S{1,100}[ \t]*\r?\n[ \t]*([^\s<]{3,200})/g,
    manner: 'exact',
  },
  { when: ['sp_'], pattern: /\bsp_addlogin\s{1,8}N?'[^'\n]{1,64}',\s{0,4}N?'([^'\n]{3,200})'/gi, manner: 'quoted' },
  {
    when: ['sp_'],
    pattern:
      /\bsp_\w{0,20}(?:role|cred|password|login)\w{0,20}\s{1,8}N?'[^'\n]{1,64}',\s{0,4}(?:@\w{1,20}\s?=\s?)?(?:\{encrypt\s)?N?'([^'\n]{3,200})'/gi,
    manner: 'quoted',
  },
  {
    when: ['auth.raw', 'auth.plain', 'auth.value', 'auth.passw'],
    pattern: /\bauth\.(?:raw|plain|value|passw\w{0,6})["']?[ \t]{0,4}[:=][ \t]{0,4}["']([^"'\n]{3,200})["']/gi,
    manner: 'quoted',
  },
  // A block scalar of YAML: `password: |`
  {
    when: [': |', ': >', ':|', ':>'],
    pattern:
      /^[ \t]{0,40}(?:- )?["']?[\w.-]{0,40}(?:pass(?:word|wd|phrase)?|passwort|secret|token|_pw|pwd|api_?key)["']?:[ \t]{0,4}[|>][+-]?[0-9]?[ \t]*\r?\n[ \t]{1,40}([^\s"'{}<>$]{4,400})[ \t]*$/gim,
    manner: 'exact',
  },
  // A name in one element and its value in the next one.
  {
    when: ['name>', 'key>'],
    pattern:
      /<(?:[\w-]{1,20}-)?(?:name|key)>[ \t]{0,8}[\w.-]{0,40}(?:pass(?:word|wd|phrase)?|pwd|secret|token)[ \t]{0,8}<\/(?:[\w-]{1,20}-)?(?:name|key)>\s{0,40}<(?:[\w-]{1,20}-)?(?:value|string|val)>([^<>\s]{4,400})</gi,
    manner: 'exact',
  },
  // `(echo x; echo x) | smbpasswd -s`
  {
    when: ['(echo'],
    pattern:
      /\(echo[ \t]{1,4}["']?([^\s"';|()]{4,200})["']?;[^\n|()]{0,300}\)[ \t]{0,4}\|[ \t]{0,4}(?=[^\n]{0,80}(?:passwd|pw\b|useradd|adduser|crypt|luks|login))/g,
    manner: 'exact',
  },
  {
    when: ['(echo'],
    pattern:
      /\(echo[^\n|();]{0,200};[ \t]{0,4}echo[ \t]{1,4}["']?([^\s"';|()]{4,200})["']?[ \t;]{0,4}\)[ \t]{0,4}\|[ \t]{0,4}(?=[^\n]{0,80}(?:passwd|pw\b|useradd|adduser|crypt|luks|login))/g,
    manner: 'exact',
  },
  // A setting with a comment behind it.
  {
    when: [' ;', ' #'],
    pattern:
      /^[ \t]{0,40}[\w.-]{0,40}(?:pass(?:word|wd|phrase)?|pwd|passwort)[ \t]{0,4}=[ \t]{0,4}([^\s"'$<>(){};#]{4,200})[ \t]{1,8}[;#][ \t]/gim,
    manner: 'exact',
  },
  {
    when: ['user '],
    pattern: /^[ \t]{0,20}user[ \t]{1,8}[\w.@-]{1,64}[ \t]{1,8}(?:insecure-)?password[ \t]{1,8}([^\s"']{4,200})/gim,
    manner: 'exact',
  },
  {
    when: ['info '],
    pattern:
      /^[ \t]{0,20}\w{0,20}(?:Connect|Auth|Login)\w{0,10}Info[ \t]{1,8}\S{1,100}@\S{1,100}[ \t]{1,8}[\w.@-]{1,64}[ \t]{1,8}([^\s"']{4,200})/gim,
    manner: 'exact',
  },
  {
    when: ['connect('],
    pattern:
      /\.connect\(\s{0,8}["'][\w.-]{1,100}["'],\s{0,8}\d{1,5},\s{0,8}["'][\w.@-]{1,64}["'],\s{0,8}["']([^"'\n]{4,200})["']/g,
    manner: 'quoted',
  },
  {
    when: ['btoa(', 'b64encode(', 'base64', 'getbytes('],
    pattern:
      /\b(?:btoa|b64encode|base64(?:[._]?encode)?|encodeToString|Buffer\.from|GetBytes)\(\s{0,4}b?["'`][\w.@-]{1,64}:([^"'`\n${}]{4,200})["'`]/gi,
    manner: 'quoted',
  },
  {
    when: ['identified by'],
    pattern: /\b(?:connect|log ?in|user)\b[^\n.;]{0,60}[ \t]identified by[ \t]{1,4}["'`]?([^\s"'`,;()]{6,200})/gi,
    manner: 'strong',
  },
  {
    when: ['log in', 'login', 'log into', 'logged in', 'sign in', 'signin'],
    pattern:
      /\b(?:log(?:ged)? ?in(?:to)?|sign(?:ed)? ?in(?:to)?)\b[^\n.;:]{0,60}?[, ](?:using|with|as|use)[ \t]{1,4}["'`]?[\w.@+-]{2,40}["'`]?[ \t]{1,4}(?:and|\/|und|et|y|e)[ \t]{1,4}["'`]?([^\s"'`,;()]{6,100})/gi,
    manner: 'strong',
  },
  // `the pin is 1234`
  {
    when: ['pin '],
    pattern:
      /\bPIN\b(?:[ \t][\w-]{1,20}){0,5}(?:[ \t](?:is|was|to|ist|lautet|est|es|é|è|jest|to)|:)[ \t]{1,4}(\d{4,8})(?![\w.,-]\d)\b/giu,
    manner: 'digits',
  },
  // `card PIN 7009`, `AT+CPIN="1234"`
  {
    when: ['pin'],
    pattern: /\b(?:card|sim|bank|door|alarm|voicemail|phone|tablet|safe|gate)[- ]PIN(?: ?code)?[ \t]{1,4}(\d{4,8})\b/gi,
    manner: 'digits',
  },
  { when: ['cpin', 'cpuk'], pattern: /\bAT\+C(?:PIN|PUK)="?(\d{4,8})\b/gi, manner: 'digits' },
  {
    when: ['psk'],
    pattern: /\bpsk[\w-]{0,20}[= \t]<\((?:echo|printf)(?: -n)?[ \t]{1,4}["']?([^\s"')]{4,200})/gi,
    manner: 'exact',
  },
  {
    when: ['secret'],
    pattern:
      /\bsecret[_-]?id["']?[ \t]{0,2}[:=][ \t]{0,2}["']?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi,
    manner: 'exact',
  },
  // Lines of protocols: IRC, IMAP, Redis, SNMP.
  {
    when: ['identify '],
    pattern:
      /(?:\bNickServ\b|\/ns\b)[^\n]{0,20}\bIDENTIFY[ \t]{1,4}(?:[\w-]{1,30}[ \t]{1,4})?([^\s"']{4,200})[ \t]*$/gim,
    manner: 'exact',
  },
  {
    when: ['login '],
    pattern: /^[ \t]{0,8}[\w.]{1,12} LOGIN "?[\w.@+-]{1,80}"? ([^\s"]{4,200})[ \t]*\r?$/gm,
    manner: 'exact',
  },
  {
    when: ['login '],
    pattern: /^[ \t]{0,8}[\w.]{1,12} LOGIN "?[\w.@+-]{1,80}"? "([^"\n]{4,200})"[ \t]*\r?$/gm,
    manner: 'exact',
  },
  {
    when: ['auth '],
    pattern:
      /^(?:(?:[\w.-]{1,60}(?::\d{1,5})?(?:\[\d{1,3}\])?)?>[ \t]?)AUTH[ \t]{1,4}(?!LOGIN\b|PLAIN\b|CRAM|NTLM|GSSAPI|XOAUTH|DIGEST)(?:[\w-]{1,30}[ \t]{1,4})?([^\s"']{4,200})[ \t]*\r?$/gm,
    manner: 'exact',
  },
  {
    when: ['communit'],
    pattern:
      /\bsnmp\w{0,10}\b[^\n]{0,40}\bcommunity[ \t]{1,4}["']?(?!public\b|private\b|authorization\b|string\b)([^\s"'{};]{6,100})/gi,
    manner: 'strong',
  },
  {
    when: ['session=', 'sess='],
    pattern: /(?<![\w-])(?:session|sess|sessionid)=([0-9a-f]{32,128})(?=[\s"'`;,.&]|$)/gi,
    manner: 'exact',
  },
  {
    when: ['option key', 'option sae'],
    pattern: /^[ \t]{0,20}option (?:key|sae_password|wpa_passphrase)[ \t]{1,4}["']?([^\s"']{6,100})["']?[ \t]*$/gm,
    manner: 'exact',
  },
  {
    when: ['shared-key', 'shared-secret'],
    pattern:
      /\b(?:[\w-]{1,20}-)?(?:pre-)?shared-(?:key|secret)["']?[ \t]{0,2}[= \t][ \t]{0,2}["']?([^\s"'={}<>$;]{6,200})/gi,
    manner: 'strong',
  },
  // `password (x)`
  {
    when: ['pass', 'pw', 'kennwort'],
    pattern: new RegExp(`\\b${PASS}[ \\t]\\(["'\`]?([^\\s"'\`()]{6,100})["'\`]?\\)`, 'gi'),
    manner: 'strong',
  },
  {
    when: ['esxcli '],
    pattern: /\besxcli\b[^\n]{0,160}[ \t](?:-c|--password-confirmation)[ =]["']?([^\s"']{4,100})/g,
    manner: 'exact',
  },
  // Tokens to join a cluster.
  {
    when: ['::server:', '::node:', '::agent:'],
    pattern: /\bK10[0-9a-f]{40,64}::(?:server|node|agent)?:?([0-9a-zA-Z]{16,128})/g,
    manner: 'exact',
  },
  // `changed from x to y` where the old one is short.
  {
    when: ['pass', 'pw', 'kennwort'],
    pattern: new RegExp(
      `\\b${PASS}\\b[^\\n.;:=(){}\\u0000]{0,50}?[ \\t](?:from|von|de|desde)[ \\t]{1,4}["'\`]?[^\\s"'\`,;()]{1,40}["'\`]?[ \\t]{1,4}(?:to|auf|zu|a|à|para)[ \\t]{1,4}["'\`]?([^\\s"'\`,;()]{6,100})`,
      'gi',
    ),
    manner: 'strong',
  },
  // `the passwd for the db user bob should be x`
  {
    when: ['pass', 'pw', 'kennwort'],
    pattern: new RegExp(
      `\\b${PASS}\\b(?:[ \\t]{1,4}[^\\s.;:=(){},]{1,40}){1,7}[ \\t]{1,4}(?:should|must|shall|has to|needs to)[ \\t]{1,4}(?:now[ \\t])?be(?:[ \\t]set to)?[ \\t]{1,4}["'\`]?([^\\s"'\`,;()]{6,100})`,
      'gi',
    ),
    manner: 'strong',
  },
];
