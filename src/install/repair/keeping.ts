import { captureSetting } from '../../recorder/session/capture-mode.ts';
import type { Finding, Patient } from './finding.ts';

/** The setting `prov.capture`: a value that is not known would keep words from being recorded for no reason that is seen. */
export async function checkKeeping({ repo }: Patient): Promise<Finding[]> {
  const { mode, unknown } = await captureSetting(repo);
  if (unknown === undefined) return [];
  return [
    {
      name: 'setup',
      state: 'problem',
      what: `prov.capture is ${JSON.stringify(unknown.slice(0, 80))}, which is no value that it can have.`,
      why: `As with ${mode}, no words are recorded until it is mended.`,
      todo: 'Set it with git config prov.capture to summary, full or hashes, or unset it.',
    },
  ];
}
