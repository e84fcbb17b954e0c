import type { NodeId } from '../graph/ids.ts';
import { derive, deriveStep } from '../lines/derive.ts';
import { HUMAN, type Owned, type Owner, UNSURE } from '../lines/owner.ts';
import { splitLines } from '../lines/text.ts';
import type { Edit } from './event.ts';
import type { Difference, Files } from './files.ts';
import { goneFrom } from './gone.ts';
import type { Observer } from './observe.ts';
import type { WorkTreeState } from './state.ts';

/**
 * Gives the lines of a file that a file tool wrote their owners. The tool says what it found and what was proposed: what
 * changed between the last look and what it found is a person's (who was asked for permission and saved meanwhile),
 * what differs from the proposal afterwards is that person's too, or else nobody's that we name.
 */
export async function settleEdit(
  observer: Observer,
  files: Files,
  workTree: WorkTreeState,
  one: Difference,
  edit: Edit,
  node: NodeId,
): Promise<void> {
  const after = await files.lines(one.to);
  const known = await observer.owned(one.path, one.from, workTree.gitDir);
  if (!after || one.to === null) return;
  const step: Owner = { kind: 'node', node, evidence: 'exact' };
  const crlf = known ? mostlyCrlf(known.lines) : mostlyCrlf(after);
  const found = typeof edit.before === 'string' ? linesOf(edit.before, crlf) : edit.before === null ? [] : undefined;
  let before = known;
  const gone: Owned[] = [];
  if (found && known && !sameText(found, known.lines)) {
    const { owners, gone: left } = deriveStep(
      [{ lines: found, before: known, earlier: [] }],
      HUMAN,
      [],
      goneFrom(workTree),
    );
    before = { lines: found, owners: owners[0]! };
    gone.push(...left);
  }
  const proposed = edit.proposed === undefined ? undefined : linesOf(edit.proposed, crlf);
  const write = (lines: readonly string[]): Owned => {
    const { owners, gone: left } = deriveStep([{ lines, before }], step, [], goneFrom(workTree));
    gone.push(...left);
    return { lines, owners: owners[0]! };
  };
  const written = write(proposed && !sameText(proposed, after) ? proposed : after);
  const owners =
    written.lines === after
      ? written.owners
      : derive([{ lines: after, before: written }], edit.byUser ? HUMAN : UNSURE)[0]!;
  observer.remember(one.path, one.to, workTree, owners, gone);
}

// Agents give text as UTF-8 and without carriage returns; blobs are held a byte to a character, with them.
const linesOf = (text: string, crlf: boolean): string[] => {
  const lines = splitLines(Buffer.from(text, 'utf8'));
  return crlf ? lines.map((line) => (line.endsWith('\r') ? line : `${line}\r`)) : lines;
};

const mostlyCrlf = (lines: readonly string[]): boolean =>
  lines.filter((line) => line.endsWith('\r')).length * 2 > lines.length;

const sameText = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i] || line.trimEnd() === b[i]!.trimEnd());
