import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { acceptedContent } from '../../../src/behaviours/declared/accepted.ts';
import { loadDeclared } from '../../../src/behaviours/declared/load.ts';
import { queueOf } from '../../../src/behaviours/commands/queue.ts';
import { localFiles } from '../../../src/git/repository/local-files.ts';
import { runBehaviours } from '../../../src/faces/cli/commands/knowledge/behaviours.ts';
import { withReading } from '../../../src/faces/cli/reading/with-reading.ts';
import { TestAgent } from '../../helpers/agent.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { contextOf, withSite } from '../../recorder/site.ts';
import { type Done, PROGRAM, run } from '../../sharing/world.ts';

const WARN = '[behaviour.w]\non = "created"\ndo = { warn = "it" }\n';

const prov = (repo: TestRepo, args: readonly string[], env: NodeJS.ProcessEnv = {}): Done =>
  run(repo, process.execPath, [PROGRAM, ...args], env);

const accepted = async (repo: TestRepo): Promise<boolean> => acceptedContent(await repo.open()) !== undefined;

test('a person accepts with --yes; an agent in its shell, in its running command, and a script without --yes cannot', () =>
  withSite(async ({ repo }) => {
    repo.write('.gitprov.toml', WARN);
    const accept = ['behaviours', '--accept'];
    expect(prov(repo, accept)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Accepting behaviours needs a terminal'),
    });
    const session = 'c0ffee00-aaaa-4bbb-8ccc-000000000001';
    const agent = new TestAgent(repo, session).start().prompt('go');
    expect(prov(repo, [...accept, '--yes'], { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('An agent cannot accept what the repository declares'),
    });
    agent.bash(
      `env -u CLAUDECODE -u CLAUDE_CODE_SESSION_ID node '${PROGRAM}' behaviours --accept --yes > out.txt 2>&1`,
    );
    expect(repo.read('out.txt')).toMatch(
      /A command of the agent session .* is running|The agent claude-code .* started this command/,
    );
    agent.stop();
    expect(await accepted(repo)).toBe(false);
    expect(prov(repo, [...accept, '--yes'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^w\n/m) });
    expect(await accepted(repo)).toBe(true);
  }));

test('a behaviour reacts to the first event after its acceptance, and a new user gets a hint about the file', () =>
  withSite(({ repo }) => {
    repo.write(
      '.gitprov.toml',
      '[behaviour.w]\non = "created"\nwhere = { kind = "note" }\ndo = { warn = "{entry}" }\n',
    );
    expect(prov(repo, ['init', '--behaviours', '--agent', 'claude-code']).stdout).toContain(
      'declares behaviours in .gitprov.toml. To run them here: git prov behaviours --accept',
    );
    prov(repo, ['add', 'note', 'before']);
    const { stdout } = prov(repo, ['behaviours', '--accept', '--yes']);
    expect(stdout).toMatch(/^Accepted: /);
    expect(prov(repo, ['behaviours', '--accept']).stdout).not.toContain('Accepted');
    prov(repo, ['add', 'note', 'after']);
    const ran = prov(repo, ['behaviours', '--run']).stdout;
    expect(ran).toContain('after');
    expect(ran).not.toContain('before');
    repo.write('.gitprov.toml', `${repo.read('.gitprov.toml')}# more\n`);
    prov(repo, ['add', 'note', 'while it was not accepted']);
    expect(prov(repo, ['behaviours', '--accept', '--yes']).stdout).not.toContain('while it was not accepted');
    expect(prov(repo, ['behaviours', '--run']).stdout).toBe('Nothing to react to.\n');
    expect(prov(repo, ['init', '--behaviours', '--agent', 'claude-code']).stdout).not.toContain('.gitprov.toml');
  }));

