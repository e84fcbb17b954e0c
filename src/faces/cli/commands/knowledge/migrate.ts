import { ProvError } from '../../../../errors.ts';
import { proposeLinks } from '../../../../ask/find/infer-provenance.ts';
import { wholeText } from '../../../../ask/knowledge/entry-parts.ts';
import { define, json } from '../../command.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask } from '../../reading/with-graph.ts';
import { term } from '../../render/term.ts';
import { runLink } from './change-entry.ts';
import { permittedDeclarer } from './entries/require-person.ts';

export interface MigrateOptions {
  readonly inferProvenance: boolean;
  /** Numbers of the proposals to accept. */
  readonly accept?: readonly number[] | undefined;
  readonly json: boolean;
}

const MAX_LISTED = 200;
const MAX_TEXT_CHARACTERS = 80;

/**
 * `git prov migrate --infer-provenance`: proposes what entries without sources may have come from, by time and words. Nothing is
 * recorded but what a person accepts by its number.
 * @returns the exit code
 * @throws ProvError `usage` without the option, for a number that is not listed, for an agent that accepts, or while a command of an
 * agent runs
 */
export async function runMigrate(
  { inferProvenance, accept = [], json }: MigrateOptions,
  ctx: ReadingContext,
): Promise<number> {
  if (!inferProvenance)
    throw new ProvError('usage', 'missing option: --infer-provenance.', {
      hint: 'Run git prov migrate --infer-provenance.',
    });
  const proposed = await ask(ctx, async ({ world, sources, history }) => ({
    links: (await proposeLinks(world, sources)).slice(0, MAX_LISTED),
    history,
  }));
  const links = proposed.links.map(({ from, to, likeness }, i) => ({
    number: i + 1,
    from: `${from.node.kind}:${from.node.id}`,
    to: `${to.node.kind}:${to.node.id}`,
    fromText: wholeText(from.node),
    toText: wholeText(to.node),
    likeness: Math.round(likeness * 100) / 100,
  }));
  if (accept.length > 0) return acceptLinks(links, accept, json, ctx);
  const { output, style } = await openFor('migrate', ctx, json);
  const lines = links.flatMap(({ number, from, to, fromText, toText, likeness }) => [
    style.paint('heading', `${number}. ${term(from)} derived_from ${term(to)}`),
    `   "${term(fromText, MAX_TEXT_CHARACTERS)}" from "${term(toText, MAX_TEXT_CHARACTERS)}" (${likeness})`,
  ]);
  const text =
    lines.length === 0
      ? 'No entry without sources resembles an earlier one.\n'
      : `${lines.join('\n')}\n\nThese are guesses. Accept with git prov migrate --infer-provenance --accept NUMBER.\n`;
  await output.write(json ? jsonAnswer({ schema: 'git-prov/migrate/1', proposals: links }) : text);
  return finish(output, proposed.history, ctx);
}

async function acceptLinks(
  links: readonly { readonly number: number; readonly from: string; readonly to: string }[],
  accept: readonly number[],
  json: boolean,
  ctx: ReadingContext,
): Promise<number> {
  const chosen = accept.map((number) => links.find((link) => link.number === number));
  if (!(await permittedDeclarer(ctx, undefined)).person)
    throw new ProvError('usage', 'Only a person accepts these guesses.', { hint: 'Run it in a shell of your own.' });
  if (chosen.includes(undefined))
    throw new ProvError('usage', 'A number is not in the list.', { hint: 'Run git prov migrate --infer-provenance.' });
  let code = 0;
  for (const link of chosen) {
    const { from, to } = link!;
    const because = 'inferred from words and times, and accepted by a person';
    code = Math.max(code, await runLink({ from, edge: 'derived_from', to, remove: false, because, json }, ctx));
  }
  return code;
}

export const command = define({
  usage: 'migrate',
  about: 'Propose sources of entries that have none (--infer-provenance)',
  options: (c) =>
    c.options({
      'infer-provenance': { type: 'boolean', default: false, describe: 'By times and words; experimental' },
      accept: { type: 'number', array: true, describe: 'Record these proposals, by number' },
      json,
    }),
  run: async (args, ctx) => withReading(ctx, (read) => runMigrate(args, read)),
});
