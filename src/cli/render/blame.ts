import type { Blamed } from '../../blame/blame.ts';
import type { Arguments } from '../../blame/arguments.ts';
import { piecesOf, type Piece } from '../../blame/lines.ts';
import { bytesOf, type Bytes } from '../../blame/porcelain.ts';
import { annotate, type Row } from './blame-annotations.ts';
import { agentName, type Signs } from './blame-words.ts';
import type { Paint } from './color.ts';
import { authorOf, GitLayout, type Layout } from './git-layout.ts';
import { gitWidth } from './width.ts';

/** How the default format is shown. */
export interface Style {
  readonly signs: Signs;
  readonly paint: Paint;
  /** The terminal's width; undefined where nothing is cut. */
  readonly columns: number | undefined;
}

/** `git blame`'s default layout, with the agent where the author stands, and one annotation a run. */
export function renderBlame(blamed: Blamed, args: Arguments, layout: Layout, style: Style): Buffer {
  const pieces = piecesOf(blamed).filter(wanted(args));
  const names = new Map(pieces.map((piece) => [piece, nameOf(piece, layout.email)]));
  const columns = new GitLayout(layout, blamed.entries, names.values(), blamed.path ?? '');
  const texts = new Map(blamed.texts.map(({ line, content }) => [line, content]));
  const rows: Row[] = [];
  for (const piece of pieces) {
    const name = names.get(piece)!;
    const header = columns.headers(piece.entry, name);
    for (let i = 0; i < piece.count; i++) {
      const { before, after } = header(piece.line + i, piece.origLine + i);
      const shown = layout.author ? (piece.why ? style.paint('agent', name) : name) : '';
      const content = texts.get(piece.line + i)?.slice(1) ?? '\n';
      const width = before.length + (layout.author ? gitWidth(name) : 0) + after.length;
      rows.push({ header: before + shown + after, width, content, piece });
    }
  }
  return Buffer.from(annotate(rows, args, style), 'latin1');
}

/**
 * The same over what git itself printed, for layouts that only git renders (`-c`, `--date`, colours by age …): in an
 * agent's line the author is exchanged for the agent, and the annotations are added.
 * @param printed the output of `git blame` with the user's own options
 */
export function renderOver(printed: Bytes, blamed: Blamed, args: Arguments, layout: Layout, style: Style): Buffer {
  const all = piecesOf(blamed);
  const authors = blamed.entries.map(({ commit }) => gitWidth(authorOf(commit, layout.email)));
  const before = Math.max(0, ...authors);
  const after = Math.max(0, ...all.map((piece) => gitWidth(nameOf(piece, layout.email))));
  const byLine = new Map<number, Piece>();
  for (const piece of all) for (let i = 0; i < piece.count; i++) byLine.set(piece.line + i, piece);
  const lines = printed.split('\n');
  const keep = wanted(args);
  const rows: Row[] = [];
  for (const [i, { line, content }] of blamed.texts.entries()) {
    const piece = byLine.get(line);
    const text = content.slice(1);
    const whole = `${lines[i] ?? ''}\n`;
    if (!piece || !keep(piece)) continue;
    const gitHeader = whole.endsWith(text) ? whole.slice(0, whole.length - text.length) : whole.slice(0, -1);
    const header = exchange(gitHeader, piece, layout, { before, after }, style.paint);
    const width = gitWidth(header.replaceAll(/\u001b\[[0-9;]*m/g, ''));
    rows.push({ header, width, content: whole.endsWith(text) ? text : '\n', piece });
  }
  const rest = lines.slice(blamed.texts.length).join('\n'); // what --show-stats adds
  return Buffer.from(annotate(rows, args, style) + rest, 'latin1');
}

// Exchanges the author, padded by git to the longest one, for the name that stands there now.
function exchange(
  header: Bytes,
  piece: Piece,
  layout: Layout,
  width: { before: number; after: number },
  paint: Paint,
): Bytes {
  const author = authorOf(piece.entry.commit, layout.email);
  const name = nameOf(piece, layout.email);
  const shown = piece.why ? paint('agent', name) : name;
  const compat = new RegExp(`\t\\( *${author.replaceAll(/[^A-Za-z0-9]/g, '\\$&')}\t`);
  const old = compat.exec(header);
  if (old) {
    const padded = `${' '.repeat(Math.max(0, 10 - name.length))}${shown}`;
    return `${header.slice(0, old.index)}\t(${padded}\t${header.slice(old.index + old[0].length)}`;
  }
  const gitPart = `(${author}${' '.repeat(width.before - gitWidth(author))} `;
  const at = header.lastIndexOf(gitPart);
  if (at < 0) return header;
  const padding = ' '.repeat(width.after - gitWidth(name));
  return `${header.slice(0, at)}(${shown}${padding} ${header.slice(at + gitPart.length)}`;
}

/** What stands in the author's column, in bytes. */
const nameOf = (piece: Piece, email: boolean): Bytes =>
  piece.why ? bytesOf(agentName(piece.why)) : authorOf(piece.entry.commit, email);

/** Whether a piece is among those that were asked for. */
export const wanted =
  ({ only, evidence }: Pick<Arguments, 'only' | 'evidence'>) =>
  ({ owner }: Piece): boolean =>
    (only === undefined || owner.owner === only) &&
    (evidence.length === 0 || (owner.evidence !== undefined && evidence.includes(owner.evidence)));
