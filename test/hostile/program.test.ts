import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import { oid, sessionId, sessionPrefix, type Oid, type RepoPath } from '../../src/model/ids.ts';
import { noteOf } from '../faces/library/fixture.ts';
import { FIRST_DATE, makeRepo, type TestRepo } from '../helpers/repo.ts';
import { BOMBS } from './bombs.ts';
import { measured, plant, plantLiar, prov, type Ran } from './field.ts';

/** The memory in MiB that a command may need beyond a run where all notes are fine. */
const MOST_MIB = 64;
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const good = (path: string, line: number): Uint8Array => encodeNote(noteOf('honest', { [path]: [{ start: line }] }));

/** A history where each commit adds a line with its number to a file, made by one start of git. */
function history(length: number): { repo: TestRepo; commits: readonly Oid[] } {
  const repo = makeRepo({ files: { 'f.txt': 'line 1\n' }, hash: 'sha1' });
  const first = repo.oid('HEAD');
  const later = Array.from({ length: length - 1 }, (_, i) => {
    const text = Array.from({ length: i + 2 }, (__, line) => `line ${line + 1}\n`).join('');
    const subject = `commit ${i + 2}`;
    return [
      `commit refs/heads/main\ncommitter Ada Tester <ada@example.com> ${FIRST_DATE + 60 * (i + 1)} +0000`,
      `data ${subject.length}\n${subject}${i === 0 ? `\nfrom ${first}` : ''}`,
      `M 100644 inline f.txt\ndata ${text.length}\n${text}\n`,
    ].join('\n');
  });
  repo.gitRaw(['fast-import', '--quiet'], later.join(''));
  repo.git('reset', '-q', '--hard');
  return { repo, commits: repo.git('rev-list', '--reverse', 'HEAD').split('\n').map(oid) };
}

const COMMANDS: readonly (readonly string[])[] = [
  ['log'],
  ['log', '--json'],
  ['blame', 'f.txt'],
  ['blame', '--json', 'f.txt'],
  ['why', 'f.txt:1-23'],
  ['sessions'],
  ['report', 'HEAD~22..HEAD'],
  ['report', '--format', 'md', 'HEAD~22..HEAD'],
  ['status'],
  ['doctor'],
  ['verify'],
];
/** The command that reports a fault by its exit code. */
const JUDGE = 'verify';

describe('with bombs on 21 commits between two honest notes,', () => {
  const length = BOMBS.length + 2;
  let field: ReturnType<typeof history>;
  let peace: ReturnType<typeof history>;
  /** The first run of each command, which several tests look at. */
  const firsts = new Map<string, ReturnType<typeof measured>>();
  const first = (...args: string[]): ReturnType<typeof measured> => {
    const ran = firsts.get(args.join(' ')) ?? measured(field.repo, ...args);
    firsts.set(args.join(' '), ran);
    return ran;
  };

  beforeAll(() => {
    [field, peace] = [history(length), history(length)];
    const honest = (n: number): readonly [Oid, Uint8Array] => [field.commits[n]!, good('f.txt', n + 1)];
    plant(field.repo, [
      honest(0),
      ...BOMBS.map(({ make }, i) => [field.commits[i + 1]!, make()] as const),
      honest(length - 1),
    ]);
    plant(
      peace.repo,
      peace.commits.map((commit, i) => [commit, good('f.txt', i + 1)] as const),
    );
  });
  afterAll(() => [field, peace].forEach(({ repo }) => repo.cleanup()));

  test.each(COMMANDS.map((args) => [args.join(' '), args] as const))(
    'git prov %s exits properly, reports them, and needs little more memory',
    (_, args) => {
      const ran = first(...args);
      const usual = measured(peace.repo, ...args);
      expect([args[0] === JUDGE ? 1 : 0, ran.stderr]).toEqual([ran.code, ran.stderr]);
      expect(ran.stderr).not.toContain('fault of git prov');
      expect(`${ran.stdout}${ran.stderr}`).toMatch(/could not be read|cannot be read|damaged|unreadable/i);
      expect(RAW.exec(ran.stdout.replaceAll('\t', '') + ran.stderr)).toBe(null);
      // V8 lets unused buffers pile up, and the amount differs from run to run: the lowest value shows the real need.
      let more = ran.memory - usual.memory;
      for (let tries = 1; tries < 5 && more > MOST_MIB; tries++) {
        for (const { repo } of [field, peace])
          rmSync(join(repo.dir, '.git/prov/index'), { recursive: true, force: true });
        more = measured(field.repo, ...args).memory - measured(peace.repo, ...args).memory;
      }
      expect(more).toBeLessThanOrEqual(MOST_MIB);
    },
  );

  test('blame names the agent of the honest lines, and no owner for the others', () => {
    const { lines } = JSON.parse(first('blame', '--json', 'f.txt').stdout) as { lines: { owner: string }[] };
    expect([lines[0]!.owner, lines.at(-1)!.owner]).toEqual(['agent', 'agent']);
    expect(new Set(lines.slice(1, -1).map(({ owner }) => owner))).toEqual(new Set(['unknown']));
  });

  test.each(BOMBS.map(({ name }, i) => [name, i + 1] as const))(
    'git prov show of the commit with %s has no note to show',
    (_, n) => {
      const { code, stdout, stderr } = prov(field.repo, 'show', field.commits[n]!);
      expect([code, stderr]).toEqual([0, expect.stringContaining('run git prov doctor')]);
      expect(stdout).toContain(`commit ${n + 1}`);
    },
  );

  test('status counts them, with the reason and the next step', () => {
    const { stdout } = first('status');
    expect(stdout).toMatch(new RegExp(`unreadable +${BOMBS.length} notes, which count for nothing:`));
    expect(stdout).toMatch(/The note on [0-9a-f]{40} cannot be read: Note is not canonical CBOR\./);
    expect(stdout).toContain('git fetch may bring undamaged ones; git prov doctor names them all.');
  });
});

