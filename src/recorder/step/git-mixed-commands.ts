import { hasGit } from '../../model/shell/verdict.ts';
import { type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import { weight } from '../../lines/text.ts';
import type { OpenStep } from '../state/state.ts';

/** A line that says less may stand in a command by chance. */
const TELLING = 4;
/** The words of git after which the work tree holds, beside what it held, only what stands in commits that HEAD went to. */
const FOLLOWED: ReadonlySet<string> = new Set(
  'add commit rebase switch status log diff show push fetch branch tag rev-parse'.split(' '),
);
const SUBCOMMAND = /\bgit\s+(?:-\S+\s+(?:\S+=\S*\s+)?)*([a-z][a-z-]*)/g;

/** Whether a step is a command in which somebody writes and git puts content of its own into the work tree too. */
export const isMixed = ({ verdict }: OpenStep): boolean =>
  verdict !== undefined && verdict.writes.kind !== 'git' && hasGit(verdict.writes);

/** Whether the words of a command hold a line that says something: then the command wrote it. */
export function spellsOut({ command = '' }: OpenStep): (line: string) => boolean {
  const words = Buffer.from(command, 'utf8').toString('latin1'); // as lines are held
  return (line) => weight(line) >= TELLING && words.includes(line.trim());
}

/**
 * The owners of lines without those of a step that git may have brought from where nobody looked, such as a stash: these
 * stay the step's only where its words spell them out.
 * @param author whose all lines are that were not known
 */
export function withoutGits(owned: Owned, author: Owner, step: OpenStep): Owner[] {
  return isMixed(step) && !isFollowed(step) ? onlySpelt(owned, author, step) : [...owned.owners];
}

/** The owners of lines without those of a step that its words do not spell out: these are nobody's that we name. */
export function onlySpelt({ lines, owners }: Owned, author: Owner, step: OpenStep): Owner[] {
  const isSpelt = spellsOut(step);
  const isDoubtful = (owner: Owner, i: number): boolean =>
    author.kind === 'node' && owner.kind === 'node' && owner.node === author.node && !isSpelt(lines[i]!);
  return owners.map((owner, i) => (isDoubtful(owner, i) ? UNSURE : owner));
}

const isFollowed = ({ command = '' }: OpenStep): boolean =>
  [...command.matchAll(SUBCOMMAND)].every(([, word]) => FOLLOWED.has(word!));
