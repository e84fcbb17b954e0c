import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const TOOLS = has('prettier') && has('lint-staged');

/** Text by an agent: single quotes, no semicolons, long lines. */
const CODE = `import { readFileSync } from 'node:fs'
const names = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jetty']
export const total = list => list.reduce((sum, one) => sum + one.price, 0)
export function describe(order, customer, options) {
    const {verbose, currency = 'EUR'} = options
    if (verbose && order.lines.length > 0 && customer.address !== undefined && customer.address.country === 'DE') {
        return \`\${customer.name}: \${total(order.lines)} \${currency}\`
    }
    return names.filter(name => name !== customer.name).map(name => name.toUpperCase()).join(', ')
}
export const load = file => JSON.parse(readFileSync(file, 'utf8'))
export default { total, describe, load }
`;
const PERSON = 'const typed = "by the person"';

function prepare(repo: TestRepo): TestAgent {
  enable(repo);
  repo.write('.git/hooks/pre-commit', '#!/bin/sh\nexec lint-staged --quiet\n'.replaceAll('\\\n', '\n'), 0o755);
  return new TestAgent(repo, 'a').start().prompt('write it');
}

const FILES = {
  'package.json': '{ "lint-staged": { "*.js": "prettier --write" }, "prettier": { "singleQuote": false } }\n',
};

/** The owners of non-empty lines, by name. */
function tally(repo: TestRepo): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { text, owner } of judge(repo, 'shop.js')) if (/\w/.test(text)) counts[owner] = (counts[owner] ?? 0) + 1;
  return counts;
}

test.runIf(TOOLS)('lint-staged with prettier on PATH: a person commits, and the agent’s lines stay the agent’s', () =>
  withRepo({ files: FILES }, (repo) => {
    const a = prepare(repo);
    a.write('shop.js', CODE);
    repo.commit('by a person');
    expect(repo.read('shop.js')).not.toBe(CODE);
    expect(Object.keys(tally(repo))).toEqual(['a']);
    expect(judge(repo, 'shop.js')[0]!.evidence).toBe('reformatted');
  }),
);

test.runIf(TOOLS)('lint-staged with prettier on PATH: the agent commits', () =>
  withRepo({ files: FILES }, (repo) => {
    prepare(repo).write('shop.js', CODE).bash('git add -A && git commit -qm "by the agent"');
    expect(repo.read('shop.js')).not.toBe(CODE);
    expect(Object.keys(tally(repo))).toEqual(['a']);
  }),
);

test.runIf(TOOLS)('lint-staged with prettier on PATH: a line that the person typed before stays the person’s', () =>
  withRepo({ files: FILES }, (repo) => {
    prepare(repo).write('shop.js', CODE);
    repo.write('shop.js', repo.read('shop.js').replace('export default', `${PERSON}\nexport default`));
    repo.write('shop.js', repo.read('shop.js').replace("currency = 'EUR'", "currency = 'USD'"));
    repo.commit('by a person');
    const lines = judge(repo, 'shop.js');
    expect(
      lines.filter(({ text }) => text.includes('typed') || text.includes('USD')).map(({ owner }) => owner),
    ).toEqual(['human', 'human']);
    expect(tally(repo)['human']).toBe(2);
  }),
);

test('a formatter that changes quotes, semicolons and wrapping keeps the agent’s lines', () =>
  withRepo({ files: { 'f.txt': 'x\n' } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('write it');
    a.write('shop.js', "const a = 'one'\nrun(a, 'two', list.map(x => x + 1))\nexport default a\n");
    repo.write('shop.js', 'const a = "one";\nrun(\n  a,\n  "two",\n  list.map((x) => x + 1),\n);\nexport default a;\n');
    repo.commit('by a person');
    expect(Object.keys(tally(repo))).toEqual(['a']);
  }));

test('a line that a formatter joins of lines of the agent and one of a person is not the agent’s', () =>
  withRepo({ files: { 'f.txt': 'x\n' } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('write it');
    a.write('shop.js', "register(\n  'first of all',\n  'second of all',\n  'the last');\nrun(register);\n");
    repo.write('shop.js', repo.read('shop.js').replace("  'second", "  mine,\n  'second"));
    a.bash('true');
    repo.write('shop.js', "register('first of all', mine, 'second of all', 'the last');\nrun(register);\n");
    repo.commit('by a person');
    expect(judge(repo, 'shop.js').map(({ owner }) => owner)).toEqual(['unsure', 'a']);
  }));

test('the pieces of a person’s line that an agent wraps to add a word stay the person’s', () =>
  withRepo({ files: { 'f.txt': 'register(firstOne, secondOne, thirdOne);\nlet last = 5;\n' } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('register one more');
    const wrapped = 'register(\n  firstOne,\n  secondOne,\n  oneMore,\n  thirdOne,\n);';
    a.edit('f.txt', 'register(firstOne, secondOne, thirdOne);', wrapped);
    repo.commit('by a person');
    const owners = Object.fromEntries(judge(repo, 'f.txt').map(({ text, owner }) => [text.trim(), owner]));
    expect(owners['oneMore,']).toBe('a');
    for (const text of ['register(', 'firstOne,', 'secondOne,', 'thirdOne,']) expect(owners[text]).toBe('human');
  }));

test('a line of an agent with words of a person’s line that lost other words is the agent’s', () =>
  withRepo({ files: { 'f.txt': 'alphaOne betaTwo gammaThree deltaFour\nlast line\n' } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('write it anew');
    a.edit('f.txt', 'alphaOne betaTwo gammaThree deltaFour', 'alphaOne betaTwo\nnewWord\ngammaThree\notherWord');
    repo.commit('by a person');
    const owners = Object.fromEntries(judge(repo, 'f.txt').map(({ text, owner }) => [text, owner]));
    expect(owners).toMatchObject({ 'alphaOne betaTwo': 'a', newWord: 'a', otherWord: 'a' });
  }));
