import type { Verification } from '../../../model/graph/verification.ts';
import { isTrue, type Settings } from '../../../git/repository/git-settings.ts';

/** What decides about colours. */
export interface Sink {
  readonly tty: boolean;
  /** Output goes through a pager to a terminal. */
  readonly pager: boolean;
}

/**
 * Whether output is coloured, according to `color.prov`, then `color.ui`, then `auto`. Never with NO_COLOR. `auto` means
 * the same as in git: on a terminal that is not dumb, and through a pager unless `color.pager` is off.
 */
export function wantsColor(settings: Settings, sink: Sink, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  const value = settings.get('color.prov') ?? settings.get('color.ui') ?? 'auto';
  if (value === 'always') return true;
  if (value === 'never' || (value !== 'auto' && isTrue(value, true) === false)) return false;
  if (!sink.tty || !env['TERM'] || env['TERM'] === 'dumb') return false;
  return !sink.pager || isTrue(settings.get('color.pager'), true) === true;
}

/** The role of a text, so that every command uses the same colours. */
export type Tone = 'agent' | 'human' | 'unknown' | 'quiet' | 'passed' | 'stale' | 'failed' | 'heading';

const CODES: Readonly<Record<Tone, string>> = {
  agent: '36',
  human: '39',
  unknown: '35',
  quiet: '2',
  passed: '32',
  stale: '33',
  failed: '31',
  heading: '1',
};

/** Colours a text that `term` made safe, or does nothing. */
export type Paint = (tone: Tone, text: string) => string;

/** Returns the function that colours texts. */
export const painter =
  (on: boolean): Paint =>
  (tone, text) =>
    on && text !== '' ? `\u001b[${CODES[tone]}m${text}\u001b[m` : text;

/** The colour of a verification. */
export const toneOf = (verification: Verification): Tone =>
  verification === 'none' || verification === 'not-applicable' ? 'quiet' : verification;
