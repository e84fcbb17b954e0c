import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { actionsOf, behaviourAnswers } from '../../../src/behaviours/answer.ts';
import { pastRuns } from '../../../src/behaviours/commands/past-runs.ts';
import { markStarted, queueOf, waitingIn } from '../../../src/behaviours/commands/queue.ts';
import { runWaiting } from '../../../src/behaviours/commands/run-waiting.ts';
import { runCommands } from '../../../src/behaviours/run.ts';
import { shortId } from '../../../src/model/ids.ts';
import { withLock } from '../../../src/recorder/spool/lock.ts';
import { TestAgent } from '../../helpers/agent.ts';
import { commit } from '../../recorder/site.ts';
import { type Declaring, like, withDeclaring } from './declaring.ts';

const ON_NOTE = '[behaviour.it]\non = "created"\nwhere = { kind = "note" }\ndo = { run = "notify" }\n';

/** Gives a name a command in the repository's own configuration. */
const map = ({ site }: Declaring, name: string, command: string): string =>
  site.repo.git('config', `prov.run.${name}`, command);

/** How the commands of behaviours ended. */
const ran = ({ repo }: Declaring): string[] =>
  actionsOf(repo)
    .filter(({ action }) => action === 'ran')
    .map(({ node }) => node.summary);

/** Records a note, and lets the behaviours and their commands run. */
async function note(story: Declaring, text = 'x'): Promise<void> {
  await story.say('note', text);
  await story.react();
  await runCommands(story.repo);
}

test('a command gets the event as JSON without words, at the top, with its run, and not as the agent', () =>
  withDeclaring(async (story) => {
    const out = join(story.site.repo.home, 'out');
    map(
      story,
      'notify',
      `{ cat; pwd; echo "$GIT_PROV_RUN/\${CLAUDECODE-none}/\${GIT_DIR-none}"; } > '${out}'; echo done`,
    );
    await story.declare(ON_NOTE);
    const secret = 'Words of the entry';
    const id = await story.say('note', secret);
    await story.react();
    Object.assign(story.repo.env, { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'x' });
    expect(await runCommands(story.repo)).toHaveLength(1);
    const [json, cwd, env] = readFileSync(out, 'utf8').trim().split('\n');
    const [asked, ended] = actionsOf(story.repo);
    expect(JSON.parse(json!)).toEqual({
      schema: 'git-prov/run/1',
      behaviour: 'it',
      run: asked!.run,
      event: 'created',
      at: expect.any(Number),
      entry: `note:${id}`,
      commit: null,
      files: [],
      branch: 'main',
      instructions: null,
    });
    expect(json).not.toContain(secret);
    expect([cwd, env]).toEqual([story.site.repo.dir, `${asked!.run}/none/none`]);
    expect(story.did()).toEqual([
      `it: run Run notify for note:${shortId(id)}`,
      'it: ran notify ended with exit code 0: done',
    ]);
    expect(ended).toMatchObject({ run: asked!.run, node: { detail: { behaviour: 'it' } } });
    expect(waitingIn(queueOf(story.repo))).toEqual({ waiting: [], interrupted: [] });
    expect(await runCommands(story.repo)).toEqual([]);
  }));

test('an agent runs on its events and branches, with its instructions', () =>
  withDeclaring(async (story) => {
    const { repo } = story.site;
    const out = join(repo.home, 'out');
    map(story, 'reviewer', `cat >> '${out}'`);
    await story.declare(
      '[agent.reviewer]\nevents = "commit"\nbranches = ["main", "release/*"]\nwhere = { path = "src/" }\ninstructions = "Read it"\n',
    );
    for (const [branch, file] of [
      ['main', 'src/é.ts'],
      ['main', 'docs/a'],
      ['release/1', 'src/b'],
      ['side', 'src/c'],
    ] as const) {
      repo.git('checkout', '-q', '-B', branch);
      repo.write(file, `${branch}\n`);
      commit(repo);
      await story.react();
      await runCommands(story.repo);
    }
    const inputs = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(inputs).toMatchObject([
      {
        behaviour: 'agent.reviewer',
        event: 'commit',
        commit: repo.oid('main~1'),
        branch: 'main',
        instructions: 'Read it',
      },
      { commit: repo.oid('release/1'), branch: 'release/1', files: ['src/b'] },
    ]);
  }));

