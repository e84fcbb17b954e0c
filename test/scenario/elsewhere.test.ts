import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { CodexAgent } from '../helpers/codex.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import { whyOf } from '../helpers/why.ts';

// An agent was started above the repository that it works in, or in another one.

const BASE = { 'f.txt': 'one @human\ntwo @human\n' };
const THREAD = '01a00000-0000-7000-8000-00000000000a';

interface Place {
  /** Where the agent was started. */
  readonly start: TestRepo;
  /** The repository that it works in. */
  readonly repo: TestRepo;
}

/** Puts both into the user's list, as `init` does. */
function list(...repos: TestRepo[]): void {
  const data = join(repos[0]!.home, '.local', 'share', 'git-prov');
  mkdirSync(data, { recursive: true });
  const dirs = repos.map((repo) => repo.git('rev-parse', '--absolute-git-dir'));
  writeFileSync(join(data, 'repositories'), dirs.map((dir) => `${dir}\n`).join(''));
  for (const repo of repos) enable(repo);
}

function clone(of: TestRepo, path: string): TestRepo {
  of.git('clone', '-q', '.', path);
  return adoptRepo(of, path);
}

const PLACES: Readonly<Record<string, (main: TestRepo) => Place>> = {
  'above it': (main) => {
    const repo = clone(main, join(main.home, 'work', 'lib'));
    list(repo);
    return { start: adoptRepo(main, join(main.home, 'work')), repo };
  },
  'around it': (main) => {
    const repo = clone(main, join(main.dir, 'vendor', 'lib'));
    list(main, repo);
    return { start: main, repo };
  },
  'beside it': (main) => {
    const repo = clone(main, join(main.home, 'lib'));
    list(main, repo);
    return { start: main, repo };
  },
  'in a submodule of its repository': (main) => {
    const up = clone(main, join(main.home, 'up'));
    main.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', up.dir, 'sub');
    main.git('commit', '-qm', 'with a submodule');
    const repo = adoptRepo(main, join(main.dir, 'sub'));
    list(main, repo);
    return { start: main, repo };
  },
};

const withPlace = (place: (main: TestRepo) => Place, story: (place: Place) => void): Promise<void> =>
  withRepo({ files: BASE }, (main) => {
    delete main.env['XDG_DATA_HOME'];
    story(place(main));
  });

/** Each line of the files with its owner. */
const ownersIn = (repo: TestRepo, ...paths: string[]): string[] =>
  paths.flatMap((path) => judge(repo, path).map(({ text, owner }) => `${text}: ${owner.replace(THREAD, 'a')}`));

const EXPECTED = [
  'new @a: a',
  'shell @a: a',
  'inside @a: a',
  'one @human: no note',
  'deux @a: a',
  'three @human: human',
];

describe.each(Object.entries(PLACES))('an agent that was started %s', (_, place) => {
  test('has its lines there, with its goal, whatever tool it writes with', () =>
    withPlace(place, ({ start, repo }) => {
      const way = relative(start.dir, repo.dir);
      const agent = new TestAgent(start, 'a').start().prompt('do it there');
      agent.write(`${way}/new.txt`, 'new @a\n');
      agent.bash(`echo 'shell @a' > ${way}/shell.txt`);
      agent.bash(`(cd ${way} && echo 'inside @a' > inside.txt && sed -i 's/two @human/deux @a/' f.txt)`);
      appendFileSync(join(repo.dir, 'f.txt'), 'three @human\n');
      agent.bash(`git -C ${way} status`).stop();
      repo.commit('by hand');
      expect(ownersIn(repo, 'new.txt', 'shell.txt', 'inside.txt', 'f.txt')).toEqual(EXPECTED);
      expect(whyOf(repo, 'new.txt:1').goal).toBe('do it there');
      expect(whyOf(repo, 'inside.txt:1').goal).toBe('do it there');
    }));

  test('has them with patches that name the files from where it is', () =>
    withPlace(place, ({ start, repo }) => {
      const way = relative(start.dir, repo.dir);
      const agent = new CodexAgent(start, THREAD).start().prompt('do it there');
      agent.say('The file is missing.').patch([{ path: `${way}/new.txt`, fresh: 'new @a' }]);
      agent.bash(`echo 'shell @a' > ${way}/shell.txt`);
      agent.bash(`(cd ${way} && echo 'inside @a' > inside.txt)`);
      agent.patch([{ path: `${way}/f.txt`, old: 'two @human', fresh: 'deux @a' }]);
      appendFileSync(join(repo.dir, 'f.txt'), 'three @human\n');
      agent.bash(`git -C ${way} status`).stop();
      repo.commit('by hand');
      expect(ownersIn(repo, 'new.txt', 'shell.txt', 'inside.txt', 'f.txt')).toEqual(EXPECTED);
      expect(whyOf(repo, 'new.txt:1')).toMatchObject({ goal: 'do it there', decision: 'The file is missing.' });
    }));
});

test('the goal is that of the turn, also when events are recorded later', () =>
  withPlace(PLACES['beside it']!, ({ start, repo }) => {
    const agent = new TestAgent(start, 'a')
      .start()
      .prompt('the first goal')
      .write('../home/lib/a.txt', 'a @a\n')
      .stop();
    agent.prompt('a goal of the first repository').write('own.txt', 'own @a\n').stop();
    agent.prompt('the last goal').write('../home/lib/b.txt', 'b @a\n').stop();
    repo.commit('by hand');
    expect(whyOf(repo, 'a.txt:1').goal).toBe('the first goal');
    expect(whyOf(repo, 'b.txt:1').goal).toBe('the last goal');
    start.commit('by hand');
    expect(whyOf(start, 'own.txt:1').goal).toBe('a goal of the first repository');
    const goals = [...notesOf(start).values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes));
    expect(goals.filter(({ kind }) => kind === 'goal')).toHaveLength(3);
  }));

test('a call that names the repository by chance is not recorded there, and a person’s lines stay that person’s', () =>
  withPlace(PLACES['beside it']!, ({ start, repo }) => {
    const agent = new TestAgent(start, 'a').start().prompt('look around');
    agent.bash('ls lib 2>/dev/null || true');
    agent.bash('echo lib > own.txt', () => appendFileSync(join(repo.dir, 'f.txt'), 'three @human\n'));
    agent.stop();
    repo.commit('by hand');
    expect(ownersIn(repo, 'f.txt')).toEqual(['one @human: no note', 'two @human: no note', 'three @human: human']);
    expect(prov(repo, 'sessions')).not.toContain('claude-code');
  }));
