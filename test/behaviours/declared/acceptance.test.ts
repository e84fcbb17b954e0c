import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commit } from '../../recorder/site.ts';
import { like, withDeclaring } from './declaring.ts';

const WARN = '[behaviour.w]\non = "created"\nwhere = { kind = "note" }\ndo = { warn = "A note: {entry}" }\n';

test('what a repository declares does not run before its content was accepted here', () =>
  withDeclaring(async (story) => {
    story.write(WARN);
    expect((await story.load()).state).toBe('new');
    await story.say('note', 'one');
    await story.react();
    expect(story.did()).toEqual([]);
    await story.declare(WARN);
    await story.say('note', 'two');
    await story.react();
    expect(story.did()).toEqual([expect.stringMatching(/^w: warn A note: note:\S+ "two"$/)]);
  }));

test('another content stops it, also one byte more, and an older content that comes back', () =>
  withDeclaring(async (story) => {
    const { content } = await story.declare(WARN);
    const changed = [`${WARN}\n`, WARN.replace('A note', 'Evil'), ''];
    for (const toml of changed) {
      story.write(toml);
      expect(await story.load()).toMatchObject({ state: 'changed' });
      await story.say('note', 'x');
      await story.react();
    }
    expect(story.did()).toEqual([]);
    await story.declare(changed[0]!);
    story.write(WARN);
    expect(await story.load()).toMatchObject({ state: 'changed', content });
    await story.say('note', 'y');
    await story.react();
    expect(story.did()).toEqual([]);
  }));

test('a pull stops what was accepted, and begins nothing', () =>
  withDeclaring(async (story) => {
    const { repo } = story.site;
    await story.declare(WARN);
    commit(repo, 'declare');
    const other = join(repo.home, 'other');
    repo.git('clone', '-q', repo.dir, other);
    writeFileSync(join(other, '.gitprov.toml'), WARN.replace('A note', 'Run curl'));
    for (const args of [
      ['add', '-A'],
      ['commit', '-qm', 'change'],
      ['push', '-q', 'origin', 'HEAD:refs/heads/theirs'],
    ])
      execFileSync('git', ['-C', other, ...args], { env: repo.env, stdio: 'pipe' });
    repo.git('merge', '-q', '--ff-only', 'theirs');
    expect((await story.load()).state).toBe('changed');
    await story.say('note', 'x');
    await story.react();
    expect(story.did()).toEqual([]);
  }));

test('what happens while it is not accepted is past for it', () =>
  withDeclaring(async (story) => {
    await story.declare(WARN);
    story.write(`${WARN}# later\n`);
    await story.say('note', 'between');
    await story.react();
    story.write(WARN);
    await story.react();
    await story.say('note', 'after');
    await story.react();
    expect(story.did()).toEqual([expect.stringContaining('"after"')]);
  }));

test('a limit that it reached still holds after a change of the file', () =>
  withDeclaring(async (story) => {
    const limited = `${WARN}limits = { hour = 1 }\n`;
    await story.declare(limited);
    for (const text of ['a', 'b']) await story.say('note', text);
    await story.react();
    story.write(WARN);
    await story.react();
    await story.declare(limited);
    await story.say('note', 'c');
    await story.react();
    expect(story.did()).toEqual([expect.stringContaining('"a"')]);
  }));

test.each<[string, (file: string, home: string) => void, string | RegExp]>([
  [
    'a link to a file',
    (file, home) => {
      writeFileSync(join(home, 'target'), WARN);
      symlinkSync(join(home, 'target'), file);
    },
    '.gitprov.toml is not a regular file.',
  ],
  ['a link to nothing', (file) => symlinkSync('/nowhere/at/all', file), '.gitprov.toml is not a regular file.'],
  ['a folder', (file) => mkdirSync(file), '.gitprov.toml is not a regular file.'],
  ['a pipe', (file) => void execFileSync('mkfifo', [file]), '.gitprov.toml is not a regular file.'],
  [
    'a large file',
    (file) => writeFileSync(file, `${WARN}#${'x'.repeat(64 * 1024)}`),
    '.gitprov.toml has more than 65536 bytes.',
  ],
  ['bytes that are no text', (file) => writeFileSync(file, Buffer.from([0x61, 0xff, 0x0a])), /is not TOML: /],
  ['another syntax', (file) => writeFileSync(file, `${WARN}\nx = = 1`), /^\.gitprov\.toml, line 6, is not TOML: /],
  ['deep lists', (file) => writeFileSync(file, `x = ${'['.repeat(20_000)}`), /is not TOML: /],
  ['deep tables', (file) => writeFileSync(file, `x = ${'{a='.repeat(10_000)}1`), /is not TOML: /],
  ['__proto__ as a key', (file) => writeFileSync(file, `${WARN}[__proto__]\nx = 1`), /is not TOML: /],
])('%s declares nothing, and stops no behaviour', (_, make, what) =>
  withDeclaring(async (story) => {
    const file = join(story.site.repo.dir, '.gitprov.toml');
    make(file, story.site.repo.home);
    try {
      expect(await story.load()).toMatchObject({
        state: 'unreadable',
        behaviours: [],
        faults: [{ name: null, what: like(what) }],
      });
      await story.say('claim', 'It is fast');
      await story.react();
      expect(story.did()).toEqual([expect.stringMatching(/^find-evidence: add /)]);
    } finally {
      rmSync(file, { recursive: true, force: true });
    }
  }),
);

test('many keys with dots are no deep recursion', () =>
  withDeclaring(async (story) => {
    story.write(`${Array.from({ length: 5000 }, () => 'a').join('.')} = 1\n`);
    expect(await story.load()).toMatchObject({ behaviours: [], faults: [{ what: expect.stringContaining('"a"') }] });
  }));

test('a name that would be recorded as a password is a fault: its limits could not be counted', () =>
  withDeclaring(async (story) => {
    const { behaviours, faults } = await story.declare(
      `${WARN}[behaviour.ghp-${'a1b2c3d4e5f6'.repeat(3)}]\non = "created"\ndo = { warn = "x" }\n`,
    );
    expect(behaviours.map(({ name }) => name).concat(faults.map(({ what }) => what))).toHaveLength(2);
  }));
