import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { NoteData } from '../../../src/ask/blame/note-lookup.ts';
import type { Oid } from '../../../src/model/ids.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';
import { gitBlame, graphOf, node, noteOn, prov, sawAt } from '../../ask/blame/story.ts';

const UTF8 = { LC_ALL: 'C.UTF-8' };

/** A person wrote lines 1, 2 and 5, an agent lines 3 and 4; the commit of these has a note. */
async function story(tell: (repo: TestRepo, notes: Map<Oid, NoteData>) => Promise<void>): Promise<void> {
  await withRepo({ hash: 'sha1', files: { 'a.txt': 'one\ntwo\nfive\n' } }, async (repo) => {
    const first = repo.oid('HEAD');
    repo.write('a.txt', 'one\ntwo\n  three()\n  four()\nfive\n');
    const second = repo.commit('agent’s');
    await tell(
      repo,
      new Map([
        [first, { graphs: [], lines: new Map() }],
        [second, noteOn('a.txt', [{ start: 3, count: 2 }])],
      ]),
    );
  });
}

describe('the default format', () => {
  test('the agent replaces the author, and each run of one decision has one annotation', () =>
    story(async (repo, notes) => {
      const { text, code, warnings } = await prov(repo, ['a.txt'], { notes, env: UTF8 });
      expect({ code, warnings }).toEqual({ code: 0, warnings: [] });
      expect(text).toMatchInlineSnapshot(`
        "^7a88259 (Ada Tester             2026-01-01 00:00:00 +0000 1) one
        ^7a88259 (Ada Tester             2026-01-01 00:00:00 +0000 2) two
        53357fc7 (claude-code 3f2a91c0 ✓ 2026-01-01 00:01:00 +0000 3)   three()  ← test: Back off between retries: the API limits its rate
        53357fc7 (claude-code 3f2a91c0 ✓ 2026-01-01 00:01:00 +0000 4)   four()
        ^7a88259 (Ada Tester             2026-01-01 00:00:00 +0000 5) five
        "
      `);
    }));

  test('without UTF-8 the signs are ASCII', () =>
    story(async (repo, notes) => {
      const { text } = await prov(repo, ['a.txt'], { notes });
      expect(text.split('\n')[2]).toMatchInlineSnapshot(
        `"53357fc7 (claude-code 3f2a91c0 + 2026-01-01 00:01:00 +0000 3)   three()  <- test: Back off between retries: the API limits its rate"`,
      );
    }));

  test('an annotation is complete when its last letter ends in a byte that is a space in Latin-1', () =>
    story(async (repo, notes) => {
      notes.set(repo.oid('HEAD'), noteOn('a.txt', [{ start: 3 }], graphOf({ decision: 'voilà' })));
      const { text } = await prov(repo, ['a.txt'], { notes, env: UTF8 });
      expect(text.split('\n')[2]).toMatch(/ {2}three\(\) {2}← voilà$/);
    }));

  test('a person’s lines are git’s, byte for byte, except for the width of the author column', () =>
    story(async (repo, notes) => {
      const { text } = await prov(repo, ['-s', 'a.txt'], { notes, env: UTF8 });
      const git = gitBlame(repo, ['-s', 'a.txt']).toString().split('\n');
      const ours = text.split('\n');
      for (const i of [0, 1, 3, 4]) expect(ours[i]).toBe(git[i]);
      expect(ours[2]).toMatchInlineSnapshot(
        `"53357fc7 3)   three()  ← claude-code 3f2a91c0 ✓ test Back off between retries: the API limits its rate"`,
      );
    }));

  test('on a terminal, an annotation is cut at the edge and is on the first line of the run with room', () =>
    story(async (repo, notes) => {
      repo.write('a.txt', `one\ntwo\n  ${'x'.repeat(60)}\n  four()\nfive\n`);
      const third = repo.commit('again');
      notes.set(third, noteOn('a.txt', [{ start: 3 }], graphOf({ passed: true, saw: sawAt(repo, 'a.txt') })));
      const { text } = await prov(repo, ['a.txt'], { notes, env: UTF8, columns: 110 });
      expect(text).toMatchInlineSnapshot(`
        "^7a88259 (Ada Tester             2026-01-01 1) one
        ^7a88259 (Ada Tester             2026-01-01 2) two
        5969031c ([36mclaude-code 3f2a91c0[m [32m✓[m 2026-01-01 3)   xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        53357fc7 ([36mclaude-code 3f2a91c0[m [32m✓[m 2026-01-01 4)   four()  [2m← [m[32mtest[m[2m: Back off between retries: the API limits its…[m
        ^7a88259 (Ada Tester             2026-01-01 5) five
        [2m✓ check passed  (git prov help terms)[m
        "
      `);
      const annotated = text
        .replaceAll(/\u001b\[\d*m/g, '')
        .split('\n')
        .filter((line) => line.includes('←'));
      expect(annotated.map((line) => [...line].length)).toEqual([110]);
    }));

  test('on a terminal without room for reasons, the legend names the command that gives them', () =>
    story(async (repo, notes) => {
      const { text } = await prov(repo, ['a.txt'], { notes, env: UTF8, columns: 50 });
      expect(text).not.toContain('←');
      expect(text).toContain('(git prov why FILE:LINE gives the reasons)');
    }));

  test('on 80 columns the date is a day, and the legend fits', () =>
    story(async (repo, notes) => {
      notes.delete(repo.oid('HEAD~'));
      const { text } = await prov(repo, ['a.txt'], { notes, env: { ...UTF8, NO_COLOR: '1' }, columns: 80 });
      expect(text).toMatchInlineSnapshot(`
        "^7a88259 (Ada Tester           ? 2026-01-01 1) one
        ^7a88259 (Ada Tester           ? 2026-01-01 2) two
        53357fc7 (claude-code 3f2a91c0 ✓ 2026-01-01 3)   three()  ← test: Back off betw…
        53357fc7 (claude-code 3f2a91c0 ✓ 2026-01-01 4)   four()
        ^7a88259 (Ada Tester           ? 2026-01-01 5) five
        ✓ check passed  ? not known who wrote it  (git prov help terms)
        "
      `);
      for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
    }));

  test('a line of unknown origin has a mark and a colour, and a person’s has none', () =>
    story(async (repo, notes) => {
      notes.set(repo.oid('HEAD'), noteOn('a.txt', [{ start: 3 }, { start: 4, node: null, evidence: 'unsure' }]));
      repo.write('a.txt', `${repo.read('a.txt')}six\n`);
      repo.commit('without a note');
      const { text } = await prov(repo, ['a.txt'], { notes, env: UTF8, columns: 130 });
      const lines = text.split('\n');
      expect(lines[3]).toContain('(\u001b[35mAda Tester\u001b[m           \u001b[35m?\u001b[m 2026');
      expect(lines[5]).toContain('(\u001b[35mAda Tester\u001b[m           \u001b[35m?\u001b[m 2026');
      expect(lines[4]).toContain('(Ada Tester             2026');
      expect(lines[6]).toContain('? not known who wrote it');
    }));

  test('the reason is beside the first line with code, not beside a blank line or a bracket', () =>
    story(async (repo, notes) => {
      repo.write('a.txt', '\n{\n  three()\n}\n');
      const again = repo.commit('again');
      const graph = graphOf({ passed: true, saw: sawAt(repo, 'a.txt') });
      notes.set(again, noteOn('a.txt', [{ start: 1, count: 4 }], graph));
      for (const columns of [undefined, 110]) {
        const { text } = await prov(repo, ['a.txt'], { notes, env: UTF8, ...(columns && { columns }) });
        expect(text.split('\n').map((line) => line.includes('←'))).toEqual([
          false,
          false,
          true,
          false,
          false,
          ...(columns ? [false] : []),
        ]);
      }
    }));

  test('colours follow color.ui and NO_COLOR', () =>
    story(async (repo, notes) => {
      const always = { ...UTF8, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'color.ui', GIT_CONFIG_VALUE_0: 'always' };
      const coloured = (await prov(repo, ['a.txt'], { notes, env: always })).text;
      expect(coloured.split('\n')[2]).toMatchInlineSnapshot(
        `"53357fc7 ([36mclaude-code 3f2a91c0[m [32m✓[m 2026-01-01 00:01:00 +0000 3)   three()  [2m← [m[32mtest[m[2m: Back off between retries: the API limits its rate[m"`,
      );
      expect(coloured.split('\n')[0]).not.toContain('\u001b');
      const plain = (await prov(repo, ['a.txt'], { notes, env: UTF8 })).text;
      expect(coloured.replaceAll(/\u001b\[\d*m/g, '')).toBe(plain);
      expect((await prov(repo, ['a.txt'], { notes, env: { ...always, NO_COLOR: '1' } })).text).toBe(plain);
      const tty = await prov(repo, ['a.txt'], { notes, columns: 200, env: { ...UTF8, TERM: 'xterm' } });
      expect(tty.text).toContain('\u001b[36mclaude-code');
      const dumb = await prov(repo, ['a.txt'], { notes, columns: 200, env: { ...UTF8, TERM: 'dumb' } });
      expect(dumb.text).not.toContain('\u001b');
    }));

  test.for<readonly string[]>([
    ['-c', 'a.txt'],
    ['--date=short', 'a.txt'],
    ['-e', '--date=short', 'a.txt'],
    ['--color-lines', 'a.txt'],
  ])('what git lays out itself gets the agent too: %j', (argv) =>
    story(async (repo, notes) => {
      const { text } = await prov(repo, argv, { notes, env: UTF8 });
      expect(text.replaceAll('\u001b', '␛')).toMatchSnapshot();
    }),
  );

  test.for([
    [true, '✓', 'test: '],
    [false, '✗', 'test: '],
    [undefined, '·', ''],
  ] as const)('a verification that passed, failed, or is not known: %j is shown as %s', ([passed, sign, kind]) =>
    story(async (repo, notes) => {
      const graph = graphOf(passed === undefined ? {} : { passed });
      notes.set(repo.oid('HEAD'), noteOn('a.txt', [{ start: 3, count: 2 }], graph));
      expect((await prov(repo, ['a.txt'], { notes, env: UTF8 })).text).toMatch(
        new RegExp(`\\(claude-code 3f2a91c0 ${sign} .* ← ${kind}Back off`),
      );
    }),
  );

  test('a passed check is stale once the file changes again, unless a check passed on its current content', () =>
    story(async (repo, notes) => {
      repo.write('a.txt', `${repo.read('a.txt')}six\n`);
      const third = repo.commit('six');
      expect((await prov(repo, ['a.txt'], { notes, env: UTF8 })).text).toMatch(/3f2a91c0 ~ .* ← test: Back off/);
      expect((await prov(repo, ['HEAD~1', '--', 'a.txt'], { notes, env: UTF8 })).text).toMatch(
        /3f2a91c0 ✓ .* ← test: Back off/,
      );
      const passing = (saw?: readonly number[]): NoteData => {
        const graph = graphOf({ passed: true, session: '00000001', ...(saw && { saw }) });
        return noteOn('a.txt', [{ start: 6, node: node(2, '00000001') }], graph);
      };
      const ofLine = async (line: number): Promise<string | undefined> =>
        / ([~✓]) /.exec((await prov(repo, ['-s', 'a.txt'], { notes, env: UTF8 })).text.split('\n')[line - 1]!)?.[1];
      notes.set(third, passing());
      expect([await ofLine(3), await ofLine(6)]).toEqual(['~', '✓']);
      notes.set(third, passing(sawAt(repo, 'a.txt', 'HEAD~1')));
      expect([await ofLine(3), await ofLine(6)]).toEqual(['~', '~']);
      notes.set(third, passing(sawAt(repo, 'a.txt')));
      expect([await ofLine(3), await ofLine(6)]).toEqual(['✓', '✓']);
    }));

  test('hostile words in a note can neither control the terminal nor break the line', () =>
    story(async (repo, notes) => {
      const graph = graphOf({
        passed: true,
        decision: 'one\u001b[2J\ntwo\u202e\u200bthree',
        agent: 'evil\u001b]0;x\u0007'.repeat(9),
      });
      notes.set(repo.oid('HEAD'), noteOn('a.txt', [{ start: 3, count: 2 }], graph));
      const { text } = await prov(repo, ['a.txt'], { notes, env: UTF8 });
      expect(text.split('\n')).toHaveLength(6);
      expect(text).not.toMatch(/[\u001b\u202e\u200b\u0007]/);
      expect(text.split('\n')[2]).toMatchInlineSnapshot(
        `"53357fc7 (evil\\x1b]0;x\\x07evil… 3f2a91c0 ✓ 2026-01-01 00:01:00 +0000 3)   three()  ← test: one\\x1b[2J\\ntwo\\u{202e}\\u{200b}three"`,
      );
    }));

  test('on a terminal, code cannot control it or show another owner; a pipe gets its bytes', () =>
    withRepo({ files: { 'a.txt': 'red \u001b[31m\rAda \u009b2J \u202egnp\u202c\n\ttab é 日本\n' } }, async (repo) => {
      const { text } = await prov(repo, ['-s', 'a.txt'], { env: { ...UTF8, NO_COLOR: '1' }, columns: 80 });
      expect(text.split('\n').slice(0, 2)).toEqual([
        expect.stringMatching(/ 1\) red \\x1b\[31m\\rAda \\x9b2J \\u\{202e\}gnp\\u\{202c\}$/),
        expect.stringMatching(/ 2\) \ttab é 日本$/),
      ]);
      expect((await prov(repo, ['-s', 'a.txt'], { env: UTF8 })).text).toBe(repo.git('blame', '-s', 'a.txt') + '\n');
    }));

  test('--only and --evidence choose lines', () =>
    story(async (repo, notes) => {
      const numbers = async (...argv: string[]): Promise<string[]> =>
        [...(await prov(repo, [...argv, 'a.txt'], { notes })).text.matchAll(/(\d+)\) /g)].map((match) => match[1]!);
      expect(await numbers('--only=agent')).toEqual(['3', '4']);
      expect(await numbers('--only', 'human')).toEqual(['1', '2', '5']);
      expect(await numbers('--only=unknown')).toEqual([]);
      expect(await numbers('--evidence=exact,moved')).toEqual(['3', '4']);
      expect(await numbers('--evidence=moved')).toEqual([]);
      expect((await prov(repo, ['--evidence', 'a.txt'], { notes })).text).toContain('its rate [exact]');
    }));

  test('a carriage return stays at the end of its line', async () => {
    await withRepo({ files: { 'a.txt': 'one\r\ntwo\r\n' } }, async (repo) => {
      const notes = new Map([[repo.oid('HEAD'), noteOn('a.txt', [{}])]]);
      const { text } = await prov(repo, ['-s', 'a.txt'], { notes });
      expect(text.split('\n')[0]).toMatch(/1\) one {2}<- claude-code 3f2a91c0 \+ test Back off.*rate\r$/);
      expect(text.split('\n')[1]).toMatch(/2\) two\r$/);
    });
  });
});

