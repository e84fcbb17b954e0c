import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ROOT, withSite } from '../recorder/site.ts';
import { NODE } from '../helpers/program/node.ts';

const REF = 'refs/heads/entire/checkpoints/v1';
/** Checkpoints with transcripts of a megabyte each, so that the import is at work for a while. */
const CHECKPOINTS = 40;

test('an import of checkpoints that is killed with kill -9 leaves transcripts, which doctor finds and removes', () =>
  withSite(async ({ repo }) => {
    const folder = mkdtempSync(join(tmpdir(), 'git-prov-killed-'));
    const env = { ...repo.env, TMPDIR: folder };
    try {
      const prompt = {
        type: 'user',
        sessionId: 's',
        timestamp: '2026-01-01T00:00:00Z',
        message: { role: 'user', content: 'x'.repeat(1000) },
      };
      const line = `${JSON.stringify(prompt)}\n`;
      const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], line.repeat(1000)).toString().trim();
      const about = repo
        .gitRaw(['hash-object', '-w', '--stdin'], JSON.stringify({ session_id: 's', agent: 'Claude' }))
        .toString()
        .trim();
      const index = { ...repo.env, GIT_INDEX_FILE: join(folder, 'index') };
      const ids = Array.from({ length: CHECKPOINTS }, (_, i) => `a${i.toString(16).padStart(11, '0')}`);
      const before = { ...repo.env };
      Object.assign(repo.env, index);
      for (const id of ids)
        for (const [name, oid] of [
          ['metadata.json', about],
          ['full.jsonl', blob],
        ])
          repo.git('update-index', '--add', '--cacheinfo', `100644,${oid},${id.slice(0, 2)}/${id.slice(2)}/0/${name}`);
      repo.git('update-ref', REF, repo.git('commit-tree', repo.git('write-tree'), '-m', 'Checkpoints'));
      delete repo.env['GIT_INDEX_FILE'];
      Object.assign(repo.env, before);
      for (const id of ids) {
        repo.write('f.txt', `${id}\n`);
        repo.commit(`Work\n\nEntire-Checkpoint: ${id}`);
      }
      const child = spawn(NODE, [join(ROOT, 'dist/git-prov.js'), 'import', 'entire'], {
        cwd: repo.dir,
        env,
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
      const left = (): string[] =>
        readdirSync(folder).filter(
          (name) => name.startsWith(`git-prov-entire-${child.pid}-`) && readdirSync(join(folder, name)).length > 0,
        );
      while (left().length === 0 && child.exitCode === null) await wait(2);
      child.kill('SIGKILL');
      expect(await ended).toBe('SIGKILL');
      const [found] = left();
      expect(found).toBeDefined();
      // A process of its own: the temporary folder is the process's.
      const doctor = (...words: string[]): string => {
        const program = [join(ROOT, 'dist/git-prov.js'), 'doctor', ...words];
        return spawnSync(NODE, program, { cwd: repo.dir, env, encoding: 'utf8' }).stdout;
      };
      expect(doctor()).toContain(found);
      doctor('--fix');
      expect(left()).toEqual([]);
      expect(doctor()).not.toContain('git-prov-entire-');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }));
