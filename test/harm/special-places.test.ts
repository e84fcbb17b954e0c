import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NODE } from '../helpers/program/node.ts';
import { HOOK, payload, ROOT, settled, type Site, withSite } from '../recorder/site.ts';
import { beginWork, tell } from './damage.ts';

const KIND = process.env['KIND'] ?? 'pipe';
const SHELL = process.env['SH'] ?? 'sh';
function put(path: string): void {
  const isFolder = existsSync(path) && lstatSync(path).isDirectory();
  rmSync(path, { recursive: true, force: true });
  if (KIND === 'pipe') spawnSync('mkfifo', [path]);
  else if (KIND === 'device') spawnSync('mknod', [path, 'c', '1', '5']);
  else if (isFolder) writeFileSync(path, 'x\n');
  else mkdirSync(join(path, 'x'), { recursive: true });
}

function run(site: Site, words: string[], input = ''): string {
  const began = Date.now();
  const done = spawnSync(words[0]!, words.slice(1), { cwd: site.repo.dir, env: site.repo.env, input, encoding: 'utf8', timeout: 12000, killSignal: 'SIGKILL' });
  return `${done.status === null ? 'KILLED' : String(done.status)} ${Date.now() - began > 4900 ? `${Date.now() - began}ms` : ''} ${`${done.stdout}${done.stderr}`.trim().split('\n').filter((l) => /git.prov|pipe|device|folder|error|problem|No problem/i.test(l)).slice(0, 3).join(' | ').slice(0, 200)}`;
}

test('explore', { timeout: 3_000_000 }, () =>
  withSite((site) => {
    beginWork(site);
    const program = join(ROOT, 'dist/git-prov.js');
    for (const w of [['decide', 'x', '-m', 'y'], ['log'], ['status']]) tell(site, w);
    const step = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 't1', cwd: site.repo.dir };
    site.agent.prompt('again').bash('echo x > q.txt');
    settled(site.prov);
    const backup = join(site.repo.home, 'backup');
    cpSync(site.prov, backup, { recursive: true });
    const all = readdirSync(backup, { recursive: true, encoding: 'utf8' }).filter((p) => !/^objects\/../.test(p) && !/^(hooks|configured)\/./.test(p));
    all.push('active', 'attempts.json', 'lock', 'faults.log', 'spool/kept', 'setup', 'start-missed', 'hook-failed', 'waiting.json', 'held.json', 'turn', 'staged', 'staged.new', 'sent', 'signed', 'counted.json', 'code', 'resting', 'wt/main/crowded', 'wt/main/said', 'wt/main/index.lock', 'forgetting.json', 'forgotten.json', 'places.json', 'runs', 'rewritten', 'vouched', 'cleared', 'behaviours', 'notice', 'lfs','knowledge');
    for (const place of [...new Set(all)].filter((p) => !process.env['ONLY'] || p.includes(process.env['ONLY']))) {
      rmSync(site.prov, { recursive: true });
      cpSync(backup, site.prov, { recursive: true, preserveTimestamps: true });
      put(join(site.prov, place));
      const out: string[] = [];
      site.repo.write('n.txt', `${String(Math.random())}\n`);
      for (const e of ['PreToolUse', 'PostToolUse']) out.push(run(site, [SHELL, HOOK], payload(e, step)));
      run(site, ['git', 'add', 'n.txt']);
      out.push('commit ' + run(site, ['git', 'commit', '-qm', 'x']));
      out.push('status ' + run(site, [NODE, program, 'status']));
      out.push('doctor ' + run(site, [NODE, program, 'doctor']));
      console.log(`${KIND} ${place}:\n   ${out.join('\n   ')}`);
    }
    expect(1).toBe(1);
  }));
