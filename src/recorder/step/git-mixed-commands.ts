import { hasGit } from '../../model/shell/verdict.ts';
import { type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import { weight } from '../../lines/text.ts';
import type { OpenStep } from '../state/state.ts';

/** A line with less weight may appear in a command by chance. */
const MIN_LINE_WEIGHT = 4;
/** The git subcommands that add nothing to the work tree but content of commits that HEAD moved to. */
const FOLLOWED: ReadonlySet<string> = new Set(
  'add commit rebase switch status log diff show push fetch branch tag rev-parse'.split(' '),
);
const SUBCOMMAND = /\bgit\s+(?:-\S+\s+(?:\S+=\S*\s+)?)*([a-z][a-z-]*)/g;

/** Whether a step is a command that both writes and lets git put content of its own into the work tree. */
export const isMixed = ({ verdict }: OpenStep): boolean =>
  verdict !== undefined && verdict.writes.kind !== 'git' && hasGit(verdict.writes);

/** Whether a command contains a line with enough content: then the command wrote it. */
export function spellsOut({ command = '' }: OpenStep): (line: string) => boolean {
  const words = Buffer.from(command, 'utf8').toString('latin1'); // as lines are held
  return (line) => weight(line) >= MIN_LINE_WEIGHT && words.includes(line.trim());
}

/**
 * Removes a step from the owners of lines that git may have brought from an unseen place, such as a stash: the step keeps only
 * the lines that its words spell out.
 * @param author the owner of all lines without a known owner
 */
export function withoutGits(owned: Owned, author: Owner, step: OpenStep): Owner[] {
  return isMixed(step) && !isFollowed(step) ? onlySpelt(owned, author, step) : [...owned.owners];
}

/** Keeps a step as the owner of only the lines that its words spell out; its others get no owner that we name. */
export function onlySpelt({ lines, owners }: Owned, author: Owner, step: OpenStep): Owner[] {
  const isSpelt = spellsOut(step);
  const isDoubtful = (owner: Owner, i: number): boolean =>
    author.kind === 'node' && owner.kind === 'node' && owner.node === author.node && !isSpelt(lines[i]!);
  return owners.map((owner, i) => (isDoubtful(owner, i) ? UNSURE : owner));
}

const isFollowed = ({ command = '' }: OpenStep): boolean =>
  [...command.matchAll(SUBCOMMAND)].every(([, word]) => FOLLOWED.has(word!));
