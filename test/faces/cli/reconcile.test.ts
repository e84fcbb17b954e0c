import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ReconcileArguments, runReconcile } from '../../../src/faces/cli/commands/share/reconcile.ts';
import { type ReconcileReport } from '../../../src/faces/cli/render/share/reconcile-report.ts';
import { contextOf } from '../../recorder/site.ts';
import { enable, TestAgent } from '../../helpers/agent.ts';
import { adoptRepo, makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { collect } from './collect.ts';

let repo: TestRepo;
let clone: TestRepo;

// In a clone that has the notes and no hooks, a forge has squashed a topic of two agents' commits.
beforeEach(() => {
  repo = makeRepo({ hash: 'sha1', files: { 'f.txt': 'one @human\n' } });
  enable(repo);
  const agent = new TestAgent(repo, 'a').start().prompt('go on');
  repo.git('switch', '-q', '-c', 'topic');
  agent.write('n.txt', 'lanterns are lit by the timer @a\nand put out at sunrise @a\n');
  repo.commit('Light the lanterns');
  agent.write('m.txt', 'yeast is weighed in grams @a\nand so is the salt by now @a\n');
  repo.commit('Weigh \u001b[31mthe yeast');
  const dir = `${repo.home}/clone`;
  repo.git('clone', '-q', '--branch', 'topic', repo.dir, dir);
  clone = adoptRepo(repo, dir);
  clone.git('fetch', '-q', 'origin', 'refs/notes/provenance:refs/notes/provenance', 'main:main');
  clone.git('switch', '-q', 'main');
  clone.git('merge', '-q', '--squash', 'topic');
  clone.git('commit', '-qm', 'The topic, all of it');
});
afterEach(() => repo.cleanup());

const run = (options: Partial<ReconcileArguments> = {}): Promise<{ code: number; text: string }> =>
  collect((stdout) => runReconcile({ dryRun: false, json: false, ...options }, { ...contextOf(clone), stdout }));
const notes = (): string => clone.git('notes', '--ref', 'provenance', 'list');

test('a row shows the commit, its agent lines, and the commits that they come from', async () => {
  const [squash, one, two] = ['HEAD', 'topic~1', 'topic'].map((name) => clone.oid(name).slice(0, 7));
  expect((await run()).text).toBe(
    [
      `${squash}  The topic, all of it 4 lines of agents, content of ${two}, content of ${one}`,
      '1 note written, 2 commits looked at.',
      '',
    ].join('\n'),
  );
});

test('a second run reports that there is nothing to write', async () => {
  await run();
  const before = notes();
  expect((await run()).text).toBe('0 notes written, 2 commits looked at.\n');
  expect(notes()).toBe(before);
});

test('a dry run reports what it would write and writes nothing', async () => {
  const before = notes();
  expect((await run({ dryRun: true })).text).toMatch(/\n1 note would be written, 2 commits looked at\.\n$/);
  expect(notes()).toBe(before);
});

test('the merged branch and the range can be given', async () => {
  const { text } = await run({ base: 'main~1', head: 'topic', revisions: ['main~1..main'], dryRun: true });
  expect(text).toMatch(/^1 note would be written, 1 commit looked at\.$/m);
});

test("a foreign subject cannot change the terminal's colours", async () => {
  clone.git('switch', '-q', '-c', 'again', 'main~1');
  clone.git('cherry-pick', 'topic');
  const { text } = await run({ revisions: ['again~1..again'] });
  expect(text).toContain('the yeast');
  expect(text).not.toContain('\u001b[31m');
});

test('--json prints the report', async () => {
  const { code, text } = await run({ json: true });
  const { commits, ...rest } = JSON.parse(text) as ReconcileReport;
  expect({ code, ...rest }).toEqual({ code: 0, schema: 'git-prov/reconcile/1', dryRun: false, looked: 2 });
  expect(commits).toEqual([
    {
      commit: clone.oid('HEAD'),
      subject: 'The topic, all of it',
      lines: 4,
      from: ['topic', 'topic~1'].map((name) => ({ commit: clone.oid(name), how: 'content' })),
    },
  ]);
});

test('--base without --head is a usage error', async () => {
  await expect(run({ base: 'main' })).rejects.toMatchObject({
    kind: 'usage',
    message: '--base and --head go together.',
  });
});
