import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withRepo } from './repo.ts';
import { filesWith } from './search.ts';

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
