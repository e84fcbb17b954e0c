import type { Imported } from '../../../../exchange/transcripts/import-transcripts.ts';

/** The output of `git prov import transcripts`. */
export interface TranscriptReport extends Omit<Imported, 'unread' | 'unsigned'> {
  readonly schema: 'git-prov/import-transcripts/1';
  readonly dryRun: boolean;
  readonly unread: readonly { readonly what: string; readonly count: number; readonly where: string }[];
}
