import { matchesOf, type Range } from '../../matches.ts';
import { secrecyOf } from '../../vocabulary/names.ts';
import { value, wordAt, type Word } from './words.ts';

/** Programs that read a password from standard input, with the options that make them do so. */
const READER =
  /^(?:sudo\s{1,8}(?:-\w{1,100}\s{1,8})*)?(?:[\w./-]{0,200}\/)?(?:sudo\s{1,8}(?:-\w{1,100}\s{1,8})*(?:-\w{0,40}S|--stdin)|chpasswd|passwd\b|su\b|doas\s{1,8}-\w{0,8}S|borg\b|restic\b|runas\b|kinit\b|kadmin\b|cryptsetup\b|smbpasswd\b|vncpasswd\b|ssh-add\b|argon2\b|secret-tool\s{1,8}store|keepassxc-cli|lpass\b|gopass\b|realm\s{1,8}join|adcli\b|net\s{1,8}ads|zfs\s{1,8}load-key|zpool\b|gocryptfs|encfs|veracrypt|cryfs|mysql_config_editor|openconnect|wpa_passphrase|gpg\b[^\n|;]{0,200}--passphrase-fd|openssl\b[^\n|;]{0,200}stdin|kubeseal\b|mosquitto_passwd|htpasswd\b[^\n|;]{0,200}-\w{0,40}i|(?:pass|passage|gopass|prs)\s{1,8}(?:insert|add)|zfs\s{1,8}(?:create|change-key)|rclone\s{1,8}obscure|(?:docker|podman|kubectl|gh|glab|vault|bw|op|wrangler|npx|fly|flyctl|doppler|heroku|gcloud|aws|az|oc|skopeo|helm|crane|cosign|buildah)\b[^\n|;]{0,200}(?:stdin|with-token|secrets?|login|password|passwd|data-file=-)|[\w-]{1,100}[^\n|;]{0,200}--?(?:password|token|passphrase|secret|passwd|pw|pin)[\w-]{0,60}stdin|[\w-]{1,100}[^\n|;]{0,200}--stdin-pass|[\w-]{1,40}[^\n|;]{0,200}-on-stdin)/;
/** Programs that only filter or show their input. */
const FILTER =
  /^(?:sudo\s{1,8})?(?:grep|egrep|rg|awk|sed|cut|tr|wc|sort|head|tail|jq|yq|xargs|cat|less|more|base64|xxd|od|sha\d+sum|md5sum|node|python3?|ruby|perl|bash|sh|tee\s{1,8}\/dev|column|diff|git|gitleaks|trufflehog|curl)\b/;
const PRODUCER =
  /\b(?:echo|printf|print|yes|Write-Output|cat\s{0,8}<<<)\s{1,8}(?:-\w{1,100}\s{1,8})*(?:(["'])%s(?:\\n|\n)?\1\s{1,8})?/g;
const HERE =
  /(?:(?:stdin|chpasswd|\w{0,20}passwd2?|[\w-]{0,30}keygen|sudo\s[^\n|;<]{0,40}-S|kinit|with-token|cryptsetup|keepassxc-cli|lpass|vpnc|r?age|secret-tool[ \t]store|pw[ \t]user(?:add|mod)|su)\b|[ \t](?:-u|--user(?:name)?)[ =][\w.@-]{1,64})[^\n|;<]{0,80}<<<\s{0,8}/g;
/** A command with the name of a secret among its words: `keystore add bootstrap.password <<< x`. */
const NAMED_HERE = /(?:^|[\n;|&])[ \t]{0,20}([^\n;|&<]{3,200}?)[ \t]{0,8}<<<[ \t]{0,8}/g;
const TO_FILE =
  /^(?:\||>{1,2}\|?|\|[ \t]{0,8}(?:sudo[ \t]{1,8})?tee(?:[ \t]{1,8}-a)?[ \t]{1,8})[ \t]{0,8}(["']?)([\w.~/${}-]{2,200})\1/;

/** Passwords that are piped into programs, or written to files with a name for secrets. */
export function* piped(text: string): Generator<Range> {
  for (const match of matchesOf(PRODUCER, text)) {
    const word = wordAt(text, match.index + match[0].length);
    if (!word) continue;
    const end = word.to + (/["']/.test(text[word.to] ?? '') ? 1 : 0);
    const rest = /^[ \t]{0,20}([|>][^\n\u0000]{0,400})/.exec(text.slice(end, end + 420))?.[1];
    if (rest !== undefined && takesSecret(rest)) yield* fromStdin(word, /\b(?:chpasswd|newusers)\b/.test(rest));
  }
  if (!text.includes('<<<')) return;
  for (const pattern of [HERE, NAMED_HERE])
    for (const match of matchesOf(pattern, text)) {
      if (match[1] !== undefined && !namesSecret(match[1])) continue;
      const word = wordAt(text, match.index + match[0].length);
      if (word) yield* fromStdin(word, /\bchpasswd\b/.test(match[0]));
    }
}

function takesSecret(rest: string): boolean {
  const file = TO_FILE.exec(rest);
  if (file && !rest.startsWith('| ')) return isSecretFile(file[2]!);
  if (/^\|[ \t]{0,8}(?:sudo[ \t]{1,8})?tee\b/.test(rest)) return file !== null && isSecretFile(file[2]!);
  if (!rest.startsWith('|')) return false;
  const command = /^\|\s{0,8}([^\n|;]*)/.exec(rest)![1]!;
  return READER.test(command) || (!FILTER.test(command) && namesSecret(command));
}

// `vercel env add DB_PASSWORD production`
const namesSecret = (command: string): boolean =>
  command
    .split(/\s+/)
    .slice(1)
    .some((word) => {
      const name = word.replace(/^--?/, '').replace(/=.*/, '');
      const secrecy = /^[\w./:-]{2,100}$/.test(name) ? secrecyOf(name.slice(name.lastIndexOf('/') + 1)) : undefined;
      return secrecy === 'password' || secrecy === 'key';
    });

function isSecretFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.(?:txt|key|conf|cfg|pwd)$/, '').replace(/^\./, '');
  if (
    /^(?:master|secret|private|api|encryption|signing)\.key$|^pgpass$|^htpasswd$|(?:pass|secret|token|pw)[-_]?files?$/i.test(
      name.replace(/^\./, ''),
    )
  )
    return true;
  const secrecy = /\.(?:[cm]?[jt]sx?|md|py|go|rs|rb|java|json|ya?ml|log)$/.test(name) ? undefined : secrecyOf(stem);
  return secrecy === 'password' || secrecy === 'key';
}

// `user:password` in chpasswd's form, or only the password.
function* fromStdin(word: Word, isPair: boolean): Generator<Range> {
  const clean = /^(.*?)(?:\\n)?$/s.exec(word.text)![1]!;
  // One password in each line, in passwd's form.
  const lines = clean.split(/\\n|\n/);
  if (lines.length > 1) {
    let from = word.from;
    for (const line of lines) {
      const start = word.from + clean.indexOf(line, from - word.from);
      yield* value({ text: line, from: start, to: start + line.length });
      from = start + line.length;
    }
    return;
  }
  const pair = isPair ? /^[\w.-]{1,64}:/.exec(clean) : null;
  yield* value({
    text: clean.slice(pair?.[0].length ?? 0),
    from: word.from + (pair?.[0].length ?? 0),
    to: word.from + clean.length,
  });
}
