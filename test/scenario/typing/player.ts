import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { TestAgent } from '../../helpers/agent.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { PROGRAMS, type Program } from './programs.ts';

const FILES = ['a.txt', 'b.txt', 'dir/c.txt'] as const;
const TYPES = ['append', 'insert', 'replace', 'change a word', 'new file', 'delete'] as const;
/** The last moment at which the person saves, in milliseconds after the agent was about to start its program. */
const LATEST_MS = 320;

/** Which file the person changes, how, and when. Numbers are taken modulo the number of choices. */
interface Typing {
  readonly what: (typeof TYPES)[number];
  readonly file: number;
  readonly at: number;
  readonly delay: number;
}

/** One turn: a program of the agent, what the person types meanwhile, and who commits afterwards. */
export interface Turn {
  readonly program: string;
  readonly file: number;
  /** Whether the person types into the file that the program writes. */
  readonly same: boolean;
  readonly typing: readonly Typing[];
  readonly ends: 'person commits' | 'agent commits' | 'nobody commits';
}

/** Random histories of an agent that runs programs while a person types. */
export const turns = (most: number): fc.Arbitrary<Turn[]> =>
  fc.array(
    fc.record({
      program: fc.constantFrom(...Object.keys(PROGRAMS)),
      file: fc.nat(99),
      same: fc.boolean(),
      typing: fc.array(
        fc.record({
          what: fc.constantFrom(...TYPES),
          file: fc.nat(99),
          at: fc.nat(99),
          delay: fc.nat(LATEST_MS),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      ends: fc.constantFrom('person commits', 'agent commits', 'nobody commits'),
    }),
    { minLength: 2, maxLength: most },
  );

/** Plays turns on a repository. Every line names its author: `@a` is what the agent's programs write, `@human` is typed. */
export class Player {
  readonly #repo: TestRepo;
  readonly #agent: TestAgent;
  #count = 0;

  constructor(repo: TestRepo) {
    this.#repo = repo;
    this.#agent = new TestAgent(repo, 'a').start().prompt('go on');
  }

  async play(history: readonly Turn[]): Promise<void> {
    for (const turn of history) await this.#play(turn);
    this.#repo.commit('the end');
  }

  async #play({ program, file, same, typing, ends }: Turn): Promise<void> {
    const path = FILES[file % FILES.length]!;
    const made = PROGRAMS[program]!(path, () => this.#line('a'), this.#repo, this.#lines(path));
    const isDone = this.#start(made);
    const begin = Date.now();
    for (const one of typing.toSorted((a, b) => a.delay - b.delay)) {
      await sleep(Math.max(0, begin + one.delay - Date.now()));
      this.#type(one, same ? path : FILES[one.file % FILES.length]!);
    }
    await isDone;
    if (made.behind && file % 2 === 0) this.#agent.bash('ls');
    if (ends === 'person commits') this.#repo.commit('by a person');
    if (ends === 'agent commits') this.#agent.bash('git add -A && git commit -qm "by the agent"');
  }

  #start({ command, behind }: Program): Promise<void> {
    return behind ? this.#agent.background(command, `b${this.#count}`) : this.#agent.bashMeanwhile(command);
  }

  #type({ what, at }: Typing, path: string): void {
    const lines = this.#lines(path);
    const place = lines.length === 0 ? 0 : at % lines.length;
    const fresh = (): string => this.#line('human');
    switch (what) {
      case 'append':
        return this.#save(path, [...lines, fresh()]);
      case 'insert':
        return this.#save(path, lines.toSpliced(place, 0, fresh(), fresh()));
      case 'replace':
        return this.#save(path, lines.toSpliced(place, 1, fresh()));
      case 'change a word': {
        const words = (lines[place] ?? fresh()).split(' ');
        const changed = [...words.slice(0, -1).with(0, `typed${++this.#count}`), '@human'].join(' ');
        return this.#save(path, lines.toSpliced(place, 1, changed));
      }
      case 'new file':
        return this.#save(`typed-${this.#count}.txt`, [fresh(), fresh()]);
      case 'delete':
        return this.#save(path, lines.toSpliced(place, 1));
    }
  }

  #line(author: string): string {
    const n = ++this.#count;
    const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jetty'];
    return `${words[n % 10]} ${words[(n * 7) % 10]} number ${n} of these lines @${author}`;
  }

  #lines(path: string): string[] {
    if (!existsSync(join(this.#repo.dir, path))) return [];
    return this.#repo.read(path).split('\n').slice(0, -1);
  }

  #save(path: string, lines: readonly string[]): void {
    this.#repo.write(path, lines.map((line) => `${line}\n`).join(''));
  }
}
