import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prov } from '../helpers/agent.ts';
import { judge, wrongLines } from '../helpers/judge.ts';
import { randomOf, SCALE, SEED, tell, TIMEOUT } from './campaign.ts';
import { type Moment, type Player, startPlayer } from './player.ts';
import { Stage } from './stage.ts';
import { HOOK, payload, type Site } from '../recorder/site.ts';

/** An agent has worked, nothing is recorded yet, and no process of ours runs. */
const begin = ({ repo, agent }: Site): void => {
  for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name]; // as on a user's machine
  agent.start().prompt('go').read('f.txt');
  repo.write('f.txt', 'one @human\ntwo @human\nthree @human\n');
  agent.edit('f.txt', 'two @human', 'deux @a').write('n.txt', 'n one @a\nn two @a\n');
  agent.bash("printf 'b @a\\n' > b.txt");
};

let made: Promise<Stage> | undefined;
const stage = (): Promise<Stage> => (made ??= Stage.make(begin));
let player: Player | undefined;
afterAll(async () => {
  player?.remove();
  (await made)?.remove();
});

const COMMITS = 'git add -A && git commit -q --allow-empty -m meanwhile';

/** What happens while a drain runs, as a shell script. */
const MEANWHILE: Readonly<Record<string, string>> = {
  'a person commits': COMMITS,
  'a person types and commits': `echo 'typed @human' >>f.txt; echo 'typed too @human' >>b.txt; echo 'new @human' >new.txt; ${COMMITS}`,
  'a person commits twice': `${COMMITS}; echo 'typed @human' >>b.txt; git commit -qam second`,
  'a person commits and amends': `${COMMITS}; echo 'typed @human' >>b.txt; git commit -qa --amend -m amended`,
  'a person commits on a new branch and comes back': `git switch -qc other; ${COMMITS}; git switch -q main; git merge -q other`,
  'the agent runs a command and a person commits': `sh '${HOOK}' <"$HOME/before"; echo 'c @a' >c.txt; sh '${HOOK}' <"$HOME/after"; ${COMMITS}`,
  'the agent writes a file and commits in one command': `sh '${HOOK}' <"$HOME/before"; echo 'c @a' >c.txt; ${COMMITS}; sh '${HOOK}' <"$HOME/after"`,
  'a person types after a command of the agent, which commits': `sh '${HOOK}' <"$HOME/before"; echo 'c @a' >c.txt; sh '${HOOK}' <"$HOME/after"; echo 'typed @human' >>c.txt; echo 'typed too @human' >>f.txt; sh '${HOOK}' <"$HOME/before2"; ${COMMITS}; sh '${HOOK}' <"$HOME/after2"`,
};

/** The commands of the agent in these scripts. */
const COMMANDS = [
  ['', `echo 'c @a' >c.txt`],
  ['2', COMMITS],
] as const;

/** Records what waits, and lets something happen at a moment of it. @returns whether the moment came */
function drainMeanwhile(site: Site, moment: Moment, what: string, hook: string): boolean {
  const { repo } = site;
  const file = (name: string): string => join(repo.home, name);
  for (const [name, command] of COMMANDS) {
    const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `call ${name}`, cwd: repo.dir };
    writeFileSync(file(`before${name}`), payload('PreToolUse', call));
    writeFileSync(file(`after${name}`), payload('PostToolUse', { ...call, tool_response: { stdout: '' } }));
  }
  const said = file('said');
  writeFileSync(
    file('act'),
    `unset NODE_OPTIONS GIT_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null
cd '${repo.dir}'
{ ${what}; } >'${said}' 2>&1 </dev/null
`,
  );
  const done = (player ??= startPlayer(site)).play(hook, moment, file('act'));
  expect([done.status, done.stdout.toString(), done.stderr.toString()]).toEqual([0, '', '']);
  if (!existsSync(said)) return false;
  expect(readFileSync(said, 'utf8')).toBe('');
  return true;
}

const linesOf = ({ repo }: Site): string[] =>
  repo
    .git('ls-files')
    .split('\n')
    .flatMap((path) => wrongLines(judge(repo, path)));

/** Plays a moment, and returns the lines that have another author afterwards; undefined when the moment did not come. */
async function play(name: string, which: string, moment: Moment): Promise<string[] | undefined> {
  const site = (await stage()).restore();
  const { repo, agent } = site;
  if (which === 'later') {
    prov(repo, 'status');
    agent.bash("printf 'd @a\\n' > d.txt");
  }
  if (which === 'commit’s') {
    repo.git('add', '-A');
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'first');
  }
  const hook = which === 'commit’s' ? 'post-commit' : 'keep-up';
  const isReached = drainMeanwhile(site, moment, MEANWHILE[name]!, hook);
  prov(repo, 'status');
  return isReached ? linesOf(site) : undefined;
}

const STORIES = Object.keys(MEANWHILE).flatMap((name) =>
  ['first', 'later', 'commit’s'].map((which) => [name, which] as const),
);
// A test run plays the first two of them.
const PLAYED = SCALE > 0 ? STORIES : STORIES.slice(0, 6);

test.each(PLAYED)(
  '%s at any start of git of the %s drain: each line keeps its author',
  { timeout: TIMEOUT },
  async (name, which) => {
    const wrong: string[] = [];
    let n = 1;
    for (
      let lines = await play(name, which, { at: 'git', n });
      lines;
      lines = await play(name, which, { at: 'git', n })
    ) {
      wrong.push(...lines.map((line) => `at start ${n} of git: ${line}`));
      n++;
    }
    tell(`${name}, ${which} drain: ${n - 1} starts of git played, ${wrong.length} lines wrong`);
    expect(n).toBeGreaterThan(3);
    expect(wrong).toEqual([]);
  },
);

// A campaign plays its share of all moments.
test.each(PLAYED)('%s at any call of the %s drain that touches a file', { timeout: TIMEOUT }, async (name, which) => {
  const random = randomOf(SEED);
  const wrong: string[] = [];
  let [played, most] = [0, 0];
  for (let n = 1; n <= (SCALE > 0 ? Infinity : 1); n++) {
    if (SCALE > 0 && random() >= SCALE) continue;
    const moment = { at: 'file', n: SCALE > 0 ? n : Math.ceil(random() * 60) } as const;
    const lines = await play(name, which, moment);
    if (!lines) break;
    played++;
    most = Math.max(most, moment.n);
    wrong.push(...lines.map((line) => `at call ${moment.n}: ${line}`));
  }
  tell(`${name}, ${which} drain: ${played} of ${most} moments played, ${wrong.length} lines wrong`);
  expect(played).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});