describe('uncommitted lines', () => {
  test('have the owners that the work tree records', () =>
    story(async (repo, notes) => {
      repo.write('a.txt', `zero\n${repo.read('a.txt')}`);
      const asked: string[] = [];
      const { text } = await prov(repo, ['-s', 'a.txt'], {
        notes,
        ownersOfUncommitted: (path) => {
          asked.push(path);
          return Promise.resolve(
            noteOn('a.txt', [{ node: node(2, '00000009') }], graphOf({ session: '00000009', agent: 'codex' })),
          );
        },
      });
      expect(asked).toEqual(['a.txt']);
      expect(text.split('\n')[0]).toBe(
        '00000000 1) zero  <- codex 00000009 . Back off between retries: the API limits its rate',
      );
    }));

  test('of --contents have no owner', () =>
    story(async (repo, notes) => {
      repo.write('other', `zero\n${repo.read('a.txt')}`);
      const { text } = await prov(repo, ['--json', '--contents', 'other', 'a.txt'], {
        notes,
        ownersOfUncommitted: () => Promise.reject(new Error('not to be asked')),
      });
      expect(JSON.parse(text).lines[0]).toMatchObject({ text: 'zero', owner: 'unknown' });
    }));
});

describe('the machine formats', () => {
  test('--porcelain has prov- lines where the owner changes, --line-porcelain on every line', () =>
    story(async (repo, notes) => {
      const { text } = await prov(repo, ['--porcelain', 'a.txt'], { notes });
      expect(text).toMatchSnapshot();
      expect(text.replaceAll(/^prov-.*\n/gm, '')).toBe(gitBlame(repo, ['--porcelain', 'a.txt']).toString());
      const each = (await prov(repo, ['--line-porcelain', 'a.txt'], { notes })).text;
      expect(each.match(/^prov-owner /gm)).toHaveLength(5);
      expect(each.replaceAll(/^prov-.*\n/gm, '')).toBe(gitBlame(repo, ['--line-porcelain', 'a.txt']).toString());
    }));

  test('--incremental splits an entry where its lines have several owners', () =>
    story(async (repo, notes) => {
      notes.set(repo.oid('HEAD'), noteOn('a.txt', [{ start: 4 }], graphOf({ passed: true })));
      const { text } = await prov(repo, ['--incremental', 'a.txt'], { notes });
      expect(text).toMatchSnapshot();
      expect(text.match(/^[0-9a-f]{40} \d+ \d+ \d+$/gm)?.map((line) => line.slice(41))).toEqual([
        '3 3 1',
        '4 4 1',
        '1 1 2',
        '3 5 1',
      ]);
    }));

  test('--json', () =>
    story(async (repo, notes) => {
      const { text } = await prov(repo, ['--json', 'HEAD', '--', 'a.txt'], { notes });
      expect(text).toMatchSnapshot();
      const { lines } = JSON.parse(text) as { lines: { owner: string; text: string }[] };
      expect(lines.map(({ owner }) => owner)).toEqual(['human', 'human', 'agent', 'agent', 'human']);
    }));

  test('--json without any note, of bytes that are not UTF-8, of an empty file', async () => {
    await withRepo({ files: { 'a.txt': Buffer.from('caf\xe9\r\nlast', 'latin1'), empty: '' } }, async (repo) => {
      const a = JSON.parse((await prov(repo, ['--json', 'a.txt'])).text);
      expect(a.lines.map((line: { text: string }) => line.text)).toEqual(['caf\ufffd\r', 'last']);
      expect(a.lines[0]).toMatchObject({ owner: 'unknown', session: null, verification: 'none', confidence: null });
      expect(JSON.parse((await prov(repo, ['--json', 'empty'])).text)).toMatchObject({ path: null, lines: [] });
    });
  });
});

