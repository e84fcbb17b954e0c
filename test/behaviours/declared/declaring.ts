import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Dispatched } from '../../../src/behaviours/dispatch.ts';
import { rememberAccepted } from '../../../src/behaviours/declared/accepted.ts';
import { type Declared, loadDeclared } from '../../../src/behaviours/declared/load.ts';
import { allOf } from '../../../src/behaviours/run.ts';
import type { RepoOptions } from '../../helpers/repo.ts';
import { Story, withStory } from '../story.ts';

/** A text, or what it has to contain. */
export const like = (text: string | RegExp): unknown => (typeof text === 'string' ? text : expect.stringMatching(text));

/** A story with a `.gitprov.toml`. */
export class Declaring extends Story {
  /** Writes the file. */
  write(toml: string | Uint8Array): void {
    writeFileSync(join(this.site.repo.dir, '.gitprov.toml'), toml);
  }

  load(): Promise<Declared> {
    return loadDeclared(this.repo);
  }

  /** Writes the file, and accepts it as its person would. What it declares begins with the next event. */
  async declare(toml: string): Promise<Declared> {
    this.write(toml);
    rememberAccepted(this.repo, (await this.load()).content!);
    await this.react();
    return this.load();
  }

  /** Lets all behaviours react. */
  async react({ isDry = false } = {}): Promise<Dispatched> {
    return this.dispatch({ ...allOf(await this.load()), isDry });
  }

  /** What declared behaviours did, without the built-in ones. */
  async didDeclared(): Promise<string[]> {
    const names = new Set((await this.load()).behaviours.map(({ name }) => name));
    return this.did().filter((one) => names.has(one.slice(0, one.indexOf(':'))));
  }
}

/** Runs a story in a new repository where behaviours begin with the next event. */
export const withDeclaring = (story: (told: Declaring) => Promise<void>, options?: RepoOptions): Promise<void> =>
  withStory(({ site, repo }) => story(new Declaring(site, repo)), options);
