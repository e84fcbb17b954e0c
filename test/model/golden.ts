import { readdirSync, readFileSync } from 'node:fs';
import type { Note } from '../../src/model/model.ts';

const FOLDER = new URL('../../fixtures/notes/', import.meta.url);

/** A golden note: its frozen bytes, and their description. */
export interface Golden {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly about: string;
  readonly ids: readonly string[];
  readonly note: Note;
}

/** All golden notes. In the JSON beside each, `$map` is a Map and `$bytes` are bytes in hex. */
export const goldenNotes = (): Golden[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.json'.length);
      const { about, ids, note } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'), revive) as Omit<
        Golden,
        'bytes'
      >;
      return { name, about, ids, note, bytes: new Uint8Array(readFileSync(new URL(`${name}.note`, FOLDER))) };
    });

function revive(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$map' in value) return new Map(value.$map as [unknown, unknown][]);
  if ('$bytes' in value) return new Uint8Array(Buffer.from(value.$bytes as string, 'hex'));
  return value;
}
