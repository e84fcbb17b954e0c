import { captureSetting } from '../../recorder/session/capture-mode.ts';
import type { DoctorFinding, CheckContext } from './doctor-finding.ts';

/** Checks the setting `prov.capture`. An unknown value would silently keep words from being recorded. */
export async function checkCapture({ repo }: CheckContext): Promise<DoctorFinding[]> {
  const { mode, unknown } = await captureSetting(repo);
  if (unknown === undefined) return [];
  return [
    {
      name: 'setup',
      state: 'problem',
      what: `prov.capture is ${JSON.stringify(unknown.slice(0, 80))}, which is not a valid value.`,
      why: `Until it is corrected, it works like ${mode}: no words are recorded.`,
      todo: 'Set it with git config prov.capture to summary, full or hashes, or unset it.',
    },
  ];
}
