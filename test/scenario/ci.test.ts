import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ACTION = readFileSync(join(ROOT, 'action.yml'), 'utf8');
/** The shell of the step in docs/ci.md that records the checks. */
const CHECKS = /- name: Record the result, and push the notes\n[\s\S]*?run: \|\n((?: {10}.*\n)+)/
  .exec(readFileSync(join(ROOT, 'docs/ci.md'), 'utf8'))![1]!
  .replaceAll(/^ {10}/gm, '');

/** The shell of a step of the action. */
function stepOf(name: string): string {
  const step = ACTION.split(/^ {4}- /m).find((text) => text.startsWith(`name: ${name}\n`));
  const block = /^ {6}run: \|\n((?: {8}.*\n|\n)+)/m.exec(step ?? '')?.[1];
  if (block === undefined) throw new Error(`action.yml has no step called ${name}`);
  return block.replaceAll(/^ {8}/gm, '');
}

const FETCH = 'Fetch the commits of the pull request, and the notes';
const ADOPT = 'Adopt the notes of a fork, for the commits of the pull request alone';

/** A runner of the forge: a fresh clone without any set-up of ours, and the programs that its steps call. */
class Runner {
  readonly repo: TestRepo;
  readonly #env: NodeJS.ProcessEnv;
  readonly #temp: string;

  constructor(forge: TestRepo, name: string, env: NodeJS.ProcessEnv) {
    const dir = join(forge.home, name);
    forge.git('clone', '-q', forge.dir, dir);
    this.repo = adoptRepo(forge, dir);
    this.#temp = join(forge.home, `${name}-temp`);
    const bin = join(this.#temp, 'bin');
    mkdirSync(bin, { recursive: true });
    const program = (file: string, text: string): void => {
      writeFileSync(join(bin, file), text);
      chmodSync(join(bin, file), 0o755);
    };
    program('git-prov', `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/git-prov.js' "$@"\n`);
    // The forge's comments: one file, made by POST and changed by PATCH; the list names it once it is there.
    program('gh', `#!/bin/sh\ncd '${forge.home}'\necho "$*" >> calls\n${GH}`);
    const anonymous = Object.fromEntries(
      Object.entries(this.repo.env).filter(([key]) => !/^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL)$/.test(key)),
    );
    this.#env = {
      ...anonymous,
      PATH: `${bin}:${process.env['PATH']}`,
      RUNNER_TEMP: this.#temp,
      GITHUB_STEP_SUMMARY: join(this.#temp, 'summary'),
      REPOSITORY: 'o/r',
      NUMBER: '7',
      ...env,
    };
  }

  /** Runs a step as the forge does: `bash -e`, in the work tree. */
  run(name: string): string {
    const done = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', stepOf(name)], {
      cwd: this.repo.dir,
      env: this.#env,
    });
    if (done.status !== 0) throw new Error(`${name} exited with ${String(done.status)}: ${done.stderr.toString()}`);
    return done.stdout.toString();
  }

  /** Runs a script without blocking this process, which may be the forge's server. */
  async shell(script: string): Promise<void> {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: this.repo.dir, env: this.#env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((done) => child.on('close', done));
    if (code !== 0) throw new Error(`The script exited with ${String(code)}: ${said}`);
  }
}

const GH = `
for word; do case $word in body=@*) cat "\${word#body=@}" > body ;; esac; done
case "$*" in
*"--method POST repos/o/r/issues/7/comments"*) mv body comment-1 ;;
*"--method PATCH repos/o/r/issues/comments/1"*) mv body comment-1 ;;
*"--paginate repos/o/r/issues/7/comments"*) if [ -e comment-1 ]; then echo 1; fi ;;
*) echo "unexpected: $*" >&2; exit 1 ;;
esac
`;

