import type { CodePlace } from '../../model/knowledge/rests-on.ts';
import type { Standing } from '../../model/knowledge/status.ts';
import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import { isoTime } from '../shapes/parts.ts';
import type { ChangedPlace } from '../shapes/shapes.ts';

/** A part with its standing, where standings are shown (docs/trust.md). */
export interface Marked {
  readonly standing?: RecordStanding;
}

/** The standing of a part, where standings are shown. */
export const marked = (mark: RecordStanding | undefined): Marked => (mark === undefined ? {} : { standing: mark });

/** What speaks against relying on an entry. Absent where nothing does. */
export interface Stale {
  /** Since when what it is derived from has changed or does not count, as a behaviour noted. */
  readonly stale_since?: string | null;
  /** The places in the code that it rests on and that have changed. */
  readonly changed?: readonly ChangedPlace[];
}

/** What speaks against relying on an entry. */
export const staleness = ({ staleSince, changed = [] }: Pick<Standing, 'staleSince' | 'changed'>): Stale => ({
  ...(staleSince !== undefined && { stale_since: isoTime(staleSince) }),
  ...(changed.length > 0 && { changed: changed.map(({ place, state }) => ({ place: placeName(place), state })) }),
});

/** A place as an answer names it; see `ChangedPlace`. */
export function placeName({ path, symbol, lines }: CodePlace): string {
  if (symbol) return `${symbol.kind}:${path}#${symbol.name}`;
  if (!lines) return `file:${path}`;
  return lines.from === lines.to ? `${path}:${lines.from}` : `${path}:${lines.from}-${lines.to}`;
}

/** The whole text of a node. */
export const wholeText = ({ summary, detail }: Node): string => text(detail?.['text']) ?? summary;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The recorded origin of a piece of knowledge, if any. */
export const sourceType = (node: Node | undefined): string | undefined =>
  text(node?.detail?.['source_type']) ?? text(node?.detail?.['source']);
