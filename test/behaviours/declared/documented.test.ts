import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { loadDeclared } from '../../../src/behaviours/declared/load.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { withSite, ROOT } from '../../recorder/site.ts';
import { type Done, PROGRAM, run } from '../../sharing/world.ts';

const DOCS = readFileSync(join(ROOT, 'docs/behaviours.md'), 'utf8');
const EXAMPLES = [...DOCS.matchAll(/^```toml\n([^]*?)^```$/gm)].map(([, toml]) => toml!);

/** A process in the background may be at work. */
const WHILE_BACKGROUND = { timeout: 20_000, interval: 200 };

const prov = (repo: TestRepo, ...args: string[]): Done => run(repo, process.execPath, [PROGRAM, ...args]);

/** All that behaviours did so far, as `name: action text`. */
function did(repo: TestRepo): string[] {
  const { stdout } = prov(repo, 'behaviours', '--json', '--limit', '100');
  const { actions } = JSON.parse(stdout) as { actions: { behaviour: string; action: string; text: string | null }[] };
  return actions.map(({ behaviour, action, text }) => `${behaviour}: ${action} ${text ?? ''}`.trim()).reverse();
}

/** Lets behaviours react, after those that run in the background at the end of a turn. Returns all their actions. */
function reacted(repo: TestRepo): string[] {
  expect(prov(repo, 'behaviours', '--run')).toMatchObject({ code: 0 });
  return did(repo);
}

/** The context that an agent gets at the start of its session. */
function beginning(repo: TestRepo, session: string): string {
  const payload = {
    session_id: session,
    transcript_path: '/nowhere/a.jsonl',
    hook_event_name: 'SessionStart',
    source: 'startup',
    cwd: repo.dir,
  };
  const input = JSON.stringify(payload);
  const done = spawnSync(process.execPath, [PROGRAM, 'hook', 'context'], { cwd: repo.dir, env: repo.env, input });
  return done.stdout.toString();
}

/** A new user's repository, with one of the examples committed and accepted. */
function start(repo: TestRepo, example: string): void {
  expect(prov(repo, 'init', '--behaviours', '--agent', 'claude-code').code).toBe(0);
  repo.write('.gitprov.toml', example);
  repo.commit('declare');
  expect(prov(repo, 'behaviours', '--accept', '--yes').code).toBe(0);
  expect(reacted(repo)).toEqual([]);
}

test('the first example reacts as the document says', () =>
  withSite(async ({ repo, agent }) => {
    start(repo, EXAMPLES[0]!);
    const { behaviours, faults } = await loadDeclared(await repo.open());
    expect(faults).toEqual([]);
    expect(behaviours.map(({ name }) => name)).toEqual(['public-api', 'untested-claim', 'schema', 'release']);

    agent.start().prompt('Write the API').write('src/api/v1/a.ts', 'export {};\n').stop();
    expect(reacted(repo)).toContain('public-api: add Describe the change of src/api/v1/a.ts in the changelog');
    repo.commit('work');
    reacted(repo);

    expect(prov(repo, 'add', 'claim', 'The new parser is faster').code).toBe(0);
    expect(reacted(repo)).toContainEqual(
      expect.stringMatching(/^untested-claim: review Measure before you accept claim:\S+ "The new parser is faster"$/),
    );
    expect(prov(repo, 'review').stdout).toContain('Measure before you accept');

    expect(prov(repo, 'decide', 'Give the schema a version').code).toBe(0);
    expect(reacted(repo).filter((one) => one.startsWith('schema'))).toEqual([
      'schema: link',
      'schema: tell There is a new decision about the schema, see docs/schema.md',
    ]);
    expect(beginning(repo, 'next')).toContain('There is a new decision about the schema, see docs/schema.md');
    prov(repo, 'status');
    expect(beginning(repo, 'one-more')).not.toContain('There is a new decision about the schema');

    repo.git('switch', '-q', '-c', 'release/1.0');
    repo.write('docs/a.txt', 'a\n');
    repo.commit('only docs');
    expect(reacted(repo).filter((one) => one.startsWith('release'))).toEqual([]);
    repo.write('src/b.ts', 'b\n');
    repo.commit('a change');
    expect(reacted(repo)).toContain('release: warn The release branch got a change of src/b.ts');
    expect(prov(repo, 'status').stdout).toContain('The release branch got a change of src/b.ts');
  }));

test('the second example runs the user’s commands', () =>
  withSite(async ({ repo, agent }) => {
    repo.git('config', 'prov.run.notify', 'cat > /dev/null; echo notified');
    repo.git('config', 'prov.run.reviewer', 'grep -o "Read the commit" || true');
    start(repo, EXAMPLES[1]!);
    agent.start().prompt('Test it').bash('node --test nothing.test.js').stop();
    reacted(repo);
    await vi.waitFor(
      () => expect(did(repo)).toContain('notify-me: ran notify ended with exit code 0: notified'),
      WHILE_BACKGROUND,
    );
    repo.write('src/a.ts', 'a\n');
    repo.commit('work');
    reacted(repo);
    await vi.waitFor(
      () => expect(did(repo)).toContain('agent.reviewer: ran reviewer ended with exit code 0: Read the commit'),
      WHILE_BACKGROUND,
    );
  }));

test('there are two examples, and each is tried here', () => {
  expect(EXAMPLES).toHaveLength(2);
});

/** The first words of the rows of a table, by its heading. */
function rowsOf(heading: string): string[] {
  const [, table = ''] = new RegExp(`^\\| ${heading} \\|.*\\n\\|[-|]*\\n((?:\\|.*\\n)*)`, 'm').exec(DOCS) ?? [];
  return table
    .split('\n')
    .filter(Boolean)
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]*)`/g)].map(([, word]) => word!.split(' ')[0]!));
}

test.each([
  ['Event', /does not know "\?"\.$/, '[behaviour.x]\non = "?"\n'],
  ['Condition', /does not know the key "\?"\.$/, '[behaviour.x]\non = "created"\nwhere = { "?" = 1 }\n'],
  ['Action', /names no action\.$/, '[behaviour.x]\non = "created"\ndo = {}\n'],
] as const)('the table of each %s names all that the program knows', async (heading, what, toml) => {
  const { decode } = await import('../../../src/behaviours/declared/decode.ts');
  const { parse } = await import('smol-toml');
  const [fault] = decode(parse(toml), 'c0ffee').faults;
  expect(fault!.what).toMatch(what);
  const known = fault!.todo
    .replace(/^Use (?:one of )?/, '')
    .replace(/\.$/, '')
    .split(', ');
  expect(rowsOf(heading).sort()).toEqual(known.sort());
});

test('at the end of a turn they react in the background; a command runs after the next agent’s context is ready', () =>
  withSite(async ({ repo, agent }) => {
    repo.git('config', 'prov.run.notify', 'ls .git/prov/start');
    start(
      repo,
      '[behaviour.w]\non = "changed"\nwhere = { path = "src/" }\ndo = [{ tell = "Read src" }, { run = "notify" }]\n',
    );
    agent.start().prompt('Write it').write('src/a.ts', 'a\n').stop();
    await vi.waitFor(
      () =>
        expect(did(repo)).toEqual([
          'w: tell Read src',
          expect.stringMatching(/^w: run Run notify for commitment:/),
          expect.stringMatching(/^w: ran notify ended with exit code 0: .*claude-code/),
        ]),
      WHILE_BACKGROUND,
    );
    expect(beginning(repo, 'next')).toContain('Read src');
  }));
