import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Spool } from '../../src/recorder/spool/spool.ts';
import type { TestRepo } from '../helpers/repo.ts';
import { HOOK, payload, withSite } from './site.ts';

const SHELLS = ['dash', 'bash'];

/** Runs the hook and sends it its event in pieces. */
async function tell(repo: TestRepo, shell: string, pieces: readonly string[]): Promise<number | null> {
  const child = spawn(shell, [HOOK], { cwd: repo.dir, env: repo.env, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const piece of pieces) {
    child.stdin.write(piece);
    await sleep(30);
  }
  child.stdin.end();
  return ended;
}

const long = payload('PostToolUse', {
  tool_name: 'Bash',
  tool_use_id: 't',
  tool_input: { command: 'cat', env: { a: 'b' } },
  tool_response: { stdout: 'x'.repeat(20_000) },
});
const short = payload('PreToolUse', { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'ls' } });
const inner = long.indexOf('}') + 1;
const exact = (size: number): string => {
  const empty = payload('PreToolUse', { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: '' } });
  return empty.replace('"command":""', `"command":"${'x'.repeat(size - empty.length)}"`);
};

const STREAMS: readonly (readonly [string, readonly string[]])[] = [
  ['short, in one piece', [short]],
  ['short, with a line break at its end', [`${short}\n`]],
  ['short, with a line break that comes later', [short, '\n']],
  ['over many lines', [JSON.stringify(JSON.parse(short), null, 2)]],
  ['long, in one piece', [long]],
  ['long, cut behind a brace', [long.slice(0, inner), long.slice(inner)]],
  ['long, cut before the tool’s name', [long.slice(0, 40), long.slice(40)]],
  ['long, in many pieces', long.match(/.{1,1700}/g)!],
  ...[5998, 5999, 6000, 6001, 6002].map((size) => [`of ${size} bytes`, [exact(size)]] as const),
];

test.each(SHELLS)('%s: an event is spooled byte for byte, in any pieces, and its tool is recognised', (shell) =>
  withSite(async ({ repo, prov }) => {
    const dir = join(prov, 'spool/new');
    for (const [name, pieces] of STREAMS) {
      const there = new Set(readdirSync(dir));
      expect(await tell(repo, shell, pieces)).toBe(0);
      const [event] = readdirSync(dir).filter((one) => !there.has(one));
      const text = readFileSync(join(dir, event!), 'utf8');
      expect({ name, text: text.slice(0, text.lastIndexOf('\nprov2 ')) }).toEqual({ name, text: pieces.join('') });
      const read = new Spool(prov).read(event!, Date.now());
      if (typeof read === 'string') throw new Error(`${name}: ${read}`);
      expect({ name, phase: read.observation?.phase }).not.toEqual({ name, phase: 'event' });
      expect(read.observation?.tree ?? read.observation?.look).toBeDefined();
    }
  }),
);

test('numbers increase, even after an overlong counter', () =>
  withSite(async ({ repo, prov }) => {
    const numbers: number[] = [];
    for (const harm of ['', '000000007\nleft over\n', '']) {
      if (harm) writeFileSync(join(prov, 'spool/seq'), harm);
      await tell(repo, 'sh', [short]);
      numbers.push(new Spool(prov).lastNumber() ?? -1);
    }
    expect(numbers).toEqual([1, 8, 9]);
  }));
