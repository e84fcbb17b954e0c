import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { abandonedCheckpointFolders, makeCheckpointFolder } from '../../src/git/repository/checkpoint-folders.ts';
import { withSite } from '../recorder/site.ts';
import { run } from '../trust/signed.ts';

/** The id of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('doctor finds and removes transcripts left by a killed import; those of a running one stay', () =>
  withSite(async ({ repo }) => {
    const left = join(tmpdir(), `git-prov-entire-${endedPid()}-abc`);
    const link = join(tmpdir(), `git-prov-entire-${endedPid()}-link`);
    mkdirSync(left);
    writeFileSync(join(left, '0.jsonl'), 'a transcript');
    symlinkSync(repo.dir, link);
    const running = makeCheckpointFolder();
    try {
      expect(abandonedCheckpointFolders()).toContain(left);
      expect(abandonedCheckpointFolders()).not.toContain(running);
      expect(abandonedCheckpointFolders()).not.toContain(link);
      expect(run(repo, 'doctor').out).toContain(left);
      run(repo, 'doctor', '--fix');
      expect([left, running, link, repo.dir].map((path) => existsSync(path))).toEqual([false, true, true, true]);
    } finally {
      for (const path of [left, link, running]) rmSync(path, { recursive: true, force: true });
    }
  }));