describe('notes that lie', () => {
  test('ranges past the end, of other files, and nodes that are nowhere', () =>
    story(async (repo, notes) => {
      const told = noteOn('a.txt', [{ start: 4, count: 2 ** 31 - 5, node: node(77, 'deadbeef') }]);
      notes.set(repo.oid('HEAD'), {
        graphs: told.graphs,
        lines: new Map([...told.lines, ...noteOn('b.txt', [{ count: 9 }]).lines]),
      });
      const { lines, nodes } = JSON.parse((await prov(repo, ['--json', 'a.txt'], { notes })).text);
      expect(lines[2]).toMatchObject({ owner: 'human' });
      expect(lines[3]).toMatchObject({ owner: 'agent', node: 'deadbeef-77', session: null, decision: null });
      expect(nodes).toEqual({});
      expect((await prov(repo, ['a.txt'], { notes })).text).toContain('(agent deadbeef ');
    }));

  test('a damaged note counts as missing and is reported once', () =>
    story(async (repo, notes) => {
      const broken = new Map<Oid, NoteData | { damaged: unknown }>(notes);
      broken.set(repo.oid('HEAD'), { damaged: new Error('cut short') });
      const { text, warnings, code } = await prov(repo, ['a.txt'], { notes: broken });
      expect(text.replaceAll(/(?<=Tester) [ ?](?= )/g, '')).toBe(gitBlame(repo, ['a.txt']).toString());
      expect({ warnings, code }).toEqual({ warnings: ['A note could not be read; run git prov doctor.'], code: 0 });
    }));
});

