import type { RecordStanding } from '../../../model/standing/level.ts';

/** The words before a text that is only claimed. */
export const claimedMark = (mark: RecordStanding | undefined): string => (mark === 'claimed' ? '(claimed) ' : '');