test('a note with a declared size of 1 GB is not waited for, and the others are read', () => {
  const { repo, commits } = history(3);
  try {
    plant(
      repo,
      [0, 1, 2].map((n) => [commits[n]!, good('f.txt', n + 1)] as const),
    );
    const usual = measured(repo, 'log');
    const liar = plantLiar(repo, 1 << 30);
    const entry = `${commits[1]!.slice(0, 2)}/${commits[1]!.slice(2)}`;
    writeFileSync(join(repo.home, 'input'), '');
    const index = { ...repo.env, GIT_INDEX_FILE: join(repo.home, 'index') };
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: repo.dir, env: index }).toString().trim();
    git('read-tree', 'refs/notes/provenance');
    git('update-index', '--add', '--cacheinfo', `100644,${liar},${entry}`);
    git('update-ref', 'refs/notes/provenance', git('commit-tree', '-m', 'x', git('write-tree', '--missing-ok')));
    const begin = Date.now();
    const ran = measured(repo, 'log');
    expect(Date.now() - begin).toBeLessThan(5000);
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('A note could not be read') as string });
    expect(ran.memory - usual.memory).toBeLessThanOrEqual(MOST_MIB);
    const { stdout } = prov(repo, 'status');
    expect(stdout).toMatch(/unreadable +1 note, which counts for nothing:/);
    expect(stdout).toContain(`it is ${1 << 30} bytes, over 4194304`);
  } finally {
    repo.cleanup();
  }
});

test('a few trees that pretend four thousand million notes are read quickly, with little memory, and an honest note in them is found', () => {
  const { repo, commits } = history(3);
  try {
    plant(repo, [[commits[2]!, good('f.txt', 3)]]);
    const runs = [
      ['log'],
      ['blame', 'f.txt'],
      ['sessions'],
      ['show', commits[2]!],
      ['status'],
      ['doctor'],
      ['report', 'HEAD~2..HEAD'],
      ['gc'],
    ].map((args) => ({ args, usual: measured(repo, ...args) }));
    const put = (type: string, content: Buffer): string =>
      repo.gitRaw(['hash-object', '-w', '-t', type, '--literally', '--stdin'], content).toString().trim();
    const names = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
    const treeOf = (mode: string, id: string, name: (two: string) => string): string =>
      put(
        'tree',
        Buffer.concat(names.flatMap((two) => [Buffer.from(`${mode} ${name(two)}\0`), Buffer.from(id, 'hex')])),
      );
    let tree = treeOf('100644', put('blob', Buffer.from('x')), (two) => two.repeat(17));
    for (let i = 0; i < 3; i++) tree = treeOf('40000', tree, (two) => two);
    const honest = repo.git('rev-parse', `refs/notes/provenance:${commits[2]!.slice(0, 2)}/${commits[2]!.slice(2)}`);
    const root = put(
      'tree',
      Buffer.concat([
        repo.gitRaw(['cat-file', 'tree', tree]),
        Buffer.from(`100644 ${commits[2]!}\0`),
        Buffer.from(honest, 'hex'),
      ]),
    );
    repo.git('update-ref', 'refs/notes/provenance', repo.git('commit-tree', '-m', 'x', root));
    const sessions: string[] = [];
    for (const { args, usual } of runs) {
      const begin = Date.now();
      const ran = measured(repo, ...args);
      if (args[0] === 'sessions') sessions.push(ran.stdout);
      expect({
        args,
        late: Date.now() - begin > 10_000,
        code: ran.code,
        stderr: ran.stderr.includes('fault of'),
      }).toEqual({ args, late: false, code: 0, stderr: false });
      expect(Math.round(ran.memory - usual.memory)).toBeLessThanOrEqual(MOST_MIB);
    }
    expect(sessions).toEqual([expect.stringContaining(sessionPrefix({ id: sessionId('honest') }))]);
  } finally {
    repo.cleanup();
  }
});

