import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { pause } from '../helpers/pause.ts';
import { tell as run } from '../harm/damage.ts';
import type { Site } from '../recorder/site.ts';
import { commit } from '../recorder/site.ts';

const PATHS = ['f.txt', 'g.txt', 'h.txt'];

/** A random story of an agent and a person. Every line names its author, so that the record can be judged. */
export class Story {
  readonly site: Site;
  readonly #random: () => number;
  readonly #agent: TestAgent;
  #lines = 0;

  constructor(site: Site, random: () => number) {
    this.site = site;
    this.#random = random;
    // Real times: after the state was lost, commits from before the private folder was made are not looked at.
    for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete site.repo.env[name];
    this.#agent = new TestAgent(site.repo, 'a').start().prompt('go');
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  /** One random action. Returns its name, and the messages of git if it printed any. */
  act(): string {
    const action = this.pick(['write', 'write', 'shell', 'shell', 'person', 'commit', 'read', 'prompt'] as const);
    switch (action) {
      case 'write': {
        const path = this.pick(PATHS);
        this.#agent.write(path, `${this.#textOf(path)}${this.#line('a')}`);
        return action;
      }
      case 'shell':
        this.#agent.bash(`printf '${this.#line('a').trim()}\\n' >> ${this.pick(PATHS)}`);
        return action;
      case 'person':
        appendFileSync(join(this.site.repo.dir, this.pick(PATHS)), this.#line('human'));
        return action;
      case 'commit':
        return `${action} ${this.commit()}`;
      case 'read':
        run(this.site, ['status']);
        return action;
      case 'prompt':
        this.#agent.stop();
        this.#waitForTurn();
        this.#agent.prompt('go on');
        return action;
    }
  }

  /** Commits everything. Returns the messages of git and the hooks: none are expected. */
  commit(): string {
    const done = commit(this.site.repo) as { status: number; stdout: string; stderr: string };
    return done.status === 0 && done.stderr === '' ? '' : `${done.status} ${done.stdout}${done.stderr}`;
  }

  /** The agent writes a file of its own, after the damage is over. */
  writeAfterwards(path: string): void {
    this.#agent.prompt('last').write(path, this.#line('a'));
  }

  /** The lines that the record gives to another owner, at HEAD. An abstention is right for every line. */
  wrong(): { readonly stolen: string[]; readonly missed: string[] } {
    const stolen: string[] = [];
    const missed: string[] = [];
    for (const path of PATHS.filter((one) => existsSync(join(this.site.repo.dir, one))))
      for (const { text, owner } of judge(this.site.repo, path)) {
        const author = /@(\w+)/.exec(text)?.[1];
        if (author === undefined || owner === 'unsure' || owner === author) continue;
        if (author !== 'human') missed.push(`${path}: ${text} → ${owner}`);
        else if (owner !== 'no note') stolen.push(`${path}: ${text} → ${owner}`);
      }
    return { stolen, missed };
  }

  // The end of a turn is recorded in the background. A story that is played again must not depend on how long that takes.
  #waitForTurn(): void {
    const isBusy = (): boolean =>
      existsSync(join(this.site.prov, 'lock')) || readdirSync(join(this.site.prov, 'spool/new')).length > 0;
    for (let i = 0; i < 150 && isBusy(); i++) pause(20);
  }

  #textOf(path: string): string {
    const file = join(this.site.repo.dir, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  #line(author: string): string {
    return `line ${++this.#lines} @${author}\n`;
  }
}
