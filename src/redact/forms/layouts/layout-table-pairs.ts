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
  // `sudo -S apt update <<EOF` and the next line
  {
    when: ['<<'],
    pattern:
      /\b(?:sudo[ \t][^\n|;<]{0,60}?-S\b|passwd\b|kinit\b|cryptsetup\b|smbpasswd\b|vncpasswd\b|openconnect\b|su[ \t]-)[^\n|;<]{0,120}<<-?[ \t]{0,2}["']?\w{1,20}["']?[ \t]*\r?\n[ \t]{0,40}([^\s]{4,200})[ \t]*(?=\r?\n)/g,
    manner: 'exact',
  },
];
