import { posix } from 'node:path';
import { find } from '../../../ask/find/find.ts';
import { locate } from '../../../ask/find/locate.ts';
import { parsePlace } from '../../../ask/find/location.ts';
import { readRange } from '../../../ask/report/range.ts';
import { ProvError } from '../../../errors.ts';
import type { CliContext } from '../../cli/context.ts';
import { withSources } from '../../cli/reading/with-graph.ts';
import { historyOf, onlyMeaning, type ReadingContext } from '../../cli/reading/reading-context.ts';
import { fileAddress, graphAddress, reviewAddress, sessionAddress } from '../address.ts';
import { query } from './command.ts';

/**
 * The address of what a person names: `A..B`, a file, a line, a commit, a session or a node.
 * @throws ProvError `usage` or `data` when it is ambiguous or means nothing
 */
export const addressOf = (ctx: CliContext, text: string): Promise<string> =>
  query(ctx, async (read) => {
    if (text.includes('..') && !text.startsWith('../')) {
      await readRange(read.repo, text); // an address of a review that is not there would only fail in the browser
      return reviewAddress(text);
    }
    const file = await fileAt(read, text);
    if (file !== undefined) return file;
    const history = historyOf(read);
    const found = await withSources(read, history, async (sourced) => onlyMeaning(await find(sourced, text), text));
    if (found.kind === 'commit') return reviewAddress(`commit:${found.commit}`);
    if (found.kind === 'session') return sessionAddress(found.session);
    return graphAddress(`${found.node.kind}:${found.id}`, found.id);
  });

// `FILE`, or a place as `git prov why` takes it.
async function fileAt({ repo, cwd }: ReadingContext, text: string): Promise<string | undefined> {
  for (const places of [[{ path: text, fromTop: false, ranges: [] }], placesIn(text)]) {
    if (places.length === 0) continue;
    try {
      const located = await locate(repo, cwd, places, undefined);
      const path = located.cwd === repo.cwd ? located.path : posix.normalize(`${repo.prefix}${located.path}`);
      return fileAddress(path, located.ranges[0]?.start);
    } catch (error) {
      if (!(error instanceof ProvError) || error.kind === 'bug') throw error;
    }
  }
  return undefined;
}

function placesIn(text: string): ReturnType<typeof parsePlace> {
  try {
    return parsePlace(text);
  } catch {
    return []; // it names no line
  }
}