test('a name without a command runs nothing, and the behaviour waits for a command', () =>
  withDeclaring(async (story) => {
    const declared = await story.declare(ON_NOTE);
    await note(story);
    expect(story.did()).toEqual([]);
    expect(behaviourAnswers(story.repo, [], declared)).toMatchObject([
      { name: 'it', declared: true, inForce: false, commands: [{ name: 'notify', mapped: false }] },
    ]);
    map(story, 'notify', 'cat > /dev/null; echo it ran');
    await note(story);
    expect(ran(story)).toEqual(['notify ended with exit code 0: it ran']);
  }));

// Everyone with push rights can write these files.
test.each<[string, (story: Declaring, touch: string) => void]>([
  [
    'a configuration that the user includes',
    ({ site: { repo } }, touch) => {
      repo.write('.gitconfig', `[prov "run"]\n\tnotify = ${touch}\n`);
      repo.git('config', 'include.path', '../.gitconfig');
    },
  ],
  [
    'the same through a link from outside',
    ({ site: { repo } }, touch) => {
      repo.write('conf/a', `[prov "run"]\n\tnotify = ${touch}\n`);
      symlinkSync(join(repo.dir, 'conf/a'), join(repo.home, 'linked'));
      repo.git('config', 'include.path', join(repo.home, 'linked'));
    },
  ],
  [
    'the same in another work tree',
    ({ site: { repo } }, touch) => {
      repo.git('worktree', 'add', '-q', join(repo.home, 'wt'), '-b', 'wt');
      writeFileSync(join(repo.home, 'wt', 'conf'), `[prov "run"]\n\tnotify = ${touch}\n`);
      repo.git('config', 'include.path', join(repo.home, 'wt', 'conf'));
    },
  ],
  [
    'a command in the file itself',
    (story, touch) => {
      story.write(`${ON_NOTE}[prov.run]\nnotify = "${touch}"\n`);
    },
  ],
  [
    'a command in a behaviour',
    (story, touch) => {
      story.write(`${ON_NOTE}command = "${touch}"\n`);
    },
  ],
  [
    'a file beside .git/config',
    ({ site: { repo } }, touch) => {
      repo.write('config', `[prov "run"]\n\tnotify = ${touch}\n`);
      repo.write('.git-prov/config', `[prov "run"]\n\tnotify = ${touch}\n`);
    },
  ],
])('a repository cannot bring its command by %s', (_, attack) =>
  withDeclaring(async (story) => {
    const made = join(story.site.repo.home, 'attacked');
    const declared = await story.declare(ON_NOTE);
    attack(story, `touch ${made}`);
    expect(declared.faults).toEqual([]);
    await story.declare(readFileSync(join(story.site.repo.dir, '.gitprov.toml'), 'utf8'));
    await note(story);
    expect(existsSync(made)).toBe(false);
    expect(ran(story)).toEqual([]);
  }),
);

test('a command from an included file of the repository is named as a fault; the user’s own one counts beside it', () =>
  withDeclaring(async (story) => {
    const { repo } = story.site;
    repo.write('.gitconfig', '[prov "run"]\n\tnotify = echo theirs\n');
    map(story, 'notify', 'echo mine');
    repo.git('config', 'include.path', '../.gitconfig');
    const { faults } = await story.declare(ON_NOTE);
    expect(faults).toMatchObject([{ what: 'prov.run.notify comes from a file in a work tree of this repository.' }]);
    await note(story);
    expect(ran(story)).toEqual(['notify ended with exit code 0: mine']);
  }));

test('a command that is mapped in the user’s own file, or in one that it includes, runs', () =>
  withDeclaring(async (story) => {
    const { repo } = story.site;
    writeFileSync(join(repo.home, 'mine'), '[prov "run"]\n\tnotify = echo included\n');
    repo.git('config', 'include.path', join(repo.home, 'mine'));
    await story.declare(ON_NOTE);
    await note(story);
    expect(ran(story)).toEqual(['notify ended with exit code 0: included']);
  }));

