import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';

/** A part with its standing, where standings are shown (docs/trust.md). */
export interface Marked {
  readonly standing?: RecordStanding;
}

/** The standing of a part, where standings are shown. */
export const marked = (mark: RecordStanding | undefined): Marked => (mark === undefined ? {} : { standing: mark });

/** The whole text of a node. */
export const wholeText = ({ summary, detail }: Node): string => text(detail?.['text']) ?? summary;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The recorded origin of a piece of knowledge, if any. */
export const sourceType = (node: Node | undefined): string | undefined =>
  text(node?.detail?.['source_type']) ?? text(node?.detail?.['source']);
