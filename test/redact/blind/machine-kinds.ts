import { createHmac } from 'node:crypto';
import type { Kind } from './kind.js';
import type { Form } from './surroundings.js';
import { fill, password, plainPassword, type Random } from './values.js';

/**
 * Secrets that machines make, with the shapes that vendors' public documents give. Patterns as in `fill`.
 */
const NAMED: readonly [name: string, pattern: string, variable: string][] = [
  ['github classic', 'ghp_<a36>', 'GITHUB_TOKEN'],
  ['github oauth', 'gho_<a36>', 'GH_TOKEN'],
  ['github server', 'ghs_<a36>', 'GITHUB_TOKEN'],
  ['github refresh', 'ghr_<a36>', 'REFRESH'],
  ['github fine-grained', 'github_pat_<a22>_<a59>', 'GITHUB_PAT'],
  ['gitlab personal', 'glpat-<b20>', 'GITLAB_TOKEN'],
  ['gitlab runner', 'glrt-<b20>', 'RUNNER'],
  ['gitlab trigger', 'glptt-<h40>', 'TRIGGER'],
  ['gitlab deploy', 'gldt-<b20>', 'CI_DEPLOY'],
  ['google api', 'AIza<b35>', 'GOOGLE_API_KEY'],
  ['google client secret', 'GOCSPX-<b28>', 'CLIENT_SECRET'],
  ['google access', 'ya29.a0<b120-180>', 'ACCESS_TOKEN'],
  ['google refresh', '1//0<b90-100>', 'REFRESH_TOKEN'],
  ['slack bot', 'xoxb-<d12>-<d12>-<a24>', 'SLACK_BOT_TOKEN'],
  ['slack user', 'xoxp-<d12>-<d12>-<d13>-<h32>', 'SLACK_TOKEN'],
  ['slack app', 'xapp-1-A<u10>-<d13>-<h64>', 'SLACK_APP_TOKEN'],
  ['discord bot', 'MT<a22>.G<a5>.<b38>', 'DISCORD_TOKEN'],
  ['telegram bot', '<d10>:AA<b33>', 'BOT_TOKEN'],
  ['stripe secret', 'sk_live_<a24>', 'STRIPE_SECRET_KEY'],
  ['stripe long secret', 'sk_test_51<a97>', 'STRIPE_KEY'],
  ['stripe restricted', 'rk_live_<a24>', 'STRIPE_KEY'],
  ['stripe webhook', 'whsec_<a32>', 'WEBHOOK_SECRET'],
  ['sendgrid', 'SG.<b22>.<b43>', 'SENDGRID_API_KEY'],
  ['mailgun', 'key-<h32>', 'MAILGUN_KEY'],
  ['mailchimp', '<h32>-us<d2>', 'MAILCHIMP_API_KEY'],
  ['npm', 'npm_<a36>', 'NPM_TOKEN'],
  ['pypi', 'pypi-AgEIcHlwaS5vcmc<b130>', 'TWINE_PASSWORD'],
  ['rubygems', 'rubygems_<h48>', 'GEM_HOST_API_KEY'],
  ['crates.io', 'cio<a32>', 'CARGO_REGISTRY_TOKEN'],
  ['nuget', 'oy2<z43>', 'NUGET_API_KEY'],
  ['docker hub', 'dckr_pat_<b27>', 'DOCKER_TOKEN'],
  ['vault', 'hvs.<b90-100>', 'VAULT_TOKEN'],
  ['terraform cloud', '<a14>.atlasv1.<b67>', 'TFE_TOKEN'],
  ['digitalocean', 'dop_v1_<h64>', 'DIGITALOCEAN_TOKEN'],
  ['heroku', 'HRKU-AA<b58>', 'HEROKU_API_KEY'],
  ['fly.io', 'fm2_<B120>', 'FLY_API_TOKEN'],
  ['netlify', 'nfp_<a40>', 'NETLIFY_AUTH_TOKEN'],
  ['cloudflare origin', 'v1.0-<h24>-<h146>', 'ORIGIN_KEY'],
  ['openai project', 'sk-proj-<b74>T3BlbkFJ<b74>', 'OPENAI_API_KEY'],
  ['openai legacy', 'sk-<a20>T3BlbkFJ<a20>', 'OPENAI_API_KEY'],
  ['anthropic', 'sk-ant-api03-<b93>AA', 'ANTHROPIC_API_KEY'],
  ['hugging face', 'hf_<a34>', 'HF_TOKEN'],
  ['replicate', 'r8_<a37>', 'REPLICATE_API_TOKEN'],
  ['groq', 'gsk_<a52>', 'GROQ_API_KEY'],
  ['perplexity', 'pplx-<a48>', 'PPLX_API_KEY'],
  ['databricks', 'dapi<h32>', 'DATABRICKS_TOKEN'],
  ['new relic', 'NRAK-<u27>', 'NEW_RELIC_API_KEY'],
  ['sentry', 'sntrys_<B90>_<B43>', 'SENTRY_AUTH_TOKEN'],
  ['grafana service', 'glsa_<a32>_<h8>', 'GRAFANA_TOKEN'],
  ['grafana cloud', 'glc_<B80>', 'GRAFANA_TOKEN'],
  ['linear', 'lin_api_<a40>', 'LINEAR_API_KEY'],
  ['notion', 'ntn_<d11><a35>', 'NOTION_TOKEN'],
  ['airtable', 'pat<a14>.<h64>', 'AIRTABLE_PAT'],
  ['figma', 'figd_<b40>', 'FIGMA_TOKEN'],
  ['atlassian', 'ATATT3xFfGF0<b170>=<H8>', 'JIRA_API_TOKEN'],
  ['bitbucket', 'ATBB<a24><H8>', 'BITBUCKET_APP_PASSWORD'],
  ['shopify', 'shpat_<h32>', 'SHOPIFY_TOKEN'],
  ['square', 'sq0atp-<b22>', 'SQUARE_TOKEN'],
  ['plaid', 'access-production-<h8>-<h4>-<h4>-<h4>-<h12>', 'PLAID_ACCESS_TOKEN'],
  ['dropbox', 'sl.B<b135>', 'DROPBOX_TOKEN'],
  ['azure client secret', '<a3>8Q~<b34>', 'AZURE_CLIENT_SECRET'],
  ['planetscale', 'pscale_tkn_<b43>', 'PLANETSCALE_TOKEN'],
  ['supabase', 'sbp_<h40>', 'SUPABASE_ACCESS_TOKEN'],
  ['doppler', 'dp.pt.<a43>', 'DOPPLER_TOKEN'],
  ['age', 'AGE-SECRET-KEY-1<u58>', 'SOPS_AGE_KEY'],
];

