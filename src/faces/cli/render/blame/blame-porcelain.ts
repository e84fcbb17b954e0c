import { namedNode } from '../../../../ask/shapes/parts.ts';
import type { Context, Referred } from '../../../../ask/blame/rationale.ts';
import { piecesOfEntry, type BlamedOwners } from '../../../../ask/blame/segments.ts';
import { type Segment } from '../../../../ask/blame/blamed.ts';
import { UNKNOWN } from '../../../../ask/blame/ownership.ts';
import { bytesOf, type Bytes, type Entry, type PorcelainLine } from '../../../../ask/blame/porcelain.ts';
import { evidenceBase } from '../../../../model/confidence.ts';
import { term } from '../term.ts';
import { explains } from '../unexplained.ts';
import { stated } from '../words.ts';

/**
 * `--porcelain` and `--line-porcelain`: git's own lines, with the owner's `prov-…` lines before a line's content. The short
 * format has them only where git starts a group and where the owner changes; they hold until the next ones.
 * @param lines git's output, parsed
 * @param repeat whether every line has them (`--line-porcelain`)
 */
export function renderPorcelain(
  known: BlamedOwners,
  lines: readonly PorcelainLine[],
  rest: Bytes,
  repeat: boolean,
): Buffer {
  const parts: string[] = [];
  let isKnown = false;
  for (let i = 0; i < lines.length;) {
    const group = lines[i]!;
    let end = i + 1;
    while (end < lines.length && !lines[end]!.first) end++;
    const { commit, path, origLine, line } = group;
    for (const piece of piecesOfEntry(known, { commit, path, origLine, line, count: end - i, head: '', tail: '' })) {
      isKnown ||= piece.owner !== UNKNOWN;
      const headers = provHeaders(piece);
      for (let k = 0; k < piece.count; k++, i++)
        parts.push(lines[i]!.head, k === 0 || repeat ? headers : '', lines[i]!.content);
    }
  }
  // No line has a useful note, so git's own output is complete.
  if (!isKnown) return Buffer.from(lines.map(({ head, content }) => head + content).join('') + rest, 'latin1');
  parts.push(rest);
  return Buffer.from(parts.join(''), 'latin1');
}

/**
 * `--incremental`: git's entry with `prov-…` lines before `filename`. If its lines have several owners it is split into
 * several entries. An entry of a commit without a note stays unchanged.
 */
export function renderIncremental(known: BlamedOwners, entry: Entry): Buffer {
  const previous = /(?:^|\n)(previous [^\n]*\n)/.exec(entry.head)?.[1] ?? '';
  const parts = piecesOfEntry(known, entry).map((piece, i) => {
    const first = `${entry.commit.oid} ${piece.origLine} ${piece.line} ${piece.count}\n`;
    return `${first}${i === 0 ? entry.head : previous}${piece.owner === UNKNOWN ? '' : provHeaders(piece)}${entry.tail}`;
  });
  return Buffer.from(parts.join(''), 'latin1');
}

// The `prov-…` lines of a piece, in bytes.
function provHeaders({ owner, why }: Segment): Bytes {
  let out = `prov-owner ${owner.owner}\n`;
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') out += `prov-${name} ${bytesOf(value)}\n`;
  };
  if (why) addWhy(why, add);
  if (owner.node) add('verification', why?.verification);
  add('evidence', owner.evidence && term(owner.evidence));
  add('standing', owner.standing);
  add('confidence', owner.evidence && evidenceBase(owner.evidence).toFixed(2));
  return out;
}

const referred = ({ id, node }: Referred): string => (node ? `${id} ${term(stated(node))}` : id);

function addWhy(
  { session, step, decision, goal }: Context,
  add: (name: string, value: string | undefined) => void,
): void {
  add('session', session && term(session.id));
  add('agent', session && term(session.agent));
  add('model', session?.model && term(session.model));
  add('node', step.id);
  add('decision', decision && explains(namedNode(decision)) ? referred(decision) : undefined);
  add('decision-status', decision?.status);
  add('goal', goal && referred(goal));
}
