import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../git/repository/local-files.ts';
import { replaceFile } from '../git/repository/replace-file.ts';
import type { Guard } from '../model/behaviours/guards.ts';
import { isObject } from '../recorder/spool/json-fields.ts';

/** Why a behaviour does not run until a person resumes it. */
export interface Stop {
  readonly guard: Guard;
  readonly limit: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** How far a behaviour is. */
export interface Position {
  /** The number of the next event that it reads. */
  readonly next: number;
  readonly stopped?: Stop;
  /** Events that were dropped before it read them. */
  readonly missed?: number;
}

/** What the dispatcher knows between two runs. */
export interface Progress {
  readonly behaviours: Readonly<Record<string, Position>>;
  /** The contents of files when an entry was derived from them: by the entry's id and the path. */
  readonly contents: Readonly<Record<string, string>>;
}

/** Contents that are remembered, the last ones. */
const MAX_CONTENTS = 2000;
/** A larger file is damaged. */
const MAX_BYTES = 16 * 1024 * 1024;

const fileIn = (dir: string): string => join(dir, 'progress.json');

/** Reads how far the behaviours are. A damaged file counts as none: actions have ids, so nothing is done twice. */
export function readProgress(dir: string): Progress {
  const file = fileIn(dir);
  const none: Progress = { behaviours: {}, contents: {} };
  if (!existsSync(file) || statSync(file).size > MAX_BYTES) return none;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(value)) return none;
    const behaviours = Object.entries(isObject(value['behaviours']) ? value['behaviours'] : {}).filter(([, one]) =>
      isPosition(one),
    );
    const contents = Object.entries(isObject(value['contents']) ? value['contents'] : {}).filter(
      ([, one]) => typeof one === 'string',
    );
    return {
      behaviours: Object.fromEntries(behaviours) as Progress['behaviours'],
      contents: Object.fromEntries(contents) as Progress['contents'],
    };
  } catch {
    return none;
  }
}

const isPosition = (one: unknown): boolean => isObject(one) && Number.isSafeInteger(one['next']);

/** A behaviour that reached a limit. */
export interface StoppedBehaviour extends Stop {
  readonly name: string;
}

/** The behaviours of a repository that reached a limit. */
export const stoppedIn = (repo: { readonly commonDir: string }): StoppedBehaviour[] =>
  Object.entries(readProgress(filesOf(repo).behaviours).behaviours).flatMap(([name, { stopped }]) =>
    stopped ? [{ name, ...stopped }] : [],
  );

/** Replaces the file; on disk when this returns. */
export function saveProgress(dir: string, { behaviours, contents }: Progress): void {
  const kept = Object.fromEntries(Object.entries(contents).slice(-MAX_CONTENTS));
  replaceFile(fileIn(dir), `${JSON.stringify({ behaviours, contents: kept })}\n`);
}