test('the entry of another clone starts nothing here', () =>
  withDeclaring(async (story) => {
    map(story, 'notify', 'echo started');
    await story.declare(ON_NOTE.replace('"created"', '["created", "accepted"]'));
    const id = await story.say('note', 'mine');
    await story.react();
    const { intentsFor } = await import('../../../src/behaviours/declared/deeds.ts');
    const around = { branch: () => Promise.resolve('main') } as never;
    const event = { type: 'created', id, subject: id, at: 1, depth: 0 } as const;
    const known = {
      node: { id, kind: 'note', at: 1, summary: 'x' },
      agent: 'person',
      standing: undefined,
      links: [],
    } as const;
    const doing = { name: 'it', content: 'c', deeds: [{ do: 'run', command: 'notify' } as const] };
    const wanted = async (isOwn: boolean): Promise<number> =>
      (await intentsFor(doing, { ...event, known: { ...known, isOwn } }, around)).length;
    expect([await wanted(true), await wanted(false)]).toEqual([1, 0]);
    expect(await intentsFor(doing, { ...event, known: undefined }, around)).toEqual([]);
  }));

test('what a command prints is recorded without secrets and cut; it ends at its time, with its children, and at its size', () =>
  withDeclaring(async (story) => {
    const { repo } = story.site;
    const password = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
    map(story, 'notify', 'true');
    await story.declare(ON_NOTE);
    const commands: [string, string | RegExp][] = [
      [`echo 'key ${password} there'; exit 3`, /^notify ended with exit code 3: key \[redacted:[0-9a-f]{8}\] there$/],
      ['echo oops >&2; false', 'notify ended with exit code 1: oops'],
      ["printf '\\033[31mred\\n\\nnext'", /^notify ended with exit code 0: /],
      ["head -c 5000 /dev/zero | tr '\\0' x", /^notify ended with exit code 0: x{200,300}…?$/],
      ["head -c 400000 /dev/zero | tr '\\0' x", /^notify was ended because it printed more than 262144 bytes/],
      [`(sleep 5; touch '${join(repo.home, 'late')}') & sleep 60`, 'notify was ended after 1 seconds'],
      ['kill -9 $$', 'notify was ended by a signal'],
      ['cat >/dev/null; true', 'notify ended with exit code 0'],
    ];
    repo.git('config', 'prov.runTimeout', '1');
    for (const [i, [command, said]] of commands.entries()) {
      map(story, 'notify', command);
      story.repo.env['IGNORED'] = String(i);
      await note(story, `note ${i}`);
      expect(ran(story).at(-1)).toEqual(like(said));
    }
    expect(JSON.stringify(actionsOf(story.repo))).not.toContain(password);
    await new Promise((done) => setTimeout(done, 5000));
    expect(existsSync(join(repo.home, 'late'))).toBe(false);
  }));

test('with prov.capture hashes, what a command prints is not recorded', () =>
  withDeclaring(async (story) => {
    map(story, 'notify', 'echo words');
    story.site.repo.git('config', 'prov.capture', 'hashes');
    await story.declare(ON_NOTE);
    await note(story);
    expect(ran(story)).toEqual(['notify ended with exit code 0']);
  }));

test('a command runs at the lowest priority', () =>
  withDeclaring(async (story) => {
    map(story, 'notify', 'sleep 0.2; nice');
    await story.declare(ON_NOTE);
    await note(story);
    expect(ran(story)).toEqual(['notify ended with exit code 0: 19']);
  }));

test('a command that a killed process had started is not started again, and that is recorded', () =>
  withDeclaring(async (story) => {
    const out = join(story.site.repo.home, 'out');
    map(story, 'notify', `echo once >> '${out}'`);
    await story.declare(ON_NOTE);
    await story.say('note', 'x');
    await story.react();
    const dir = queueOf(story.repo);
    markStarted(dir, waitingIn(dir).waiting[0]!);
    expect(await runCommands(story.repo)).toEqual([]);
    expect(ran(story)).toEqual(['notify was interrupted']);
    expect(existsSync(out)).toBe(false);
    expect(waitingIn(dir)).toEqual({ waiting: [], interrupted: [] });
  }));

test('two processes start a command once', () =>
  withDeclaring(async (story) => {
    const out = join(story.site.repo.home, 'out');
    map(story, 'notify', `sleep 0.5; echo once >> '${out}'`);
    await story.declare(ON_NOTE);
    await story.say('note', 'x');
    await story.react();
    await Promise.all([runWaiting(story.repo), runWaiting(story.repo)]);
    await runWaiting(story.repo);
    expect(readFileSync(out, 'utf8')).toBe('once\n');
  }));

