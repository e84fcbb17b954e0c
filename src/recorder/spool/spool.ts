import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isOid, type Oid } from '../../model/ids.ts';
import type { Payload } from './event.ts';
import { parsePayload } from './lenient-json.ts';
import { realPath } from './event-paths.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** An event larger than this is set aside unread. */
const MAX_EVENT_BYTES = 64 * 1024 * 1024;
/** A hook that has not finished its event by then was killed. */
const ABANDONED_MS = 60_000;
const YEAR_2020_S = 1_577_836_800;
const EVENT = /^([0-9]{9})\.[0-9]+$/;

/**
 * The last line of an event. `prov1` has no snapshot names; `prov3` marks an event that happened elsewhere. The phase may be
 * followed by the agent with the hook in its settings.
 * Four words describe a work tree; there may be several.
 */
const TRAILER = /^prov([123]) (before|after|event)(?:\/([a-z0-9-]+))?((?: [^ \n]+){4,})\n$/;
/** The name of a snapshot: that of the event that it was taken for, with a number for another work tree. */
const LOOK = /^look:([0-9]{9}\.[0-9]+(?:\.[0-9])?)$/;

/** A hook's snapshot of a work tree. */
export interface Snapshot {
  readonly tree?: Oid;
  /** The snapshot with a tree that was not made yet when the event was written (see snapshot-trees.ts). */
  readonly look?: string;
  /** The named file's content; null for a missing file. */
  readonly blob?: Oid | null;
  /** The hook should have taken a snapshot and could not, for example because the disk was full. */
  readonly lost?: boolean;
  readonly gitDir: string;
  readonly workTree: string;
}

/** A hook's snapshot, from the event's last line (see hooks/agent): of the work tree where it ran, or that contains the named file. */
export interface HookObservation extends Snapshot {
  readonly phase: 'before' | 'after' | 'event';
  /** The agent with the hook in its settings, as named by `init`. */
  readonly hookedAgent?: string;
  /** The agent works elsewhere; its call may write here. */
  readonly routed?: true;
  /** Snapshots of other work trees of the repository. */
  readonly beside: readonly Snapshot[];
}

export interface SpooledEvent {
  readonly name: string;
  readonly number: number;
  /** Milliseconds since the epoch: when the hook finished it. */
  readonly at: number;
  /** Bytes in the spool. */
  readonly size: number;
  readonly payload: Payload;
  /** Absent when the hook was killed before it wrote that line. */
  readonly observation?: HookObservation;
}

/** An event that was set aside, and when, in milliseconds since the epoch. */
export interface SetAside {
  readonly name: string;
  readonly at: number;
}

/** The spool of a repository: `new` contains the events from hooks, `bad` those that could not be read. */
export class Spool {
  readonly #files: ReturnType<typeof localFiles>;

  constructor(provDir: string) {
    this.#files = localFiles(provDir);
  }

