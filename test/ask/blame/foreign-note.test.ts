import { expect, test } from 'vitest';
import { withRepo } from '../../helpers/repo.ts';
import { prov } from '../../helpers/agent.ts';

// Like git's own t8008, with notes under our ref that are not ours.

const FORMATS = [
  '--abbrev=17',
  '--porcelain',
  '--line-porcelain',
  '--incremental',
  '-s',
  '-e',
  '-f',
  '-n',
  '-t',
  '-l',
  '-c',
];

test.each([
  ['the commit that is blamed', 'HEAD'],
  ['the commit before', 'HEAD~1'],
  ['a commit that wrote no line here', 'other'],
])('a foreign note on %s changes no format of blame', (_, at) =>
  withRepo({ files: { file: 'a\n' } }, (repo) => {
    repo.write('other', 'other\n');
    repo.commit('other');
    repo.git('tag', 'other');
    repo.git('rm', '-q', 'other');
    repo.write('file', 'a\nb\nc\nd\n');
    repo.commit('two');
    repo.git('notes', '--ref=provenance', 'add', '-m', 'not ours', at);
    for (const format of FORMATS)
      expect(prov(repo, 'blame', format, 'file')).toBe(repo.gitRaw(['blame', format, 'file']).toString());
  }),
);
