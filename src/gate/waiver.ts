import { createHash } from 'node:crypto';
import type { LineRange } from '../git/history/patch-parser.ts';
import type { NodeId, Oid, RepoPath } from '../model/ids.ts';
import type { Node } from '../model/model.ts';
import { ruleNamed } from './rules/rule.ts';

/** Neighbouring lines that a waiver is about, known by their content. */
export interface WaivedBlock {
  readonly count: number;
  /** The hash of the first line, so that few places need to be compared. */
  readonly first: number;
  readonly hash: readonly number[];
}

/** A person's statement that lines may break a rule. */
export interface Waiver {
  readonly id: NodeId;
  readonly rule: string;
  readonly path: RepoPath;
  /** The commits that added the lines. */
  readonly commits: ReadonlySet<Oid>;
  readonly blocks: readonly WaivedBlock[];
  /** The last day, in UTC: `2026-12-31`. Undefined: without an end. */
  readonly until: string | undefined;
  readonly by: string | undefined;
  readonly because: string;
}

/** Numbers of the hash of a block: 128 bits. */
const HASH_WORDS = 4;
/** Numbers that one block takes in a node. */
const BLOCK_WORDS = HASH_WORDS + 2;
/** Most blocks of one waiver. */
export const MAX_BLOCKS = 200;
/** Most places of equal first lines that are compared with one block. */
const MAX_COMPARED = 64;

/** The block that consists of these lines. @param lines without their ends; see `splitLines` */
export function blockOf(lines: readonly string[]): WaivedBlock {
  const digest = createHash('sha256').update(lines.join('\n'), 'latin1').digest();
  const hash = Array.from({ length: HASH_WORDS }, (_, i) => digest.readUInt32BE(4 * i));
  return { count: lines.length, first: markOf(lines[0] ?? ''), hash };
}

const markOf = (line: string): number => createHash('sha256').update(line, 'latin1').digest().readUInt32BE(0);

/** Blocks as a list of numbers, which a node can hold. */
export const encodeBlocks = (blocks: readonly WaivedBlock[]): number[] =>
  blocks.flatMap(({ count, first, hash }) => [count, first, ...hash]);

function decodeBlocks(value: unknown): WaivedBlock[] {
  if (!Array.isArray(value) || value.length === 0 || value.length % BLOCK_WORDS !== 0) return [];
  if (value.length > MAX_BLOCKS * BLOCK_WORDS || !value.every((one) => Number.isSafeInteger(one) && one >= 0))
    return [];
  const blocks: WaivedBlock[] = [];
  for (let at = 0; at < value.length; at += BLOCK_WORDS) {
    const [count, first, ...hash] = value.slice(at, at + BLOCK_WORDS) as [number, number, ...number[]];
    if (count === 0) return [];
    blocks.push({ count, first, hash });
  }
  return blocks;
}

/** Reads a waiver from its node; undefined for anything else. @param commits that it is linked to */
export function readWaiver({ id, kind, summary, detail = {} }: Node, commits: Iterable<Oid>): Waiver | undefined {
  const { rule, files, blocks: coded, until, by, because } = detail;
  const [path, ...others] = Array.isArray(files) ? files : [];
  const blocks = decodeBlocks(coded);
  if (kind !== 'waiver' || typeof rule !== 'string' || !ruleNamed(rule)) return undefined;
  if (typeof path !== 'string' || others.length > 0 || blocks.length === 0) return undefined;
  if (until !== undefined && (typeof until !== 'string' || !isDay(until))) return undefined;
  return {
    id,
    rule,
    path: path as RepoPath,
    commits: new Set(commits),
    blocks,
    until,
    by: typeof by === 'string' ? by : undefined,
    because: typeof because === 'string' ? because : summary,
  };
}

/** Whether a text is a day that exists: `2026-12-31`. */
export function isDay(text: string): boolean {
  const at = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

/** Whether the last day of a waiver is over. @param now milliseconds since the epoch */
export const isExpired = ({ until }: Pick<Waiver, 'until'>, now: number): boolean =>
  until !== undefined && new Date(now).toISOString().slice(0, 10) > until;

/**
 * Finds the lines that a waiver is about, by their content: their numbers change when the file does.
 * @param ranges the lines that break the rule, ascending and apart
 * @param lines all lines of the file
 */
export function waivedIn(waiver: Waiver, ranges: readonly LineRange[], lines: readonly string[]): LineRange[] {
  const found: LineRange[] = [];
  for (const block of waiver.blocks) {
    let compared = 0;
    for (const [start, count] of ranges)
      for (let at = start; at + block.count <= start + count && compared < MAX_COMPARED; at++) {
        const text = lines[at - 1];
        if (text === undefined || markOf(text) !== block.first) continue;
        compared++;
        const { hash } = blockOf(lines.slice(at - 1, at - 1 + block.count));
        if (hash.every((word, i) => word === block.hash[i])) found.push([at, block.count]);
      }
  }
  return joined(found);
}

/** Ranges in order, with overlapping and neighbouring ones joined. */
export function joined(ranges: readonly LineRange[]): LineRange[] {
  const all: [number, number][] = [];
  for (const [start, count] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && last[0] + last[1] >= start) last[1] = Math.max(last[1], start + count - last[0]);
    else all.push([start, count]);
  }
  return all;
}

/** The parts of ranges that others do not cover. Both ascending. */
export function without(ranges: readonly LineRange[], others: readonly LineRange[]): LineRange[] {
  const left: LineRange[] = [];
  for (const [start, count] of ranges) {
    let at = start;
    const end = start + count;
    for (const [from, size] of others) {
      if (from + size <= at || from >= end) continue;
      if (from > at) left.push([at, from - at]);
      at = Math.max(at, from + size);
    }
    if (at < end) left.push([at, end - at]);
  }
  return left;
}

/** The number of lines in ranges. */
export const sizeOf = (ranges: readonly LineRange[]): number => ranges.reduce((sum, [, count]) => sum + count, 0);
