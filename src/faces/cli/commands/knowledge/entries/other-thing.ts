import { statSync } from 'node:fs';
import { join } from 'node:path';
import { thingNamed } from '../../../../../ask/code/code-reference.ts';
import { ProvError } from '../../../../../errors.ts';
import { targetOfThing } from '../../../../../model/knowledge/thing.ts';
import type { Target } from '../../../../../model/step.ts';
import type { ReadingContext } from '../../../reading/reading-context.ts';
import { term } from '../../../render/term.ts';
import { codeNamed } from '../../ask/code/trace-code.ts';

/** Where it is from, and its name; packages of Go and Maven have long ones. */
const EXTERNAL = /^external:[a-z]+\/[^\s\p{C}]{1,200}$/u;

/**
 * A package, a folder, a service or a tool as the end of a link. A package may be one that the repository does not use, so that
 * an entry can say why not.
 * @throws ProvError `usage` for a text of another form, `data` when the folder, service or tool is missing in the work tree
 */
export async function otherTarget(ctx: ReadingContext, text: string): Promise<Target> {
  const shown = `'${term(text, 80)}'`;
  if (text.startsWith('external:') && !EXTERNAL.test(text))
    throw new ProvError('usage', `${shown} names no package and no data.`, {
      hint: 'Use for example external:npm/yargs, as git prov list externals shows them.',
    });
  const found = await codeNamed(text, { commit: undefined, rev: undefined, ctx });
  if (found?.is === 'module' && !isFolder(join(ctx.repo.workTree!, found.folder)))
    throw new ProvError('data', `${shown} is not a folder of this work tree.`, { hint: 'See git prov list modules.' });
  const thing = found && thingNamed(found);
  if (!thing) throw new ProvError('usage', `${shown} is not part of the code.`, { hint: 'See git prov list modules.' });
  return targetOfThing(thing);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
