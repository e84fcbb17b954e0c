import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkOptions } from '../git/process/network.ts';
import { resolveRef, setRefs } from '../git/history/ref-updates.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Oid } from '../model/ids.ts';
import { partOf } from '../notes/transport/budget.ts';
import { NoteExchange } from '../notes/transport/exchange.ts';
import { readFetched, trackingRef, unjoined } from '../notes/transport/tracking.ts';
import { isHere } from './address.ts';
import { Gate } from './push-filter.ts';
import { forgetFormer, nowKnown, rememberPlace } from './remote-identity.ts';
import { publishedAmong } from './published.ts';
import type { Destination, NotesPlace, SyncSettings } from './sync-settings.ts';
import { type Failure, fetchNotes, pushNotes, symbolicTarget } from './transfer.ts';

/** The result of a push: `fresh` means that the remote lacks nothing but notes that are `held` back here, see push-filter.ts. */
export type Outcome =
  | { readonly kind: 'fresh'; readonly held?: number }
  | { readonly kind: 'done'; readonly notes: number; readonly damaged: number; readonly held?: number }
  | Failure;

/** The result of fetching. */
export type Fetched = Exclude<Outcome, { kind: 'fresh' }>;

export interface FetchOptions extends NetworkOptions {
  readonly settings: SyncSettings;
}

export interface PushOptions extends FetchOptions {
  /** The commits being pushed. */
  readonly tips: readonly Oid[];
  readonly progress?: (done: number, all: number) => void;
}

/** Attempts while other clones push at the same time. */
const MAX_ATTEMPTS = 100;
/** Attempts while the remote reports a race although its notes do not change. */
const MAX_STUCK_ATTEMPTS = 5;
/** The longest pause between attempts, in milliseconds. */
const MAX_PAUSE_MS = 1000;

/**
 * Pushes the notes of all commits that a remote has, or is about to get. When other clones push at the same time, their notes are
 * fetched and joined first, and the push is repeated until the time is over.
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
  const allowed = (commits: readonly Oid[]): Promise<Set<Oid>> =>
    publishedAmong(repo, commits, { branchesOf, tips: options.tips });
  const { deadline } = options;
  const joinSome = (): Promise<number> => join(repo, store, destination, partOf(deadline, 1 / 3));
  await joinSome();
  let isUnsure = await forgetFormer(repo, destination);
  let stuck = 0;
  let examined: Oid | undefined;
  for (let attempt = 1, pause = 20; ; attempt++, pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const before = await resolveRef(repo, trackingRef(name));
    const target = before && before !== examined ? await symbolicTarget(repo, destination, before, options) : undefined;
    if (target !== undefined)
      return { kind: 'refused', why: `its notes ref is a symbolic ref to ${target}: a push would move that` };
    examined = before;
    const { progress } = options;
    const until = partOf(deadline, 1 / 2);
    const made = await store.publish(before, { allowed, gate, deadline: until, ...(progress && { progress }) });
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
    if (attempt > MAX_ATTEMPTS || isOver(options)) return { kind: 'late', why: 'others kept pushing notes' };
    const fetched = await fetchNotes(repo, destination, options);
    if (fetched.kind !== 'done') return fetched;
    await joinSome();
    if (isUnsure) {
      isUnsure = false;
      await rememberPlace(repo, options.settings, destination);
      continue;
    }
    // No other clone pushed, and yet the remote reports a race: it has a stale lock, or a full disk.
    stuck = (await resolveRef(repo, trackingRef(name))) === before ? stuck + 1 : 0;
    if (stuck >= MAX_STUCK_ATTEMPTS) return { kind: 'refused', why: answer.why };
    await sleep(Math.random() * pause);
  }
}

/**
 * Fetches a remote's notes and joins them with the local ones.
 * @throws ProvError when they cannot be joined
 */
export async function fetchFrom(repo: Repo, place: NotesPlace, options: FetchOptions): Promise<Fetched> {
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

/** @returns how many notes are new here, or have new content */
async function join(
  repo: Repo,
  store: NoteExchange,
  { name }: NotesPlace,
  deadline: number | undefined,
): Promise<number> {
  let notes = 0;
  for (const fetched of unjoined(await readFetched(repo)))
    if (fetched.name === name) notes += (await store.absorb(fetched, { deadline })).notes;
  return notes;
}

const MOVED = { kind: 'moved', why: '' } as const;
const isOver = ({ deadline }: NetworkOptions): boolean => deadline !== undefined && Date.now() > deadline;
