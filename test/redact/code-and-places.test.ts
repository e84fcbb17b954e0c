import { expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redact.ts';

const redactor = new Redactor('', () => 'key');
/** What a text loses. */
const lost = async (text: string): Promise<string[]> =>
  (await redactor.look(text)).secrets.map(({ from, to }) => text.slice(from, to));

const HEX = '89c7335a0776240b9e0b9ea9f8816b93';

test.each([
  ['a token of kubeadm', 'kubeadm token create «sxs4oq.iap21yku7jk7h0qn»'],
  ['npm, with a UUID', '//npm.example.com/:_auth=«72d02bba-106b-4b58-a91a-d7c526f12ebe»'],
  ['Braintree', `braintree.connect("«access_token$production$hjv46zpupre037o7$455b8bf681c3727b5d63d0d0e5c1e936»")`],
  ['WooCommerce', 'wc.api("https://a.b", "x", "«cs_323aacdb50aa5089ed83c9ef7078d20918461120»")'],
  [
    'a token of a bot, without a digit',
    'https://api.telegram.org/bot«4822790056:AAqkKfQnHzzFBZUyo-e-BEuPPD-EoGKLRZt»/send',
  ],
  ['Vault, letters only', 'credentials "app.terraform.io" { token = "«s.welzZyGoXmMxGdmFlYBDlRos»" }'],
  ['a dollar sign in single quotes', "docker login -u bob -p '«$0nn3nblume46*»' registry.example.com"],
  ['the same in a pair', "lftp -u j.smith,'«$p4rr0w1.»' sftp://a.example"],
  ['a path before the user', "mosquitto_passwd -b /etc/mosquitto/passwd jenkins '«kartoffel»'"],
  ['a path as the user', "dscl . -passwd /Users/maria '«zeytinmustang»'"],
  ['two words with a dot', 'secret_key_base: «tobias.gravel»'],
  ['a file of settings', 'quarkus.datasource.password=«hiroshi_pomodoro»'],
  ['a pepper', 'DEVISE_PEPPER=«CurBNn5»'],
  ['an account before the login', 'machine H account dev login admin password «bratwurst»'],
  ['rows of chap-secrets', '# client server secret addresses\nbob * «jacketvelvet» *'],
  ['a network of Windows', '<keyMaterial>«umbrella.parsnip.gravity»</keyMaterial>'],
  ['a user of Redis', 'user default on >«nectarmuffin» ~* +@all'],
  ['a verb with a key', `Authenticate with «${HEX}» until the new key is there.`],
  ['a key in German', `Der Schlüssel für die Verschlüsselung lautet «${HEX}».`],
  ['a login in a sentence', 'use «grenouille» to log in as admin'],
  ['a change in a sentence', 'I changed the password to «zenomenumi» yesterday.'],
  ['Russian', 'логин postgres пароль «ёжик3807»'],
  ['an invented word after Bearer', 'Authorization: Bearer «purplesilver»'],
  ['brackets in a generated password', 'ansible_ssh_pass: "«i0!QF7(jqb/DI)cb»"'],
  ['a key in Chinese', `密钥是 «${HEX}»`],
  ['a name and a UUID', 'ld.init("«sdk-b078c9da-4759-4057-8c16-93a3ae6c1209»")'],
  ['a code of OAuth', 'https://a.example/callback?code=«wO9qVx7H5EvVXrv9gqauDAjOlMN2TdV9aAVypsU7»&state=x'],
  ['Redis at its prompt', '127.0.0.1:6379> AUTH «Oypcwzzncz»'],
  ['FTP', '< PASS «tigersilver»\n> 230 Login successful'],
])('%s is removed', async (_, marked) => {
  const [before = '', secret = '', after = ''] = marked.split(/[«»]/);
  expect(await lost(before + secret + after)).toEqual([expect.stringContaining(secret)]);
});

test('a key of PuTTY in a difference is removed, and the text is kept', async () => {
  const line = 'EykJ+zbr+2R0pGf/lo8f9/4gcdhA29xNlqIsVWIPP3p37OaC0RSREX/XgVnVTErs';
  const text = `+PuTTY-User-Key-File-3: ssh-ed25519\n+Private-Lines: 2\n+${line}\n+${line.split('').reverse().join('')}\n+Private-MAC: 0f1e\n`;
  const { text: kept, dropped } = await redactor.look(text);
  expect(dropped).toBeUndefined();
  expect(kept).not.toContain(line.slice(0, 16));
  expect(kept).toContain('+Private-MAC');
});

test.each([
  ['a path of a class', 'use GuzzleHttp\\Psr7;\nuse GuzzleHttp\\Promise\\PromiseInterface;\n// password auth'],
  ['SQL beside the name of a database', '"oracle": "SELECT x BETWEEN 10 AND 2", "mysql": "SELECT 1 # all"'],
  ['a duration', 'config.reset_password_within = 6.hours'],
  ['a variable with a hash', 'user = User(email=email, hashed_password=argon2_hash, is_active=True)'],
  ['a variable in a call', 'RSAKey(filename=newfile, password=newpassword)'],
  ['a member of an object', 'pullOptions.Password = opts.Password'],
  ['a secret of a container by its name', 'run("run", "--secret", "source=mysecret,type=env", "--name", "secr")'],
  ['two variables in a string', 'val usernameAndPassword = "$username:$password"'],
  ['the user of the system', 'getpass.getuser.return_value = "gandalf"'],
  ['an option that begins with p', 'find "$target_dir" -name ripgrep-stamp -print0 | xargs -0 ls'],
  ['the name of a package', 'cargo test -p codewhale-core -p codewhale-protocol'],
  ['a mention', 'merges by @Inference1 and others, login works'],
  ['a certificate pin', '.add("publicobject.com", "sha256/Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=")'],
  ['a build for a machine', 'https://example.com/v1.0.0/SpecStoryCLI_Darwin_x86_64.tar.gz'],
  [
    'ordinary words after password',
    'If a password is given, the reset password behaviour changes. A password checks nothing.',
  ],
  ['an answer of a type', '- Connect methods expect: *connect.Response[v1pb.CreateSessionResponse]'],
  ['the id of a session', 'The login is in ses_312aa9357ffe2T2bb3qfsLfWLb.'],
  ['the next statement', 'log.Error("no token via username: %v", err)\n\t\treturn\n\t}'],
])('%s loses nothing', async (_, text) => {
  expect(await lost(text)).toEqual([]);
});
