import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { gitSince } from '../helpers/git-version.ts';
import { withProcesses } from '../helpers/program/with-processes.ts';
import { has, type HookSite, withHookSite } from './site.ts';

vi.setConfig({ testTimeout: 300_000 });

/** A program that installs hooks in repositories. Its pre-push and post-commit write a line to `$HOME/ran`. */
interface Manager {
  readonly program: string;
  /** Writes the files that configure its hooks, and commits them. */
  configure(site: HookSite): void;
  readonly install: string;
  /** The user's action that makes it install hooks again, like an installation of packages. */
  readonly again?: string;
  /** It cannot install its hooks without displacing ours, where git takes no hooks from its configuration. */
  readonly displaces: boolean;
}

const RUN = (hook: string): string => `echo ${hook} >> "$HOME/ran"`;

const MANAGERS: Record<string, Manager> = {
  husky: {
    program: 'husky',
    configure: ({ repo, sh }) => {
      for (const hook of ['pre-push', 'post-commit']) repo.write(`.husky/${hook}`, `${RUN(hook)}\n`);
      sh('git add -A && git commit -qm husky');
    },
    install: 'husky',
    displaces: true,
  },
  lefthook: {
    program: 'lefthook',
    configure: ({ repo, sh }) => {
      const of = (hook: string): string => `${hook}:\n  commands:\n    one:\n      run: ${RUN(hook)}\n`;
      repo.write('lefthook.yml', `${of('pre-push')}${of('post-commit')}`);
      sh('git add -A && git commit -qm lefthook');
    },
    install: 'lefthook install',
    again: `echo '# changed' >> lefthook.yml && lefthook install`,
    displaces: true,
  },
  'simple-git-hooks': {
    program: 'simple-git-hooks',
    configure: ({ repo, sh }) => {
      const hooks = { 'pre-push': RUN('pre-push'), 'post-commit': RUN('post-commit') };
      repo.write('.simple-git-hooks.json', JSON.stringify(hooks));
      sh('git add -A && git commit -qm sgh');
    },
    install: 'simple-git-hooks',
    displaces: true,
  },
  'pre-commit': {
    program: 'pre-commit',
    configure: ({ repo, sh }) => {
      const of = (hook: string): string =>
        `      - {id: ${hook}, name: ${hook}, entry: 'sh -c "echo ${hook} >> \\"$HOME/ran\\""', language: system, stages: [${hook}], always_run: true, pass_filenames: false}\n`;
      repo.write(
        '.pre-commit-config.yaml',
        `repos:\n  - repo: local\n    hooks:\n${of('pre-push')}${of('post-commit')}`,
      );
      sh('git add -A && git commit -qm pre-commit');
    },
    install: 'pre-commit install -t pre-push -t post-commit',
    displaces: false,
  },
  'git-branchless': {
    program: 'git-branchless',
    // Each start of it takes a while on a loaded machine, and it runs for each of our refs too.
    configure: ({ sh }) => void sh('git config prov.pushTimeout 120'),
    install: 'git branchless init --main-branch main',
    displaces: false,
  },
};

/** Commits and pushes an agent's file; returns which hooks of the program ran, and the output of the push. */
async function workOn(site: HookSite, file: string): Promise<{ ran: string[]; words: string }> {
  site.agentWrites(file);
  await site.settled();
  site.ran();
  site.sh(`git add -A && git commit -qm ${file}`);
  const words = site.sh('git push 2>&1');
  await site.settled();
  return { ran: site.ran(), words };
}

const BOTH = ['post-commit', 'pre-push'];
const theirs = (name: string): string[] => (name === 'git-branchless' ? [] : BOTH);

/** Whether git-branchless knows the last commit. */
const isKnown = ({ sh, repo }: HookSite): boolean =>
  sh('git smartlog 2>&1 || git branchless smartlog').includes(repo.oid('HEAD').slice(0, 7));

