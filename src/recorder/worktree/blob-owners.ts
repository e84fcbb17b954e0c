import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ProvError } from '../../errors.ts';
import { isOid, type NodeId, nodeId, type Oid, type RepoPath } from '../../model/ids.ts';
import { type Attribution, EVIDENCE } from '../../model/model.ts';
import { fromRuns, type Owner, type OwnerRun, toRuns } from '../../lines/owner.ts';
import { cutTo } from '../ledger/ledger.ts';
import { appendSynced, replaceFile } from '../../git/repository/replace-file.ts';
import { readOwnersFile } from './owners-file.ts';

/** From this size on, the file is replaced by its younger half. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_RECENT = 8;

interface Entry {
  readonly path: RepoPath;
  readonly blob: Oid;
  readonly workTree: string;
  readonly runs: readonly OwnerRun[];
  /** The same, one owner for each line, once requested. */
  owners?: readonly Owner[];
}

/**
 * The owners of the lines of blobs, by path and blob: from the steps that were seen, and derived from these.
 * An append-only file of JSON lines, one for each entry; a cache only, since notes hold the owners of committed lines.
 */
export class OwnerCache {
  readonly #file: string;
  readonly #byPath = new Map<RepoPath, Entry[]>();
  #appended: string[] = [];
  #bytes: number;
  #hash: Hash;
  /** Whether the file is shorter than its valid length, so entries are lost. */
  readonly isShort: boolean;
  /** Whether the file has another content than the one that was written, so entries may be lost or wrong. */
  readonly isDamaged: boolean;

  /**
   * @param bytes the valid length of the file: bytes after it come from a drain that did not finish
   * @param hash of these bytes; undefined for a state of an earlier version
   */
  constructor(file: string, bytes: number | undefined, hash?: string) {
    this.#file = file;
    const whole = readOwnersFile(file, bytes);
    this.#bytes = whole.bytes.length;
    this.isShort = whole.isShort;
    this.#hash = whole.hash;
    let isUnread = false;
    for (const line of whole.bytes.toString('utf8').split('\n')) {
      const entry = line ? parse(line) : undefined;
      if (entry) this.#add(entry);
      isUnread ||= line !== '' && !entry;
    }
    this.isDamaged = isUnread || (hash !== undefined && hash !== this.hash);
  }

  /** The hash of the valid part of the file, for the next reader. */
  get hash(): string {
    return this.#hash.copy().digest('hex');
  }

  /** The owners of a blob at a path: entries of the same work tree first, then others, the youngest first. */
  get(path: RepoPath, blob: Oid, workTree: string): Owner[] | undefined {
    let other: Entry | undefined;
    const entries = this.#byPath.get(path) ?? [];
    for (let i = entries.length - 1; i >= 0; i--) {
      const entry = entries[i]!;
      if (entry.blob !== blob) continue;
      if (entry.workTree === workTree) return ownersOf(entry);
      other ??= entry;
    }
    return other && ownersOf(other);
  }

  /** Whether an earlier text of this path had lines of this step. */
  hadLinesOf(path: RepoPath, step: NodeId): boolean {
    return (this.#byPath.get(path) ?? []).some(({ runs }) => runs.some(([, owner]) => writerOf(owner) === step));
  }

  /** The work tree where a step of an agent left this blob at this path; undefined without such a step. */
  madeIn(path: RepoPath, blob: Oid): string | undefined {
    const isMade = (entry: Entry): boolean =>
      entry.blob === blob && entry.runs.some(([, owner]) => owner.kind === 'node');
    return this.#byPath.get(path)?.findLast(isMade)?.workTree;
  }

  /** Whether an earlier text of this path had this many lines, with exactly these written by these steps. */
  hasSeen(path: RepoPath, count: number, list: readonly Attribution[]): boolean {
    return (this.#byPath.get(path) ?? []).some((entry) => {
      if (entry.runs.reduce((sum, [length]) => sum + length, 0) !== count) return false;
      const owners = ownersOf(entry);
      return list.every(({ start, count: length, node }) => {
        const isMine = (owner: Owner | undefined): boolean => owner?.kind === 'node' && owner.node === node;
        const isWhole = owners.slice(start - 1, start - 1 + length).every(isMine);
        return node === null || (isWhole && !isMine(owners[start - 2]) && !isMine(owners[start - 1 + length]));
      });
    });
  }

