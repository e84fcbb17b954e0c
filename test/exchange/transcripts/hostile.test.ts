import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importTranscripts } from '../../../src/exchange/transcripts/import-transcripts.ts';
import { prov } from '../../helpers/agent.ts';
import { makeRepo } from '../../helpers/repo.ts';
import { AGENTS } from './transcripts/agents.ts';
import type { Transcript } from './transcripts/base.ts';
import { runs } from '../../helpers/runs.ts';

const JUNK: unknown[] = [
  null,
  '',
  0,
  -1,
  1e300,
  true,
  [],
  {},
  'x'.repeat(5000),
  '\u0000\u001b[31m\ud800',
  '__proto__',
  ['a', 1],
  { toString: 1 },
  '9999-99-99T99:99:99Z',
  '1970-01-01T00:00:00Z',
  '../../../etc/passwd',
  '/',
  'C:\\x',
  '2999-01-01T00:00:00Z',
];

/** A JSON value with one part changed. `path` names the part, `by` its new form. */
function mutate(value: unknown, path: readonly number[], by: number): unknown {
  const [first = 0, ...rest] = path;
  if (typeof value !== 'object' || value === null || path.length === 0) return JUNK[by % JUNK.length];
  const keys = Object.keys(value);
  if (keys.length === 0) return JUNK[by % JUNK.length];
  const key = keys[first % keys.length]!;
  const copy = Object.assign(Array.isArray(value) ? [] : {}, value) as Record<string, unknown>;
  if (by % 7 === 0) delete copy[key];
  else copy[key] = mutate(copy[key], rest, by);
  return copy;
}

const LINES = 'The lamps are lit by the timer now. @agent\nAnd put out again at the rise of the sun. @agent\n';

test.each(Object.entries(AGENTS))(
  'a damaged file of %s is read as far as possible, and the result is valid',
  async (_, Agent) => {
    const repo = makeRepo({ files: { 'a.txt': 'one\n' } });
    try {
      const at = Number(repo.env['GIT_COMMITTER_DATE']!.split(' ')[0]) * 1000 - 50_000;
      const story: Transcript = new Agent({ home: repo.home, cwd: repo.dir, at });
      story.prompt('Light the lamps');
      story.read('a.txt', 'one\n');
      story.write('lamps.txt', LINES, null);
      story.edit('a.txt', 'one\n', 'one\ntwo and three and four and five\n', 'one\n');
      story.bash("cat >> log.txt <<'EOF'\nThe lamps are lit by the timer now, says the log.\nEOF");
      const path = story.save();
      const file = Agent === AGENTS.opencode ? `${repo.home}/export.json` : path;
      const lines =
        Agent === AGENTS.opencode
          ? [
              JSON.stringify({
                info: (story as InstanceType<typeof AGENTS.opencode>).info,
                messages: (story as InstanceType<typeof AGENTS.opencode>).messages,
              }),
            ]
          : readFileSync(path, 'utf8').trimEnd().split('\n');
      repo.write('lamps.txt', LINES);
      repo.write('a.txt', 'one\ntwo and three and four and five\n');
      repo.commit('Lamps');
      const open = await repo.open();
      const options = { agents: [], paths: [file], since: undefined, env: repo.env, progress: () => undefined };
      const change = fc.record({
        line: fc.nat(),
        path: fc.array(fc.nat(), { maxLength: 7 }),
        by: fc.nat(),
        how: fc.nat(9),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
          const changed = [...lines];
          for (const { line, path: way, by, how } of changes) {
            const n = line % changed.length;
            if (how === 0) changed[n] = changed[n]!.slice(0, by % changed[n]!.length);
            else if (how === 1) changed.splice(n, 0, changed[by % changed.length]!);
            else if (how === 2 && changed.length > 2) changed.splice(n, 1);
            else {
              try {
                changed[n] = JSON.stringify(mutate(JSON.parse(changed[n]!), way, by));
              } catch {
                changed[n] = '{';
              }
            }
          }
          writeFileSync(file, `${changed.join('\n')}\n`);
          const { written, files } = await importTranscripts(open, { ...options, dryRun: true });
          expect([written <= 1, files <= 1]).toEqual([true, true]);
        }),
        { numRuns: runs(25) },
      );
      await importTranscripts(open, { ...options, dryRun: false });
      expect(prov(repo, 'verify', '--all')).not.toMatch(/fault|Faults/);
    } finally {
      repo.cleanup();
    }
  },
);