/** A forge (a bare repository) with a first commit on main. An agent works on a branch in a clone of it. */
async function withForge(story: (forge: TestRepo, dev: TestRepo) => void | Promise<void>): Promise<void> {
  await withRepo({ bare: true }, async (forge) => {
    const dir = join(forge.home, 'dev');
    forge.git('clone', '-q', forge.dir, dir);
    const dev = adoptRepo(forge, dir);
    dev.git('symbolic-ref', 'HEAD', 'refs/heads/main');
    dev.write('src/sum.js', 'export const sum = 0;\n');
    dev.commit('first');
    dev.git('push', '-q', 'origin', 'main');
    enable(dev);
    dev.git('switch', '-qc', 'topic');
    const agent = new TestAgent(dev, 'sess-a').start().prompt('Add @everyone `max` | closes #1');
    agent.write('src/max.js', 'export const max = 1;\n');
    dev.commit('max');
    agent.edit('src/max.js', 'max = 1', 'max = Math.max');
    agent.write('src/min.js', 'export const min = 2;\n');
    dev.commit('min');
    prov(dev, 'status');
    await story(forge, dev);
  });
}

const ids = (dev: TestRepo): NodeJS.ProcessEnv => ({ BASE: dev.oid('main'), HEAD: dev.oid('topic'), FORK: '' });
const comment = (forge: TestRepo): string => readFileSync(join(forge.home, 'comment-1'), 'utf8');
const owners = (repo: TestRepo, ...args: string[]): string[] =>
  (JSON.parse(prov(repo, 'blame', '--json', ...args)) as { lines: { owner: string }[] }).lines.map(
    ({ owner }) => owner,
  );

// What the forge does when a user presses the merge button.
function squash(forge: TestRepo, branch: string): string {
  const dir = join(forge.home, 'merging');
  forge.git('clone', '-q', forge.dir, dir);
  const there = adoptRepo(forge, dir);
  there.git('fetch', '-q', 'origin', `+refs/pull/7/head:refs/heads/${branch}`);
  there.git('merge', '-q', '--squash', branch);
  there.git('commit', '-q', '-m', 'Add max and min (#7)');
  there.git('push', '-q', 'origin', 'main');
  return there.oid('HEAD');
}

test('a pull request gets one comment, which is updated, and nothing of it is checked out', { timeout: 60_000 }, () =>
  withForge((forge, dev) => {
    dev.git('push', '-q', 'origin', 'topic:refs/heads/topic', 'topic:refs/pull/7/head');
    prov(dev, 'push', 'origin');
    for (const name of ['ci-1', 'ci-2']) {
      const runner = new Runner(forge, name, ids(dev));
      for (const step of [FETCH, 'Report', 'Make the comment, or update it']) runner.run(step);
      expect(existsSync(join(runner.repo.dir, 'src/max.js'))).toBe(false);
    }
    expect(comment(forge)).toMatch(/^<!-- git-prov report -->\n\*\*Agents wrote 2 of the 2 lines \(100%\)/);
    expect(comment(forge)).toContain("`Add @everyone 'max' ¦ closes #1`");
    const calls = readFileSync(join(forge.home, 'calls'), 'utf8').split('\n').slice(0, -1);
    expect(calls.map((call) => /--method \w+|--paginate/.exec(call)?.[0])).toEqual([
      '--paginate',
      '--method POST',
      '--paginate',
      '--method PATCH',
    ]);
  }),
);

test('notes are carried over a squash merge, and come back with a fetch', { timeout: 60_000 }, () =>
  withForge((forge, dev) => {
    dev.git('push', '-q', 'origin', 'topic', 'topic:refs/pull/7/head');
    prov(dev, 'push', 'origin');
    const merged = squash(forge, 'pr');
    const reviewer = (name: string): TestRepo => new Runner(forge, name, {}).repo;
    const before = reviewer('before');
    before.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance');
    expect(owners(before, 'src/max.js')).toEqual(['unknown']);
    const runner = new Runner(forge, 'carry', { ...ids(dev), MERGED: merged });
    for (const step of [FETCH, 'Carry the notes over, and push them']) runner.run(step);
    const after = reviewer('after');
    after.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance');
    expect([owners(after, 'src/max.js'), owners(after, 'src/min.js')]).toEqual([['agent'], ['agent']]);
    const tip = forge.git('rev-parse', 'refs/notes/provenance');
    new Runner(forge, 'again', { ...ids(dev), MERGED: merged }).run('Carry the notes over, and push them');
    expect(forge.git('rev-parse', 'refs/notes/provenance')).toBe(tip);
  }),
);

