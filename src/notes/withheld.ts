import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Oid } from '../model/ids.ts';
import { localFiles } from '../git/repository/local-files.ts';
import { replaceFile } from '../git/repository/replace-file.ts';

/** A note that is not pushed to a remote. */
export interface WithheldNote {
  readonly commit: Oid;
  /** `secret`: it contains something that looks like one. `forgotten`: a text that was forgotten here, or by another clone. */
  readonly why: 'secret' | 'forgotten';
  /** The places in it, such as `detail.command of 8f3a21c0-9`. */
  readonly places: readonly string[];
}

/** Notes that do not travel, by remote: notes that stay here, and the numbers of fetched notes that were left out or still wait. */
export interface WithheldNotes {
  readonly notes: Readonly<Record<string, readonly WithheldNote[]>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Fetched notes beyond the limits of one exchange: the next one takes them. */
  readonly left: Readonly<Record<string, number>>;
}

/** Entries that are kept for people to read. */
const MAX_ENTRIES = 100;

/** The notes that are held back. An unreadable file counts as empty: the next push finds them again. */
export function readWithheld(provDir: string): WithheldNotes {
  const none: WithheldNotes = { notes: {}, refused: {}, left: {} };
  const file = localFiles(provDir).withheld;
  if (!existsSync(file)) return none;
  try {
    const { notes, refused, left } = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof WithheldNotes, unknown>;
    return {
      notes: tableOf(notes, (list): list is WithheldNote[] => Array.isArray(list) && list.every(isHeld)),
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
  const { commit, why, places } = (one ?? {}) as Partial<Record<keyof WithheldNote, unknown>>;
  return isText(commit) && isText(why) && Array.isArray(places) && places.every(isText);
};

/** Records the notes that the last push held back from a remote; none if all may go. */
export function withhold(provDir: string, remote: string, held: readonly WithheldNote[]): void {
  const { notes, ...rest } = readWithheld(provDir);
  const { [remote]: before, ...others } = notes;
  if (held.length === 0 && before === undefined) return;
  save(provDir, { notes: held.length > 0 ? { ...others, [remote]: held.slice(0, MAX_ENTRIES) } : others, ...rest });
}

/** Records how many notes of a remote were left out when it was joined. */
export function refuse(provDir: string, remote: string, count: number): void {
  const held = readWithheld(provDir);
  save(provDir, { ...held, refused: { ...held.refused, [remote]: count } });
}

/** Records how many fetched notes of a remote are still to be joined; none if all are. */
export function leave(provDir: string, remote: string, count: number): void {
  const held = readWithheld(provDir);
  const { [remote]: before, ...others } = held.left;
  if (count !== (before ?? 0)) save(provDir, { ...held, left: count > 0 ? { ...others, [remote]: count } : others });
}

/** After a text was forgotten: the next push and the next fetch determine the rest. */
export function clearWithheld(provDir: string): void {
  if (existsSync(localFiles(provDir).withheld)) save(provDir, { ...readWithheld(provDir), notes: {}, refused: {} });
}

function save(provDir: string, held: WithheldNotes): void {
  if (!existsSync(provDir)) mkdirSync(provDir, { recursive: true, mode: 0o700 });
  const file = localFiles(provDir).withheld;
  replaceFile(file, `${JSON.stringify(held)}\n`);
}