/** Contexts for a secret that its own shape gives away. */
const CONTEXTS = [
  'export NAME={v}',
  'NAME="{v}"',
  'curl -H "Authorization: Bearer {v}" https://api.example.com/v1/{name}',
  '{"token": "{v}"}',
  'token: {v}',
  'const client = new Client("{v}");',
  'I tried it with {v} and it was refused.',
  "client = connect('{v}', retries=3)",
  'echo {v} | login --stdin',
];
const named: Kind[] = NAMED.map(([name, pattern, variable]) => ({
  name,
  form: 'line' as Form,
  templates: CONTEXTS.map((one) => one.replace('NAME', variable)),
  value: (r: Random) => fill(r, pattern),
}));

/** Secrets that only the words around them give away: contexts as in the vendors' documents. */
const BY_CONTEXT: readonly [name: string, pattern: string, ...templates: string[]][] = [
  [
    'aws secret key',
    '<B40>',
    'aws_secret_access_key = {v}',
    'export AWS_SECRET_ACCESS_KEY={v}',
    '"SecretAccessKey": "{v}",',
  ],
  ['aws session token', 'FwoGZXIvYXdz<B200>', 'aws_session_token = {v}', '"SessionToken": "{v}"'],
  ['twilio', '<h32>', 'TWILIO_AUTH_TOKEN={v}', 'curl -u ACCOUNT:{v} https://api.twilio.com/2010', 'authToken: "{v}"'],
  ['datadog', '<h32>', 'DD_API_KEY={v}', 'curl -H "DD-API-KEY: {v}" https://api.datadoghq.com', 'api_key: {v}'],
  [
    'cloudflare token',
    '<b40>',
    'CLOUDFLARE_API_TOKEN={v}',
    'curl -H "Authorization: Bearer {v}" https://api.cloudflare.com',
  ],
  ['postmark', '<h8>-<h4>-<h4>-<h4>-<h12>', 'X-Postmark-Server-Token: {v}', 'POSTMARK_API_TOKEN={v}'],
  [
    'slack webhook',
    'T<u10>/B<u10>/<a24>',
    'url: https://hooks.slack.com/services/{v}',
    'curl -d @m.json https://hooks.slack.com/services/{v}',
  ],
  [
    'azure storage',
    '<B86>==',
    'DefaultEndpointsProtocol=https;AccountName=x;AccountKey={v};EndpointSuffix=core.windows.net',
  ],
  ['azure sas', '<a42>%3D', 'https://x.blob.core.windows.net/c/f?sv=2022-11-02&sp=r&sig={v}'],
];

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (r: Random): string => {
  const body = `${url({ alg: 'HS256', typ: 'JWT' })}.${url({ sub: fill(r, '<d10>'), name: 'x', iat: 1_700_000_000 })}`;
  return `${body}.${createHmac('sha256', fill(r, '<a20>')).update(body).digest('base64url')}`;
};
const lines = (r: Random, count: number): string => Array.from({ length: count }, () => fill(r, '<B64>')).join('\n');
const block = (label: string): string => `-----BEGIN ${label}-----\n{v}\n-----END ${label}-----`;