test('a command is not left to a process that had looked before it was there', () =>
  withDeclaring(async (story) => {
    map(story, 'notify', 'echo ran');
    await story.declare(ON_NOTE);
    // The other process found no command, and has not ended yet.
    const other = withLock(queueOf(story.repo), 0, () => sleep(300));
    await story.say('note', 'x');
    await story.react();
    expect(await runCommands(story.repo)).toHaveLength(1);
    await other;
    expect(ran(story)).toEqual(['notify ended with exit code 0: ran']);
  }));

test('a command that waits does not run once its file has changed, or its name has no command any more', () =>
  withDeclaring(async (story) => {
    map(story, 'notify', 'echo ran');
    for (const change of [
      () => story.write(`${ON_NOTE}# other\n`),
      () => void story.site.repo.git('config', '--unset', 'prov.run.notify'),
    ]) {
      await story.declare(ON_NOTE);
      await story.say('note', 'x');
      await story.react();
      change();
      await runCommands(story.repo);
    }
    expect(ran(story)).toEqual([
      'notify did not run: the file that declares it has changed',
      'notify did not run: prov.run.notify has no command any more',
    ]);
  }));

test('an agent does not react to its own session and its own commits; a chain of two ends at the depth', () =>
  withDeclaring(async (story) => {
    const { repo } = story.site;
    map(story, 'fixer', 'date >> log; git add -A; git -c core.hooksPath=/dev/null commit -qm fixed; sleep 1');
    await story.declare('[agent.fixer]\nevents = ["commit", "changed"]\n');
    repo.write('a', '1\n');
    commit(repo);
    await story.react();
    await runCommands(story.repo);
    expect(ran(story)).toHaveLength(1);
    for (let i = 0; i < 3; i++) {
      await story.react();
      await runCommands(story.repo);
    }
    expect(ran(story)).toHaveLength(1);
    // A session that began meanwhile is its work too.
    const [run] = pastRuns(queueOf(story.repo));
    expect(run).toMatchObject({ behaviour: 'agent.fixer', depth: 1, commits: [repo.oid('HEAD')] });
  }));

test('a session that begins while a command runs is its work', () =>
  withDeclaring(async (story) => {
    const { repo } = story.site;
    map(story, 'fixer', 'sleep 3');
    await story.declare(
      '[agent.fixer]\nevents = "changed"\n[behaviour.see]\non = "changed"\ndo = { warn = "{files}" }\n',
    );
    story.site.agent.start().prompt('go').write('a.txt', 'a\n').stop();
    await story.react();
    const running = runCommands(story.repo);
    while (pastRuns(queueOf(story.repo)).length === 0) await new Promise((done) => setTimeout(done, 20));
    new TestAgent(repo, 'b').start().prompt('go').write('b.txt', 'b\n').stop();
    await running;
    for (let i = 0; i < 2; i++) {
      await story.react();
      await runCommands(story.repo);
    }
    expect(ran(story)).toHaveLength(1);
    const warned = actionsOf(story.repo).filter(({ behaviour }) => behaviour === 'see');
    expect(warned.map(({ node }) => [node.summary, node.detail?.['depth']])).toEqual([
      ['a.txt', 1],
      ['b.txt', 2],
    ]);
  }));

test('the limit of an hour holds for commands', () =>
  withDeclaring(async (story) => {
    map(story, 'notify', 'true');
    const declared = await story.declare(`${ON_NOTE}limits = { hour = 2 }\n`);
    for (const text of ['a', 'b', 'c']) await note(story, text);
    expect(ran(story)).toHaveLength(2);
    expect(behaviourAnswers(story.repo, [], declared)).toMatchObject([
      { did: 2, stopped: { guard: 'hour', limit: 2 } },
    ]);
  }));

test('damaged files of the queue are removed, and stop nothing', () =>
  withDeclaring(async (story) => {
    map(story, 'notify', 'true');
    await story.declare(ON_NOTE);
    const dir = queueOf(story.repo);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'a.json'), '{"key":"b"}');
    writeFileSync(join(dir, 'c.started'), 'x'.repeat(300_000));
    writeFileSync(join(dir, 'past'), '{');
    await note(story);
    expect(ran(story)).toEqual(['notify ended with exit code 0']);
    expect(existsSync(join(dir, 'a.json')) || existsSync(join(dir, 'c.started'))).toBe(false);
    rmSync(dir, { recursive: true });
  }));