test('only a fork’s notes on the commits of the pull request are accepted', { timeout: 60_000 }, () =>
  withForge((forge, dev) => {
    const fork = join(forge.home, 'fork.git');
    forge.git('clone', '-q', '--bare', forge.dir, fork);
    const main = dev.oid('main');
    const note = dev.git('notes', '--ref=provenance', 'list', 'topic');
    dev.git('notes', '--ref=provenance', 'add', '-C', note, main); // the fork says something of a commit of others
    dev.git('push', '-q', fork, 'topic', 'refs/notes/provenance');
    dev.git('push', '-q', 'origin', 'topic:refs/pull/7/head');
    const runner = new Runner(forge, 'ci', { ...ids(dev), FORK: fork });
    for (const step of [FETCH, ADOPT, 'Report']) runner.run(step);
    const noted = runner.repo
      .git('notes', '--ref=provenance', 'list')
      .split('\n')
      .map((line) => line.split(' ')[1]);
    expect(noted.sort()).toEqual([dev.oid('topic'), dev.oid('topic~1')].sort());
    const report = readFileSync(join(forge.home, 'ci-temp/report.md'), 'utf8');
    expect(report).toContain('**Agents wrote 2 of the 2 lines (100%)');
    const none = new Runner(forge, 'none', { ...ids(dev), FORK: join(forge.home, 'absent.git') });
    for (const step of [FETCH, ADOPT, 'Report']) none.run(step);
    expect(readFileSync(join(forge.home, 'none-temp/report.md'), 'utf8')).toContain(
      'No agent is known to have written',
    );
  }),
);

const FILES = ['action.yml', 'docs/ci/github.yml', 'docs/ci/gitlab.yml'].map((name) => join(ROOT, name));

test('the jobs are valid YAML, and their shell is valid too', () => {
  const parse = 'import sys, yaml\nfor name in sys.argv[1:]: list(yaml.safe_load_all(open(name)))';
  const hasParser = spawnSync('python3', ['-c', 'import yaml']).status === 0;
  expect(hasParser ? spawnSync('python3', ['-c', parse, ...FILES]).stderr.toString() : '').toBe('');
  const shells = FILES.flatMap((file) => blocksOf(readFileSync(file, 'utf8')));
  expect(shells.length).toBeGreaterThan(7);
  for (const shell of shells) expect(spawnSync('bash', ['-n'], { input: shell }).stderr.toString()).toBe('');
});

test('no value of an event is written into a script', () => {
  for (const shell of blocksOf(ACTION)) expect(shell).not.toContain('${{');
});

// The blocks of text in a YAML file.
const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^( *)(?:- )?(?:\w+: )?\|\n((?:\1 {2}.*\n|\n)+)/gm)].map((found) => found[2]!);

const GITLAB = readFileSync(join(ROOT, 'docs/ci/gitlab.yml'), 'utf8');

/** The script of a job of the component, after what both jobs do. */
function jobOf(name: string): string {
  const job = GITLAB.split(/^(?=\S)/m).find((text) => text.startsWith(`${name}:\n`))!;
  const script = /^ {2}script:\n((?: {4}.*\n|\n)+)/m.exec(job)![1]!;
  const steps = script.split(/^ {4}- /m).slice(1);
  return ['git prov fetch origin', ...steps]
    .map((step) => (step.startsWith('|\n') ? step.slice(2).replaceAll(/^ {6}/gm, '') : step))
    .join('\n');
}

