import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { prov, TestAgent } from '../../helpers/agent.ts';
import { freshenIndex } from '../../helpers/fresh-index.ts';
import { adoptRepo, makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { listed } from './lines.ts';
import { expectRewritten, mark, type Expected, type Mark } from './verdict.ts';

/** Whole lines of a file. */
export const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

/** What every story finds: the files of `main`, in its first commit. Every line is unique and names its author. */
const BASE = {
  'f.txt': lines(
    'harbours are counted first @human',
    'lanterns are lit at seven @human',
    'the ferry waits for nobody @human',
    'ropes are coiled by hand @human',
    'salt is kept below the deck @human',
    'charts are drawn in winter @human',
    'the pilot reads the tide @human',
    'gulls follow the last boat @human',
    'the bell is rung twice @human',
    'nets are mended on Sunday @human',
    'the anchor has three arms @human',
    'fog comes from the north @human',
  ),
  'g.txt': lines(
    'bread is baked before dawn @human',
    'flour arrives on the cart @human',
    'the oven holds forty loaves @human',
    'yeast sleeps in the cellar @human',
    'the baker hums an old song @human',
    'crumbs are for the sparrows @human',
    'rye is sold by the half @human',
    'the shop closes at noon @human',
  ),
  'dir/h.txt': lines('clocks are wound on Monday @human', 'the tower leans a little @human'),
};

/**
 * A repository with two branches that part at `base`. On `main`, a person's `shift` moved the lines. `topic` is checked out:
 * `one` by agent a, `two` by agent b with a person's line, `three` by both with a person's line. All git hooks are installed.
 */
export class Stage {
  readonly repo: TestRepo;
  readonly a: TestAgent;
  readonly b: TestAgent;
  /** What was there before the rewriting. */
  before: Mark;

  constructor(repo: TestRepo, a: TestAgent, b: TestAgent, before?: Mark) {
    this.repo = repo;
    this.a = a;
    this.b = b;
    this.before = before ?? mark(repo);
  }

  /** From here on history is rewritten: a story that first adds to the scene calls this. */
  begins(): void {
    this.before = mark(this.repo);
  }

  /** Expects that every line of HEAD has the owner that its text names, and that the notes match `expected`. */
  judge(expected: Partial<Expected> = {}): void {
    expectRewritten({ repo: this.repo, before: this.before, ...expected });
  }

  /** The current notes and HEAD, for a story that must not change them. */
  state(): { head: string; notes: ReadonlyMap<string, string> } {
    return { head: this.repo.oid('HEAD'), notes: listed(this.repo) };
  }

  /** Runs git as a person does, a minute later than the last time. */
  git(...args: string[]): string {
    this.repo.tick();
    return this.repo.git(...args);
  }

  /** Runs git as a person does, with more in its environment. */
  gitWith(env: NodeJS.ProcessEnv, ...args: string[]): string {
    const { status, out } = this.run(args, env);
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${out}`);
    return out;
  }

  /** Runs git, which has to stop: on a conflict, or where a person asked for it. */
  stops(args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
    const { status, out } = this.run(args, env);
    if (status === 0 && !existsSync(join(this.repo.dir, '.git/rebase-merge')))
      throw new Error(`git ${args.join(' ')} did not stop: ${out}`);
  }

  private run(args: readonly string[], env: NodeJS.ProcessEnv): { status: number | null; out: string } {
    this.repo.tick();
    const done = spawnSync('git', args, { cwd: this.repo.dir, env: { ...this.repo.env, ...env } });
    return { status: done.status, out: `${done.stdout.toString()}${done.stderr.toString()}`.trimEnd() };
  }

  /** A person replaces a text that occurs in a file. */
  edit(path: string, old: string, fresh: string): void {
    const text = this.repo.read(path);
    if (!text.includes(old)) throw new Error(`${path} does not hold ${old}`);
    this.repo.write(
      path,
      text.replace(old, () => fresh),
    );
  }

  /** A person adds lines after the one that holds `old`. */
  insert(path: string, old: string, ...fresh: string[]): void {
    const found = this.repo
      .read(path)
      .split('\n')
      .find((line) => line.includes(old));
    if (found === undefined) throw new Error(`${path} does not hold ${old}`);
    this.edit(path, `${found}\n`, lines(found, ...fresh));
  }

  /** Adds everything and commits it. */
  commit(message: string, ...args: string[]): void {
    this.repo.commit(message, ...args);
  }

  /** Does something on another branch and comes back; what follows is judged as from then on. */
  on(branch: string, act: () => void): void {
    const here = this.repo.git('symbolic-ref', '--short', 'HEAD');
    this.git('switch', '-q', branch);
    act();
    this.git('switch', '-q', here);
    this.begins();
  }

  /** The environment that gives `git rebase -i` this list: `squash two` is a command and a commit's subject. */
  todo(...list: string[]): NodeJS.ProcessEnv {
    const file = join(this.repo.home, 'todo');
    const rows = list.map((row) => {
      const [, command, subject] = /^(\w+) ?(.*)$/.exec(row)!;
      return /^(?:exec|break|label|reset|merge)$/.test(command!) ? row : `${command!} ${this.of(subject!)}`;
    });
    writeFileSync(file, lines(...rows));
    return { GIT_SEQUENCE_EDITOR: `cp '${file}'` };
  }

  /** The commit of this subject, the youngest in any branch or reflog. */
  of(subject: string): string {
    const out = this.repo.git('log', '--branches', '--reflog', '--no-notes', '--format=%H %s', `--grep=^${subject}$`);
    const row = out.split('\n').find((one) => one.slice(one.indexOf(' ') + 1) === subject);
    if (!row) throw new Error(`no commit is called ${subject}`);
    return row.split(' ')[0]!;
  }

  /** A bare repository beside this one that has its branches; `origin` of this one from now on. */
  origin(): string {
    const dir = join(this.repo.home, 'origin.git');
    this.repo.git('clone', '-q', '--bare', this.repo.dir, dir);
    this.repo.git('-C', dir, 'symbolic-ref', 'HEAD', 'refs/heads/main');
    this.repo.git('remote', 'add', 'origin', dir);
    this.repo.git('fetch', '-q', 'origin');
    return dir;
  }

  /** A clone of a person's without git prov, with another name than this repository's: it shares nothing but commits. */
  stranger(name = 'Strange Bot', source = join(this.repo.home, 'origin.git')): Stage {
    const dir = join(this.repo.home, name.replaceAll(/\W/g, '-'));
    this.repo.git('clone', '-q', source, dir);
    const env = { ...this.repo.env, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: 'noreply@forge.example' };
    const repo = adoptRepo({ ...this.repo, env }, dir);
    return new Stage(repo, this.a, this.b, this.before);
  }

  /** A clone with our hooks that has fetched the notes, on the branch `topic`. Its agents are the sessions c and d. */
  clone(name: string, ...args: string[]): Stage {
    const dir = join(this.repo.home, name);
    this.repo.git('config', 'uploadpack.allowFilter', 'true');
    this.repo.git('clone', '-q', ...args, `file://${this.repo.dir}`, dir);
    const repo = adoptRepo(this.repo, dir);
    repo.git('fetch', '-q', 'origin', 'refs/notes/provenance:refs/notes/provenance');
    prov(repo, 'init', '--agent', 'claude-code');
    if (repo.git('symbolic-ref', '--short', 'HEAD') !== 'main') repo.git('branch', '-q', 'main', 'origin/main');
    return new Stage(repo, new TestAgent(repo, 'c'), new TestAgent(repo, 'd'), this.before);
  }
}

function setUp(): Stage {
  const repo = makeRepo({ files: BASE });
  delete repo.env['XDG_DATA_HOME'];
  delete repo.env['CLAUDE_CONFIG_DIR'];
  repo.git('config', 'advice.detachedHead', 'false');
  repo.git('tag', 'base');
  const stage = new Stage(repo, new TestAgent(repo, 'a'), new TestAgent(repo, 'b'), NOTHING);
  repo.write('f.txt', `${lines('the sea was here before @human', 'and will be here after @human')}${BASE['f.txt']}`);
  repo.write('g.txt', `${lines('a bakery needs a street @human')}${BASE['g.txt']}`);
  repo.commit('shift');
  repo.git('switch', '-q', '-c', 'topic', 'base');
  prov(repo, 'init', '--agent', 'claude-code');

  const { a, b } = stage;
  a.start().prompt('light the lanterns');
  a.edit('f.txt', 'lanterns are lit at seven @human', 'lanterns are lit by the timer @a\nand put out at sunrise @a');
  a.write('a.txt', lines('a timer knows the hour @a', 'a timer is set once @a', 'a timer never sleeps @a'));
  repo.commit('one');

  b.start().prompt('write of yeast');
  b.edit('g.txt', 'the oven holds forty loaves @human', 'the oven holds sixty now @b\nand is fed with beech @b');
  stage.insert('f.txt', 'gulls follow', 'terns do not follow boats @human');
  b.bash("printf 'yeast is weighed in grams @b\\nyeast likes warm water @b\\n' > b.txt");
  repo.commit('two');

  a.edit('g.txt', 'rye is sold by the half @human', 'rye is sold by the half @human\nwheat is sold by weight @a');
  b.edit('f.txt', 'the anchor has three arms @human', 'the anchor has four arms by now @b');
  stage.insert('dir/h.txt', 'the tower', 'the tower was straight once @human');
  repo.commit('three');
  stage.begins();
  return stage;
}

const NOTHING: Mark = { additions: new Map(), texts: new Set(), notes: new Map(), graphs: new Set() };

let kept:
  | {
      readonly stage: Stage;
      readonly copy: string;
      readonly idBytes: 20 | 32;
      readonly date: string;
      readonly before: Mark;
    }
  | undefined;

// The scene is made once for all stories of a worker, and put back before each, in the same place: what is recorded names it.
function scene(): Stage {
  if (!kept) {
    const stage = setUp();
    const copy = join(realpathSync(mkdtempSync(join(tmpdir(), 'git-prov-kept-'))), 'all');
    cpSync(rootOf(stage), copy, COPYING);
    const idBytes = stage.repo.oid('HEAD').length === 40 ? 20 : 32;
    kept = { stage, copy, idBytes, date: stage.repo.env['GIT_COMMITTER_DATE']!, before: stage.before };
    process.once('exit', () => spawnSync('rm', ['-rf', dirname(copy), rootOf(stage)]));
    return stage;
  }
  const { stage, copy, idBytes, date, before } = kept;
  stage.before = before;
  for (const name of readdirSync(rootOf(stage))) rmSync(join(rootOf(stage), name), { recursive: true, force: true });
  cpSync(copy, rootOf(stage), COPYING);
  stage.repo.env['GIT_AUTHOR_DATE'] = stage.repo.env['GIT_COMMITTER_DATE'] = date;
  if (!freshenIndex(stage.repo.dir, idBytes)) stage.repo.git('update-index', '-q', '--refresh');
  return stage;
}

const COPYING = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;
const rootOf = ({ repo }: Stage): string => resolve(repo.dir, '..');

/** Runs one story on a scene of its own. @param isSkipped a program that it needs is missing here */
export function story(name: string, tell: (stage: Stage) => void, isSkipped = false): void {
  test.skipIf(isSkipped)(name, () => {
    expect.hasAssertions();
    tell(scene());
  });
}

/** Writes an executable script beside the repository and gives its path. */
export function script({ repo }: Stage, name: string, text: string): string {
  const path = join(repo.home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}