describe('paths in a note are only compared, and never opened:', () => {
  const PATHS = [
    '../canary',
    '../../canary',
    '/etc/hostname',
    '.git/hooks/post-commit',
    '.git/config',
    'pipe',
    '../pipe',
    '-o',
    '--output=out',
    'link',
    '~/canary',
    'a\u0000b',
    '.',
    '..',
  ];
  const CANARY = 'canary-7d1f2c1e';

  test("no command waits at a pipe, prints a file's content, writes a file, or runs one", () => {
    const { repo, commits } = history(2);
    try {
      for (const file of [
        join(repo.dir, '../canary'),
        join(repo.dir, '../../canary-x'),
        join(repo.dir, '.git/hooks/post-x'),
      ])
        writeFileSync(file, `#!/bin/sh\necho ${CANARY} > ${repo.home}/ran\n`, { mode: 0o755 });
      // Opening it for reading blocks until a process opens it for writing.
      for (const pipe of ['pipe', '../pipe']) execFileSync('mkfifo', [join(repo.dir, pipe)]);
      repo.write('.git/info/exclude', 'pipe\n');
      const note = noteOf(
        's',
        Object.fromEntries(PATHS.map((path) => [path as RepoPath, [{ start: 1, count: 2 ** 30 }]])),
      );
      plant(repo, [[commits[1]!, encodeNote(note)]]);
      const before = readdirSync(repo.dir).toSorted();
      const ran: Ran[] = [
        ...COMMANDS.filter((args) => !args.join(' ').includes('~22')),
        ['report', 'HEAD~1..HEAD'],
        ['show', 'HEAD'],
        ['show', '--json', 'HEAD'],
        ['replay', 'session:s'],
      ]
        .map((args) => (args[0] === 'why' ? ['why', 'f.txt:1-2'] : args))
        .map((args) => prov(repo, ...args));
      for (const { code, stdout, stderr } of ran) {
        expect({ fine: code === 0 || code === 1, stderr }).toEqual({ fine: true, stderr });
        expect(stdout + stderr).not.toContain(CANARY);
      }
      expect(readdirSync(repo.dir).toSorted()).toEqual(before);
      expect(existsSync(join(repo.home, 'ran'))).toBe(false);
    } finally {
      repo.cleanup();
    }
  });
});

test('errors omit the raw characters of a name, and so does the JSON', () => {
  const { repo, commits } = history(2);
  try {
    const name = 'x\u009b2J\u202e\u200by';
    plant(repo, [[commits[1]!, encodeNote(noteOf(name.replace('\u009b', ''), { 'f.txt': [{ start: 2 }] }))]]);
    for (const args of [
      ['why', `${name}:1`],
      ['show', name],
      ['replay', name],
      ['blame', '--only', name, 'f.txt'],
      ['nosuch', name],
    ]) {
      const { code, stdout, stderr } = prov(repo, ...args);
      expect({ refused: [1, 2, 128, 129].includes(code ?? 0), stderr }).toEqual({ refused: true, stderr });
      expect(RAW.exec(args[0] === 'blame' ? stdout : stdout + stderr)).toBe(null);
    }
    const { stdout } = prov(repo, 'sessions', '--json');
    expect(/[^\n -~]/.exec(stdout)).toBe(null);
    expect(JSON.stringify(JSON.parse(stdout))).toContain('x2J\u202e\u200by');
  } finally {
    repo.cleanup();
  }
});
