import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../helpers/judge.ts';
import { tell } from '../harm/damage.ts';
import { commit, left, settled, SILENT, withSite } from './site.ts';

// A power cut or a bad disk can damage any file of the private folder.

test.each<[string, (file: string) => void]>([
  ['empty', (file) => truncateSync(file, 0)],
  ['cut', (file) => truncateSync(file, statSync(file).size >> 1)],
  ['with bytes behind it', (file) => void [chmodSync(file, 0o644), appendFileSync(file, 'more')]],
  ['a folder', (file) => void [rmSync(file), mkdirSync(file)]],
])(
  'a damaged object of a snapshot (%s): recording continues, and no line of the agent becomes a person’s',
  (_, damage) =>
    withSite(({ repo, prov, agent }) => {
      agent.start().prompt('go').write('n.txt', 'one @a\n').bash("printf 'two @a\\n' >> n.txt");
      tell({ repo }, ['status']);
      agent.bash("printf 'x @a\\n' > x.txt");
      const objects = join(prov, 'objects');
      for (const prefix of readdirSync(objects).filter((name) => name.length === 2))
        for (const name of readdirSync(join(objects, prefix))) damage(join(objects, prefix, name));
      agent.bash("printf 'three @a\\n' >> n.txt").write('m.txt', 'four @a\n');
      expect(commit(repo)).toEqual(SILENT);
      const owners = ['n.txt', 'x.txt', 'm.txt'].flatMap((path) => judge(repo, path).map(({ owner }) => owner));
      expect(owners.filter((owner) => owner !== 'a' && owner !== 'unsure')).toEqual([]);
      expect(owners.at(-1)).toBe('a');
      expect(left(prov).faults.join('\n')).toContain('was damaged and is removed');
      expect(left(prov).waiting).toEqual([]);
    }),
);

test('the damaged text that a file tool wrote, after the state was lost: its lines are unknown, and no person’s', () =>
  withSite(({ repo, prov, agent }) => {
    agent.start().prompt('go').bash("printf 'one @a\\n' > f.txt");
    commit(repo, 'one');
    rmSync(join(prov, 'state.json'));
    agent.write('n.txt', 'two @a\n');
    settled(prov);
    const id = repo.git('hash-object', 'n.txt');
    const file = join(prov, 'objects', id.slice(0, 2), id.slice(2));
    const bytes = readFileSync(file);
    rmSync(file);
    writeFileSync(file, bytes.fill(0, bytes.length >> 1));
    tell({ repo }, ['status']); // reads the events before git writes the text again
    expect(commit(repo, 'two')).toEqual(SILENT);
    expect(judge(repo, 'n.txt').map(({ owner }) => owner)).toEqual(['unsure']);
  }));

test.each([0, 0.6])('a ledger cut to %d: verify reports a gap, and no fault', (part) =>
  withSite(({ repo, prov, agent }) => {
    agent.start().prompt('go').write('n.txt', 'one @a\n');
    commit(repo, 'one');
    const file = join(prov, 'sessions/a.jsonl');
    truncateSync(file, Math.floor(statSync(file).size * part));
    agent.prompt('more').write('m.txt', 'two @a\n');
    expect(commit(repo, 'two')).toEqual(SILENT);
    const { code, text } = tell({ repo }, ['verify']);
    expect(text).toMatch(/gap .*this clone lost lines of it in 1 place/);
    expect(code).toBe(0);
  }),
);
