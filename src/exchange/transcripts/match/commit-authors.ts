import { isWithin, SECOND_MS, type Span } from './moments.ts';

/** Minimum share of the commits that sessions of a work tree made: a smaller one may be chance. */
const MIN_COMMIT_SHARE = 0.3;
/** The address that forges use for everyone. */
const OF_ALL = 'noreply@github.com';

/** The author data of a commit. Times are in milliseconds since the epoch. */
interface Authored {
  /** In the form `Name <address>`. */
  readonly author: string;
  readonly authoredAt: number;
  readonly committedAt: number;
}

/** The data of a session that shows who commits in its work tree. */
interface Committing {
  readonly top: string;
  readonly commits: readonly Span[];
  authors: ReadonlySet<string> | undefined;
}

/** The people of a history. Names with the same address, and addresses with the same name, are one person. */
export class People {
  readonly #parents = new Map<string, string>();

  /** @param authors in the form `Name <address>` */
  constructor(authors: Iterable<string>) {
    for (const author of new Set(authors)) {
      const [name, address] = partsOf(author);
      if (address !== '' && address !== OF_ALL && name !== '') this.#join(`n${name}`, `a${address}`);
    }
  }

  /** The same text for all names and addresses of a person. */
  of(author: string): string {
    const [name, address] = partsOf(author);
    return this.#root(name === '' ? `a${address}` : `n${name}`);
  }

  #join(a: string, b: string): void {
    const [left, right] = [this.#root(a), this.#root(b)];
    if (left !== right) this.#parents.set(right, left);
  }

  #root(one: string): string {
    let root = one;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) root = next;
    if (root !== one) this.#parents.set(one, root);
    return root;
  }
}

/**
 * Sets who commits in the work trees of sessions: the authors of commits made by commands of these sessions. For a work
 * tree without such commits, the nearest other work tree counts.
 */
export function setAuthors(sessions: readonly Committing[], commits: readonly Authored[], people: People): void {
  const inOrder = commits.toSorted((a, b) => a.committedAt - b.committedAt);
  const counts = new Map<string, Map<string, number>>();
  for (const { top, commits: spans } of sessions)
    for (const span of spans)
      for (const { author } of madeIn(span, inOrder)) {
        const found = counts.get(top) ?? new Map<string, number>();
        const person = people.of(author);
        counts.set(top, found.set(person, (found.get(person) ?? 0) + 1));
      }
  const authors = new Map([...counts].map(([top, found]) => [top, usual(found)]));
  for (const session of sessions) session.authors = authors.get(nearest(session.top, [...authors.keys()]));
}

// People who share a machine have separate folders.
function nearest(top: string, tops: readonly string[]): string {
  const parts = top.split('/');
  const shared = (one: string): number => {
    const found = one.split('/').findIndex((part, i) => part !== parts[i]);
    return found < 0 ? Infinity : found;
  };
  return tops.includes(top) ? top : tops.reduce((a, b) => (shared(b) > shared(a) ? b : a), tops[0] ?? '');
}

// A commit by another author that was only picked or rebased here has an older author time.
function* madeIn(span: Span, inOrder: readonly Authored[]): Generator<Authored> {
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inOrder[middle]!.committedAt < span[0] - SECOND_MS) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < inOrder.length && isWithin(span, inOrder[at]!.committedAt); at++)
    if (isWithin(span, inOrder[at]!.authoredAt)) yield inOrder[at]!;
}

function usual(counts: ReadonlyMap<string, number>): Set<string> {
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return new Set([...counts].flatMap(([person, count]) => (count >= MIN_COMMIT_SHARE * all ? [person] : [])));
}

function partsOf(author: string): [name: string, address: string] {
  const [, name = author, address = ''] = /^(.*) <([^<>]*)>$/.exec(author) ?? [];
  return [name.trim().toLowerCase(), address.trim().toLowerCase()];
}
