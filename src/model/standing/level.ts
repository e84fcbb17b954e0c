/**
 * How far this clone can rely on a part of the record. `recorded`: this clone wrote it. `vouched`: a statement of an
 * allowed signer covers it. `claimed`: everything else. See docs/trust.md.
 */
export type RecordStanding = 'recorded' | 'vouched' | 'claimed';
