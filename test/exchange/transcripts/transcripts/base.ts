import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of a session, and its start time in milliseconds. */
export interface Where {
  readonly home: string;
  readonly cwd: string;
  readonly at: number;
  readonly id?: string;
  /** The session that started it. */
  readonly parent?: string;
}

/** An agent's actions, written to a session file in the agent's own form. The content is invented; the shapes were recorded. */
export interface Transcript {
  readonly id: string;
  /** The file. */
  readonly path: string;
  /** The time of the next event; it advances by one second each time. */
  at: number;
  prompt(words: string): void;
  read(path: string, text: string): void;
  /** Writes a whole file. @param before its text; null when it did not exist */
  write(path: string, text: string, before: string | null): void;
  edit(path: string, old: string, fresh: string, before: string): void;
  bash(command: string, output?: string): void;
  /** Writes the file. */
  save(): string;
}

/** A time in the form of the records. */
export const iso = (at: number): string => new Date(at).toISOString();
/** What all of them share. */
export abstract class Base implements Transcript {
  readonly id: string;
  at: number;
  readonly where: Where;
  protected readonly records: unknown[] = [];
  #calls = 0;

  constructor(where: Where) {
    this.where = where;
    this.id = where.id ?? randomUUID();
    this.at = where.at;
  }

  abstract readonly path: string;
  abstract prompt(words: string): void;
  abstract read(path: string, text: string): void;
  abstract write(path: string, text: string, before: string | null): void;
  abstract edit(path: string, old: string, fresh: string, before: string): void;
  abstract bash(command: string, output?: string): void;

  save(): string {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, this.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return this.path;
  }

  protected tick(): number {
    this.at += 1000;
    return this.at;
  }

  protected get call(): string {
    return `call_${this.id.slice(0, 4)}_${++this.#calls}`;
  }

  protected full(path: string): string {
    return join(this.where.cwd, path);
  }
}

/** The lines of a text. */
export const lines = (text: string): string[] => text.replace(/\n$/, '').split('\n');
