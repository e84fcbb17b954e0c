import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadState } from '../../../src/recorder/state/load-state.ts';
import { prov } from '../../helpers/agent.ts';
import { HOOK, hook, type Site, SILENT, withSite } from '../../recorder/site.ts';
import { HAS_SSH } from '../../trust/signed.ts';

/** The test machine may be busy, and the hook waits for only a second. */
const BUSY = { retry: 3 };

const event = (source: string, session = 'a', name = 'SessionStart'): string =>
  JSON.stringify({ session_id: session, transcript_path: '/nowhere/a.jsonl', cwd: '/', hook_event_name: name, source });

/** The text that the hook gives the agent's model at the start of a session. */
function told({ repo }: Site, source: string, session?: string): string {
  const { status, stdout, stderr } = hook(repo, event(source, session)) as typeof SILENT;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  if (stdout === '') return '';
  const said = JSON.parse(stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
  expect(said.hookSpecificOutput.hookEventName).toBe('SessionStart');
  return said.hookSpecificOutput.additionalContext;
}

/** Puts a program in place of Node, and returns the file that it creates when it runs. */
function instead({ repo }: Site, script: string): string {
  const [program, trace] = ['program', 'trace'].map((name) => join(repo.home, name)) as [string, string];
  writeFileSync(program, `#!/bin/sh\n: >'${trace}'\n${script}\n`, { mode: 0o755 });
  const runtime = join(repo.home, '.local/share/git-prov/runtime');
  const [, bundle] = readFileSync(runtime, 'utf8').split('\n');
  writeFileSync(runtime, `${program}\n${bundle!}\n`);
  return trace;
}

const marker = ({ prov: dir }: Site): string => readFileSync(join(dir, 'knowledge'), 'utf8');

describe('at the start of a session', () => {
  test("the agent gets a person's entries, and the record has their number of bytes and ids", BUSY, () =>
    withSite((site) => {
      const { node } = JSON.parse(prov(site.repo, 'add', 'constraint', 'Node 20', '--json')) as { node: string };
      const text = told(site, 'startup');
      expect(text).toBe(prov(site.repo, 'context'));
      prov(site.repo, 'sessions');
      const { nodes } = loadState(site.prov).sessions['a' as never]!;
      const bytes = Buffer.byteLength(text);
      expect(nodes).toMatchObject([
        {
          kind: 'exploration',
          tool: 'context',
          summary: `context ${bytes} bytes`,
          detail: { bytes, nodes: [node], left: 0 },
        },
      ]);
    }),
  );

  test('without entries no program is started, until one is added or HEAD moves elsewhere', BUSY, () =>
    withSite((site) => {
      expect(told(site, 'startup')).toBe('');
      expect(marker(site)).toBe('ref: refs/heads/main\n');
      site.repo.git('branch', 'side');
      const trace = instead(site, 'cat >/dev/null');
      expect(told(site, 'startup')).toBe('');
      expect(told(site, 'clear')).toBe('');
      expect(existsSync(trace)).toBe(false);
      site.repo.git('symbolic-ref', 'HEAD', 'refs/heads/side');
      expect(told(site, 'startup')).toBe('');
      expect(existsSync(trace)).toBe(true);
    }),
  );

  test('git lists no commits and no changed files before there are notes', BUSY, () =>
    withSite((site) => {
      const trace = join(site.repo.home, 'trace');
      site.repo.env['GIT_TRACE2_EVENT'] = trace;
      expect(told(site, 'startup')).toBe('');
      const asked = (): string[] =>
        [...readFileSync(trace, 'utf8').matchAll(/"(?:diff|rev-list)"/g)].map(([name]) => name);
      expect(asked()).toEqual([]);
      prov(site.repo, 'add', 'constraint', 'Node 20');
      rmSync(trace);
      expect(told(site, 'startup')).toContain('"Node 20"');
      expect(asked()).toContain('"diff"');
      delete site.repo.env['GIT_TRACE2_EVENT'];
    }),
  );

  test('a new entry is included at once', BUSY, () =>
    withSite((site) => {
      expect(told(site, 'startup')).toBe('');
      prov(site.repo, 'status');
      expect(marker(site)).not.toBe('');
      prov(site.repo, 'add', 'task', 'a task');
      expect(marker(site)).toBe('');
      expect(told(site, 'startup')).toContain('"a task"');
    }),
  );

  test.runIf(HAS_SSH)('signed words of other clones reach an agent once they are fetched and merged', BUSY, () =>
    withSite((site) => {
      const { repo } = site;
      const [remote, other] = [join(repo.home, 'remote.git'), { ...repo, dir: join(repo.home, 'other') }];
      repo.git('init', '-q', '--bare', '-b', 'main', remote);
      repo.git('remote', 'add', 'origin', remote);
      repo.git('push', '-q', '-u', 'origin', 'main');
      repo.git('clone', '-q', remote, other.dir);
      prov(other, 'init', '--agent', 'claude-code', '--sign');
      prov(other, 'add', 'constraint', 'Theirs');
      const git = (...args: string[]): string => repo.git('-C', other.dir, ...args);
      git('add', '.gitprov/allowed_signers');
      git('commit', '-q', '-m', 'theirs');
      git('push', '-q', 'origin', 'main');
      prov(repo, 'init', '--agent', 'claude-code');
      expect(told(site, 'startup')).toBe('');
      expect(marker(site)).not.toBe('');
      repo.git('fetch', '-q');
      prov(repo, 'status');
      expect(marker(site)).toBe('');
      expect(told(site, 'startup')).toBe('');
      expect(marker(site)).not.toBe('');
      repo.git('merge', '-q', '--ff-only', 'origin/main');
      prov(repo, 'status');
      expect(marker(site)).toBe('');
      expect(told(site, 'startup')).toContain('"Theirs"');
      // Only notes, on a commit that exists here.
      rmSync(join(site.prov, 'knowledge')); // as where an agent's hook has enabled the repository
      prov(other, 'add', 'memory', 'More of theirs', '--on', 'HEAD');
      prov(other, 'push');
      repo.git('fetch', '-q');
      prov(repo, 'status');
      expect(told(site, 'startup')).toContain('"More of theirs"');
    }),
  );

  test('entries without words are not worth an output', BUSY, () =>
    withSite((site) => {
      site.agent.prompt('x').edit('f.txt', 'one', 'two');
      site.repo.git('commit', '-qam', 'two');
      rmSync(join(site.prov, 'recorded')); // as in a clone that fetched the note
      rmSync(join(site.prov, 'graphs'), { recursive: true });
      rmSync(join(site.prov, 'sessions'), { recursive: true });
      rmSync(join(site.prov, 'state.json'));
      expect(prov(site.repo, 'context', '--for', 'f.txt')).toContain('(words not shown: only claimed)');
      expect(told(site, 'startup', 'b')).toBe('');
    }),
  );

  test('prov.context = off prints nothing, and starts no program', () =>
    withSite((site) => {
      prov(site.repo, 'add', 'constraint', 'Node 20');
      site.repo.git('config', 'prov.context', 'off');
      prov(site.repo, 'status'); // after a change of the configuration the hook has our git hooks checked
      const trace = instead(site, 'cat >/dev/null; echo said');
      expect(told(site, 'startup')).toBe('');
      expect(existsSync(trace)).toBe(false);
      site.repo.git('config', 'prov.context', 'on');
      hook(site.repo, event('startup'));
      expect(existsSync(trace)).toBe(true);
    }));

  test('the hook does not wait longer than a second', () =>
    withSite((site) => {
      prov(site.repo, 'add', 'constraint', 'Node 20');
      const trace = instead(site, 'exec sleep 20');
      const began = Date.now();
      expect(hook(site.repo, event('startup'))).toEqual(SILENT);
      expect(Date.now() - began).toBeLessThan(10_000);
      expect(existsSync(trace)).toBe(true);
    }));

  test.each(['SessionEnd', 'UserPromptSubmit'])('%s is not a session start, and prints nothing', (name) =>
    withSite((site) => {
      prov(site.repo, 'add', 'constraint', 'Node 20');
      const trace = instead(site, 'cat >/dev/null; echo said');
      expect(hook(site.repo, event('startup', 'a', name))).toEqual(SILENT);
      expect(existsSync(trace)).toBe(false);
    }),
  );
});

describe('a resumed session', () => {
  test('gets only new entries', BUSY, () =>
    withSite((site) => {
      prov(site.repo, 'add', 'constraint', 'Node 20');
      expect(told(site, 'startup')).toContain('Node 20');
      site.agent.prompt('x');
      expect(told(site, 'resume')).toBe('');
      prov(site.repo, 'add', 'memory', 'It is new');
      const text = told(site, 'resume');
      expect(text).toContain('It is new');
      expect(text).not.toContain('Node 20');
      expect(text).not.toContain('Session Provenance');
      expect(told(site, 'resume')).toBe('');
    }),
  );

  test('gets its own summary, and everything again, after a compaction', BUSY, () =>
    withSite((site) => {
      prov(site.repo, 'add', 'constraint', 'Node 20');
      expect(told(site, 'startup')).toContain('Node 20');
      site.agent.prompt('Make it two').read('f.txt').edit('f.txt', 'one', 'two');
      const text = told(site, 'compact');
      expect(text).toContain(
        '## Session Provenance (4 nodes)\n\n### Goals\n- Make it two\n\n### Decisions\n- Read f.txt → edit f.txt\n',
      );
      expect(text).toContain('"Node 20"');
      site.agent.send('PostCompact', { trigger: 'auto', compact_summary: 'x' });
      expect(told(site, 'resume')).toBe('');
    }),
  );

  test('gets its own work after a compaction, even without any entry', BUSY, () =>
    withSite((site) => {
      site.agent.prompt('Make it two');
      expect(told(site, 'compact')).toContain('- Make it two');
    }),
  );
});

describe('a prepared context', () => {
  const HANGS = 'exec sleep 20';
  /** The output of an agent's hook, while Node takes longer than an agent waits. */
  const start = ({ repo }: Site, agent: string, session: string): string =>
    spawnSync('sh', [HOOK, agent], {
      cwd: repo.dir,
      env: repo.env,
      input: event('startup', session),
    }).stdout.toString();

  test('is printed without a program after an entry was added, and recorded as given', () =>
    withSite((site) => {
      const { node } = JSON.parse(prov(site.repo, 'add', 'constraint', 'Node 20', '--json')) as { node: string };
      const trace = instead(site, HANGS);
      for (const [agent, session] of [
        ['claude-code', 'a'],
        ['codex', 'b'],
        ['copilot', 'c'],
        ['opencode', 'd'],
      ] as const)
        expect(start(site, agent, session)).toContain('Node 20');
      expect(existsSync(trace)).toBe(false);
      prov(site.repo, 'sessions');
      for (const session of ['a', 'b', 'c', 'd'])
        expect(loadState(site.prov).sessions[session as never]!.nodes).toMatchObject([
          { kind: 'exploration', tool: 'context', detail: { nodes: [node] } },
        ]);
    }));

  test('is invalid once HEAD moves elsewhere', () =>
    withSite((site) => {
      prov(site.repo, 'add', 'constraint', 'Node 20');
      const trace = instead(site, 'cat >/dev/null');
      site.repo.git('branch', 'side');
      site.repo.git('symbolic-ref', 'HEAD', 'refs/heads/side');
      expect(start(site, 'claude-code', 'a')).toBe('');
      expect(existsSync(trace)).toBe(true);
    }));

  test('is created at the end of a turn, after the agent continues', async () =>
    withSite(async (site) => {
      prov(site.repo, 'add', 'constraint', 'Node 20');
      rmSync(join(site.prov, 'start'), { recursive: true });
      const stop = event('', 'a', 'Stop');
      expect(spawnSync('sh', [HOOK, 'codex'], { cwd: site.repo.dir, env: site.repo.env, input: stop }).status).toBe(0);
      await expect.poll(() => existsSync(join(site.prov, 'start', 'codex')), { timeout: 30_000 }).toBe(true);
      instead(site, HANGS);
      expect(start(site, 'codex', 'b')).toContain('Node 20');
    }));

  const compaction = async (site: Site, session: string): Promise<void> => {
    const input = event('', session, 'PreCompact');
    const before = spawnSync('sh', [HOOK, 'claude-code'], { cwd: site.repo.dir, env: site.repo.env, input });
    expect([before.status, before.stdout.toString()]).toEqual([0, '']);
    const file = join(site.prov, 'start', `claude-code.${session}.compact`);
    await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true);
  };
  const afterwards = ({ repo }: Site, session: string): string =>
    spawnSync('sh', [HOOK, 'claude-code'], {
      cwd: repo.dir,
      env: repo.env,
      input: event('compact', session),
    }).stdout.toString();

  test('after a compaction is created while the agent compacts, and given to that session only', async () =>
    withSite(async (site) => {
      site.agent.prompt('Make it two');
      await compaction(site, 'a');
      const runtime = readFileSync(join(site.repo.home, '.local/share/git-prov/runtime'));
      const trace = instead(site, HANGS);
      expect(afterwards(site, 'b')).toBe(''); // another session
      expect(existsSync(trace)).toBe(true);
      rmSync(trace);
      expect(afterwards(site, 'a')).toContain('- Make it two');
      expect(existsSync(trace)).toBe(false);
      writeFileSync(join(site.repo.home, '.local/share/git-prov/runtime'), runtime);
      expect(prov(site.repo, 'status')).toMatch(
        /A session began or went on without new context, because Node took longer than a second/,
      );
      const { nodes } = loadState(site.prov).sessions['a' as never]!;
      expect(nodes.filter(({ tool }) => tool === 'context')).toHaveLength(1);
    }));

  test('after a compaction is there since the end of the turn, for each session at work, and is printed without a program', async () =>
    withSite(async (site) => {
      site.agent.prompt('Make it two');
      const stop = event('', 'a', 'Stop');
      spawnSync('sh', [HOOK, 'claude-code'], { cwd: site.repo.dir, env: site.repo.env, input: stop });
      const file = join(site.prov, 'start', 'claude-code.a.compact');
      await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true);
      const trace = instead(site, HANGS);
      expect(afterwards(site, 'a')).toContain('- Make it two');
      expect(afterwards(site, 'a')).toContain('- Make it two'); // a second compaction in the same turn
      expect(existsSync(trace)).toBe(false);
      for (const session of ['../a', 'a/b', '', '*']) {
        rmSync(trace, { force: true });
        expect(afterwards(site, session)).toBe('');
      }
    }));

  test('after a compaction is there during the first turn, once that turn is long', async () =>
    withSite(async (site) => {
      site.agent.prompt('Make it two');
      const file = join(site.prov, 'start', 'claude-code.a.compact');
      for (let i = 0; i < 8; i++) site.agent.write('f.txt', `${i}\n`);
      await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true);
      const trace = instead(site, HANGS);
      expect(afterwards(site, 'a')).toContain('- Make it two');
      expect(existsSync(trace)).toBe(false);
      // A session that has a text keeps it until its turn ends, and without context no session gets one.
      writeFileSync(file, 'kept');
      prov(site.repo, 'hook', 'keep-up');
      expect(readFileSync(file, 'utf8')).toBe('kept');
      rmSync(file);
      site.repo.git('config', 'prov.context', 'false');
      prov(site.repo, 'hook', 'keep-up');
      expect(existsSync(file)).toBe(false);
      site.repo.git('config', 'prov.context', 'true');
      prov(site.repo, 'hook', 'keep-up');
      expect(existsSync(file)).toBe(true);
    }));

  test('is invalid once an entry was declared by a process that could not prepare it again', () =>
    withSite((site) => {
      site.agent.prompt('Make it two');
      prov(site.repo, 'add', 'constraint', 'Node 20');
      const file = join(site.prov, 'start', 'claude-code.a.compact');
      expect(readFileSync(file, 'utf8')).toContain('Node 20');
      utimesSync(file, 1, 1);
      instead(site, HANGS);
      expect(afterwards(site, 'a')).toBe('');
    }));

  test('is prepared without the private index of the snapshot that the hook took just before', async () =>
    withSite(async (site) => {
      const seen = join(site.repo.home, 'environment');
      instead(site, `cat >/dev/null; env >'${seen}.new'; mv '${seen}.new' '${seen}'`);
      site.repo.write('f.txt', 'changed\n');
      const input = JSON.stringify({ ...(JSON.parse(event('', 'a', 'Stop')) as object), turn_id: '7' });
      spawnSync('sh', [HOOK, 'codex'], { cwd: site.repo.dir, env: site.repo.env, input });
      await expect.poll(() => existsSync(seen), { timeout: 30_000 }).toBe(true);
      expect(existsSync(join(site.prov, 'objects'))).toBe(true); // the hook took a snapshot
      expect(readFileSync(seen, 'utf8')).not.toMatch(/^GIT_(?:OBJECT_DIRECTORY|INDEX_FILE|ALTERNATE)/m);
    }));
});
