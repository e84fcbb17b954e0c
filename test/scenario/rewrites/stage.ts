import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestAgent } from '../../helpers/agent.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import type { Dice } from './dice.ts';
import { type Ink } from './ink.ts';

/** The files of every history. The name says the form: `crlf` has CRLF at the line ends, `open` no newline at its end. */
const FILES = ['a.txt', 'dir/ünï cødé.txt', 'crlf.txt', 'open.txt', 'src/日本.js'] as const;
const NAMES = [...FILES, ...FILES.map((name) => `moved/${name}`), 'new.txt', 'moved/new.txt'];

/** A person moves only blocks with more characters: the author of a short moved line cannot be known. */
const LONG = 40;

/** Where in a file to write: places far enough apart do not conflict. */
export type Zone = 'any' | 'top' | 'bottom';

/** The text of a file of these lines, in the form that its name asks for. */
export function textOf(path: string, lines: readonly string[]): string {
  const end = endOf(path);
  return lines.length === 0 ? '' : lines.join(end) + (path.includes('open') ? '' : end);
}

const endOf = (path: string): string => (path.includes('crlf') ? '\r\n' : '\n');

/** The files of a first commit, by a person. */
export function baseFiles(ink: Ink): Record<string, string> {
  const text = (path: string): string =>
    textOf(
      path,
      Array.from({ length: 9 }, () => ink.line('human')),
    );
  return Object.fromEntries(FILES.map((path) => [path, text(path)]));
}

/** A work tree with the agents and the person who write in it. */
export class Stage {
  readonly repo: TestRepo;
  readonly agents: readonly TestAgent[];
  readonly ink: Ink;
  /** The operation that made a commit, by the commit's id. */
  readonly made = new Map<string, string>();
  /** The operations so far, for a reader who debugs a failure. */
  readonly log: string[] = [];
  /** Other clones where work was done too. */
  readonly others: Stage[] = [];

  constructor(repo: TestRepo, agents: readonly TestAgent[], ink: Ink) {
    this.repo = repo;
    this.agents = agents;
    this.ink = ink;
  }

  /** The files that are there. */
  get paths(): string[] {
    return NAMES.filter((name) => existsSync(join(this.repo.dir, name)));
  }

  path(dice: Dice): string {
    const { paths } = this;
    return paths.length > 0 ? dice.pick(paths) : 'a.txt';
  }

  lines(path: string): string[] {
    if (!existsSync(join(this.repo.dir, path))) return [];
    const lines = this.repo.read(path).split(/\r?\n/);
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  }

  save(path: string, lines: readonly string[]): void {
    this.log.push(`save ${path}`);
    this.repo.write(path, textOf(path, lines));
  }

  agent(dice: Dice): TestAgent {
    return dice.pick(this.agents);
  }

  /** An agent adds or replaces lines with one of its tools. */
  agentWrites(dice: Dice, path = this.path(dice), zone: Zone = 'any', agent = this.agent(dice)): void {
    const lines = this.lines(path);
    const at = placeIn(dice, lines, zone);
    const fresh = this.ink.lines(agent.session, 2 + dice.below(3), dice);
    const tool = dice.below(5);
    const end = endOf(path);
    this.log.push(`${agent.session} writes ${fresh.length} lines in ${path} at ${at} (${tool})`);
    if (tool === 0 && zone !== 'top' && end === '\n' && !path.includes('open') && lines.length > 0) {
      agent.bash(fresh.map((line) => `printf '%s\\n' '${line}' >> '${path}'`).join(' && '));
      return;
    }
    const replaced = lines.slice(at, at + (dice.chance(35) ? 1 : 0));
    const old = lines[at] === undefined ? '' : lines[at] + end;
    const once = old !== '' && this.repo.read(path).split(old).length === 2;
    if (tool > 1 && once)
      agent.edit(
        path,
        old,
        [...fresh, ...(replaced.length > 0 ? [] : [lines[at]!])].map((line) => line + end).join(''),
      );
    else agent.write(path, textOf(path, lines.toSpliced(at, replaced.length, ...fresh)));
  }

