import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestAgent } from '../helpers/agent.ts';
import { changeState } from '../helpers/change-state.ts';
import { NODE } from '../helpers/program/node.ts';
import { type Done, PROGRAM, run, type Site } from '../sharing/world.ts';
import { named, PROPOSER, recorded, SAID, withEntries } from './entries.ts';

/*
 * Commands that speak for a person, and real processes above them. No command of an agent is open in the clone, unless a test says so.
 */

/** A shell that runs under the name of a program, as an agent's own process does. */
function shellNamed(site: Site, name: string): string {
  const folder = join(site.repo.home, 'programs');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  if (!existsSync(path)) symlinkSync('/bin/sh', path);
  return path;
}

/** Runs a command below a shell of this name. The shell stays: it has one more command. */
const below = (site: Site, name: string, command: string, env: NodeJS.ProcessEnv = {}): Done =>
  run(site.repo, shellNamed(site, name), ['-c', `${command}; exit $?`], env);

const prov = (words: string): string => `'${process.execPath}' '${PROGRAM}' ${words}`;
const BY_CLAUDE = /The agent claude-code \(process \d+\) started this command/;
const refused = { code: 2, stderr: expect.stringMatching(BY_CLAUDE) as string };
const HAS_SCRIPT = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux');
const IS_LINUX = process.platform === 'linux';

test('nothing that an agent’s process starts speaks for a person', () =>
  withEntries(async ({ vera }, entries) => {
    const before = await recorded(vera);
    for (const [, words] of SAID) expect(below(vera, 'claude', prov(named(words, entries)))).toMatchObject(refused);
    // Below other programs, and in an environment without anything of the agent.
    const add = `env -i PATH="$PATH" HOME="$HOME" ${prov('add memory "a b c"')}`;
    expect(below(vera, 'claude', `sh -c 'timeout 60 ${add}; exit $?'`)).toMatchObject(refused);
    for (const words of ['waive f.txt:1 --rule verified --reason x --yes', 'behaviours --accept --yes'])
      expect(below(vera, 'claude', prov(words))).toMatchObject(refused);
    expect(await recorded(vera)).toBe(before);
    const { stderr } = below(vera, 'claude', prov('add memory "a b c"'));
    expect(stderr).toContain('An entry of a person is not possible here');
    expect(stderr).toContain('Run it in a terminal that no agent started, or name the agent’s session with --session.');
    // The session of the agent may say it.
    expect(below(vera, 'claude', prov(`add memory "a b c" --session ${PROPOSER}`))).toMatchObject({ code: 0 });
  }));

test('a check below an agent’s process is the agent’s, and its report is not taken', () =>
  withEntries(async ({ vera }) => {
    const byOf = ({ stdout, stderr }: Done): unknown => {
      expect(stderr).toBe('');
      return (JSON.parse(stdout) as { by: unknown }).by;
    };
    delete vera.repo.env['CI'];
    vera.repo.write('Makefile', 'test:\n\t@true\n');
    expect(byOf(below(vera, 'claude', prov('verify-run --json -- make --silent test')))).toBe('claude-code');
    expect(byOf(below(vera, 'bash', prov('verify-run --json -- make --silent test')))).toBe('person');
    expect(below(vera, 'claude', prov('verify-run --by person -- make --silent test'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('An agent cannot record a check in the name of a person') as string,
    });
    const report = join(vera.repo.home, 'report.xml');
    writeFileSync(report, '<testsuite><testcase name="a"/></testsuite>');
    expect(below(vera, 'claude', prov(`verify-run --from '${report}'`))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('An agent cannot record a report') as string,
    });
    expect(below(vera, 'bash', prov(`verify-run --from '${report}'`)).stderr).not.toContain('An agent cannot');
  }));

test.each(['codex', 'gemini', 'opencode', 'cursor-agent', 'droid'])('%s is known as an agent too', (name) =>
  withEntries(async ({ vera }) => {
    const { code, stderr } = below(vera, name, prov('add memory "a b c"'));
    expect(stderr).toMatch(/The agent \S+ \(process \d+\) started this command/);
    expect(code).toBe(2);
  }),
);

test('the marks in the environment of a shell count, also where its command has none', () =>
  withEntries(async ({ vera }) => {
    const clean = `env -u CLAUDECODE -u CLAUDE_CODE_SESSION_ID ${prov('add memory "a b c"')}`;
    const marks = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'some-session' };
    expect(below(vera, 'anything', clean, marks)).toMatchObject(refused);
    expect(below(vera, 'anything', clean, { ...marks, CLAUDE_CODE_SESSION_ID: '\u0001' })).toMatchObject({ code: 0 });
    expect(below(vera, 'anything', clean)).toMatchObject({ code: 0 });
  }));

