import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enable, prov } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

describe('entries about packages, folders, services and tools', () => {
  let repo: TestRepo;
  let decision: string;
  const ask = (...args: string[]): string => prov(repo, ...args);
  const say = (...args: string[]): string => (JSON.parse(ask(...args, '--json')) as { node: string }).node;
  const commit = (): void => {
    repo.write('other.txt', `${Math.random()}\n`);
    repo.commit('Record it');
  };

  beforeAll(() => {
    repo = makeRepo({
      files: {
        'package.json': '{"dependencies": {"left-pad": "1.0.0"}}\n',
        'packages/db/package.json': '{"name": "db"}\n',
        'src/a.js': "import { Base } from 'left-pad';\nexport class Baz extends Base {}\n",
        'src/a.py': 'from left_pad import Base\nclass Baz(Base):\n    pass\n',
        'compose.yaml': 'services:\n  web: {image: x}\n  db: {image: postgres}\n',
        'ops/compose.yaml': 'services:\n  web: {image: x}\n',
        '.mcp.json': '{"mcpServers": {"gh": {"command": "gh-mcp"}}}\n',
      },
    });
    enable(repo);
    decision = say('decide', 'Pad with what is there');
    commit();
  });
  afterAll(() => repo.cleanup());

  test.each([
    ['external:npm/left-pad', 'external:npm/left-pad'],
    ['module:packages/db', 'module:packages/db'],
    ['service:db', 'service:compose.yaml#db'],
    ['service:compose.yaml#web', 'service:compose.yaml#web'],
    ['tool:gh', 'tool:.mcp.json#gh'],
  ])('a decision explains %s until the link is removed', (named, whole) => {
    ask('link', decision, 'explains', named);
    commit();
    expect(ask('trace', named)).toMatch(/about it +Pad with what is there \[decision:/);
    expect(ask('trace', decision)).toContain(whole.slice(whole.indexOf(':') + 1).replace(/^(.*)#(.*)$/, '$2 in $1'));
    expect(ask('evidence', whole)).toContain(`Evidence for ${whole} `);
    ask('link', decision, 'explains', whole, '--remove');
    commit();
    expect(ask('trace', named)).not.toContain('about it');
  });

  test('the id that answers show for it leads to what was recorded', () => {
    ask('link', decision, 'explains', 'external:npm/shown');
    ask('link', decision, 'explains', 'module:packages/db');
    ask('link', decision, 'explains', 'tool:gh');
    commit();
    const ids = [...ask('trace', decision).matchAll(/(?:external|module|tool):[0-9a-f]+-0/g)].map(([id]) => id);
    expect(ids).toHaveLength(3);
    for (const id of ids) {
      expect(ask('trace', id)).toMatch(new RegExp(`^Lineage for ${id} [^]*Pad with what is there`));
      expect(ask('evidence', id)).toContain(`Evidence for ${id} `);
      ask('link', decision, 'explains', id, '--remove');
    }
    commit();
    expect(() => ask('trace', 'tool:0123abcd-0')).toThrow('is not a known commit, session or node');
  });

  test('two links to a package lead to one node, and one may be about a package that is not used', () => {
    const other = say('add', 'constraint', 'Never use moment', '--derived-from', 'external:npm/moment');
    ask('link', decision, 'explains', 'external:npm/moment');
    commit();
    expect(ask('trace', 'external:npm/moment')).toMatch(/about it +(?:.*\n +)*Never use moment/);
    expect(ask('trace', 'external:npm/moment')).toContain('Pad with what is there');
    expect(ask('trace', other)).toMatch(/external:[0-9a-f]+-0 .*"npm\/moment"/);
  });

  test('a link that extends a package warns, unless the language has multiple inheritance', () => {
    const { warnings } = JSON.parse(ask('link', 'type:src/a.js#Baz', 'extends', 'external:npm/left-pad', '--json')) as {
      warnings: string[];
    };
    expect(warnings).toEqual([
      'type:src/a.js#Baz extends external:npm/left-pad from outside, but the language of src/a.js has no multiple inheritance.',
    ]);
    const python = JSON.parse(
      ask('link', 'type:src/a.py#Baz', 'extends', 'external:pypi/left-pad', '--json'),
    ) as object;
    expect(python).not.toHaveProperty('warnings');
    commit();
    for (const command of ['status', 'verify']) expect(ask(command)).toContain('from outside');
    expect(ask('verify')).toContain(`edges: ${warnings[0]}`);
    ask('link', 'type:src/a.js#Baz', 'extends', 'external:npm/left-pad', '--remove');
    commit();
    expect(ask('status')).not.toContain('from outside');
  });

  test.each([
    ['external:x y', "'external:x y' names no package and no data."],
    ['external:left-pad', "'external:left-pad' names no package and no data."],
    ['module:nowhere', "'module:nowhere' is not a folder of this work tree."],
    ['module:..', '".." is not in this repository.'],
    ['service:nowhere', 'There is no service "nowhere" here.'],
    ['service:web', "'service:web' could mean several things."],
  ])('%s is refused', (named, words) => {
    expect(() => ask('link', decision, 'explains', named)).toThrow(words);
  });

  test('a secret in the name of a package is redacted', () => {
    const secret = `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`;
    const claim = say('add', 'claim', 'It is there', '--derived-from', `external:npm/${secret}`);
    commit();
    expect(ask('trace', claim)).toContain('external:');
    expect(repo.git('notes', '--ref', 'provenance', 'show')).not.toContain(secret);
    expect(ask('trace', claim, '--json')).not.toContain(secret);
  });
});