  /** A person adds, replaces, moves or removes lines with an editor. */
  personWrites(dice: Dice, path = this.path(dice), zone: Zone = 'any'): void {
    const lines = this.lines(path);
    const at = placeIn(dice, lines, zone);
    const fresh = this.ink.lines('human', 1 + dice.below(2), dice);
    const what = dice.below(8);
    if (what === 0 && lines.length > 4) this.save(path, lines.toSpliced(at, 1));
    else if (what === 1 && lines.slice(at, at + 2).join('').length > LONG) {
      const block = lines.splice(at, 2);
      this.save(path, lines.toSpliced(placeIn(dice, lines, zone), 0, ...block));
    } else this.save(path, lines.toSpliced(at, what < 5 ? 0 : 1, ...fresh));
  }

  /** Commits everything: a person, or an agent in its shell. */
  commit(agent?: TestAgent, ...args: string[]): void {
    const message = `change ${this.ink.word()}`;
    if (!agent) {
      this.git('add', '-A');
      this.git('commit', '-qm', message, ...args);
      return;
    }
    this.repo.tick();
    this.log.push(`${agent.session}$ git commit ${args.join(' ')}`);
    agent.bash(['git add -A && git commit -qm', `'${message}'`, ...args].join(' '));
  }

  /** One commit by agents, and now and then by a person too. */
  work(dice: Dice, zone: Zone = 'any', path = this.path(dice)): void {
    const agent = this.agent(dice);
    this.agentWrites(dice, path, zone, agent);
    if (dice.chance(35)) this.personWrites(dice, this.path(dice), zone);
    if (dice.chance(30)) this.agentWrites(dice, this.path(dice), zone);
    this.commit(dice.chance(30) ? agent : undefined);
  }

  /** Commits what is left from before, so that the work tree is clean. */
  settle(): void {
    if (this.repo.git('status', '--porcelain') !== '') this.commit();
  }

  /** Runs git, one minute later. Returns whether it succeeded. */
  git(...args: string[]): boolean {
    this.repo.tick();
    try {
      this.repo.git(...args);
      this.log.push(`git ${args.join(' ')}`);
      return true;
    } catch (error) {
      this.log.push(`git ${args.join(' ')} # ${String(error).slice(0, 300)}`);
      return false;
    }
  }

  /** Runs git, a person or now and then an agent in its shell. */
  run(dice: Dice, ...args: string[]): void {
    if (!dice.chance(25)) return void this.git(...args);
    const agent = this.agent(dice);
    this.repo.tick();
    this.log.push(`${agent.session}$ git ${args.join(' ')}`);
    agent.bash(['git', ...args.map((arg) => `'${arg}'`)].join(' '));
  }

  /** Records `how` as the operation for all commits that have none yet. */
  mark(how: string): void {
    const head = this.has('HEAD') ? ['HEAD'] : [];
    for (const commit of this.repo.git('rev-list', '--branches', ...head).split('\n'))
      if (commit && !this.made.has(commit)) this.made.set(commit, how);
  }

  has(revision: string): boolean {
    try {
      this.repo.git('rev-parse', '-q', '--verify', `${revision}^{commit}`);
      return true;
    } catch {
      return false;
    }
  }

  /** The branch that HEAD is on. */
  get branch(): string {
    return this.repo.git('rev-parse', '--abbrev-ref', 'HEAD');
  }

  /** Runs something while git has other settings in its environment. */
  under(env: Readonly<Record<string, string>>, act: () => void): void {
    const before = Object.fromEntries(Object.keys(env).map((name) => [name, this.repo.env[name]]));
    Object.assign(this.repo.env, env);
    try {
      act();
    } finally {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete this.repo.env[name];
        else this.repo.env[name] = value;
    }
  }
}

function placeIn(dice: Dice, { length }: readonly string[], zone: Zone): number {
  const third = Math.floor(length / 3);
  switch (zone) {
    case 'any':
      return dice.below(length + 1);
    case 'top':
      return dice.below(third);
    case 'bottom':
      return length - third + dice.below(third + 1);
  }
}
