import type { Review, ReviewFile, ReviewPiece } from '../../contract.ts';
import { sessionName } from './words.ts';

/** Which added lines a reviewer wants to see. */
export interface Filter {
  readonly what: 'all' | 'agent' | 'human' | 'unknown' | 'none' | 'failed' | 'stale';
  /** The short id of a session; '' for all. */
  readonly session: string;
  /** A part of a path; '' for all. */
  readonly path: string;
}

export const NO_FILTER: Filter = { what: 'all', session: '', path: '' };

const CHOICES: Readonly<Record<Filter['what'], string>> = {
  all: 'all lines',
  agent: 'agents',
  none: 'never checked',
  failed: 'failed',
  stale: 'stale',
  unknown: 'unknown',
  human: 'people',
};

/** Whether a file has a line that the filter lets through. */
export const isWanted = (file: Pick<ReviewFile, 'path' | 'pieces'>, { what, session, path }: Filter): boolean =>
  file.path.toLowerCase().includes(path.toLowerCase()) &&
  ((what === 'all' && session === '') ||
    file.pieces.some((piece) => isLine(piece, what) && (session === '' || piece.session === session)));

function isLine({ owner, verification }: ReviewPiece, what: Filter['what']): boolean {
  switch (what) {
    case 'all':
      return true;
    case 'agent':
    case 'human':
    case 'unknown':
      return owner === what;
    default:
      return owner === 'agent' && verification === what;
  }
}

/** The controls of the filter. */
export function ReviewFilter({
  filter,
  set,
  review,
}: {
  readonly filter: Filter;
  readonly set: (filter: Filter) => void;
  readonly review: Review;
}) {
  const change = (part: Partial<Filter>): void => {
    const next = { ...filter, ...part };
    set(next.what === 'all' && next.session === '' && next.path === '' ? NO_FILTER : next);
  };
  return (
    <div class="filters" role="group" aria-label="Filter">
      {(Object.keys(CHOICES) as Filter['what'][]).map((what) => (
        <button
          key={what}
          type="button"
          class="plain"
          aria-pressed={filter.what === what}
          onClick={() => change({ what })}
        >
          {CHOICES[what]}
        </button>
      ))}
      <select
        aria-label="Session"
        value={filter.session}
        onChange={(event) => change({ session: event.currentTarget.value })}
      >
        <option value="">all sessions</option>
        {Object.entries(review.sessionsById).map(([short, session]) => (
          <option key={short} value={short}>
            {sessionName(session)}
          </option>
        ))}
      </select>
      <input
        type="search"
        placeholder="path"
        aria-label="Path"
        value={filter.path}
        onInput={(event) => change({ path: event.currentTarget.value })}
      />
    </div>
  );
}
