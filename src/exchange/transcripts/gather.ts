import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { callKey } from '../../recorder/spool/call-key.ts';
import { ProvError } from '../../errors.ts';
import type { SessionId } from '../../model/ids.ts';
import { TranscriptSession } from './transcript-session.ts';
import { READERS } from '../../agents/all/transcripts.ts';
import { beginningOf } from '../../agents/common/transcript-lines.ts';
import {
  type TranscriptFault,
  readBeside,
  type TranscriptEntry,
  type TranscriptReader,
} from '../../agents/common/transcript-event.ts';
import { WorkTrees } from './work-trees.ts';

/** Sessions of one file that may be read alternately; each keeps everything that it was shown in memory. */
const MAX_OPEN_SESSIONS = 16;

/** What to read. */
export interface GatherOptions {
  /** Names of agents; all when empty. */
  readonly agents: readonly string[];
  /** Files and folders; where the agents keep them when empty. */
  readonly paths: readonly string[];
  /** Milliseconds since the epoch. Sessions that ended before are skipped. */
  readonly since: number | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** The transcripts come from other machines, so the first folder of a session counts as the top of its work tree. */
  readonly foreign?: boolean;
  /** Whether git tracks a file of a work tree. */
  readonly isTracked?: (path: string) => Promise<boolean>;
  /** Receives the number of files read and of all files. */
  readonly progress: (done: number, all: number) => void;
  readonly fault: TranscriptFault;
}

/** The sessions that were read from the records. */
export interface GatheredSessions {
  readonly stories: readonly TranscriptSession[];
  readonly files: number;
  /** Sessions of other repositories. */
  readonly elsewhere: number;
}

interface FoundTranscript {
  readonly reader: TranscriptReader;
  readonly path: string;
  readonly changed: number;
}

/**
 * Reads the sessions of agents in any of a repository's work trees.
 * @param tops the work trees as real paths, longest first
 * @throws ProvError `usage` for an unsupported agent, `data` for a missing file
 */
export async function gather(tops: readonly string[], options: GatherOptions): Promise<GatheredSessions> {
  const files = [...filesOf(tops, options)].toSorted((a, b) => a.changed - b.changed || (a.path < b.path ? -1 : 1));
  const reading = new GatheringState(options.foreign ? undefined : tops, options.fault);
  for (const [n, file] of files.entries()) {
    options.progress(n, files.length);
    if (file.reader.inWorkTree && options.paths.length === 0 && (await options.isTracked?.(file.path))) {
      options.fault('sessions that are committed in the repository', file.path);
      continue;
    }
    try {
      await reading.file(file);
    } catch (cause) {
      if (!(cause instanceof ProvError) || cause.kind !== 'data') throw cause;
      options.fault('files with what no session has', file.path);
    }
  }
  const { since = 0 } = options;
  const stories = [...reading.stories.values()].filter(({ span }) => span !== undefined && span[1] >= since);
  for (const [n, story] of stories.entries()) {
    story.renumber(n);
    const children = stories.filter(({ session }) => session.parent === story.session.id);
    if (children.length > 0) story.spawned(children);
    for (const child of children) child.commits.push(...story.commits); // the parent session commits the sub-agent's lines
  }
  return { stories, files: files.length, elsewhere: reading.elsewhere };
}

class GatheringState {
  readonly stories = new Map<SessionId, TranscriptSession>();
  elsewhere = 0;
  readonly #tops: readonly string[] | undefined;
  readonly #workTrees: WorkTrees | undefined;
  readonly #fault: TranscriptFault;
  /** Events already read: a session that continues another starts with a copy of it. */
  readonly #firstSessions = new Map<string, SessionId>();
  readonly #awake = new Set<TranscriptSession>();

  /** @param tops the work trees; when absent, the first folder of each session counts as one */
  constructor(tops: readonly string[] | undefined, fault: TranscriptFault) {
    this.#tops = tops;
    this.#workTrees = tops && new WorkTrees(tops);
    this.#fault = fault;
  }

  async file({ reader, path }: FoundTranscript): Promise<void> {
    const begun = new Set<SessionId>();
    const strange = new Set<SessionId>();
    for await (const entry of reader.read(path, this.#fault, this.#tops ?? [])) {
      if (strange.has(entry.session)) continue;
      if (!begun.has(entry.session)) {
        if (entry.cwd === undefined) continue; // its folder is not known yet
        if (!this.#isHere(entry.cwd)) {
          this.elsewhere++;
          if (!reader.many) break; // the whole file belongs to that folder
          strange.add(entry.session);
          continue;
        }
        begun.add(entry.session);
        this.#storyOf(entry, entry.cwd, reader).add(readBeside(reader.adapter, path, entry.session));
      }
      const { event: _, ...rest } = entry;
      this.#wake(this.stories.get(entry.session)!).take(this.#isCopy(entry, reader) ? rest : entry);
    }
    for (const story of this.#awake) story.rest();
    this.#awake.clear();
  }

  // Only the most recently read sessions of a file may still have new lines.
  #wake(story: TranscriptSession): TranscriptSession {
    this.#awake.delete(story);
    this.#awake.add(story);
    const [oldest] = this.#awake;
    if (this.#awake.size > MAX_OPEN_SESSIONS) {
      oldest!.rest();
      this.#awake.delete(oldest!);
    }
    return story;
  }

  #storyOf(entry: TranscriptEntry, cwd: string, { adapter }: TranscriptReader): TranscriptSession {
    const known = this.stories.get(entry.session);
    if (known) return known;
    const story = new TranscriptSession(this.stories.size, adapter, entry, this.#workTrees ?? new WorkTrees([cwd]));
    this.stories.set(entry.session, story);
    return story;
  }

  #isHere(cwd: string): boolean {
    return !this.#workTrees || this.#workTrees.topOf(cwd) !== undefined;
  }

  #isCopy({ session, at, event }: TranscriptEntry, { adapter }: TranscriptReader): boolean {
    const body = event?.body;
    if (body?.type !== 'after' && body?.type !== 'prompt') return false;
    const key = `${adapter.agent}\0${at}\0${body.type === 'after' ? callKey(body.call) : body.text}`;
    const first = this.#firstSessions.get(key) ?? session;
    this.#firstSessions.set(key, first);
    return first !== session;
  }
}

function* filesOf(
  tops: readonly string[],
  { agents, paths, since, env, fault }: GatherOptions,
): Generator<FoundTranscript> {
  const unknown = agents.find((agent) => !READERS.some(({ adapter }) => adapter.agent === agent));
  if (unknown !== undefined)
    throw new ProvError('usage', `Sessions of ${JSON.stringify(unknown)} cannot be read.`, {
      hint: `Name one of ${READERS.map(({ adapter }) => adapter.agent).join(', ')}.`,
    });
  const readers = READERS.filter(({ adapter }) => agents.length === 0 || agents.includes(adapter.agent));
  if (paths.length === 0) {
    for (const reader of readers)
      for (const path of reader.find(env, tops)) {
        const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
        if (changed >= (since ?? 0)) yield { reader, path, changed };
      }
    return;
  }
  for (const path of paths.flatMap(below)) {
    const first = beginningOf(path);
    const reader = readers.find((one) => one.sniff(path, first));
    if (reader) yield { reader, path, changed: statSync(path).mtimeMs };
    else if (/\.(?:jsonl?|db)$/.test(path)) fault('files of no agent that is known', path);
  }
}

function below(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found)
    throw new ProvError('data', `There is no file ${JSON.stringify(path)}.`, {
      hint: 'Name files or folders that are there.',
    });
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
