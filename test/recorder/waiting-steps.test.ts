import { rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prov } from '../helpers/agent.ts';
import { withSite } from './site.ts';

test('an uncommitted line of a step that is not recorded yet is unknown while another process records, and not a person’s', () =>
  withSite(({ repo, prov: dir, agent }) => {
    agent.start().prompt('go').write('n.txt', 'n @a\n');
    const owners = (): string[] => {
      const { lines } = JSON.parse(prov(repo, 'blame', '--json', 'f.txt')) as { lines: { owner: string }[] };
      return lines.map(({ owner }) => owner);
    };
    repo.write('f.txt', 'one @human\ntwo @human\nthree @human\n');
    expect(owners().at(-1)).toBe('human');
    agent.edit('f.txt', 'two @human', 'deux @a').bash("echo 'four @a' >>f.txt");
    writeFileSync(join(dir, 'lock'), `${process.pid} ${hostname()}\n`);
    expect(owners()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    rmSync(join(dir, 'lock'));
    expect(owners()).toEqual(['unknown', 'agent', 'human', 'agent']);
  }));