test('a session that is recorded in another repository cannot accept here by a script', () =>
  withEntries(async ({ world, vera }, { PROPOSAL }) => {
    const other = await world.clone('other');
    const clean = `env -u CLAUDECODE -u CLAUDE_CODE_SESSION_ID`;
    const commands = ['review --accept --yes', 'review --reject', 'retract'].map(
      (words, i) => `${clean} ${prov(`${words} ${PROPOSAL}`)} > ${join(other.repo.dir, `${i}.txt`)} 2>&1`,
    );
    writeFileSync(join(other.repo.dir, 'run.sh'), `cd '${vera.repo.dir}'\n${commands.join('\n')}\n`);
    const before = await recorded(vera);
    new TestAgent(other.repo, 'another-session').start().prompt('Go').bash('sh ./run.sh').stop();
    for (const i of [0, 1, 2]) expect(other.repo.read(`${i}.txt`)).toMatch(BY_CLAUDE);
    expect(await recorded(vera)).toBe(before);
  }));

test('an agent with a command that is open for more than twenty minutes is refused', () =>
  withEntries(async ({ vera }) => {
    new TestAgent(vera.repo, PROPOSER).before('Bash', { command: 'sleep 2000' });
    expect(vera.prov('add', 'memory', 'a b c').code).toBe(2);
    changeState<{ workTrees: Record<string, { open: { at: number }[] }> }>(
      join(vera.provDir, 'state.json'),
      ({ workTrees }) => {
        for (const { open } of Object.values(workTrees)) for (const call of open) call.at -= 21 * 60_000;
      },
    );
    // The step counts as a step of a killed agent, so an entry of a person is possible.
    expect(vera.prov('add', 'memory', 'a b c').code).toBe(0);
    expect(below(vera, 'claude', prov('add memory "d e f"'))).toMatchObject(refused);
  }));

test.runIf(HAS_SCRIPT)('an agent that gives its command a terminal is refused, and a person at one is not', () =>
  withEntries(async ({ vera }, { PROPOSAL }) => {
    const words = [`add memory 'a b c'`, `review --accept ${PROPOSAL}`, `review --accept --yes ${PROPOSAL}`];
    const typed = words.map((one) => `script -qec "'${NODE}' '${PROGRAM}' ${one}" /dev/null`);
    for (const command of typed)
      expect(below(vera, 'claude', command, { TERM: 'xterm' })).toMatchObject({
        code: 2,
        stdout: expect.stringMatching(BY_CLAUDE) as string, // a terminal has one stream
      });
    for (const command of typed.slice(0, 2))
      expect(below(vera, 'bash', command, { TERM: 'xterm' })).toMatchObject({ code: 0 });
  }),
);

test.runIf(IS_LINUX)(
  'a program that the shell of an agent left in its session is refused, a daemon is not noticed',
  () =>
    withEntries(async ({ vera }) => {
      const claude = shellNamed(vera, 'claude');
      const after = (start: string): string => {
        const script = join(vera.repo.home, 'said.sh');
        // It begins when the process that started it has ended.
        writeFileSync(script, `sleep 0.3\n${prov('add memory "a b c"')} > said.txt 2>&1\ntouch done\n`);
        const wait = 'for i in $(seq 100); do [ ! -e done ] || break; sleep 0.1; done; rm done';
        const leads = ['-w', claude, '-c', `(${start} sh ${script} &); ${wait}`];
        expect(run(vera.repo, 'setsid', leads)).toMatchObject({ code: 0 });
        return vera.repo.read('said.txt');
      };
      expect(after('')).toMatch(BY_CLAUDE);
      expect(after('setsid')).not.toMatch(BY_CLAUDE);
    }),
);

test.each(['bash', 'cursor', 'windsurf', 'code', 'codex-shell', 'my-claude'])(
  'a person in a terminal of %s is not refused',
  (name) =>
    withEntries(async ({ vera }) => {
      expect(below(vera, name, prov('add memory "a b c"'))).toMatchObject({ code: 0, stderr: '' });
    }),
);

test('a person is not refused where an agent runs beside or below the shell', () =>
  withEntries(async ({ vera }, { PROPOSAL }) => {
    const claude = shellNamed(vera, 'claude');
    const beside = `${claude} -c 'sleep 3; exit' >/dev/null 2>&1 & ${prov(`review --accept --yes ${PROPOSAL}`)}; code=$?; kill $!; (exit $code)`;
    expect(below(vera, 'bash', beside)).toMatchObject({ code: 0, stderr: '' });
    // The words of a command are no program.
    expect(below(vera, 'bash', `sh -c '${prov('add memory "$1"')}; exit $?' claude codex`)).toMatchObject({ code: 0 });
  }));