test('a line of a renamed file is looked up by its former name', () =>
  story(async (repo, notes) => {
    repo.git('mv', 'a.txt', 'b.txt');
    repo.commit('rename');
    const { lines } = JSON.parse((await prov(repo, ['--json', 'b.txt'], { notes })).text);
    expect(lines[2]).toMatchObject({ owner: 'agent', origPath: 'a.txt', verification: 'stale' });
  }));

test('a line of a changed file has a stale check, also where git reads its settings slowly', () =>
  story(async (repo, notes) => {
    repo.git('mv', 'a.txt', 'b.txt');
    repo.commit('rename');
    const slow = join(repo.home, 'slow');
    mkdirSync(slow);
    const path = process.env['PATH']!;
    const script = `#!/bin/sh\nPATH='${path}'\ncase " $* " in *' config '*) sleep 0.5 ;; esac\nexec git "$@"\n`;
    writeFileSync(join(slow, 'git'), script, { mode: 0o755 });
    const env = { PATH: `${slow}:${path}` };
    const { lines } = JSON.parse((await prov(repo, ['--json', 'b.txt'], { notes, env })).text);
    expect(lines[2]).toMatchObject({ owner: 'agent', verification: 'stale' });
  }));

test('a pager gets the output on a terminal', () =>
  story(async (repo, notes) => {
    const env = { ...UTF8, GIT_PAGER: `cat > ${repo.home}/paged` };
    const { text, code } = await prov(repo, ['a.txt'], { notes, columns: 120, env });
    expect({ text, code }).toEqual({ text: '', code: 0 });
    const paged = (await import('node:fs')).readFileSync(`${repo.home}/paged`, 'utf8');
    expect(paged).toBe((await prov(repo, ['a.txt'], { notes, columns: 120, env: UTF8 })).text);
  }));

test('when the pager quits before it has read everything, the exit code is 3', async () => {
  await withRepo({ files: { 'a.txt': 'line\n'.repeat(200_000) } }, async (repo) => {
    const { code } = await prov(repo, ['-s', 'a.txt'], { columns: 80, env: { GIT_PAGER: 'exec 0<&-; sleep 0.1' } });
    expect(code).toBe(3);
  });
});
