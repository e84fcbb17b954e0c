import { ProvError } from '../../../../errors.ts';
import { check, type CheckResult } from '../../../../gate/check.ts';
import { checkAnswer } from '../../../../gate/check-answer.ts';
import { define, json } from '../../command.ts';
import { reviewedIn } from '../../reading/with-graph.ts';
import { withReading } from '../../reading/with-reading.ts';
import { finish, historyOf, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderCheck } from '../../render/check/check.ts';
import { fingerprinted } from '../../render/check/fingerprints.ts';
import { renderGithub } from '../../render/check/github.ts';
import { renderGitlab } from '../../render/check/gitlab.ts';
import { renderJunit } from '../../render/check/junit.ts';
import { renderSarif } from '../../render/check/sarif.ts';

/** The forms of the output. */
export const FORMATS = ['text', 'json', 'sarif', 'github', 'gitlab', 'junit'] as const;
export type Format = (typeof FORMATS)[number];

export interface CheckArguments {
  /** A range in git's syntax; HEAD since its upstream or the remote's default branch when absent. */
  readonly range?: string | undefined;
  /** The revision with the rules. */
  readonly rules?: string | undefined;
  readonly format?: Format | undefined;
  /** Print all files of each group. */
  readonly all?: boolean | undefined;
  /** The same as the format `json`. */
  readonly json?: boolean | undefined;
}

const VERSION = process.env['GIT_PROV_VERSION'] ?? '0.0.0';

/**
 * `git prov check`: judges the lines that a range adds by the rules in `.gitattributes`.
 * @returns the exit code: 1 when a rule is broken
 * @throws ProvError `usage` or `data` for an invalid range, `data` when rules or history cannot be read whole
 */
export async function runCheck(
  { range, rules, format, all = false, json = false }: CheckArguments,
  ctx: ReadingContext,
): Promise<number> {
  if (json && format !== undefined && format !== 'json')
    throw new ProvError('usage', `--json and --format ${format} exclude each other.`, { hint: 'Use one of them.' });
  const history = historyOf(ctx);
  const isReviewed = await reviewedIn(ctx);
  const found = await check(history, { range, rulesFrom: rules, now: Date.now(), isReviewed });
  const how = json ? 'json' : (format ?? 'text');
  const { output, style } = await openFor('check', ctx, how !== 'text');
  await output.write(how === 'text' ? renderCheck(found, style, all) : await forPrograms(found, how));
  return (await finish(output, history, ctx)) || (found.findings.length > 0 ? 1 : 0);
}

async function forPrograms(found: CheckResult, format: Exclude<Format, 'text'>): Promise<string> {
  switch (format) {
    case 'json':
      return jsonAnswer(checkAnswer(found));
    case 'github':
      return renderGithub(found);
    case 'junit':
      return renderJunit(found);
    case 'gitlab':
      return renderGitlab(found, await fingerprinted(found.findings, found));
    case 'sarif': {
      const [open, waived] = [await fingerprinted(found.findings, found), await fingerprinted(found.waived, found)];
      return renderSarif(found, open, waived, VERSION);
    }
  }
}

export const command = define({
  usage: 'check [range]',
  about: 'Judge the lines that a range adds by rules in .gitattributes',
  options: (c) =>
    c
      .positional('range', {
        type: 'string',
        describe: 'A..B, A...B, or a branch (compared with its upstream or the default branch); by default HEAD',
      })
      .options({
        rules: {
          type: 'string',
          describe: 'Read the rules from this revision; by default from A, which the range is added to',
        },
        format: {
          choices: FORMATS,
          describe: 'text for people, json or sarif for programs; github, gitlab and junit for the forge',
        },
        all: { type: 'boolean', default: false, describe: 'Print all files; by default the first 20 of each group' },
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runCheck(args, read)),
});
