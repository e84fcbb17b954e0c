import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import type { TestRepo } from '../helpers/repo.ts';

const SESSION = 'aaaa1111-0000-4000-8000-000000000001';

/** The agent's own record of a story's session. */
export const transcriptOf = (repo: TestRepo): string => join(repo.home, `${SESSION}.jsonl`);

const SAYINGS = [
  'The check must use isEqual, because the operator converts its operands.',
  'Instead of caching the value, I will compute it again: a cache would be overkill here.',
  'Reading the file first.',
  'Both callers need the limit, because the server hangs without it.',
  'I am not sure that the old name is used elsewhere.',
  'Now the tests.',
];
const PROMPTS = ['Give the values better names.', 'Fix the limit, because users see errors.', 'Go on'];

// Park and Miller's generator.
function randomFrom(seed: number): () => number {
  let state = seed * 7919;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** A random story of an agent that says what it does. */
export class Story {
  readonly #repo: TestRepo;
  readonly #agent: TestAgent;
  readonly #random: () => number;
  #calls = 0;
  #edits = 0;

  constructor(repo: TestRepo, seed: number) {
    this.#repo = repo;
    this.#random = randomFrom(seed);
    enable(repo);
    this.#agent = new TestAgent(repo, SESSION).start();
  }

  turn(): void {
    this.work();
    this.#agent.stop();
    prov(this.#repo, 'status');
    this.#repo.git('add', '-A');
    this.#repo.tick();
  }

  /** A turn that has not ended. @param seen is called after each call */
  work(seen: () => void = () => undefined): void {
    const prompt = this.#pick(PROMPTS);
    this.#add('user', prompt);
    this.#agent.prompt(prompt);
    for (let i = 0; i <= 1 + Math.floor(this.#random() * 4); i++) {
      if (this.#random() < 0.8) this.#add('assistant', [{ type: 'text', text: this.#pick(SAYINGS) }]);
      const path = this.#pick(['a.js', 'b.js']);
      const line = `const value${++this.#edits} = limit(${Math.floor(this.#random() * 1000)}); // as agreed\n`;
      this.#add('assistant', [{ type: 'tool_use', id: this.#nextCall(), name: 'Write', input: { file_path: path } }]);
      this.#agent.write(path, this.#repo.read(path) + line);
      seen();
    }
    if (this.#random() < 0.5) this.#add('assistant', [{ type: 'text', text: this.#pick(SAYINGS) }]);
  }

  /** Reports the call that will commit. */
  beforeCommit(message: string): void {
    const input = { command: `git add -A && git commit -qm "${message}"` };
    this.#add('assistant', [{ type: 'tool_use', id: this.#nextCall(), name: 'Bash', input }]);
    this.#agent.before('Bash', input);
  }

  #nextCall = (): string => `toolu_aaaa${String(++this.#calls).padStart(4, '0')}`;
  #pick = <T>(from: readonly T[]): T => from[Math.floor(this.#random() * from.length)]!;

  #add(role: string, content: unknown): void {
    const message = { role, id: `msg_${Math.floor(this.#random() * 1e9)}`, model: 'test-model-1', content };
    const line = JSON.stringify({ type: role, sessionId: SESSION, message });
    appendFileSync(transcriptOf(this.#repo), `${line}\n`);
  }
}