  /** All known texts of a path with the owners of their lines, the oldest first. */
  *texts(path: RepoPath): Generator<{ blob: Oid; owners: Owner[] }> {
    for (const entry of this.#byPath.get(path) ?? []) yield { blob: entry.blob, owners: ownersOf(entry) };
  }

  set(path: RepoPath, blob: Oid, workTree: string, owners: readonly Owner[]): void {
    const entry: Entry = { path, blob, workTree, runs: toRuns(owners) };
    this.#add(entry);
    this.#appended.push(format(entry));
  }

  /** The last blobs known at a path, youngest first, each once. */
  recent(path: RepoPath): { blob: Oid; workTree: string; owners: Owner[] }[] {
    const seen = new Map<Oid, Entry>();
    const entries = this.#byPath.get(path) ?? [];
    for (let i = entries.length - 1; i >= 0 && seen.size < MAX_RECENT; i--)
      if (!seen.has(entries[i]!.blob)) seen.set(entries[i]!.blob, entries[i]!);
    return [...seen.values()].map((entry) => ({
      blob: entry.blob,
      workTree: entry.workTree,
      owners: ownersOf(entry),
    }));
  }

  /** Appends the new entries; returns the valid length of the file from now on. */
  save(): number {
    if (this.#appended.length === 0) return this.#bytes;
    this.#bytes = cutTo(this.#file, this.#bytes);
    const text = `${this.#appended.join('\n')}\n`;
    appendSynced(this.#file, text);
    this.#hash.update(text);
    this.#bytes += Buffer.byteLength(text);
    this.#appended = [];
    if (this.#bytes > MAX_BYTES) this.#shrink();
    return this.#bytes;
  }

  #add(entry: Entry): void {
    const list = this.#byPath.get(entry.path);
    if (list) list.push(entry);
    else this.#byPath.set(entry.path, [entry]);
  }

  #shrink(): void {
    const text = readFileSync(this.#file, 'utf8');
    const young = text.slice(text.indexOf('\n', text.length >> 1) + 1);
    replaceFile(this.#file, young);
    this.#bytes = Buffer.byteLength(young);
    this.#hash = createHash('sha1').update(young);
  }
}

/** The step that wrote a line, as far as is known. */
export const writerOf = (owner: Owner): NodeId | undefined =>
  owner.kind === 'node' ? owner.node : owner.kind === 'unsure' ? owner.likely : undefined;

const ownersOf = (entry: Entry): Owner[] => (entry.owners ??= fromRuns(entry.runs)).slice();

type Code = readonly [count: number, kind: 'n' | 'h' | 'u' | 'b', id?: string, extra?: number, from?: string];

function format({ path, blob, workTree, runs }: Entry): string {
  return JSON.stringify([path, blob, workTree, runs.map(([count, owner]) => encode(count, owner))]);
}

function encode(count: number, owner: Owner): Code {
  switch (owner.kind) {
    case 'node':
      return [
        count,
        'n',
        owner.node,
        EVIDENCE.indexOf(owner.evidence),
        ...(owner.from ? [owner.from] : []),
      ] as unknown as Code;
    case 'human':
      return owner.from ? [count, 'h', owner.from] : [count, 'h'];
    case 'unsure':
      return owner.likely ? [count, 'u', owner.likely] : [count, 'u'];
    case 'base':
      return [count, 'b', owner.blob, owner.line];
  }
}

/** Whether a line of the file is readable. */
export const isSoundEntry = (line: string): boolean => parse(line) !== undefined;

function parse(line: string): Entry | undefined {
  try {
    const [path, blob, workTree, runs] = JSON.parse(line) as [RepoPath, string, string, Code[]];
    if (!isOid(blob)) return undefined;
    if (![path, workTree].every((text) => typeof text === 'string')) return undefined;
    if (!runs.every(([count]) => Number.isSafeInteger(count) && count > 0 && count <= MAX_BYTES)) return undefined;
    return { path, blob, workTree, runs: runs.map(([count, ...owner]): OwnerRun => [count, decode(owner)]) };
  } catch {
    return undefined; // a line cut off by a power cut; the notes still have the committed lines
  }
}

function decode([kind, id = '', extra = 0, from]: readonly [Code[1], string?, number?, string?]): Owner {
  switch (kind) {
    case 'n':
      return {
        kind: 'node',
        node: nodeId(id),
        evidence: EVIDENCE[extra] ?? damaged(),
        ...(from && { from: nodeId(from) }),
      };
    case 'h':
      return id ? { kind: 'human', from: nodeId(id) } : { kind: 'human' };
    case 'b':
      return isOid(id) && Number.isSafeInteger(extra) ? { kind: 'base', blob: id, line: extra } : damaged();
    case 'u':
      return id ? { kind: 'unsure', likely: nodeId(id) } : { kind: 'unsure' };
    default:
      return damaged();
  }
}

function damaged(): never {
  throw new ProvError('data', 'Not an owner.');
}