const encoded: Kind[] = [
  {
    name: 'pem key',
    form: 'line',
    templates: ['RSA PRIVATE KEY', 'PRIVATE KEY', 'EC PRIVATE KEY'].map(block),
    value: (r) => lines(r, 6),
  },
  {
    name: 'openssh key',
    form: 'line',
    templates: [block('OPENSSH PRIVATE KEY')],
    value: (r) => `b3BlbnNzaC1rZXktdjEA${fill(r, '<B50>')}\n${lines(r, 4)}`,
  },
  { name: 'pgp key', form: 'line', templates: [block('PGP PRIVATE KEY BLOCK')], value: (r) => lines(r, 8) },
  {
    name: 'jwt',
    form: 'line',
    templates: [
      'Authorization: Bearer {v}',
      'jwt = "{v}"',
      'Cookie: session={v}; theme=dark',
      'The server answered {v} to me.',
      '{"id_token":"{v}"}',
    ],
    value: jwt,
  },
  {
    name: 'database url',
    form: 'line',
    templates: [
      'DATABASE_URL=postgres://{user}:{u}@{host}:5432/{name}',
      'mongodb+srv://{user}:{u}@{host}/{name}',
      'url: "mysql://{user}:{u}@{host}/{name}"',
      'redis://:{u}@{host}:6379/0',
      'amqp://{user}:{u}@{host}/',
    ],
  },
  {
    name: 'web url',
    form: 'shell',
    templates: [
      'git clone https://{user}:{p}@git.example.com/x/{name}.git',
      'curl https://{user}:{p}@{host}/api',
      'wget ftp://{user}:{p}@{host}/dump.gz',
    ],
  },
  {
    name: 'basic header',
    form: 'line',
    templates: [
      'Authorization: Basic {v}',
      '"authorization": "Basic {v}"',
      "curl -H 'Authorization: Basic {v}' https://x.example",
    ],
    value: (r) => b64(`admin:${password(r)}`),
  },
  {
    name: 'kubernetes data',
    form: 'line',
    templates: ['kind: Secret\ndata:\n  password: {v}', 'kind: Secret\ndata:\n  db-pass: {v}'],
    value: (r) => b64(plainPassword(r)),
  },
  {
    name: 'token in base64',
    form: 'line',
    templates: ['blob: {v}', 'echo {v} | base64 -d'],
    value: (r) => b64(`token=${fill(r, 'ghp_<a36>')}`),
  },
  {
    name: 'token in hex',
    form: 'line',
    templates: ['data: {v}', 'payload = "{v}"'],
    value: (r) => Buffer.from(fill(r, 'ghp_<a36>')).toString('hex'),
  },
  {
    name: 'percent encoding',
    form: 'line',
    templates: ['POST /login?user={user}&password={u}', 'grant_type=password&username={user}&password={u}'],
  },
];

/** About 85 kinds of secrets that machines make. */
export const MACHINE_KINDS: readonly Kind[] = [
  ...named,
  ...BY_CONTEXT.map(([name, pattern, ...templates]) => ({
    name,
    form: 'line' as Form,
    templates,
    value: (r: Random) => fill(r, pattern),
  })),
  ...encoded,
];
