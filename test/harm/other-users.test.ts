import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commit, HOOK, payload, settled, type Site, withSite } from '../recorder/site.ts';

// Two users: the test's user is the victim, and this one prepares the repository. Only root can act as both.
const OTHER = 65_534;
const isRoot = process.geteuid?.() === 0;

const RC = 'alias ll="ls -l"\n';
/** A name with line breaks: git quotes it in its message about ownership, so the message is a script. */
const SCRIPT = "x\ntouch 'pwned'\n#";

function giveTo(user: number, path: string): void {
  if (!lstatSync(path).isSymbolicLink()) chownSync(path, user, user);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(user, join(path, name));
}

const files = (dir: string): string[] => readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted();

/** Runs the agents' hook before and after a shell step, and returns its exit codes and output. */
function shellStep({ repo }: Site, cwd: string, user?: number): string[] {
  const step = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 't1' };
  return ['PreToolUse', 'PostToolUse'].map((event) => {
    const as = user === undefined ? {} : { uid: user, gid: user };
    const input = payload(event, { ...step, cwd });
    const { status, stdout, stderr } = spawnSync('sh', [HOOK], { cwd, env: repo.env, input, ...as });
    return `${String(status)}${stdout.toString()}${stderr.toString()}`;
  });
}

/** A recorded repository with a private folder that has a link to the victim's file in place of the hook's log. */
function plant(site: Site): { rc: string; said: string } {
  const rc = join(site.repo.home, '.bashrc');
  writeFileSync(rc, RC);
  const said = join(site.prov, 'wt', 'main', 'said');
  mkdirSync(dirname(said), { recursive: true });
  rmSync(said, { force: true });
  symlinkSync(rc, said);
  return { rc, said };
}

test.runIf(isRoot)("a repository of another user is left alone, and the victim's file too", () =>
  withSite(({ repo, prov, agent }) => {
    const site = { repo, prov, agent };
    const { rc } = plant(site);
    const evil = join(repo.home, SCRIPT);
    cpSync(repo.dir, evil, { recursive: true, verbatimSymlinks: true });
    chmodSync(repo.home, 0o755);
    giveTo(OTHER, evil);
    const before = files(evil);
    expect(shellStep(site, evil)).toEqual(['0', '0']);
    expect(readFileSync(rc, 'utf8')).toBe(RC);
    expect(files(evil)).toEqual(before);
  }),
);

test.runIf(isRoot)(
  "a .git file or link in another user's folder that leads into a repository of mine records nothing",
  () =>
    withSite(({ repo, prov, agent }) => {
      const site = { repo, prov, agent };
      for (const kind of ['file', 'link']) {
        const evil = join(repo.home, kind);
        mkdirSync(evil);
        if (kind === 'file') writeFileSync(join(evil, '.git'), `gitdir: ${repo.dir}/.git\n`);
        else symlinkSync(join(repo.dir, '.git'), join(evil, '.git'));
        giveTo(OTHER, evil);
        const before = files(prov);
        expect(shellStep(site, evil)).toEqual(['0', '0']);
        expect(files(prov)).toEqual(before);
      }
    }),
);

test.runIf(isRoot)('a repository of another user is recorded once safe.directory names it, as git does', () =>
  withSite(({ repo, prov, agent }) => {
    const site = { repo, prov, agent };
    giveTo(OTHER, repo.dir);
    shellStep(site, repo.dir);
    expect(readdirSync(join(prov, 'spool/new'))).toEqual([]);
    writeFileSync(join(repo.home, 'gitconfig'), `[safe]\n\tdirectory = ${repo.dir}\n`);
    repo.env['GIT_CONFIG_GLOBAL'] = join(repo.home, 'gitconfig');
    shellStep(site, repo.dir);
    expect(readdirSync(join(prov, 'spool/new'))).toHaveLength(2);
  }),
);

test.runIf(isRoot)('a private folder that another user made in a repository of mine is left alone', () =>
  withSite(({ repo, prov, agent }) => {
    giveTo(OTHER, prov);
    const before = files(prov);
    expect(shellStep({ repo, prov, agent }, repo.dir)).toEqual(['0', '0']);
    expect(commit(repo)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(files(prov)).toEqual(before);
  }),
);

test.runIf(isRoot)('in a repository shared by two users, only the user who ran init records', () =>
  withSite(({ repo, prov, agent }) => {
    const site = { repo, prov, agent };
    repo.git('config', 'core.sharedRepository', 'all');
    for (const dir of [dirname(repo.dir), repo.home]) chmodSync(dir, 0o755);
    writeFileSync(join(repo.home, 'gitconfig'), '[safe]\n\tdirectory = *\n');
    repo.env['GIT_CONFIG_GLOBAL'] = join(repo.home, 'gitconfig');
    const before = files(prov);
    expect(shellStep(site, repo.dir, OTHER)).toEqual(['0', '0']);
    expect(files(prov)).toEqual(before);
    expect(shellStep(site, repo.dir)).toEqual(['0', '0']);
    expect(readdirSync(join(prov, 'spool/new'))).toHaveLength(2);
  }),
);

const LINKED = [
  '',
  'spool',
  'spool/new',
  'spool/seq',
  'wt',
  'wt/main',
  'wt/main/said',
  'wt/main/look',
  'wt/main/index',
  'looks',
  'objects',
];

test.each(LINKED)('the hook writes nothing through a link in the private folder: prov/%s', (place) =>
  withSite((site) => {
    const { repo, prov } = site;
    repo.write('f.txt', 'changed\n');
    shellStep(site, repo.dir); // so that everything is there
    settled(prov);
    repo.write('f.txt', 'changed again\n');
    repo.write('new.txt', 'new\n');
    const target = join(repo.home, 'target');
    const path = place === '' ? prov : join(prov, place);
    if (existsSync(path) && (place === 'wt/main/index' || lstatSync(path).isDirectory())) renameSync(path, target);
    else writeFileSync(target, RC);
    rmSync(path, { force: true });
    symlinkSync(target, path);
    const seen = (): string =>
      lstatSync(target).isDirectory() ? files(target).join('\n') : readFileSync(target, 'latin1');
    const before = seen();
    expect(shellStep(site, repo.dir)).toEqual(['0', '0']);
    expect(seen()).toBe(before);
  }),
);

test.each(['', 'spool', 'sessions', 'objects'])(
  'the program records nothing through a link in the private folder: prov/%s',
  (place) =>
    withSite((site) => {
      const { repo, prov, agent } = site;
      agent.start().prompt('Change it').edit('f.txt', 'one', 'uno');
      const target = join(repo.home, 'target');
      const path = place === '' ? prov : join(prov, place);
      if (existsSync(path)) renameSync(path, target);
      else mkdirSync(target);
      symlinkSync(target, path);
      const before = files(target);
      expect(commit(repo)).toEqual({ status: 0, stdout: '', stderr: '' });
      expect(files(target)).toEqual(before);
    }),
);
