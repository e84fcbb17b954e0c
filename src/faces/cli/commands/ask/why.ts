import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProvError } from '../../../../errors.ts';
import { locate, type Located } from '../../../../ask/find/locate.ts';
import { namesLine, parsePlace, wholeFile } from '../../../../ask/find/location.ts';
import type { LinkedEntry } from '../../../../ask/shapes/shapes.ts';
import { explain } from '../../../../ask/why/why.ts';
import type { CodeSymbol } from '../../../../code/symbols.ts';
import { define, json } from '../../command.ts';
import type { NamedLines } from '../../reading/with-symbol.ts';
import { withReading } from '../../reading/with-reading.ts';
import { finish, historyOf, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderWhy } from '../../render/ask/why.ts';

export interface WhyOptions {
  /** `FILE:12`, `FILE:12-20`, `FILE#L12-L20`, the URL of a line on a forge, a function or type, or with `lines` a file. */
  readonly place: string;
  /** Values of `-L` in the syntax of `git blame`. */
  readonly lines?: readonly string[] | undefined;
  /** The revision of the lines; by default the work tree. */
  readonly rev?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `git prov why`: goal, decision, change, verification and session behind lines of a file.
 * @returns the exit code
 * @throws ProvError `usage` when no line is named, `data` for a missing file or line
 */
export async function runWhy(options: WhyOptions, ctx: ReadingContext): Promise<number> {
  const { place, lines = [], rev, json = false } = options;
  if (rev?.startsWith('-'))
    throw new ProvError('usage', `${JSON.stringify(rev)} is not a revision.`, { hint: 'Use --rev REV.' });
  const history = historyOf(ctx);
  const isLine = lines.length > 0 || namesLine(place);
  const named = isLine ? undefined : await symbolIn(options, ctx);
  const located = named?.located ?? (await locateLines(options, ctx));
  const [explained, linked] = await Promise.all([
    explain(history, located, lines, ctx),
    named && entriesAbout(named.symbol, ctx),
  ]);
  const answer = { ...explained, ...(linked && { linked }) };
  const { output, style } = await openFor('why', ctx, json);
  await output.write(json ? jsonAnswer(answer) : renderWhy(answer, style));
  return finish(output, history, ctx);
}

const locateLines = ({ place, lines = [], rev }: WhyOptions, ctx: ReadingContext): Promise<Located> =>
  locate(ctx.repo, ctx.cwd, lines.length > 0 ? [wholeFile(place)] : parsePlace(place), rev);

// Where the text names a file, or no symbol, either, the error is about lines.
async function symbolIn({ place, rev }: WhyOptions, ctx: ReadingContext): Promise<NamedLines | undefined> {
  if (existsSync(resolve(ctx.cwd, place))) return undefined;
  const { symbolNamed } = await import('../../reading/with-symbol.ts');
  const found = symbolNamed(ctx, place, rev);
  return found;
}

const loadEntries = () =>
  Promise.all([import('../../../../ask/code/linked-entries.ts'), import('../../reading/with-graph.ts')]);

// What people and agents recorded about a function or a type, in any clone.
async function entriesAbout(symbol: CodeSymbol, ctx: ReadingContext): Promise<readonly LinkedEntry[]> {
  if (!ctx.index && (await ctx.hasProvenance?.()) === false) return [];
  const [{ linkedTo }, { ask }] = await loadEntries();
  const found = await ask(ctx, (asking) => linkedTo({ ...asking, repo: ctx.repo }, [symbol], false));
  return found.flat();
}

export const command = define({
  usage: 'why <place>',
  example: 'src/a.js:12',
  about: 'Explain lines: goal, decision, change, check, session, commit',
  options: (c) =>
    c
      .positional('place', {
        type: 'string',
        demandOption: true,
        describe: 'FILE:LINE, FILE:A-B, FILE#NAME, NAME, or an address on a forge',
      })
      .options({
        L: { type: 'string', array: true, nargs: 1, describe: 'Lines, as in git blame -L; PLACE is then a file' },
        rev: { type: 'string', describe: 'The revision; by default the work tree' },
        json,
      }),
  run: async ({ place, L, rev, json: data }, ctx) =>
    withReading(ctx, (read) => runWhy({ place, lines: L, rev, json: data }, read)),
});