test('while a command of a behaviour runs, nothing is accepted', () =>
  withSite(async ({ repo }) => {
    repo.write('.gitprov.toml', WARN);
    const { hostname } = await import('node:os');
    writeFileSync(localFiles(queueOf(await repo.open())).lock, `${process.pid} ${hostname()}\n`);
    expect(prov(repo, ['behaviours', '--accept', '--yes'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A command of a behaviour is running in this clone'),
    });
    expect(await accepted(repo)).toBe(false);
  }));

/** Runs `behaviours --accept` at a terminal where a person types a line once they see the question. */
async function atTerminal(repo: TestRepo, typed: string, meanwhile = (): void => undefined): Promise<string> {
  let shown = '';
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(
    new Writable({
      write: (chunk: Buffer, _, done) => {
        shown += chunk.toString('utf8');
        if (shown.endsWith('[y/N] ')) {
          meanwhile();
          stdin.end(typed);
        }
        done();
      },
    }),
    { isTTY: true },
  );
  const stdout = new Writable({ write: (_chunk, _, done) => done() });
  const ctx = { ...contextOf(repo), stdin, stdout, stderr };
  expect(await withReading(ctx, (read) => runBehaviours({ accept: true, json: false }, read))).toBe(0);
  return shown;
}

test('at a terminal the whole file is shown, with what is invisible, and no is the default', () =>
  withSite(async ({ repo }) => {
    repo.write('.gitprov.toml', `# \u202e evil\n${WARN}\n[behaviour.bad]\n`);
    const shown = await atTerminal(repo, '\n');
    expect(shown).toContain('do = { warn = "it" }');
    expect(shown).toContain('  w, on created: warn\n');
    expect(shown).toContain('behaviour.bad.on is missing.');
    expect(shown).not.toMatch(/\u202e/);
    expect(await accepted(repo)).toBe(false);
    await atTerminal(repo, 'y\n');
    expect(await accepted(repo)).toBe(true);
  }));

test('what is accepted is what was shown, also when the file changes meanwhile', () =>
  withSite(async ({ repo }) => {
    repo.write('.gitprov.toml', WARN);
    await atTerminal(repo, 'y\n', () => repo.write('.gitprov.toml', WARN.replace('it', 'evil')));
    expect((await loadDeclared(await repo.open())).state).toBe('changed');
  }));

test('without a file, or with one that cannot be read, there is nothing to accept', () =>
  withSite(({ repo }) => {
    const accept = ['behaviours', '--accept', '--yes'];
    expect(prov(repo, accept)).toMatchObject({ code: 1, stderr: expect.stringContaining('no .gitprov.toml') });
    repo.write('.gitprov.toml', 'x = = 1');
    expect(prov(repo, accept)).toMatchObject({ code: 1, stderr: expect.stringContaining('is not TOML') });
  }));

test('behaviours, status and doctor show faults and what waits, also as JSON; git works', () =>
  withSite(({ repo }) => {
    repo.write('.gitprov.toml', `${WARN}[behaviour.bad]\non = "creatd"\n[agent.helper]\nevents = "commit"\n`);
    repo.git('config', 'prov.behaviours', 'true');
    const wrong = 'behaviour.bad.on does not know "creatd"';
    for (const name of ['behaviours', 'status', 'doctor']) {
      const { stdout } = prov(repo, [name]);
      expect(stdout).toContain(wrong);
      expect(stdout).toContain('git prov behaviours --accept');
    }
    expect(JSON.parse(prov(repo, ['status', '--json']).stdout)).toMatchObject({
      declared: { state: 'new', faults: [{ name: 'behaviour.bad' }] },
    });
    prov(repo, ['behaviours', '--accept', '--yes']);
    const list = JSON.parse(prov(repo, ['behaviours', '--json']).stdout) as { behaviours: object[] };
    expect(list).toMatchObject({
      schema: 'git-prov/behaviours/1',
      declared: {
        state: 'accepted',
        content: expect.stringMatching(/^[0-9a-f]{64}$/),
        faults: [{ name: 'behaviour.bad' }],
      },
    });
    expect(list.behaviours.slice(-2)).toMatchObject([
      { name: 'w', declared: true, inForce: true, commands: [] },
      { name: 'agent.helper', declared: true, inForce: false, commands: [{ name: 'helper', mapped: false }] },
    ]);
    expect(prov(repo, ['behaviours']).stdout).toContain('needs a command: git config prov.run.helper COMMAND');
    expect(prov(repo, ['status']).stdout).not.toContain('--accept');
    expect(spawnSync('git', ['commit', '-qam', 'x', '--allow-empty'], { cwd: repo.dir, env: repo.env }).status).toBe(0);
    repo.git('config', 'prov.behaviours', 'false');
    expect(prov(repo, ['status']).stdout).not.toContain(wrong);
    expect(JSON.parse(prov(repo, ['doctor', '--json']).stdout)).not.toMatchObject({
      checks: expect.arrayContaining([{ name: 'behaviours' }]),
    });
  }));
