import { ProvError } from '../../errors.ts';
import { EVIDENCE } from '../../model/model.ts';

/** The owner of a line: an agent, a person, or unknown. */
export type OwnerKind = 'agent' | 'human' | 'unknown';

const OWNERS: readonly string[] = ['agent', 'human', 'unknown'] satisfies OwnerKind[];

/** The options of blame that git does not have. */
export interface OwnOptions {
  json: boolean;
  only: OwnerKind | undefined;
  evidence: string[];
  showEvidence: boolean;
}

/**
 * Reads one of our own options into `into`.
 * @returns the number of arguments used; 0 when `arg` is not one of our options
 * @throws ProvError `usage` for an invalid value
 */
export function ownOption(arg: string, next: string | undefined, into: OwnOptions): 0 | 1 | 2 {
  if (arg === '--json') {
    into.json = true;
    return 1;
  }
  if (arg === '--evidence') {
    into.showEvidence = true;
    return 1;
  }
  if (arg.startsWith('--evidence=')) {
    into.showEvidence = true;
    into.evidence.push(...arg.slice('--evidence='.length).split(',').map(evidenceKind));
    return 1;
  }
  if (arg !== '--only' && !arg.startsWith('--only=')) return 0;
  const value = arg === '--only' ? next : arg.slice('--only='.length);
  if (value === undefined || !OWNERS.includes(value))
    throw new ProvError('usage', `--only needs one of ${OWNERS.join(', ')}.`, {
      hint: 'Use for example --only=agent.',
    });
  into.only = value as OwnerKind;
  return arg === '--only' ? 2 : 1;
}

function evidenceKind(text: string): string {
  if ((EVIDENCE as readonly string[]).includes(text)) return text;
  throw new ProvError('usage', `There is no evidence of the kind ${JSON.stringify(text)}.`, {
    hint: `The kinds are ${EVIDENCE.join(', ')}.`,
  });
}
