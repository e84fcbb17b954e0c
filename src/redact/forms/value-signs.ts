import type { ValueForm } from '../vocabulary/values.ts';

/** The forms in which a value follows its name. `only: 'quoted'` accepts only quoted values. */
export const FOLLOWS: readonly {
  readonly pattern: RegExp;
  readonly manner?: ValueForm;
  readonly until?: '<' | '}';
  readonly only?: 'quoted';
}[] = [
  // `<password>x</password>`, `<wsse:Password Type="…">x`, `<![CDATA[x]]>`, `name="password">x<`, `<td>Password</td><td>x`.
  { pattern: /(?:\s[^<>]{0,200})?>\s{0,80}(?:<!\[CDATA\[)/y, manner: 'quoted', until: '<' },
  { pattern: /(?:\s[^<>]{0,200})?(?<!\/|=)>(?=[^<>]{1,400}<\/)/y, manner: 'quoted', until: '<' },
  { pattern: /["'](?:\s[^<>]{0,200}[^<>/=])?>(?=[^<>\s][^<>]{0,400}<\/)/y, manner: 'quoted', until: '<' },
  {
    pattern:
      /:?\s{0,4}<\/(?:key|td|th|dt|b|strong|label|span|name)>\s{0,80}:?\s{0,4}(?:<[a-z]+[^<>]{0,100}>\s{0,80}){0,3}/iy,
    manner: 'quoted',
    until: '<',
  },
  {
    pattern: /(?<![/=])>\s{0,40}<(?:value|string|text|plaintext)>\s{0,40}(?=[^<>\s][^<>]{0,400}<\/)/iy,
    manner: 'quoted',
    until: '<',
  },
  // `name="password" value="x"`, `name: DB_PASSWORD\n  value: x`, `ParameterKey=DbPassword,ParameterValue=x`.
  { pattern: /["'][^<>\n]{0,120}?\bvalue=(?=["'])/y, manner: 'quoted' },
  {
    pattern:
      /["']?[ \t]{0,20},?[ \t]{0,20}(?:\r?\n[ \t]{0,20})?["']?(?:Parameter)?[Vv]alue["']?[ \t]{0,20}[:=][ \t]{0,20}/y,
    manner: 'setting',
  },
  // `let password: &str = "x"`, `password string = "x"`
  {
    pattern:
      /\??(?::[ \t]{0,20}|[ \t]{1,8})&?(?:'\w+ )?\w{1,40}(?:<[^<>\n]{0,40}>)?[ \t]{0,20}:?=(?!=)[ \t]{0,20}(?=["'`])/y,
    only: 'quoted',
  },
  // `os.getenv("DB_PASS") or "x"`, `process.env.DB_PASS ?? "x"`
  { pattern: /["'`)\]]{0,3}[ \t]{0,4}(?:\|\||\?\?=?|\?:|or|else|<-|<<-|\?=)[ \t]{1,4}(?=["'`])/y, only: 'quoted' },
  // `pw = env != null ? env : "x"`
  {
    pattern:
      /[ \t]{0,4}=[ \t]{0,4}[^\n"'`=;?]{1,40}(?:[!=]=[^\n"'`=;?]{1,20})?\?[^\n"'`:;?.]{1,40}:[ \t]{0,4}(?=["'])/y,
    only: 'quoted',
  },
  // pexpect's `'SSH password:': 'x\n'`
  { pattern: /:[ \t]?["'][ \t]{0,4}[:,][ \t]{0,4}(?=["'][^"'\n]{3,100}\\[nr]["'])/y, only: 'quoted' },
  // `${DB_PASS:-x}`, `${db.password:x}`
  { pattern: /:?[-=](?=[^\s"'{}$]{3,200}\})(?<=\$\{[\w.-]{1,100}:?[-=])/y, manner: 'setting', until: '}' },
  { pattern: /:(?=[^\s"'{}$:=?/-][^\s"'{}$]{2,200}\})(?<=\$\{[\w.-]{1,100}:)/y, manner: 'setting', until: '}' },
  // `Dim pwd As String = "x"`
  { pattern: /[ \t]{1,4}As[ \t]{1,4}\w{1,20}[ \t]{0,4}=[ \t]{0,4}(?=")/iy, only: 'quoted' },
  // `string Password { get; set; } = "x"`, `char pass[] = "x"`
  {
    pattern: /(?:[ \t]{0,4}\{[ \t]{0,4}get;[^{}\n]{0,40}\}|\[\d{0,4}\])[ \t]{0,20}=[ \t]{0,20}(?=["'])/y,
    only: 'quoted',
  },
  // `variable "db_password" { default = "x" }`, `"DbPassword": { "Type": "String", "Default": "x" }`
  {
    pattern:
      /["']?[ \t]{0,4}:?[ \t]{0,4}\{[^{}\u0000]{0,300}?\b(?:default|value|defaultValue|Default|initial)["']?[ \t]{0,20}[:=][ \t]{0,20}(?=["'])/y,
    only: 'quoted',
  },
  // `let password = String::from("x")`, `pass = MD5('x')`
  {
    pattern:
      /["'`\])}]{0,2}[ \t]{0,20}(?::=|=>|[=:])[ \t]{0,20}(?:&?(?:String::from|\[\]byte|Some|SecretString(?:::new|::from)?|SecretStr|Secret(?:::new)?|Password|md5|sha\d{1,3}|crypt|hash\w{0,12}|bcrypt(?:\.\w{1,20})?|Buffer\.from|new String|std::string|Sensitive|Box::new|Arc::new|OsString::from|PASSWORD|encrypt\w{0,12}|bytes(?:\.fromhex)?|bytearray\.fromhex|unhexlify|str|Bytes::from|ENCODE|b64encode|base64\w{0,10}|quote\w{0,8}|SecureString)[({]\s{0,4}){1,2}(?:[bruN]{0,2})(?=["'\u0060])/iy,
    only: 'quoted',
  },
  { pattern: /[ \t]{0,20}=>?[ \t]{0,20}(?:qq?)(?=[{(|[/][^\s{}()|]{4,200}[})|\]/])/y, manner: 'setting', until: '}' },
  // `getByLabel('Password').fill('x')`, `fill_in 'Password', with: 'x'`
  {
    pattern:
      /["'`\])]{1,5}(?:\.\w{1,20}\([^()\n]{0,40}\)){0,2}\.(?:perform\()?(?:fill|type|sendKeys|send_keys|setValue|set_value|typeText|enterText|pressSequentially|fillIn|clearAndType|keys|set|val|input)\([ \t]{0,4}(?=["'`])/y,
    only: 'quoted',
  },
  {
    pattern:
      /["'](?:,[ \t]{0,4}:?|[ \t]{1,4}(?<=\b(?:fills?|types?|enters?|sets?)\b[^\n]{0,60}))with:?[ \t]{0,4}(?:=>[ \t]{0,4})?(?=["'])/y,
    only: 'quoted',
  },
  // `set(NAME "x")`, `:password "x"`
  { pattern: /[ \t]{1,4}(?=["'][^"'\n]{4,200}["'][ \t]{0,4}\))(?<=\bset\(\w{1,60}[ \t]{1,4})/y, only: 'quoted' },
  { pattern: /[ \t]{1,4}(?="[^"\n]{4,200}")(?<=[({\s]:[\w-]{2,40}[ \t]{1,4})/y, only: 'quoted' },
  // `set :session_secret, 'x'`
  { pattern: /,[ \t]{0,4}(?=["'])(?<=\bset[ \t]:\w{2,40},[ \t]{0,4})/y, only: 'quoted' },
  // `CURLOPT_PASSWORD, "x"`, `{password, "x"}`
  {
    pattern:
      /,[ \t]{0,4}(?=["'])(?<=(?:[({,][ \t]{0,4}[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,4}|\{[a-z_]{2,40}),[ \t]{0,4})/y,
    only: 'quoted',
  },
  // `"--password", default="x"`, `password: str = field(default="x")`
  {
    pattern:
      /["']?(?:,|:[ \t]{0,4}[\w.[\], |]{1,40}=[ \t]{0,4}\w{1,20}\()[ \t]{0,4}(?:[\w]{1,20}=[^,()\n"']{0,40},[ \t]{0,4}){0,3}default=[ \t]{0,4}(?=["'])/y,
    only: 'quoted',
  },
  // `["redis-server", "--requirepass", "x"]`
  { pattern: /["'],\s{0,8}(?=["'])(?<=["']--?[\w-]{2,40}["'],\s{0,8})/y, only: 'quoted' },
  // `DbPass:\n  Type: String\n  Default: x`
  {
    pattern:
      /["']?:[ \t]{0,8}\r?\n(?:[ \t]{1,20}[\w-]{1,40}:[^\n\u0000]{0,200}\n){0,4}?[ \t]{1,20}(?:default|value|initial):[ \t]{1,8}/iy,
    manner: 'setting',
  },
  // PHP's `["password"]=>\n  string(9) "x"`
  { pattern: /["']\]=>\s{1,20}string\(\d{1,4}\)[ \t](?=")/y, only: 'quoted' },
  // ODBC's `PWD={x};`
  { pattern: /=(?=\{[^{}\n;]{3,200}\}(?:;|["']?[ \t]*(?:$|\n)))(?<=;[\w ]{1,20}=)/y, manner: 'setting', until: '}' },
  // `pass: &anchor x`
  { pattern: /["']?:[ \t]{1,8}[&!]\w{1,40}[ \t]{1,8}(?=\S)/y, manner: 'setting' },
  // `#define PASS "x"`, `dbPassword{"x"}`, `plain-text-password-value "x"`
  {
    pattern: /[ \t]{1,20}(?=["'][^"'\n]{4,200}["'][ \t]*(?:\n|$))(?<=#[ \t]{0,4}define[ \t]{1,8}\w{1,60}[ \t]{1,20})/y,
    only: 'quoted',
  },
  {
    pattern: /[ \t]{1,20}(?=["'][^"'\n]{4,200}["'];?[ \t]*(?:\n|$))(?<=[A-Za-z][-_]\w{1,40}[ \t]{1,20})/y,
    only: 'quoted',
  },
  { pattern: /\{[ \t]{0,4}(?=")/y, only: 'quoted' },
  // `"password": ["x"]`, `password: <%= ENV["X"] || "x" %>`
  {
    pattern: /["']?[ \t]{0,4}(?::|=>?)[ \t]{0,4}[[{(][ \t]{0,4}(?=["'][^"'\n]{4,200}["'][ \t]{0,4}[\])},])/y,
    only: 'quoted',
  },
  {
    pattern:
      /["']?[ \t]{0,4}[:=][ \t]{0,4}<%=[^%\n]{0,80}?(?:\|\||,)[ \t]{0,4}(?=["'][^"'\n]{4,200}["'][ \t)]{0,4}%>)/y,
    only: 'quoted',
  },
  // `Password : constant String := "x"`, `(def db-password "x")`
  {
    pattern: /[ \t]{0,20}:[ \t]{0,4}(?:constant[ \t]{1,4})?[A-Z]\w{1,30}[ \t]{0,20}:=[ \t]{0,20}(?=["'])/y,
    only: 'quoted',
  },
  {
    pattern:
      /\*?[ \t]{1,8}(?="[^"\n]{4,200}")(?<=\((?:def\w{0,10}|let|set[qf]?)[ \t]{1,4}\^?\*?[\w-]{2,60}\*?[ \t]{1,8})/y,
    only: 'quoted',
  },
  // `pass (prod): x`
  {
    pattern: /[ \t]\([\w ,.-]{1,40}\)[:=][ \t]{1,4}(?=[^\s"'`(){}<>]{4,100}(?:[ \t]*(?:$|[\n\u0000])))/y,
    manner: 'setting',
  },
  // `password for bob@host = x`
  {
    pattern: /[ \t]for[ \t][\w.-]{1,40}@?[\w.-]{1,60}[ \t]=[ \t](?=[^\s"'`(){}<>]{4,100}(?:\s|$))/y,
    manner: 'setting',
  },
  // `storePassword 'x' keyAlias 'y'`
  {
    pattern: /[ \t]{1,4}(?=["'][^"'\n]{4,200}["'])(?<=[a-z](?:Password|Secret|Token|Passphrase)[ \t]{1,4})/y,
    only: 'quoted',
  },
  // `name: x`, `"name": "x"`, `['name'] = 'x'`, `name => x`, `name := x`, `name == "x"`, `**name:** x`
  {
    pattern:
      /["'`\])}*_]{0,4}[ \t\u3000]{0,20}(?:[.·]{2,60}[ \t]{0,4})?(?:=>|:=|->|→|={2,3}|!==?|<<?-(?=[ \t])|\?=|[=＝]|[:：](?!:))[*_]{0,2}[ \t\u3000]{0,20}(?:(?:[NEbruRLU@]{1,2}|<<|u8)(?=["']))?/y,
  },
  // `setPassword("x")`, `PASSWORD('x')`, `define('DB_PASSWORD', 'x')`, `password(Some("x"))`
  {
    pattern:
      /[ \t]?\([ \t]{0,4}(?:(?:\w{1,20}(?:\.|::)){0,2}[A-Z]\w{2,20}\([ \t]{0,4})?(?:[bruN]{1,2}(?=["']))?(?=["'`])/y,
    only: 'quoted',
  },
  // `ENV.fetch('SECRET_TOKEN') { 'x' }`
  { pattern: /["']\)[ \t]{0,4}\{[ \t]{0,4}(?=["'])/y, only: 'quoted' },
  // `strcmp(password, "x")`
  {
    pattern:
      /\)?,[ \t]{0,4}(?:b|\[\]byte\()?(?=["'])(?<=\b(?:str\w{0,6}|memcmp|compare_digest|timing_?safe_?equal|ConstantTimeCompare|hash_equals|secure_compare|password_verify|constant_time_eq)\((?:[\w.$]{1,30}\()?[\w.$>-]{1,60}\)?,[ \t]{0,4}(?:b|\[\]byte\()?)/iy,
    only: 'quoted',
  },
  // `case 'password': return 'x'`
  {
    pattern:
      /["']:[ \t]{0,4}(?:\r?\n[ \t]{0,40})?return[ \t]{1,4}(?=["'`])(?<=\bcase[ \t]["'][\w.-]{1,60}["'][^]{0,60})/y,
    only: 'quoted',
  },
];
