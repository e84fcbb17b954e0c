import { ProvError } from '../../errors.ts';
import { readSettings } from '../../git/repository/git-settings.ts';
import { checkReview } from '../../model/knowledge/review.ts';
import type { CheckContext, DoctorFinding } from './doctor-finding.ts';

/** Checks the setting `prov.review`. What an unknown word names would count without a review. */
export async function checkReviewSetting({ repo }: CheckContext): Promise<DoctorFinding[]> {
  try {
    checkReview((await readSettings(['prov'], repo)).get('prov.review'));
    return [];
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
    return [
      {
        name: 'setup',
        state: 'problem',
        what: error.message,
        why: 'Entries that you meant to review may count without a review.',
        todo: error.hint ?? 'Correct or unset prov.review.',
      },
    ];
  }
}
