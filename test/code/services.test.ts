import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { McpTool, Service } from '../../src/code/services/service.ts';
import { servicesOf, toolsOf } from '../../src/code/services/services-of.ts';
import type { TreeTexts } from '../../src/code/tree-view.ts';

const textsOf = (files: Readonly<Record<string, string>>): TreeTexts => ({
  paths: new Set(Object.keys(files)),
  texts: async (paths) => new Map(paths.flatMap((path) => (path in files ? [[path, files[path]!] as const] : []))),
});

const services = (files: Readonly<Record<string, string>>): Promise<Service[]> => servicesOf(textsOf(files));
const tools = (files: Readonly<Record<string, string>>): Promise<McpTool[]> => toolsOf(textsOf(files));

/** What a service always has. */
const PLAIN = { ports: [], hosts: [], dependsOn: [], secrets: [] };

test('a compose file gives its services, in its long and short forms', async () => {
  const found = await services({
    'deploy/compose.yaml': `x-common: &common
  user: "1000:1000"
services:
  db:
    image: postgres:16
    expose: [5432]
    environment:
      POSTGRES_PASSWORD: hunter2hunter2
      POSTGRES_DB: shop
  web:
    <<: *common
    build: {context: ./web}
    entrypoint: ["node", "server.js"]
    command: --port 8080
    ports:
      - "127.0.0.1:80:8080"
      - {target: 9090, published: "9000"}
    depends_on: {db: {condition: service_healthy}}
    links: ["db:database"]
    labels: ["traefik.http.routers.web.rule=Host(\`shop.example\`) && PathPrefix(\`/\`)"]
    secrets: [stripe, {source: mail, target: smtp}]
    environment: ["API_TOKEN=abc", "MODE=live"]
`,
    'docker-compose.override.yml': 'services:\n  db:\n    command: postgres -c log_statement=all\n',
  });
  expect(found).toEqual([
    {
      ...PLAIN,
      name: 'db',
      path: 'deploy/compose.yaml',
      line: 4,
      source: 'compose',
      image: 'postgres:16',
      ports: ['5432'],
      secrets: ['POSTGRES_PASSWORD'],
    },
    {
      name: 'web',
      path: 'deploy/compose.yaml',
      line: 10,
      source: 'compose',
      command: 'node server.js --port 8080',
      image: './web',
      user: '1000:1000',
      ports: ['127.0.0.1:80:8080', '9000:9090'],
      hosts: ['shop.example'],
      dependsOn: ['db'],
      secrets: ['stripe', 'mail', 'API_TOKEN'],
    },
    {
      ...PLAIN,
      name: 'db',
      path: 'docker-compose.override.yml',
      line: 2,
      source: 'compose',
      command: 'postgres -c log_statement=all',
    },
  ]);
  expect(JSON.stringify(found)).not.toContain('hunter2');
});