/** The part of GitLab that the jobs ask: one merge request with one comment. */
async function withGitlab(story: (env: NodeJS.ProcessEnv, comments: Comment[]) => Promise<void>): Promise<void> {
  const comments: Comment[] = [{ id: 1, author: { id: 9 }, body: '<!-- git-prov report --> of somebody else' }];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { body } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { body?: string };
      const url = request.url!;
      const id = Number(/\/notes\/(\d+)$/.exec(url)?.[1]);
      if (request.headers['private-token'] !== 'secret') response.statusCode = 401;
      else if (url.endsWith('/user')) response.write('{"id":4}');
      else if (url.includes('/commits/')) response.write('[{"iid":7}]');
      else if (request.method === 'POST') comments.push({ id: comments.length + 1, author: { id: 4 }, body: body! });
      else if (request.method === 'PUT') comments.find((one) => one.id === id)!.body = body!;
      else response.write(JSON.stringify(comments));
      response.end(request.method === 'GET' ? '' : '{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    await story({ CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`, GIT_PROV_TOKEN: 'secret' }, comments);
  } finally {
    server.close();
  }
}

interface Comment {
  readonly id: number;
  readonly author: { readonly id: number };
  body: string;
}

test("GitLab's jobs make one comment, update it, and carry notes over a squash merge", { timeout: 60_000 }, () =>
  withForge((forge, dev) =>
    withGitlab(async (gitlab, comments) => {
      dev.git('push', '-q', 'origin', 'topic', 'topic:refs/merge-requests/7/head', 'topic:refs/pull/7/head');
      prov(dev, 'push', 'origin');
      const base = dev.oid('main');
      const env = { ...gitlab, CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '7', CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
      for (const name of ['mr-1', 'mr-2']) await new Runner(forge, name, env).shell(jobOf('git-prov-report'));
      expect(comments.map(({ author }) => author.id)).toEqual([9, 4]);
      expect(comments[1]!.body).toMatch(/^<!-- git-prov report -->\n\*\*Agents wrote 2 of the 2 lines/);
      expect(comments[0]!.body).toContain('somebody else');

      const merged = squash(forge, 'pr');
      const carry = new Runner(forge, 'carry', { ...env, CI_COMMIT_BEFORE_SHA: base, CI_COMMIT_SHA: merged });
      await carry.shell(jobOf('git-prov-carry').replace(/^git remote set-url .*$/m, ''));
      const after = new Runner(forge, 'after', {}).repo;
      after.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance');
      expect(owners(after, 'src/max.js')).toEqual(['agent']);
    }),
  ),
);

test('the result of the job’s tests reaches the notes, and comes to other clones', { timeout: 60_000 }, () =>
  withForge(async (forge, dev) => {
    dev.git('push', '-q', 'origin', 'topic:refs/heads/topic');
    prov(dev, 'push', 'origin');
    const runner = new Runner(forge, 'ci', { BEFORE: dev.oid('main'), HEAD: dev.oid('topic') });
    runner.repo.write('report.xml', '<testsuite tests="1"><testcase name="max"/></testsuite>');
    await runner.shell(CHECKS);
    prov(dev, 'fetch', 'origin');
    expect(prov(dev, 'why', '--rev', 'topic', 'src/max.js:1')).toMatch(
      /JUnit report of 1 test passed .*reported by ci/,
    );
    expect(prov(dev, 'report', 'main..topic')).toContain('2 passed');
  }),
);

test('the result of a new branch counts for its last commit', { timeout: 60_000 }, () =>
  withForge(async (forge, dev) => {
    dev.git('push', '-q', 'origin', 'topic:refs/heads/topic');
    prov(dev, 'push', 'origin');
    const runner = new Runner(forge, 'ci', { BEFORE: '0'.repeat(40), HEAD: dev.oid('topic') });
    runner.repo.write('report.xml', '<testsuite tests="1"><testcase name="max"/></testsuite>');
    await runner.shell(CHECKS);
    prov(dev, 'fetch', 'origin');
    expect(prov(dev, 'why', '--rev', 'topic', 'src/max.js:1')).toMatch(/JUnit report of 1 test passed/);
  }),
);