  /** The names of the waiting events, in order: by number, and by time where two hooks drew the same number. */
  names(): string[] {
    const listed: { name: string; number: number; at: number }[] = [];
    for (const name of list(this.#files.spooled)) {
      const number = EVENT.exec(name)?.[1];
      const at = mtime(join(this.#files.spooled, name));
      if (number && at !== undefined) listed.push({ name, number: Number(number), at });
    }
    return listed
      .sort((a, b) => a.number - b.number || a.at - b.at || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name);
  }

  /** Other file names among the events: no code reads these files. */
  foreign(): string[] {
    const events = new Set(this.names());
    return list(this.#files.spooled).filter((name) => !events.has(name));
  }

  /** The events that were set aside, the newest first. */
  setAsides(): SetAside[] {
    return list(this.#files.bad)
      .map((name) => ({ name, at: mtime(join(this.#files.bad, name)) ?? 0 }))
      .sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
  }

  /** The content of an event that was set aside, or why it cannot be read. */
  readSetAside({ name }: SetAside): Payload | string {
    const file = join(this.#files.bad, name);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile()) return 'it is not a file';
    if (stat.size > MAX_EVENT_BYTES) return `it is larger than ${MAX_EVENT_BYTES >> 20} MiB`;
    const text = readFileSync(file, 'utf8');
    if (text.trim() === '' || /^\nprov[123] /.test(text)) return 'it is empty';
    return parsePayload(text.replace(/\nprov[123] [^\n]*\n?$/, '')) ?? 'it is not a JSON object';
  }

  /** Puts an event back that was set aside. Returns false for a name that is not an event's. */
  putBack({ name }: SetAside): boolean {
    if (!EVENT.test(name)) return false;
    renameSync(join(this.#files.bad, name), join(this.#files.spooled, name));
    return true;
  }

  /** Reads an event; `unfinished` while its hook may still be running, `bad` for an unreadable one (which is set aside). */
  read(name: string, now: number): SpooledEvent | 'unfinished' | 'bad' {
    const file = join(this.#files.spooled, name);
    const { mtimeMs, size } = statSync(file);
    if (size > MAX_EVENT_BYTES) return this.#setAside(name);
    const text = readFileSync(file, 'utf8');
    const cut = Math.max(...['\nprov1 ', '\nprov2 ', '\nprov3 '].map((begin) => text.lastIndexOf(begin)));
    const observation = cut >= 0 ? parseTrailer(text.slice(cut + 1)) : undefined;
    if (!observation && Math.abs(now - mtimeMs) < ABANDONED_MS) return 'unfinished';
    // A killed hook may have left a part of its last line.
    const payload = observation
      ? parsePayload(text.slice(0, cut))
      : (parsePayload(text) ?? parsePayload(text.slice(0, text.lastIndexOf('\n'))));
    if (!payload) return this.#setAside(name);
    // A clock that was wrong may have set the time before 1970.
    const at = Math.max(0, Math.round(mtimeMs));
    return { name, number: Number(name.slice(0, 9)), at, size, payload, ...(observation && { observation }) };
  }

  /** The last waiting events, in order, without the unreadable ones; nothing is moved. */
  waiting(most = 64): Pick<SpooledEvent, 'name' | 'payload'>[] {
    return this.names()
      .slice(-most)
      .flatMap((name) => {
        const file = join(this.#files.spooled, name);
        const text =
          (statSync(file, { throwIfNoEntry: false })?.size ?? MAX_EVENT_BYTES) < MAX_EVENT_BYTES &&
          readFileSync(file, 'utf8');
        const payload = text && parsePayload(text.replace(/\nprov[123] [^\n]*\n?$/, ''));
        return payload ? [{ name, payload }] : [];
      });
  }

  /** Adds an event of our own after all others; on disk when this returns. @returns its name */
  add(payload: Payload, gitDir: string, workTree: string): string {
    const seq = this.#files.sequence;
    const number = String(this.#last(seq) + 1).padStart(9, '0');
    writeFileSync(seq, `${number}\n`);
    const name = `${number}.${process.pid}`;
    const where = [gitDir, workTree].map((path) => path.replaceAll('%', '%25').replaceAll(' ', '%20')).join(' ');
    writeFileSync(join(this.#files.spooled, name), `${JSON.stringify(payload)}\nprov2 event - - ${where}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    return name;
  }

  // The last number that was drawn; hooks/agent draws most of them.
  #last(seq: string): number {
    return this.lastNumber() ?? (existsSync(seq) ? Math.floor(Date.now() / 1000) - YEAR_2020_S : 0);
  }

  /** The last number of an event; undefined when it cannot be read just now. It is lower than before if it was lost. */
  lastNumber(): number | undefined {
    const seq = this.#files.sequence;
    const text = existsSync(seq) ? readFileSync(seq, 'utf8').split('\n', 1)[0]! : '';
    return /^[0-9]{9}$/.test(text) ? Number(text) : undefined;
  }

  remove(name: string): void {
    rmSync(join(this.#files.spooled, name), { force: true });
  }

  /** Moves an unusable event out of the way; it is kept for `git prov doctor`. */
  setAside(name: string): void {
    this.#setAside(name);
  }

  #setAside(name: string): 'bad' {
    mkdirSync(this.#files.bad, { recursive: true });
    renameSync(join(this.#files.spooled, name), join(this.#files.bad, name));
    return 'bad';
  }
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error; // events may exist although they cannot be listed now
  }
}

// When a file was last written; undefined for anything but a file, also for a link to one.
function mtime(file: string): number | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() ? stat.mtimeMs : undefined;
}

function parseTrailer(line: string): HookObservation | undefined {
  const [, version, phase, hookedAgent, rest] = TRAILER.exec(line) ?? [];
  const words = rest?.slice(1).split(' ') ?? [];
  const seen: Snapshot[] = [];
  for (let at = 0; at + 4 <= words.length; at += 4)
    seen.push(parseSeen(...(words.slice(at, at + 4) as [string, string, string, string])));
  const [own, ...beside] = seen;
  if (!own || words.length % 4 !== 0) return undefined;
  return {
    phase: phase as HookObservation['phase'],
    ...(hookedAgent !== undefined && { hookedAgent }),
    ...(version === '3' && { routed: true }),
    ...own,
    beside,
  };
}

function parseSeen(tree: string, blob: string, gitDir: string, workTree: string): Snapshot {
  const snapshot = LOOK.exec(tree)?.[1];
  return {
    ...(isOid(tree) && { tree }),
    ...(snapshot && { look: snapshot }),
    ...((tree === 'lost' || blob === 'lost') && { lost: true }),
    ...(isOid(blob) ? { blob } : blob === 'absent' ? { blob: null } : {}),
    gitDir: realPath(unescape(gitDir)),
    workTree: unescape(workTree),
  };
}

const unescape = (text: string): string => text.replaceAll('%20', ' ').replaceAll('%25', '%');