test('manifests of Kubernetes give workloads, with the ports and hosts of what exposes them', async () => {
  const found = await services({
    'k8s/app.yml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
  namespace: shop
spec:
  template:
    metadata: {labels: {app: api, tier: front}}
    spec:
      securityContext: {runAsUser: 1001}
      imagePullSecrets: [{name: registry}]
      initContainers:
        - name: migrate
          env: [{name: URL, valueFrom: {secretKeyRef: {name: db, key: url}}}]
      containers:
        - name: api
          image: shop/api:3
          command: [api]
          args: [--serve]
          ports: [{containerPort: 8080}]
          envFrom: [{secretRef: {name: api-env}}]
      volumes: [{name: tls, secret: {secretName: api-tls}}]
---
apiVersion: v1
kind: Service
metadata: {name: api-front, namespace: shop}
spec:
  selector: {app: api}
  ports: [{port: 80, targetPort: 8080}]
`,
    'k8s/ingress.yaml': `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: edge, namespace: shop}
spec:
  rules:
    - host: api.shop.example
      http: {paths: [{path: /, backend: {service: {name: api-front, port: {number: 80}}}}]}
`,
    'k8s/other.yaml': `apiVersion: v1
kind: List
items:
  - {apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly}, spec: {jobTemplate: {spec: {template: {metadata: {labels: {app: api}}, spec: {containers: [{name: n, image: n}]}}}}}}
`,
    'values.yaml': 'image: {tag: 3}\n',
  });
  expect(found).toEqual([
    {
      name: 'api',
      path: 'k8s/app.yml',
      line: 4,
      source: 'kubernetes',
      command: 'api --serve',
      image: 'shop/api:3',
      user: '1001',
      ports: ['80:8080', '8080'],
      hosts: ['api-front', 'api.shop.example'],
      dependsOn: [],
      secrets: ['db/url', 'api-env', 'api-tls', 'registry'],
    },
    // In another namespace the labels are the same, and nothing exposes it.
    { ...PLAIN, name: 'nightly', path: 'k8s/other.yaml', line: 1, source: 'kubernetes', image: 'n' },
  ]);
});

test('units of systemd give services, with the ports of their sockets', async () => {
  const found = await services({
    'units/shop.service': `# the shop
[Unit]
Description=Shop
Requires=postgresql.service network.target
Wants=cache.service
Wants=

[Service]
User=shop
ExecStart=/usr/bin/node \\
  server.js
Environment="DB_PASSWORD=x" MODE=live
LoadCredential=stripe:/etc/stripe
`,
    'units/web.socket': '[Socket]\nListenStream=0.0.0.0:80\nListenStream=[::]:80\nService=shop.service\n',
    'units/job@.service': '[Service]\nExecStart=/bin/first\nExecStart=\nExecStart=/bin/second\n',
  });
  expect(found).toEqual([
    { ...PLAIN, name: 'job@', path: 'units/job@.service', line: 1, source: 'systemd', command: '/bin/second' },
    {
      name: 'shop',
      path: 'units/shop.service',
      line: 8,
      source: 'systemd',
      command: '/usr/bin/node    server.js',
      user: 'shop',
      ports: ['0.0.0.0:80', '[::]:80'],
      hosts: [],
      dependsOn: ['postgresql'],
      secrets: ['stripe', 'DB_PASSWORD'],
    },
  ]);
});

test('a Procfile gives one service a line', async () => {
  expect(
    await services({ Procfile: 'web: node server.js -p $PORT\r\n# no\nworker:   node work.js\nbroken\n' }),
  ).toEqual([
    {
      ...PLAIN,
      name: 'web',
      path: 'Procfile',
      line: 1,
      source: 'procfile',
      command: 'node server.js -p $PORT',
      ports: ['$PORT'],
    },
    { ...PLAIN, name: 'worker', path: 'Procfile', line: 3, source: 'procfile', command: 'node work.js' },
  ]);
});

test('settings of agents give MCP servers, with names of secrets and without their values', async () => {
  const found = await tools({
    '.mcp.json': `{
  // servers
  "mcpServers": {
    "github": {"command": "npx", "args": ["-y", "server-github"], "env": {"GITHUB_TOKEN": "ghp_value"}},
    "search": {"type": "http", "url": "https://search.example:8443/mcp?key=abc", "headers": {"Authorization": "Bearer abc"}},
  }
}`,
    '.vscode/mcp.json': '{"servers": {"db": {"command": "db", "args": ["--key", "${input:db-key}"]}}}',
    'opencode.json': '{"mcp": {"local": {"type": "local", "command": ["bun", "x"], "environment": {"A": "1"}}}}',
    '.codex/config.toml':
      'model = "x"\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["docs"]\n[mcp_servers.docs.env]\nKEY = "v"\n[mcp_servers.web]\nurl = "https://web.example/mcp"\nbearer_token_env_var = "WEB_TOKEN"\n',
    'src/mcp.json': '{"mcpServers": {"no": {"command": "no"}}}',
  });
  expect(found).toEqual([
    { name: 'docs', path: '.codex/config.toml', line: 2, command: 'npx docs', secrets: ['KEY'] },
    { name: 'web', path: '.codex/config.toml', line: 7, host: 'web.example', secrets: ['WEB_TOKEN'] },
    { name: 'github', path: '.mcp.json', line: 4, command: 'npx -y server-github', secrets: ['GITHUB_TOKEN'] },
    { name: 'search', path: '.mcp.json', line: 5, host: 'search.example:8443', secrets: ['Authorization'] },
    { name: 'db', path: '.vscode/mcp.json', line: 1, command: 'db --key ${input:db-key}', secrets: ['db-key'] },
    { name: 'local', path: 'opencode.json', line: 1, command: 'bun x', secrets: ['A'] },
  ]);
});

test('a password in a command is not shown', async () => {
  const [web] = await services({ Procfile: 'web: mysql -u root -pSommer2026Blau shop\n' });
  expect(web!.command).toContain('mysql -u root');
  expect(web!.command).not.toContain('Sommer2026Blau');
});

test('a file that expands to a very large one, a broken or a foreign one defines no services', async () => {
  const laughs = Array.from({ length: 12 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(i === 0 ? 0 : 9)}x]`);
  const found = await services({
    'compose.yaml': `${laughs.join('\n')}\nservices: {web: {image: x, ports: *a11}}\n`,
    'compose.dev.yaml': 'services: [\n',
    'compose.list.yaml': '- services\n',
    'chart/templates/app.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Values.name }}\n{{- if .x }}\n',
    'compose.large.yaml': `services: {big: {image: x}}\n#${'x'.repeat(1024 * 1024)}`,
    'null.service': '',
  });
  expect(found.map(({ path }) => path)).toEqual(['null.service']);
  expect(await tools({ '.mcp.json': '{"mcpServers": [1, {"a": 1}]}', 'a/.mcp.json': 'no' })).toEqual([]);
});

test('no text makes the readers fail', async () => {
  const words = [
    'services:',
    '\n',
    '  ',
    'a:',
    '[',
    '{',
    '"',
    '- ',
    '&x',
    '*x',
    '<<:',
    'apiVersion: v1',
    'kind: Pod',
    '---',
    'null',
    '[Service]',
    '=',
  ];
  const text = fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(''));
  const paths = fc.constantFrom(
    'compose.yaml',
    'a.yml',
    'Procfile',
    'a.service',
    'a.socket',
    '.mcp.json',
    '.codex/config.toml',
  );
  await fc.assert(
    fc.asyncProperty(paths, text, async (path, content) => {
      for (const one of [...(await services({ [path]: content })), ...(await tools({ [path]: content }))])
        expect(one.line).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});
