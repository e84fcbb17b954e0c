import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { TestRepo } from './repo.ts';

const HOOK = resolve(import.meta.dirname, '../../hooks/agent');

/** A coding agent with every event sent through the real hook script, in the form of the settings of `teller`. */
export class HookedAgent {
  readonly repo: TestRepo;
  /** What every payload has. */
  readonly common: object;
  readonly teller: string;
  readonly #cwd: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(
    repo: TestRepo,
    teller: string,
    common: object,
    { cwd = repo.dir, env = {} }: { cwd?: string; env?: object } = {},
  ) {
    this.repo = repo;
    this.teller = teller;
    this.common = common;
    this.#cwd = cwd;
    this.#env = { ...repo.env, ...env };
  }

  /** Sends one event. @param teller the agent with the hook in its settings */
  send(fields: object, teller: string = this.teller): this {
    return this.sendText(JSON.stringify({ ...this.common, ...fields }), teller);
  }

  sendText(input: string, teller: string = this.teller): this {
    const done = spawnSync('sh', [HOOK, teller], { cwd: this.#cwd, env: this.#env, input });
    if (done.status !== 0 || done.stdout.length + done.stderr.length > 0)
      throw new Error(
        `the hook exited with ${String(done.status)}: ${done.stdout.toString()}${done.stderr.toString()}`,
      );
    return this;
  }
}
