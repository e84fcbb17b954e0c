import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkOptions } from '../git/process/network.ts';
import { resolveRef, setRefs } from '../git/history/refs.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Oid } from '../model/ids.ts';
import { partOf } from '../notes/transport/budget.ts';
import { NoteExchange } from '../notes/transport/exchange.ts';
import { readFetched, trackingRef, unjoined } from '../notes/transport/tracking.ts';
import { isHere } from './address.ts';
import { Gate } from './push-filter.ts';
import { forgetFormer, nowKnown, rememberPlace } from './remote-identity.ts';
import { publishedAmong } from './published.ts';
import type { Destination, Place, SyncSettings } from './settings.ts';
import { type Failure, fetchNotes, pushNotes } from './transfer.ts';

/** What came of it: `fresh` says that the remote lacks nothing but what is `held` back here, see gate.ts. */
export type Outcome =
  | { readonly kind: 'fresh'; readonly held?: number }
  | { readonly kind: 'done'; readonly notes: number; readonly damaged: number; readonly held?: number }
  | Failure;

/** What came of fetching. */
export type Fetched = Exclude<Outcome, { kind: 'fresh' }>;

export interface FetchOptions extends NetworkOptions {
  readonly settings: SyncSettings;
}

export interface PushOptions extends FetchOptions {
  /** What is being pushed beside the notes. */
  readonly tips: readonly Oid[];
  readonly progress?: (done: number, all: number) => void;
}

/** So often others may be quicker. */
const MOST_ATTEMPTS = 100;
/** So often a remote may say that somebody was quicker while its notes stay as they are. */
const MOST_STUCK = 5;
/** The longest pause after it, in milliseconds. */
const LONGEST_PAUSE = 1000;

/**
 * Brings a remote the notes of all commits that it knows, or is about to. When others push at once, theirs are fetched
 * and joined first, and it is tried again, until the time is over.
 * @throws ProvError when the notes here cannot be read or written
 */
export async function pushTo(repo: Repo, destination: Destination, options: PushOptions): Promise<Outcome> {
  if (await isHere(repo, destination.address)) return { kind: 'fresh' };
  const { deadline } = options;
  const store = new NoteExchange(repo, deadline === undefined ? {} : { patience: Math.max(0, deadline - Date.now()) });
  const gate = new Gate(repo);
  try {
    const outcome = await attempts(repo, store, destination, { ...options, gate });
    gate.save(destination.name);
    return gate.held > 0 && !('why' in outcome) ? { ...outcome, held: gate.held } : outcome;
  } finally {
    await store.close();
  }
}

async function attempts(
  repo: Repo,
  store: NoteExchange,
  destination: Destination,
  { gate, ...options }: PushOptions & { readonly gate: Gate },
): Promise<Outcome> {
  const { name, branchesOf } = destination;
  const { mayLeave } = gate;
  const allowed = (commits: readonly Oid[]): Promise<Set<Oid>> =>
    publishedAmong(repo, commits, { branchesOf, tips: options.tips });
  const { deadline } = options;
  const joinSome = (): Promise<number> => join(repo, store, destination, partOf(deadline, 1 / 3));
  await joinSome();
  let isUnsure = await forgetFormer(repo, destination);
  let stuck = 0;
  for (let attempt = 1, pause = 20; ; attempt++, pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const before = await resolveRef(repo, trackingRef(name));
    const { progress } = options;
    const until = partOf(deadline, 1 / 2);
    const made = await store.publish(before, { allowed, mayLeave, deadline: until, ...(progress && { progress }) });
    if (!made) return { kind: 'fresh' };
    if (!made.tip) return { kind: 'late', why: 'it took too long' };
    const answer = isUnsure ? MOVED : await pushNotes(repo, destination, made.tip, options);
    if (answer.kind === 'done') {
      await setRefs(repo, [{ ref: trackingRef(name), next: made.tip }], 'git prov: pushed');
      nowKnown(repo, destination, options.tips);
      await joinSome();
      if (made.left > 0) return { kind: 'late', why: `there was no time for ${made.left} of the notes` };
      return { kind: 'done', notes: made.notes, damaged: made.damaged };
    }
    if (answer.kind !== 'moved') return answer;
    if (attempt > MOST_ATTEMPTS || isOver(options)) return { kind: 'late', why: 'others kept pushing notes' };
    const fetched = await fetchNotes(repo, destination, options);
    if (fetched.kind !== 'done') return fetched;
    await joinSome();
    if (isUnsure) {
      isUnsure = false;
      await rememberPlace(repo, options.settings, destination);
      continue;
    }
    // Nobody was quicker, and it says so all the same: a lock that was left there, a disk that is full.
    stuck = (await resolveRef(repo, trackingRef(name))) === before ? stuck + 1 : 0;
    if (stuck >= MOST_STUCK) return { kind: 'refused', why: answer.why };
    await sleep(Math.random() * pause);
  }
}

/**
 * Fetches a remote's notes and joins them with those here.
 * @throws ProvError when they cannot be joined
 */
export async function fetchFrom(repo: Repo, place: Place, options: FetchOptions): Promise<Fetched> {
  if (await isHere(repo, place.address)) return { kind: 'done', notes: 0, damaged: 0 };
  const store = new NoteExchange(repo);
  try {
    const before = await join(repo, store, place, options.deadline);
    await forgetFormer(repo, place);
    const fetched = await fetchNotes(repo, place, options);
    if (fetched.kind !== 'done') return fetched;
    const notes = await join(repo, store, place, options.deadline);
    await rememberPlace(repo, options.settings, place);
    return { kind: 'done', notes: before + notes, damaged: 0 };
  } finally {
    await store.close();
  }
}

/** @returns how many notes are new here, or say more than before */
async function join(repo: Repo, store: NoteExchange, { name }: Place, deadline: number | undefined): Promise<number> {
  let notes = 0;
  for (const fetched of unjoined(await readFetched(repo)))
    if (fetched.name === name) notes += (await store.absorb(fetched, { deadline })).notes;
  return notes;
}

const MOVED = { kind: 'moved', why: '' } as const;
const isOver = ({ deadline }: NetworkOptions): boolean => deadline !== undefined && Date.now() > deadline;