for (const [name, { program, configure, install, again = install, displaces }] of Object.entries(MANAGERS))
  describe.runIf(has(program))(name, () => {
    const check = async (site: HookSite, file: string): Promise<string> => {
      const { ran, words } = await workOn(site, file);
      expect([ran, site.isNotedAtRemote()]).toEqual([theirs(name), true]);
      if (name === 'git-branchless') expect(isKnown(site)).toBe(true);
      return words;
    };

    test("installed before git prov, and again: both run, and deinit leaves the program's own state", () =>
      withProcesses(() =>
        withHookSite(async (site) => {
          configure(site);
          site.sh(install);
          const hooks = everyHook(site);
          site.prov('init');
          expect(await check(site, 'x.txt')).not.toContain('displaced');
          site.sh(again);
          await check(site, 'y.txt');
          site.prov('deinit', '--force');
          expect(everyHook(site)).toEqual(hooks);
          expect((await workOn(site, 'z.txt')).ran).toEqual(theirs(name));
        }),
      ));

    test('installed after git prov, and again: both run, displaced hooks are reported once, and deinit leaves nothing of ours', () =>
      withHookSite(async (site) => {
        site.prov('init');
        configure(site);
        site.sh(install);
        const words = await check(site, 'x.txt');
        const displaced = /^git prov: (\S+) had displaced our hooks? .*pre-push.* They are back/gm;
        expect([...words.matchAll(displaced)].map(([, by]) => by)).toEqual(displaces ? [name] : []);
        expect(await check(site, 'y.txt')).not.toContain('git prov:');
        site.sh(again);
        await check(site, 'z.txt');
        site.prov('init');
        await check(site, 'v.txt');
        site.prov('deinit', '--force');
        expect(Object.keys(everyHook(site)).filter((file) => /[.](?:user|legacy|old)$/.test(file))).toEqual([]);
        expect(Object.values(everyHook(site)).filter((text) => text.includes('git prov'))).toEqual([]);
        expect((await workOn(site, 'w.txt')).ran).toEqual(theirs(name));
      }));

    test("installed after git prov in a repository with a user's hook: that hook runs in the same way as without us", () =>
      withHookSite(async (site) => {
        const hook = join(site.repo.dir, '.git/hooks/pre-push');
        mkdirSync(join(hook, '..'), { recursive: true });
        writeFileSync(hook, `#!/bin/sh\necho mine >> "$HOME/ran"\n`);
        chmodSync(hook, 0o755);
        site.prov('init');
        configure(site);
        site.sh(install);
        const mine = ['pre-commit', 'git-branchless'].includes(name) ? ['mine'] : [];
        const { ran } = await workOn(site, 'x.txt');
        expect([ran.toSorted(), site.isNotedAtRemote()]).toEqual([[...theirs(name), ...mine].toSorted(), true]);
        site.prov('deinit', '--force');
        expect(Object.values(everyHook(site)).filter((text) => text.includes('echo mine'))).toHaveLength(1);
        expect(site.hookFiles().filter((file) => file.endsWith('.user'))).toEqual([]);
        expect((await workOn(site, 'y.txt')).ran.toSorted()).toEqual([...theirs(name), ...mine].toSorted());
      }));
  });

/** Every hook of the repository's own folder, and core.hooksPath. */
function everyHook(site: HookSite): Record<string, string> {
  const dir = join(site.repo.dir, '.git/hooks');
  // git-branchless leaves out a blank line when it is installed again.
  const hooks = site
    .hookFiles()
    .map((file) => [file, readFileSync(join(dir, file), 'utf8').replaceAll(/\n\n+/g, '\n')]);
  return { ...Object.fromEntries(hooks), hooksPath: site.sh('git config --get-all core.hooksPath || true').trim() };
}

describe.runIf(has('husky'))('prov.repair', () => {
  test.runIf(!gitSince(2, 54))('false: nothing is repaired, one line reports it, and doctor --fix repairs it', () =>
    withHookSite(async (site) => {
      site.prov('init');
      site.sh('git config prov.repair false');
      MANAGERS['husky']!.configure(site);
      site.sh('husky');
      site.agentWrites('x.txt');
      await site.settled();
      site.sh('git add -A && git commit -qm x && git push -q');
      expect(site.isNotedAtRemote()).toBe(false);
      const line = 'git prov: husky had displaced our hooks';
      const said = site.prov('status');
      expect(said).toContain(line);
      expect(said).toContain('prov.repair');
      expect(site.prov('status')).not.toContain(line);
      site.prov('doctor', '--fix');
      expect(site.prov('doctor')).not.toContain('does not run');
      site.agentWrites('y.txt');
      site.sh('git add -A && git commit -qm y && git push -q');
      expect(site.isNotedAtRemote()).toBe(true);
    }),
  );
});
