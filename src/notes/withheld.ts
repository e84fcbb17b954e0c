import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../model/ids.ts';

/** A note that does not go to a remote. */
export interface HeldNote {
  readonly commit: Oid;
  /** `secret`: it holds what looks like one. `forgotten`: a text that was forgotten here, or by another clone. */
  readonly why: 'secret' | 'forgotten';
  /** Where in it, such as `detail.command of 8f3a21c0-9`. */
  readonly places: readonly string[];
}

/** Notes that do not travel, by remote: what stays here, how many of theirs were left out, and how many are still to come. */
export interface Held {
  readonly notes: Readonly<Record<string, readonly HeldNote[]>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Fetched notes that one exchange had no room for: the next one takes them. */
  readonly left: Readonly<Record<string, number>>;
}

const FILE = 'held.json';
/** So many are kept for people to read. */
const MOST = 100;

/** What is held back. What cannot be read counts as nothing: the next push finds it again. */
export function readHeld(provDir: string): Held {
  const none: Held = { notes: {}, refused: {}, left: {} };
  const file = join(provDir, FILE);
  if (!existsSync(file)) return none;
  try {
    const { notes, refused, left } = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof Held, unknown>;
    return {
      notes: tableOf(notes, (list): list is HeldNote[] => Array.isArray(list) && list.every(isHeld)),
      refused: tableOf(refused, isCount),
      left: tableOf(left, isCount),
    };
  } catch {
    return none;
  }
}

function tableOf<T>(value: unknown, isSound: (one: unknown) => one is T): Record<string, T> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => isSound(entry[1])));
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
const isText = (value: unknown): boolean => typeof value === 'string';

const isHeld = (one: unknown): boolean => {
  const { commit, why, places } = (one ?? {}) as Partial<Record<keyof HeldNote, unknown>>;
  return isText(commit) && isText(why) && Array.isArray(places) && places.every(isText);
};

/** Keeps which notes did not go to a remote at the last push; none of them: all may go. */
export function holdBack(provDir: string, remote: string, held: readonly HeldNote[]): void {
  const { notes, ...rest } = readHeld(provDir);
  const { [remote]: before, ...others } = notes;
  if (held.length === 0 && before === undefined) return;
  save(provDir, { notes: held.length > 0 ? { ...others, [remote]: held.slice(0, MOST) } : others, ...rest });
}

/** Keeps how many notes of a remote were left out when it was joined. */
export function refuse(provDir: string, remote: string, count: number): void {
  const held = readHeld(provDir);
  save(provDir, { ...held, refused: { ...held.refused, [remote]: count } });
}

/** Keeps how many fetched notes of a remote are still to be joined; none: all of them are. */
export function leave(provDir: string, remote: string, count: number): void {
  const held = readHeld(provDir);
  const { [remote]: before, ...others } = held.left;
  if (count !== (before ?? 0)) save(provDir, { ...held, left: count > 0 ? { ...others, [remote]: count } : others });
}

/** A text was forgotten: what is left is found by the next push, and the next fetch. */
export function clearHeld(provDir: string): void {
  if (existsSync(join(provDir, FILE))) save(provDir, { ...readHeld(provDir), notes: {}, refused: {} });
}

function save(provDir: string, held: Held): void {
  if (!existsSync(provDir)) mkdirSync(provDir, { recursive: true, mode: 0o700 });
  const file = join(provDir, FILE);
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(held)}\n`, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}
