import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TestAgent } from '../helpers/agent.ts';
import { NODE } from '../helpers/program/node.ts';
import { type Done, PROGRAM, run, type Site } from '../sharing/world.ts';
import { asDaemon, named, PROPOSER, recorded, SAID, withEntries } from './entries.ts';

/*
 * A daemon that the command of an agent started speaks in the name of a person. It has no marks of the agent, and no agent above it.
 */

const REFUSED = /A command of the agent session .* is running/;

test.each(SAID)('an agent %s in the name of a person while its command runs: refused', (_, words) =>
  withEntries(async ({ vera }, entries) => {
    const command = named(words, entries);
    const before = await recorded(vera);
    const agent = new TestAgent(vera.repo, PROPOSER);
    agent.bash(asDaemon(vera, `'${process.execPath}' '${PROGRAM}' ${command} > out.txt 2>&1`)).stop();
    expect(vera.repo.read('out.txt')).toMatch(REFUSED);
    expect(await recorded(vera)).toBe(before);
    // A person may do the same once the command has ended.
    const done = spawnSync('sh', ['-c', `'${process.execPath}' '${PROGRAM}' ${command}`], {
      cwd: vera.repo.dir,
      env: vera.repo.env,
    });
    expect(done.stderr.toString()).toBe('');
    expect(done.status).toBe(0);
    expect(await recorded(vera)).not.toBe(before);
  }),
);

test('an agent cannot accept its own proposal while a process of its own keeps the clone from recording', () =>
  withEntries(async ({ vera }, { PROPOSAL }) => {
    const accept = `'${process.execPath}' '${PROGRAM}' review --accept --yes ${PROPOSAL}`;
    const before = await recorded(vera);
    const held = asDaemon(vera, `echo "$$ x" > .git/prov/lock\n${accept} > out.txt 2>&1\nrm -f .git/prov/lock`);
    new TestAgent(vera.repo, PROPOSER).bash(held).stop();
    expect(vera.repo.read('out.txt')).toMatch(REFUSED);
    expect(await recorded(vera)).toBe(before);
  }));

const HAS_SCRIPT = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux');

/** Runs a command of the program in a terminal, as a process of its own. */
const atTerminal = (site: Site, words: string): Done =>
  run(site.repo, 'script', ['-qec', `'${NODE}' '${PROGRAM}' ${words}`, '/dev/null'], { TERM: 'xterm' });

test.runIf(HAS_SCRIPT)('a person at a terminal may speak while a command of an agent runs, and may not accept', () =>
  withEntries(async ({ vera }, { PROPOSAL, MINE }) => {
    const agent = new TestAgent(vera.repo, PROPOSER);
    const call = agent.before('Bash', { command: 'sleep 100' });
    expect(vera.prov('add', 'memory', 'Without a terminal')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(REFUSED) as string,
    });
    const said = atTerminal(vera, "add memory 'Prefer short names'");
    expect(said).toMatchObject({ code: 0 });
    expect(atTerminal(vera, `link ${PROPOSAL} supports ${MINE}`)).toMatchObject({ code: 0 });
    expect(await recorded(vera)).toContain('Prefer short names');
    const accepted = atTerminal(vera, `review --accept ${PROPOSAL}`);
    expect(accepted).toMatchObject({ code: 2, stdout: expect.stringMatching(REFUSED) as string });
    agent.after('Bash', { command: 'sleep 100' }, call, { stdout: '', stderr: '', interrupted: false }).stop();
    expect(atTerminal(vera, `review --accept ${PROPOSAL}`)).toMatchObject({ code: 0 });
  }),
);
