import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prov, TestAgent } from '../../helpers/agent.ts';
import { judge, wrongLines } from '../../helpers/judge.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

const has = (program: string): boolean => spawnSync(program, ['--help']).status === 0;

/** The work tree when a tool commits it: uncommitted lines of an agent and of a person. */
function scene(repo: TestRepo): TestAgent {
  prov(repo, 'init', '--agent', 'claude-code');
  const a = new TestAgent(repo, 'a').start().prompt('write');
  a.edit('f.txt', 'two was first @human', 'two was changed later @a\nand so it stays by now @a');
  a.write('n.txt', lines('a new file begins here @a', 'it has a second line @a', 'and ends with a third @a'));
  return a;
}

const FILES = { 'f.txt': lines('one was first @human', 'two was first @human', 'three was first @human') };

// A person types into both files after the agent, so no committed blob is one that a step left.
function type(repo: TestRepo): void {
  repo.write('f.txt', repo.read('f.txt').replace('three was', 'typed in by a person @human\nthree was'));
  repo.write('n.txt', repo.read('n.txt').replace('it has', 'a person is here too @human\nit has'));
}

function run(repo: TestRepo, program: string, ...args: string[]): string {
  const done = spawnSync(program, args, { cwd: repo.dir, env: repo.env });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr.toString()}`);
  return done.stdout.toString().trimEnd();
}

type Tell = (repo: TestRepo, a: TestAgent) => void;
interface More {
  readonly needs?: string;
  readonly revision?: string;
}

function story(name: string, tell: Tell, { needs, revision = 'HEAD' }: More = {}): void {
  test.skipIf(needs !== undefined && !has(needs))(needs ? `${name} (needs ${needs})` : name, () =>
    withRepo({ files: FILES }, (repo) => {
      repo.tick();
      const a = scene(repo);
      tell(repo, a);
      prov(repo, 'blame', '--json', revision, '--', 'f.txt');
      const verdicts = ['f.txt', 'n.txt'].flatMap((path) => judge(repo, path, revision));
      expect(wrongLines(verdicts)).toEqual([]);
      expect(verdicts.filter(({ text }) => text.includes('@a'))).toHaveLength(5);
    }),
  );
}

const tree = (repo: TestRepo): string => {
  repo.git('add', '-A');
  return repo.git('write-tree');
};

story('commit-tree and update-ref', (repo) => {
  const commit = repo.git('commit-tree', tree(repo), '-p', 'HEAD', '-m', 'by hand');
  repo.git('update-ref', 'HEAD', commit);
});

story('commit-tree and update-ref, and a person typed between', (repo) => {
  type(repo);
  const commit = repo.git('commit-tree', tree(repo), '-p', 'HEAD', '-m', 'by hand');
  repo.git('update-ref', 'HEAD', commit);
});

story('commit-tree and update-ref with a reason, and a person typed between', (repo) => {
  type(repo);
  const commit = repo.git('commit-tree', tree(repo), '-p', 'HEAD', '-m', 'by hand');
  repo.git('update-ref', '-m', 'my tool: done', 'refs/heads/main', commit);
});

story('commit-tree by an agent in its shell, and a person typed between', (repo, a) => {
  type(repo);
  a.bash('git add -A && git update-ref HEAD $(git commit-tree $(git write-tree) -p HEAD -m "by hand")');
});

story('commit-tree by an agent that writes in the same command', (_repo, a) => {
  a.bash(
    "printf 'the shell has added this @a\\n' >> n.txt; sed -i '/third/d' n.txt; git add -A && git update-ref HEAD $(git commit-tree $(git write-tree) -p HEAD -m 'by hand')",
  );
});

story('reset --soft to a commit made by commit-tree, and a person typed between', (repo) => {
  type(repo);
  const commit = repo.git('commit-tree', tree(repo), '-p', 'HEAD', '-m', 'by hand');
  repo.git('reset', '-q', '--soft', commit);
});

story('two commits by commit-tree, one on the other', (repo, a) => {
  type(repo);
  const first = repo.git('commit-tree', tree(repo), '-p', 'HEAD', '-m', 'by hand');
  a.edit('n.txt', 'it has a second line @a', 'it has another second line @a');
  const second = repo.git('commit-tree', tree(repo), '-p', first, '-m', 'by hand too');
  repo.git('reset', '-q', '--soft', second);
});

story('commit-tree on a detached HEAD', (repo) => {
  repo.git('switch', '-q', '--detach');
  type(repo);
  const commit = repo.git('commit-tree', tree(repo), '-p', 'HEAD', '-m', 'by hand');
  repo.git('update-ref', 'HEAD', commit);
});

story('commit-tree, and a commit of git upon it', (repo) => {
  type(repo);
  const commit = repo.git('commit-tree', tree(repo), '-p', 'HEAD', '-m', 'by hand');
  repo.git('update-ref', 'HEAD', commit);
  repo.write('f.txt', `${repo.read('f.txt')}the end is near @human\n`);
  repo.commit('the end');
});

story(
  'commit-tree on a branch that is not checked out',
  (repo) => {
    type(repo);
    repo.git('branch', 'plumbed', repo.git('commit-tree', tree(repo), '-p', 'HEAD', '-m', 'by hand'));
  },
  { revision: 'plumbed' },
);

story('commit-tree with an index of its own', (repo) => {
  type(repo);
  const index = { ...repo.env, GIT_INDEX_FILE: `${repo.home}/index` };
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: repo.dir, env: index }).stdout.toString().trim();
  git('read-tree', 'HEAD');
  git('add', '-A');
  const commit = git('commit-tree', git('write-tree'), '-p', 'HEAD', '-m', 'by hand');
  git('update-ref', 'HEAD', commit);
});

story(
  'git revise into the last commit, and a person typed between',
  (repo) => {
    type(repo);
    repo.git('add', '-A');
    run(repo, 'git-revise', 'HEAD');
  },
  { needs: 'git-revise' },
);

story(
  'git revise into the commit before the last',
  (repo) => {
    repo.git('commit', '-q', '--allow-empty', '-m', 'second');
    type(repo);
    repo.git('add', '-A');
    run(repo, 'git-revise', 'HEAD~1');
  },
  { needs: 'git-revise' },
);

story(
  'git revise and a commit that has lines already',
  (repo, a) => {
    type(repo);
    repo.commit('one');
    a.edit('n.txt', 'it has a second line @a', 'it has another second line @a');
    repo.git('add', '-A');
    run(repo, 'git-revise', 'HEAD');
  },
  { needs: 'git-revise' },
);

story(
  'git absorb --and-rebase of lines that were not committed',
  (repo, a) => {
    type(repo);
    repo.commit('one');
    a.edit('n.txt', 'it has a second line @a', 'it has another second line @a');
    repo.git('add', '-A');
    run(repo, 'git', 'absorb', '--and-rebase', '--base', 'HEAD~1');
  },
  { needs: 'git-absorb' },
);

// A stack of two branches. The change is put into the lower one, through a tree made in a separate index, and the upper one is
// recreated on top of it. Then both refs are moved.
story('an absorb of staged lines into the lower of two stacked branches', (repo, a) => {
  type(repo);
  repo.git('add', 'n.txt');
  repo.git('commit', '-qm', 'lower');
  repo.git('branch', 'lower');
  repo.commit('upper');
  a.edit('n.txt', 'it has a second line @a', 'it has another second line @a');
  repo.git('add', '-A');
  const absorbed = repo.git('ls-files', '-s', 'n.txt').split(/\s/)[1]!;
  const into = (commit: string, parent: string): string => {
    const env = { ...repo.env, GIT_INDEX_FILE: `${repo.home}/absorbing` };
    const git = (...args: string[]): string =>
      spawnSync('git', args, { cwd: repo.dir, env }).stdout.toString().trimEnd();
    git('read-tree', commit);
    git('update-index', '--cacheinfo', `100644,${absorbed},n.txt`);
    const message = repo.git('log', '-1', '--format=%s', commit);
    return git('commit-tree', git('write-tree'), '-p', parent, '-m', message);
  };
  const lower = into('lower', 'lower^');
  const upper = into('main', lower);
  repo.git('update-ref', '-m', 'absorb', 'refs/heads/lower', lower);
  repo.git('update-ref', '-m', 'absorb', 'refs/heads/main', upper);
});

interface Elsewhere {
  readonly dir: string;
  /** Runs git there, as a colleague does. */
  readonly git: (...args: string[]) => string;
}

// A colleague's clone with the same lines, typed and committed there.
function elsewhere(repo: TestRepo): Elsewhere {
  const dir = `${repo.home}/colleague`;
  repo.git('clone', '-q', repo.dir, dir);
  const env = { ...repo.env, GIT_COMMITTER_NAME: 'A Colleague', GIT_AUTHOR_NAME: 'A Colleague' };
  const git = (...args: string[]): string => {
    const done = spawnSync('git', ['-C', dir, ...args], { env });
    if (done.status !== 0) throw new Error(done.stderr.toString());
    return done.stdout.toString().trimEnd();
  };
  writeFileSync(`${dir}/f.txt`, lines('one was first @human', SAME, 'three was first @human'));
  git('commit', '-qam', 'the same');
  return { dir, git };
}

const SAME = 'two lines that are the same in both clones';

function foreign(name: string, tell: (repo: TestRepo, other: Elsewhere) => void): void {
  test(`a colleague's line is not attributed to the agent that wrote the same text: ${name}`, () =>
    withRepo({ files: FILES }, (repo) => {
      prov(repo, 'init', '--agent', 'claude-code');
      const other = elsewhere(repo);
      const a = new TestAgent(repo, 'a').start().prompt('write');
      a.edit('f.txt', 'two was first @human', SAME);
      tell(repo, other);
      prov(repo, 'blame', '--json', '--', 'f.txt');
      const [one] = judge(repo, 'f.txt').filter(({ text }) => text === SAME);
      expect(one?.owner).toBe('no note');
    }));
}

foreign('a fetch of a branch and reset --hard', (repo, { dir }) => {
  repo.git('remote', 'add', 'colleague', dir);
  repo.git('fetch', '-q', 'colleague');
  repo.git('reset', '-q', '--hard', 'colleague/main');
});

foreign('a fetch of an address and reset --hard', (repo, { dir }) => {
  repo.git('fetch', '-q', dir, 'main');
  repo.git('reset', '-q', '--hard', 'FETCH_HEAD');
});

foreign('a fetch of an address, reset --hard, and another fetch', (repo, { dir, git }) => {
  repo.git('fetch', '-q', dir, 'main');
  repo.git('reset', '-q', '--hard', 'FETCH_HEAD');
  git('branch', 'empty', 'HEAD~1');
  repo.git('fetch', '-q', dir, 'empty');
});

foreign('a push into this repository', (repo, { git }) => {
  repo.git('reset', '-q', '--hard');
  repo.git('config', 'receive.denyCurrentBranch', 'updateInstead');
  git('push', '-q', 'origin', 'main');
});
