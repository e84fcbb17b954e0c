import { expect, test } from 'vitest';
import { prov } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { commit, SILENT, withSite } from './site.ts';

/** The owners of the lines of a file after a commit. */
const ownersIn = (repo: Parameters<typeof judge>[0], path: string): string[] =>
  judge(repo, path).map(({ text, owner }) => `${text} ${owner}`);

test('a file tool that reports another text than the file has: only what is in the file counts', () =>
  withSite(({ repo, agent }) => {
    agent.start().prompt('go');
    const input = { file_path: `${repo.dir}/f.txt`, content: 'one @human\ntwo @human\nall mine\n' };
    const id = agent.before('Write', input);
    repo.write('f.txt', 'one @human\ntwo @human\ntyped\n'); // by a person; the agent writes nothing
    agent.after('Write', input, id, { type: 'update', filePath: input.file_path, content: input.content });
    expect(commit(repo)).toEqual(SILENT);
    expect(ownersIn(repo, 'f.txt').at(-1)).not.toBe('typed a');
    expect(prov(repo, 'verify')).toContain('Valid');
  }));

test('a call that reports changes and made none owns no line', () =>
  withSite(({ repo, agent }) => {
    agent.start().prompt('go');
    repo.write('f.txt', 'one @human\ntwo @human\ntyped\n');
    const input = { file_path: `${repo.dir}/f.txt`, old_string: 'old', new_string: 'typed', replace_all: false };
    const id = agent.before('Edit', input);
    agent.after('Edit', input, id, { filePath: input.file_path, oldString: 'old', newString: 'typed' });
    expect(commit(repo)).toEqual(SILENT);
    expect(ownersIn(repo, 'f.txt').at(-1)).toBe('typed human');
  }));
