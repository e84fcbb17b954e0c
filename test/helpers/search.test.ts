import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withRepo } from './repo.ts';
import { filesWith, objectsWith } from './search.ts';

test('a text is found in a file, deflated, and in a name; a file that disappears meanwhile contains nothing', () =>
  withRepo({}, ({ dir }) => {
    writeFileSync(join(dir, 'plain'), 'a secret here');
    writeFileSync(join(dir, 'deflated'), deflateSync('a secret here'));
    writeFileSync(join(dir, 'named secret'), '');
    writeFileSync(join(dir, 'other'), 'nothing');
    // The list of files has it, and reading it fails as for a lock that was removed.
    symlinkSync('missing', join(dir, 'lock'));
    expect(filesWith(dir, ['secret'], /^\.git/)).toEqual(['deflated', 'named secret', 'plain']);
    rmSync(join(dir, 'plain'));
    expect(filesWith(dir, ['secret'], /^\.git|^named/)).toEqual(['deflated']);
  }));

test('an object with a text is found, loose and packed, and only where a revision reaches it', () =>
  withRepo({ files: { 'f.txt': 'a secret here\n', g: 'nothing\n' } }, (repo) => {
    const secret = repo.oid('HEAD:f.txt');
    repo.git('rm', '-q', 'f.txt');
    repo.commit('without');
    const gitDir = join(repo.dir, '.git');
    const find = (text: string, ...revisions: string[]): string[] => objectsWith(gitDir, [text], ...revisions);
    expect([find('secret'), find('secret', 'HEAD'), find('absent')]).toEqual([[secret], [secret], []]);
    expect([find('nothing', 'HEAD'), find('nothing', 'HEAD', '^HEAD~')]).toEqual([[repo.oid('HEAD:g')], []]);
    expect(find('without', 'HEAD')).toEqual([repo.oid('HEAD')]);
    repo.git('gc', '-q');
    expect(find('secret')).toEqual([secret]);
  }));
