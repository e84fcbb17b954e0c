import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeAt } from '../query/setup.ts';
import { prov } from '../helpers/agent.ts';
import { commit, type Site, withSite } from '../capture/site.ts';

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

test('what a step was given and gave is shown where it is kept, with nothing in it that moves the terminal', () =>
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

test('by default nothing is kept, and the hashes are told', () =>
  withSite((site) => {
    tell(site);
    expect(show(site, 2)).not.toContain('input');
    expect(JSON.parse(show(site, 2, '--json'))).toMatchObject({ input: { hash: sha256(INPUT), text: null } });
    expect(JSON.parse(show(site, 1, '--json'))).toMatchObject({ input: null });
  }));
