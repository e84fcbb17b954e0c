import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, type Site } from '../recorder/site.ts';

const PROGRAM = join(ROOT, 'dist/git-prov.js');

/** Commands that read all parts of the record. */
const COMMANDS = [['status'], ['doctor'], ['blame', 'n.txt'], ['verify'], ['log'], ['search', 'agent']];

/** Output that no user should get: a stack trace, or an error that names no file. */
const CRASH = /\n\s+at |internal error|ENOENT|EEXIST|TypeError|undefined/;

/** The output of a command, on both streams, and its exit code. */
export interface Told {
  readonly command: string;
  readonly code: number | null;
  readonly text: string;
}

/** Runs git prov. @param user the user id to run it with */
export function tell({ repo }: Pick<Site, 'repo'>, words: readonly string[], user?: number): Told {
  const done = spawnSync(process.execPath, [PROGRAM, ...words], {
    cwd: repo.dir,
    env: repo.env,
    encoding: 'utf8',
    ...(user !== undefined && { uid: user, gid: user }),
  });
  return { command: words.join(' '), code: done.status, text: `${done.stdout}${done.stderr}` };
}

/** Runs the reading commands. */
export const readEverything = (site: Pick<Site, 'repo'>, user?: number): Told[] =>
  COMMANDS.map((words) => tell(site, words, user));

/** Runs the reading commands after a damage, and returns what is wrong with their output. */
export const wrongOutput = (site: Pick<Site, 'repo'>): string[] => wrongIn(readEverything(site));

/** What is wrong with the output of the reading commands: stack traces, and references to `doctor` when `doctor` finds nothing. */
export function wrongIn(told: readonly Told[]): string[] {
  const wrong = told.filter(({ text }) => CRASH.test(text)).map(({ command, text }) => `${command}: ${text}`);
  const doctor = told.find(({ command }) => command === 'doctor')!;
  if (doctor.code !== 0 && !doctor.text.includes('No problem found')) return wrong;
  const referring = told.filter(({ command, text }) => command !== 'doctor' && text.includes('prov doctor'));
  return [...wrong, ...referring.map(({ command, text }) => `doctor finds nothing, but ${command}: ${text}`)];
}

/** An agent wrote a file that is committed, one that is recorded, and one that still waits to be recorded. */
export function beginWork(site: Site): void {
  const { agent, repo } = site;
  agent.start().prompt('go').write('n.txt', 'by the agent @a\n').bash("printf 'more @a\\n' >> n.txt");
  repo.commit('one');
  agent.prompt('more').write('m.txt', 'by the agent too @a\n');
  tell(site, ['search', 'agent']);
  agent.write('o.txt', 'waits @a\n');
}

/** Commits everything with git. Returns its exit code and its messages, which must be 0 and none. */
export function commitAll({ repo }: Pick<Site, 'repo'>, message: string, user?: number): unknown[] {
  const options = {
    cwd: repo.dir,
    env: repo.env,
    encoding: 'utf8',
    ...(user !== undefined && { uid: user, gid: user }),
  } as const;
  spawnSync('git', ['add', '-A'], options);
  const { status, stderr } = spawnSync('git', ['commit', '-qm', message], options);
  if (repo.env['GIT_COMMITTER_DATE']) repo.tick();
  return [status, stderr];
}
