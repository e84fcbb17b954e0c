import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callsInScript, patchOf, printedByScript } from '../../src/agents/codex/script.ts';
import { cpuMs } from '../helpers/cpu.ts';

const command = (script: string) => callsInScript(script).commands[0];

describe('a command in a script of code mode', () => {
  test.each([
    ['const r = await tools.exec_command({"cmd":"npm test"}); text(r.output);', 'npm test'],
    ['const r = await tools.exec_command({cmd: "npm test", yield_time_ms: 1000})', 'npm test'],
    ["await tools.exec_command({ yield_time_ms: 1000, cmd: 'git commit -m \"it\\'s\"' })", 'git commit -m "it\'s"'],
    ['tools.exec_command({cmd:`one\ntwo`})', 'one\ntwo'],
    ['tools.exec_command({env: {A: "}", b: [1, {c: 2}]}, cmd: "make"})', 'make'],
    ['tools.exec_command({cmd:"a\\n\\tb \\u0041\\u{1f600}\\x42"})', 'a\n\tb A😀B'],
  ])('%s', (script, expected) => {
    expect(command(script)?.command).toBe(expected);
  });

  test('has the folder that the script names', () => {
    expect(command('tools.exec_command({workdir: "/work", cmd: "ls"})')).toEqual({ command: 'ls', folder: '/work' });
  });

  test.each([
    ['tools.exec_command({cmd: `rm ${file}`})', 'a part that the script computes'],
    ['const cmd = "ls"; tools.exec_command({cmd})', 'a name'],
    ['tools.exec_command(given)', 'no object'],
    ['tools.exec_command({cmd: "ls', 'an end that is missing'],
    ['tools.exec_command({cmd: "\\u{110000}"})', 'a character that does not exist'],
  ])('is not read: %s (%s)', (script) => {
    expect(callsInScript(script)).toEqual({ commands: [], hasOthers: true, patches: false });
  });

  test('several are read in order, beside other tools', () => {
    const script = 'const all = await Promise.all([tools.exec_command({cmd:"a"}), tools.exec_command({cmd:"b"})]);';
    expect(callsInScript(`${script} await tools.apply_patch("x"); await tools.update_plan({});`)).toEqual({
      commands: [
        { command: 'a', folder: undefined },
        { command: 'b', folder: undefined },
      ],
      hasOthers: true,
      patches: true,
    });
  });

  test('in any literal form is the command that JavaScript sees', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const json = JSON.stringify(text);
        const single = `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
        for (const literal of [json, single])
          expect(command(`tools.exec_command({cmd: ${literal}, n: 1})`)?.command).toBe(text);
      }),
    );
  });

  test('a long script without an end takes no long time', async () => {
    const spent = await cpuMs(() => {
      for (const part of ['tools.exec_command({cmd: "', 'tools.exec_command({a:[', '\'"`\\'])
        callsInScript(part.repeat(1_000_000 / part.length));
    });
    expect(spent).toBeLessThan(2000);
  });
});

test('the output of a script begins after the lines about the script itself', () => {
  expect(printedByScript('Script completed\nWall time 0.1 seconds\nOutput:\n\n2 passed')).toBe('2 passed');
  expect(printedByScript('2 passed')).toBe('2 passed');
});

test('the changes of a patch are written in the form of apply_patch', () => {
  expect(
    patchOf({
      '/w/a.js': { type: 'add', content: 'one\ntwo\n' },
      '/w/b.js': { type: 'update', unified_diff: '@@ -1,2 +1,2 @@\n one\n-two\n+three\n', move_path: '/w/c.js' },
      '/w/d.js': { delete: { content: 'x\n' } },
      '/w/e.js': 'unknown',
    }),
  ).toBe(
    [
      '*** Begin Patch',
      '*** Add File: /w/a.js',
      '+one',
      '+two',
      '*** Update File: /w/b.js',
      '*** Move to: /w/c.js',
      '@@ -1,2 +1,2 @@',
      ' one',
      '-two',
      '+three',
      '*** Delete File: /w/d.js',
      '*** End Patch',
    ].join('\n'),
  );
});
