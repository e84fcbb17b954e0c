import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentCommand } from '../../src/install/agent-settings.ts';
import { CLAUDE_EVENTS, claudeCode } from '../../src/agents/claude-code/settings.ts';

const PATH = 'settings.json';
const COMMAND = agentCommand('claude-code');
const register = (text: string | undefined): string => claudeCode.register(text, PATH);

// Realistic settings: with other hooks, and formatted by any tool or by hand.
const handler = fc.record({ type: fc.constant('command'), command: fc.string() });
const groups = fc.array(fc.record({ matcher: fc.string(), hooks: fc.array(handler, { maxLength: 2 }) }), {
  maxLength: 2,
});
const settings = fc.record(
  {
    model: fc.string(),
    list: fc.array(fc.jsonValue()),
    hooks: fc.dictionary(fc.constantFrom(...CLAUDE_EVENTS, 'Setup'), groups),
  },
  { requiredKeys: [] },
);
const text = fc
  .tuple(
    settings,
    fc.constantFrom('', '  ', '    ', '\t', 'odd'),
    fc.constantFrom('', '\n', '\r\n', '  \n\n'),
    fc.constantFrom('', '\ufeff'),
  )
  .map(([value, indent, end, mark]) => {
    const json =
      indent === 'odd'
        ? JSON.stringify(value, null, 1).replaceAll(/\n */g, ' \n  ')
        : JSON.stringify(value, null, indent);
    return mark + (end === '\r\n' ? json.replaceAll('\n', end) : json) + end;
  });

const parsed = (json: string): { hooks?: Record<string, unknown[]> } =>
  JSON.parse(json.replace(/^\ufeff/, '')) as { hooks?: Record<string, unknown[]> };

describe('registering', () => {
  test('keeps all existing bytes, adds one entry for each event, and does so once', () => {
    fc.assert(
      fc.property(text, (before) => {
        const after = register(before);
        expect(isSubsequence(before.trim(), after)).toBe(true);
        const [old, now] = [parsed(before), parsed(after)];
        for (const event of CLAUDE_EVENTS) {
          const entries = now.hooks![event]!;
          expect(entries.slice(0, -1)).toEqual(old.hooks?.[event] ?? []);
          expect(entries.at(-1)).toEqual({ hooks: [{ type: 'command', command: COMMAND, timeout: 10 }] });
        }
        expect({ ...now, hooks: undefined }).toEqual({ ...old, hooks: undefined });
        expect(register(after)).toBe(after);
        expect(claudeCode.state(after, PATH).missing).toEqual([]);
      }),
    );
  });

  test('is undone without a trace, even without the original bytes', () => {
    fc.assert(
      fc.property(text, (before) => {
        expect(claudeCode.unregister(register(before), before, PATH)).toBe(before);
      }),
    );
    expect(claudeCode.unregister(register('{}  \n\n'), '{}  \n\n', PATH)).toBe('{}  \n\n');
  });

  test('leaves comments and trailing commas', () => {
    const before = '{\n  // mine\n  "hooks": {\n    "Stop": [\n      { "hooks": [] }, // last\n    ],\n  },\n}\n';
    const after = register(before);
    expect(isSubsequence(before, after)).toBe(true);
    expect(claudeCode.state(after, PATH).missing).toEqual([]);
    expect(claudeCode.unregister(after, before, PATH)).toContain('// mine');
  });

  test('replaces an older command line of ours instead of adding a second', () => {
    const old = register('{}').replaceAll('exec sh', 'sh');
    expect(parsed(register(old))).toEqual(parsed(register('{}')));
  });

  test('removes our handler from an entry with another handler of the user', () => {
    const edited = JSON.parse(register('{}')) as { hooks: Record<string, { hooks: unknown[] }[]> };
    edited.hooks['Stop']![0]!.hooks.push({ type: 'command', command: 'mine' });
    const after = JSON.parse(claudeCode.unregister(JSON.stringify(edited), undefined, PATH)) as unknown;
    expect(after).toEqual({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] } });
  });

  test('reports hooks that are turned off', () => {
    expect(claudeCode.state('{"disableAllHooks":true}', PATH).disabled).toBe(true);
  });
});

const run = (home: string, env: NodeJS.ProcessEnv = {}, shell = 'sh') =>
  spawnSync(shell, ['-c', COMMAND], { env: { PATH: process.env['PATH'], HOME: home, ...env }, input: 'event' });

describe('the command line', () => {
  test('is silent and exits 0 for a team-mate without git prov', () => {
    for (const shell of ['sh', 'bash']) {
      const done = run('/nowhere', {}, shell);
      expect([done.status, String(done.stdout), String(done.stderr)]).toEqual([0, '', '']);
    }
  });

  test('runs the script of this user with the event on standard input, from a path with blanks and quotes', () => {
    const home = mkdtempSync(join(tmpdir(), 'git prov "$x" \'-'));
    try {
      const dir = join(home, 'data', 'git-prov');
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, 'agent'), 'read -r line; echo "$1 $line"\n');
      expect(String(run('/nowhere', { XDG_DATA_HOME: join(home, 'data') }).stdout)).toBe('claude-code event\n');
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const char of part) {
    at = whole.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
