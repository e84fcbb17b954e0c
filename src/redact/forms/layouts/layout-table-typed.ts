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
    pattern: /(?<=\bidentified[ \t]by[ \t]{1,8}["']?[^\s"';]{1,100}["']?[ \t]{1,8})replace[ \t]{1,8}["']?([^\s"';]{3,200})/gi,
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
      /(?:\b\w{0,20}(?:creds?|credentials?|basic_?auth|httpauth|auth|login)|\([ \t]{0,4}\w{1,30},[ \t]{0,4}\w{0,20}(?:pass(?:w(?:or)?d)?|pwd|pw)[ \t]{0,4}\))[ \t]{0,4}:?=[ \t]{0,4}[([][ \t]{0,4}["'][\w.@+-]{1,64}["'](?:\.\w{1,20}\(\))?[ \t]{0,4},[ \t]{0,4}["']([^"'\n]{3,200})["']/gi,
    manner: 'quoted',
  },
];
