import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeAt } from '../../ask/setup.ts';
import { prov } from '../../helpers/agent.ts';
import { commit, type Site, withSite } from '../../recorder/site.ts';

const INPUT = JSON.stringify({ command: 'cat <<E\nfirst\n\tE', description: 'show\u001b[31m it' });
const OUTPUT = 'one\u202e\r\n\ttwo\n\n{"three": 3}\n';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A command, a change, and a commit. */
function tell({ repo, agent }: Site): void {
  const call = { tool_name: 'Bash', tool_use_id: 'b1', tool_input: JSON.parse(INPUT) as object };
  agent
    .start()
    .prompt('go')
    .send('PostToolUse', { ...call, tool_response: { stdout: OUTPUT } });
  agent.write('n.txt', 'x @a\n');
  commit(repo);
}

const show = ({ repo }: Site, n: number, ...args: string[]): string =>
  prov(repo, 'show', `node:${nodeAt('a', n)}`, ...args);

test("a step's input and output are shown where they are kept, with terminal escapes removed", () =>
  withSite((site) => {
    site.repo.git('config', 'prov.capture', 'full');
    tell(site);
    const text = show(site, 2);
    expect(text.slice(text.indexOf('\ninput\n'))).toBe(
      [
        '',
        'input',
        '  command:',
        '      cat <<E',
        '      first',
        '          E',
        '  description: show\\x1b[31m it',
        '',
        'output',
        '  one\\u{202e}',
        '      two',
        '',
        '  {"three": 3}',
        '',
      ].join('\n'),
    );
    expect(JSON.parse(show(site, 2, '--json'))).toMatchObject({
      schema: 'git-prov/show/1',
      input: { hash: sha256(INPUT), text: INPUT },
      output: { hash: sha256(OUTPUT), text: OUTPUT },
    });
    expect(JSON.parse(show(site, 1, '--json'))).toMatchObject({
      input: { hash: sha256('go'), text: 'go' },
      output: null,
    });
    rmSync(join(site.prov, 'contents'), { recursive: true });
    expect(show(site, 2)).not.toContain('output');
    expect(JSON.parse(show(site, 2, '--json'))).toMatchObject({ output: { hash: sha256(OUTPUT), text: null } });
  }));

test('why shows the first lines of the input of a change once, and its JSON all of it', () =>
  withSite((site) => {
    const { repo, agent } = site;
    repo.git('config', 'prov.capture', 'full');
    agent.start().prompt('go');
    agent.write('n.txt', `${Array.from({ length: 20 }, (_, i) => `line ${i}\u001b @a\n`).join('')}`);
    repo.write('n.txt', repo.read('n.txt').replace('line 3', 'line three @human'));
    commit(repo);
    const text = prov(repo, 'why', 'n.txt:1-20');
    expect(text.match(/^input$/gm)).toHaveLength(1);
    expect(text.slice(text.indexOf('\ninput\n'), text.indexOf('\noutput\n'))).toMatch(
      /\n {2}content:\n {6}line 0\\x1b @a\n(?: {6}line \d.*\n){4} {2}and 15 more lines\n$/,
    );
    const { answers, contents } = JSON.parse(prov(repo, 'why', '--json', 'n.txt:1-20')) as {
      answers: { input: string | null }[];
      contents: Record<string, string>;
    };
    expect(JSON.parse(contents[answers[0]!.input!]!)).toMatchObject({
      content: repo.read('n.txt').replace('line three @human', 'line 3'),
    });
    expect(answers.map(({ input }) => input)).toEqual([answers[0]!.input, null, answers[0]!.input]);
  }));

test('a command that commits before it ends is a single step: shown once, with its input', () =>
  withSite((site) => {
    const { repo, agent } = site;
    repo.git('config', 'prov.capture', 'full');
    const command = "echo 'x @a' > n.txt; git add -A; git commit -qm early; echo 'y @a' > m.txt; echo done";
    agent.start().prompt('go').bash(command);
    commit(repo);
    for (const shown of ['HEAD', 'HEAD~1', 'session:a']) {
      const tree = prov(repo, 'show', shown);
      expect(tree.match(/Commitment: echo/g)).toHaveLength(1);
      expect(tree).toContain(`[${nodeAt('a', 2)}]`);
    }
    const { nodes } = JSON.parse(prov(repo, 'sessions', 'a', '--json')) as { nodes: { id: string; detail: object }[] };
    const end = nodes.find(({ detail }) => 'continues' in (detail ?? {}))!;
    expect(show(site, 2)).toContain('output\n  done\n');
    expect(prov(repo, 'show', `node:${end.id}`)).toContain('output\n  done\n');
    expect(prov(repo, 'why', 'm.txt:1')).toContain('output\n  done\n');
  }));

test('by default no content is kept, and the hashes are shown', () =>
  withSite((site) => {
    tell(site);
    expect(show(site, 2)).not.toContain('input');
    expect(JSON.parse(show(site, 2, '--json'))).toMatchObject({ input: { hash: sha256(INPUT), text: null } });
    expect(JSON.parse(show(site, 1, '--json'))).toMatchObject({ input: null });
  }));
