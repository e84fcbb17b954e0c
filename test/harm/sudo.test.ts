import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pause } from '../helpers/pause.ts';
import { withProcesses } from '../helpers/program/with-processes.ts';
import { HOOK, payload, ROOT, type Site, withSite } from '../recorder/site.ts';

// Root runs the tests and plays both: the user of the repository, and root in it after `sudo` with HOME kept.
const USER = 65_534;
const isRoot = process.geteuid?.() === 0;

function giveTo(user: number, path: string): void {
  if (!lstatSync(path).isSymbolicLink()) chownSync(path, user, user);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(user, join(path, name));
}

const as = ({ repo }: Site, program: string, args: string[], input?: string): SpawnSyncReturns<string> =>
  spawnSync(program, args, { cwd: repo.dir, env: repo.env, input, uid: USER, gid: USER, encoding: 'utf8' });

/** The user's agent writes a file. */
function agentWrites(site: Site, path: string, content: string): void {
  const step = { tool_name: 'Write', tool_input: { file_path: join(site.repo.dir, path), content }, tool_use_id: path };
  for (const event of ['PreToolUse', 'PostToolUse']) {
    if (event === 'PostToolUse') as(site, 'tee', [path], content);
    as(site, 'sh', [HOOK], payload(event, { ...step, cwd: site.repo.dir }));
  }
}

const prov = (site: Site, ...words: string[]): SpawnSyncReturns<string> =>
  as(site, process.execPath, [join(ROOT, 'dist/git-prov.js'), ...words]);

function ownedByRoot(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => lstatSync(join(dir, name)).uid === 0);
}

const users = (story: (site: Site) => void): Promise<void> =>
  withSite((site) => {
    // The user may not use the compiled code of all tests, and would compile the program at each start.
    const cache = join(site.repo.home, '.cache');
    mkdirSync(cache);
    site.repo.env['XDG_CACHE_HOME'] = cache;
    chmodSync(join(site.repo.dir, '..'), 0o755);
    giveTo(USER, join(site.repo.dir, '..'));
    story(site);
  });

test.runIf(isRoot)('after one sudo git commit the user still owns all files of git prov, and recording continues', () =>
  withProcesses(() =>
    users((site) => {
      const { repo, prov: dir } = site;
      agentWrites(site, 'a.txt', 'by the agent\n');
      repo.env['SUDO_UID'] = String(USER);
      spawnSync('git', ['add', '-A'], { cwd: repo.dir, env: repo.env });
      expect(spawnSync('git', ['commit', '-qm', 'by root'], { cwd: repo.dir, env: repo.env }).status).toBe(0);
      delete repo.env['SUDO_UID'];
      for (let i = 0; i < 100 && ownedByRoot(dir).length > 0; i++) pause(50); // the hook may still scan the note
      expect(ownedByRoot(dir)).toEqual([]);
      // Files left by git itself belong to git; without this the user could not commit at all.
      giveTo(USER, join(repo.dir, '.git/objects'));
      giveTo(USER, join(repo.dir, '.git/index'));
      agentWrites(site, 'b.txt', 'by the agent again\n');
      as(site, 'git', ['add', '-A']);
      expect(as(site, 'git', ['commit', '-qm', 'by the user']).stderr).toBe('');
      for (const path of ['a.txt', 'b.txt'])
        expect(prov(site, 'blame', '--json', path).stdout).toContain('"owner":"agent"');
      expect(prov(site, 'doctor').status).toBe(0);
    }),
  ),
);

test.runIf(isRoot)('files of root in the private folder: status and doctor print how to get them back', () =>
  users((site) => {
    agentWrites(site, 'a.txt', 'by the agent\n');
    prov(site, 'status');
    for (const name of ['state.json', 'owners.jsonl']) chownSync(join(site.prov, name), 0, 0);
    for (const command of ['status', 'doctor']) {
      const { status, stdout, stderr } = prov(site, command);
      expect(`${stdout}${stderr}`).toContain('chown');
      expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at |No problem found|fault of git prov itself/);
      expect(status).toBeLessThan(2);
    }
    // The user's git is not disturbed.
    as(site, 'git', ['add', '-A']);
    expect(as(site, 'git', ['commit', '-qm', 'x'])).toMatchObject({ status: 0, stderr: '' });
  }),
);

test('a folder in place of a file: status and doctor report it, and doctor --fix moves it aside', () =>
  withSite((site) => {
    site.agent.start().prompt('go').write('a.txt', 'by the agent\n');
    const run = (...words: string[]): SpawnSyncReturns<string> =>
      spawnSync(process.execPath, [join(ROOT, 'dist/git-prov.js'), ...words], {
        cwd: site.repo.dir,
        env: site.repo.env,
        encoding: 'utf8',
      });
    rmSync(join(site.prov, 'state.json'), { force: true });
    mkdirSync(join(site.prov, 'state.json'));
    const told = run('status');
    expect(`${told.stdout}${told.stderr}`).not.toMatch(/\n\s+at |fault of git prov itself/);
    expect(run('doctor').stdout).toContain('is a folder where a file should be');
    expect(run('doctor').status).toBe(1);
    run('doctor', '--fix');
    expect(run('doctor').stdout).not.toContain('is a folder');
    site.agent.write('b.txt', 'by the agent too\n');
    site.repo.commit('both');
    expect(run('blame', '--json', 'b.txt').stdout).toContain('"owner":"agent"');
  }));

test('a file in place of the spool: what was committed meanwhile is unknown after doctor --fix, and no person’s', () =>
  withSite((site) => {
    const run = (...words: string[]): string =>
      spawnSync(process.execPath, [join(ROOT, 'dist/git-prov.js'), ...words], {
        cwd: site.repo.dir,
        env: site.repo.env,
        encoding: 'utf8',
      }).stdout;
    const ownersIn = (path: string): string[] =>
      (JSON.parse(run('blame', '--json', path)) as { lines: { owner: string }[] }).lines.map(({ owner }) => owner);
    site.agent.start().prompt('go').write('a.txt', 'by the agent\n');
    site.repo.commit('before');
    expect(ownersIn('a.txt')).toEqual(['agent']);
    rmSync(join(site.prov, 'spool'), { recursive: true });
    writeFileSync(join(site.prov, 'spool'), '');
    site.agent.write('b.txt', 'by the agent, and no event says so\n');
    site.repo.commit('meanwhile');
    run('doctor', '--fix');
    expect(ownersIn('b.txt')).toEqual(['unknown']);
    expect(ownersIn('a.txt')).toEqual(['agent']);
    site.agent.write('c.txt', 'by the agent again\n');
    site.agent.bash('true');
    site.repo.commit('recorded again');
    expect(ownersIn('c.txt')).toEqual(['agent']);
    site.repo.write('d.txt', 'by a person\n');
    site.agent.bash('true');
    site.repo.commit('afterwards');
    expect(ownersIn('d.txt')).toEqual(['human']);
  }));

test('while a command uses the index, doctor finds no problem and moves nothing aside', () =>
  withSite((site) => {
    const run = (...words: string[]): SpawnSyncReturns<string> =>
      spawnSync(process.execPath, [join(ROOT, 'dist/git-prov.js'), ...words], {
        cwd: site.repo.dir,
        env: site.repo.env,
        encoding: 'utf8',
      });
    run('search', 'x'); // makes the index
    mkdirSync(join(site.prov, 'index/index.db.lock')); // as SQLite in WebAssembly does while it is used
    const { status, stdout } = run('doctor', '--fix');
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('a folder where')]);
    expect(readdirSync(site.prov).filter((name) => name.includes('damaged'))).toEqual([]);
  }));
