import { randomBytes } from 'node:crypto';
import { isEnabled } from '../../../../recorder/repo-state.ts';
import { openRepo } from '../../../../git/repository/repo.ts';
import { Redactor } from '../../../../redact/redact.ts';
import { define, json } from '../../command.ts';
import { type CliContext, stdinOf } from '../../context.ts';
import { readInput } from '../../output/input.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { renderRedact } from '../../render/trust/redact.ts';
import { jsonText } from '../../render/json-text.ts';
import type { RedactReport } from '../../render/trust/redact-report.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';

export interface RedactArguments {
  /** The text, or `-` for standard input. */
  readonly test: string;
  readonly json: boolean;
}

/**
 * `git prov redact --test TEXT`: shows the redacted text and the rules that matched. Writes nothing.
 * @param stdin input stream for `-`
 * @returns the exit code
 */
export async function runRedact(
  { test, json }: RedactArguments,
  ctx: CliContext,
  stdin: NodeJS.ReadableStream = stdinOf(ctx),
): Promise<number> {
  const text = test === '-' ? await readInput(stdin) : test;
  const redactor = await redactorOf(ctx);
  const { text: kept, secrets, dropped } = await redactor.look(text);
  const report: RedactReport = {
    schema: 'git-prov/redact/1',
    kept,
    taken: secrets.map(({ from, to, rules, value }) => ({ mark: redactor.mark(value), rules, from, to })),
    dropped: dropped ?? null,
  };
  const { output, style } = await openUnpaged(ctx, json);
  await output.write(json ? `${jsonText(report, 2)}\n` : renderRedact(report, style));
  return output.close();
}

// Without recording there is no key, and a test must not create one.
async function redactorOf(ctx: CliContext): Promise<Redactor> {
  const repo = await openRepo(ctx.cwd, ctx.env).catch(() => undefined);
  if (repo && isEnabled(repo)) return new Redactor(provDirOf(repo));
  const key = randomBytes(32).toString('hex');
  return new Redactor('', () => key);
}

export const command = define({
  usage: 'redact',
  about: 'Show how a text is redacted, and the rules that matched',
  options: (c) =>
    c.options({
      test: { type: 'string', demandOption: true, describe: 'The text, or - for standard input' },
      json,
    }),
  run: async (args, ctx) => runRedact(args, ctx),
});
