import type { BlameSources } from '../../../ask/blame/blame.ts';
import { ProvError } from '../../../errors.ts';
import { readSettings } from '../../../git/repository/git-settings.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import type { FoundReference } from '../../../ask/find/find.ts';
import type { History, Notes } from '../../../ask/history/history.ts';
import type { IndexWaiting, Streams, Surroundings } from '../context.ts';
import type { QuerySources } from '../../../ask/index/open.ts';
import { openOutput, type Output } from '../output/output.ts';
import { signsFor } from '../render/blame/blame-words.ts';
import { painter, wantsColor } from '../render/color.ts';
import type { TextStyle } from '../render/fields.ts';
import { term } from '../render/term.ts';
import { jsonText as safeText } from '../render/json-text.ts';

/** The context of `why`, `show`, `log` and `sessions`. */
export interface ReadingContext extends BlameSources, Streams, Pick<Surroundings, 'above'> {
  readonly repo: Repo;
  readonly store: Notes;
  /** Reads the repository's objects; without it, a question starts a process for them. */
  readonly objects?: History['objects'];
  /** Steps of this clone's sessions since their last commit, as graphs. */
  readonly localGraphs?: History['localGraphs'];
  /** The stored input or output of a step, by its hash. */
  readonly contentOf?: History['contentOf'];
  /** Whether anything is recorded here, in notes or since the last commit. */
  readonly hasProvenance?: () => Promise<boolean>;
  /** Whether notes are signed here, or signers are known. */
  readonly signs?: History['signs'];
  /** Prints a warning for the user, separate from the output. */
  readonly warn: (message: string) => void;
  readonly indexing?: IndexWaiting;
  readonly index?: QuerySources;
}

/** The history that queries read. */
export const historyOf = ({ repo, store, objects, localGraphs, contentOf, signs }: ReadingContext): History => ({
  repo,
  notes: store,
  objects,
  faults: { damaged: 0 },
  localGraphs,
  contentOf,
  signs,
});

/** Opens standard output for a command, with git's settings for pager and colour, unless the output is for programs. */
export async function openFor(
  command: string,
  { cwd, env, stdout }: ReadingContext,
  json: boolean,
): Promise<{ output: Output; style: TextStyle }> {
  const settings = await readSettings(['color', 'core', 'pager'], { cwd, env });
  const output = await openOutput({
    cwd,
    env,
    paged: !json,
    pagerSetting: settings.get(`pager.${command}`),
    ...(stdout ? { stdout } : {}),
  });
  const signs = signsFor(env);
  const paint = painter(!json && wantsColor(settings, output, env));
  return { output, style: { signs, paint, columns: output.columns, unicode: signs.passed !== '+' } };
}

/** Closes the output, and warns about unreadable notes. @returns the exit code */
export async function finish(output: Output, history: History, { warn }: ReadingContext): Promise<number> {
  const code = await output.close();
  const { damaged } = history.faults;
  if (damaged > 0) warn(`${damaged === 1 ? 'A note' : `${damaged} notes`} could not be read; run git prov doctor.`);
  return code;
}

/** The error when HEAD has no commit and no revision was given. */
export const noCommit = (): ProvError =>
  new ProvError('data', 'There is no commit here yet.', { hint: 'Commit something first, or name a revision.' });

/** The JSON form that every command prints. */
export const jsonAnswer = (data: object): string => `${safeText(data, 2)}\n`;

/**
 * Returns the only meaning of a reference.
 * @throws ProvError `usage` with the candidates when it is ambiguous, `data` when it means nothing
 */
export function onlyMeaning(
  found: FoundReference,
  text: string,
): Exclude<FoundReference, { kind: 'ambiguous' } | { kind: 'absent' }> {
  if (found.kind === 'ambiguous' || found.kind === 'absent')
    return unclear(
      found,
      text,
      'Use a commit, a session, or kind:id such as goal:8f3a21c0-4. See git prov sessions; git fetch may bring more notes.',
    );
  return found;
}

/**
 * Rejects a reference that is ambiguous or means nothing.
 * @param hint what to use instead of one that means nothing
 * @throws ProvError always
 */
export function unclear(
  found: Extract<FoundReference, { kind: 'ambiguous' } | { kind: 'absent' }>,
  text: string,
  hint: string,
): never {
  const shown = `'${term(text, 80)}'`;
  if (found.kind === 'absent')
    throw new ProvError('data', `${shown} is not a known commit, session or node.`, { hint });
  const lines = found.candidates.map(({ reference, summary }) => `\n    ${term(reference)}  ${term(summary, 60)}`);
  throw new ProvError('usage', `${shown} could mean several things.`, { hint: `Use one of these:${lines.join('')}` });
}
