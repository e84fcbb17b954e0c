import { ProvError } from '../../../errors.ts';
import { locate } from '../../../ask/find/locate.ts';
import { parsePlace, wholeFile } from '../../../ask/find/location.ts';
import { explain } from '../../../ask/why/why.ts';
import { whyJson } from '../../../ask/why/json.ts';
import { finish, historyOf, jsonText, openFor, type ReadingContext } from '../reading.ts';
import { renderWhy } from '../render/why.ts';

export interface WhyOptions {
  /** `FILE:12`, `FILE:12-20`, `FILE#L12-L20`, an address on a forge, or with `lines` a file. */
  readonly place: string;
  /** Values of `-L`, as `git blame` has it. */
  readonly lines?: readonly string[] | undefined;
  /** The revision whose lines are meant; the work tree's when absent. */
  readonly rev?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `git prov why`: goal, decision, change, verification and session behind lines of a file.
 * @returns the exit code
 * @throws ProvError `usage` when no line is named, `data` when there is no such file or line
 */
export async function runWhy(options: WhyOptions, ctx: ReadingContext): Promise<number> {
  const { place, lines = [], rev, json = false } = options;
  if (rev?.startsWith('-'))
    throw new ProvError('usage', `${JSON.stringify(rev)} is no revision.`, { hint: 'Say --rev REV.' });
  const history = historyOf(ctx);
  const places = lines.length > 0 ? [wholeFile(place)] : parsePlace(place);
  const located = await locate(ctx.repo, ctx.cwd, places, rev);
  const explained = await explain(history, located, lines, ctx);
  const { output, look } = await openFor('why', ctx, json);
  await output.write(json ? jsonText(whyJson(explained)) : renderWhy(explained, look));
  return finish(output, history, ctx);
}
