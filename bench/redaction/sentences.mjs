/** Names of short numbers. */
export const PINS = [
  'PIN',
  'pin',
  'code',
  'PIN code',
  'code PIN',
  'passcode',
  'unlock code',
  'alarm code',
  'otp',
  'PIN-Code',
  'código',
  'codice',
  'пин-код',
  'gate code',
];

/** What a password is for. */
export const PLACES = [
  'the router',
  'prod',
  'staging',
  'the database',
  'my laptop',
  'the wifi',
  'the admin panel',
  'the NAS',
  'the vpn',
  'the test account',
  'jira',
  'the server',
  'the backup',
  'our mailbox',
];

/** Sentences that give away a password `<x>`; `<u>` is a user, `<p>` a word for password, `<n>` what it is for, `<end>` the rest. */
export const SENTENCES = `
the <p> for <n> is <x><end>
<p> for <n>: <x><end>
<p> of <n> = <x><end>
<n> <p> <x><end>
use <x> as the <p><end>
use <p> <x> for <n><end>
set the <p> to <x><end>
change the <p> from <x> to something better<end>
I changed the <p> on <n> to <x><end>
I tried <x> but <n> says wrong <p>
<x> doesn't work as <p> any more<end>
is <x> still the <p> for <n>?
the <p> used to be <x><end>
log in to <n> as <u> with <x><end>
log in with <u> and <x><end>
login <u>, <p> <x><end>
<n> login is <u> / <x><end>
<n>: <u> / <x><end>
the <n> login (<u>, <x>) still works
my login there is <u> and <x><end>
account <u>, the <p> is <x><end>
user <u> pass <x><end>
you can get in with <u>:<x><end>
here is the <p>, don't share it: <x><end>
sharing the <p> here: <x><end>
fyi <p> = <x><end>
forgot to say: <p> is <x><end>
it wants a <p>, enter <x><end>
when it asks for the <p> type <x><end>
unlock <n> with <x><end>
connect to <n> with <u> and <x><end>
hardcode <x> as the <p> in the test<end>
put <x> in the <p> field<end>
replace the <p> <x> with an env var<end>
don't commit <x>, it is our real <p><end>
why does <p> <x> fail for <u>?
with <p> <x> I get a 401<end>
my <p> was <x>, now it's gone<end>
temporary <p>: <x><end>
new <p> for <u>: <x><end>
reset <u>'s <p> to <x><end>
Das <p> lautet <x><end>
Das <p> für <n> ist <x><end>
Nimm <x> als <p><end>
Zugang: <u>, <p> <x><end>
Login mit <u> und <x><end>
le <p> est <x><end>
le <p> de <n> est <x><end>
utilise <x> comme <p><end>
connecte-toi avec <u> et <x><end>
la <p> es <x><end>
usa <x> como <p><end>
entra con <u> y <x><end>
a <p> é <x><end>
use <x> como <p><end>
la <p> è <x><end>
usa <x> come <p><end>
het <p> is <x><end>
gebruik <x> als <p><end>
<p> to <x><end>
użyj <x> jako <p><end>
<p> je <x><end>
<p> är <x><end>
använd <x> som <p><end>
пароль от <n>: <x><end>
пароль <x> не подходит
логин <u>, пароль <x><end>
используй <x> как пароль
密码是<x>
<n>的密码是<x>
用户名<u>,密码<x>
パスワードは<x>です
<x>をパスワードにしてください
비밀번호는 <x> 입니다
şifre <x><end>
`
  .trim()
  .split('\n');
