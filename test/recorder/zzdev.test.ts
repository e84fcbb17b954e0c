import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { NODE } from '../helpers/program/node.ts';
import { HOOK, ROOT, payload, withSite } from './site.ts';

const kinds: Record<string, (p: string) => void> = {
  fifo: (p) => execFileSync('mkfifo', [p]),
  'link to zero': (p) => symlinkSync('/dev/zero', p),
  'link to fifo': (p) => { execFileSync('mkfifo', [p + '.pipe']); symlinkSync(p + '.pipe', p); },
  zero: (p) => execFileSync('mknod', [p, 'c', '1', '5']),
  tty: (p) => symlinkSync('/dev/tty', p),
};
const LIMIT = 8;
for (const [kind, make] of Object.entries(kinds))
  test(kind, { timeout: 1_200_000 }, () => withSite(({ repo, agent }) => {
    const bad: string[] = [];
    const run = (label: string, cmd: string[], input = '') => {
      const t = Date.now();
      const d = spawnSync('timeout', ['-k', '1', String(LIMIT), ...cmd], { cwd: repo.dir, env: repo.env, input, maxBuffer: 1 << 28 });
      const s = (Date.now() - t) / 1000;
      if (d.status === 124 || d.status === 137 || s > 5) bad.push(`${label}: ${d.status} ${s.toFixed(1)}s`);
      else if (/\n\s+at |internal|Allocat|heap/.test(String(d.stderr))) bad.push(`${label}: ${String(d.stderr).slice(0, 300)}`);
      return d;
    };
    const prov = (...w: string[]) => run(w.join(' '), [NODE, join(ROOT, 'dist/git-prov.js'), ...w]);
    agent.start().prompt('go').write('n.txt', 'n @a\n');
    repo.commit('one');
    // a file of the work tree
    const x = join(repo.dir, 'x.txt');
    make(x);
    const h = (event: string, fields: object) => run(`hook ${event} ${JSON.stringify(fields).slice(0, 60)}`, ['sh', HOOK], payload(event, { cwd: repo.dir, ...fields }));
    let n = 0;
    for (const [tool, input] of [['Write', { file_path: x, content: 'x\n' }], ['Edit', { file_path: x, old_string: 'a', new_string: 'b' }], ['Read', { file_path: x }], ['Bash', { command: 'sh x.txt' }], ['Bash', { command: 'cat x.txt > y.txt' }], ['Bash', { command: 'node x.txt' }], ['Bash', { command: 'echo x > x.txt' }], ['Bash', { command: 'sed -i s/a/b/ x.txt' }], ['Bash', { command: 'npm test' }]] as const) {
      const id = `t${++n}`;
      h('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: id });
      h('PostToolUse', { tool_name: tool, tool_input: input, tool_use_id: id, tool_response: {} });
    }
    h('UserPromptSubmit', { prompt: 'x', transcript_path: x });
    h('Stop', { transcript_path: x });
    h('SessionStart', { transcript_path: x, source: 'resume' });
    h('SubagentStop', { transcript_path: x, agent_transcript_path: x });
    prov('status');
    run('git commit', ['git', 'commit', '-q', '--allow-empty', '-m', 'two']);
    for (const w of ['doctor', 'doctor --fix', 'blame x.txt', 'why x.txt:1', 'show x.txt', 'log', 'log -- x.txt', 'verify', 'context', 'context x.txt', 'list functions', 'list services', 'list tools', 'impact', 'trace file:x.txt', 'add memory hello --derived-from file:x.txt', 'add memory hello --derived-from file:x.txt:1-2', 'link file:x.txt explains file:n.txt', 'check', 'report', 'report --impact', 'stats', 'search go', 'sessions', 'review', 'behaviours', 'forget go', 'export json', 'import transcripts --dry-run', 'redact x.txt', 'reconcile', 'gc', 'verify-run --kind test --passed']) prov(...w.split(' '));
    rmSync(x);
    // settings of the work tree
    for (const name of ['.gitprov.toml', 'CODEOWNERS', '.github/CODEOWNERS', '.gitprov/allowed_signers', 'AGENTS.md', 'CLAUDE.md', 'package.json', 'Makefile', 'compose.yaml', 'Procfile', '.mcp.json', '.claude/settings.json', '.claude/settings.local.json', 'tsconfig.json', 'go.mod', 'Cargo.toml', 'pyproject.toml', 'package-lock.json', 'main.py', 'main.sh']) {
      const p = join(repo.dir, name);
      mkdirSync(dirname(p), { recursive: true });
      rmSync(p, { force: true });
      make(p);
      const was = bad.length;
      for (const w of ['status', 'doctor', 'list functions', 'list services', 'impact', 'check', 'behaviours', 'context', 'verify', 'report', 'init --agent claude-code']) prov(...w.split(' '));
      run('commit', ['git', 'commit', '-q', '--allow-empty', '-m', 'x']);
      h('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'npm test && make test && sh main.sh && python main.py' }, tool_use_id: `t${++n}`, tool_response: {} });
      prov('status');
      for (let i = was; i < bad.length; i++) bad[i] = `${name}: ${bad[i]}`;
      rmSync(p, { force: true });
      rmSync(`${p}.pipe`, { force: true });
    }
    console.log(`${kind}\n   ${bad.join('\n   ') || 'fine'}`);
  }));
