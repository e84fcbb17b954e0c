import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkOptions } from '../git/network.ts';
import { resolveRef, setRefs } from '../git/refs.ts';
import type { Repo } from '../git/repo.ts';
import type { Oid } from '../graph/ids.ts';
import { NoteExchange } from '../store/exchange.ts';
import { readFetched, trackingRef, unjoined } from '../store/tracking.ts';
import { publishedAmong } from './published.ts';
import type { Destination } from './settings.ts';
import { type Failure, fetchNotes, pushNotes } from './transfer.ts';

/** What came of it: `fresh` says that the remote lacked nothing, and was not asked. */
export type Outcome =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'done'; readonly notes: number; readonly damaged: number }
  | Failure;

export interface PushOptions extends NetworkOptions {
  /** What is being pushed beside the notes. */
  readonly tips: readonly Oid[];
  readonly progress?: (done: number, all: number) => void;
}

/** So often others may be quicker. */
const MOST_ATTEMPTS = 100;
/** The longest pause after it, in milliseconds. */
const LONGEST_PAUSE = 1000;

/**
 * Brings a remote the notes of all commits that it knows, or is about to. When others push at once, theirs are fetched
 * and joined first, and it is tried again, until the time is over.
 * @throws ProvError when the notes here cannot be read or written
 */
export async function pushTo(repo: Repo, destination: Destination, options: PushOptions): Promise<Outcome> {
  const store = new NoteExchange(repo);
  const { branchesOf } = destination;
  const allowed = (commits: readonly Oid[]): Promise<Set<Oid>> =>
    publishedAmong(repo, commits, { branchesOf, tips: options.tips });
  try {
    await join(repo, store, destination);
    for (let attempt = 1, pause = 20; ; attempt++, pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const before = await resolveRef(repo, trackingRef(destination.name));
      const made = await store.publish(before, { allowed, ...(options.progress && { progress: options.progress }) });
      if (!made) return attempt === 1 ? { kind: 'fresh' } : { kind: 'done', notes: 0, damaged: 0 };
      const answer = await pushNotes(repo, destination, made.tip, options);
      if (answer.kind === 'done') {
        await setRefs(repo, [{ ref: trackingRef(destination.name), next: made.tip }], 'git prov: pushed');
        await join(repo, store, destination);
        return { kind: 'done', notes: made.notes, damaged: made.damaged };
      }
      if (answer.kind !== 'moved') return answer;
      if (attempt > MOST_ATTEMPTS || isOver(options)) return { kind: 'late', why: 'others kept pushing notes' };
      const fetched = await fetchNotes(repo, destination, options);
      if (fetched.kind !== 'done') return fetched;
      await join(repo, store, destination);
      await sleep(Math.random() * pause);
    }
  } finally {
    await store.close();
  }
}

/**
 * Fetches a remote's notes and joins them with those here.
 * @throws ProvError when they cannot be joined
 */
export async function fetchFrom(repo: Repo, destination: Destination, options: NetworkOptions): Promise<Outcome> {
  const fetched = await fetchNotes(repo, destination, options);
  if (fetched.kind !== 'done') return fetched;
  const store = new NoteExchange(repo);
  try {
    return { kind: 'done', notes: await join(repo, store, destination), damaged: 0 };
  } finally {
    await store.close();
  }
}

/** @returns how many notes are new here, or say more than before */
async function join(repo: Repo, store: NoteExchange, { name }: Destination): Promise<number> {
  let notes = 0;
  for (const fetched of unjoined(await readFetched(repo)))
    if (fetched.name === name) notes += (await store.absorb(fetched)).notes;
  return notes;
}

const isOver = ({ deadline }: NetworkOptions): boolean => deadline !== undefined && Date.now() > deadline;
