import type { Blamed } from '../../../../ask/blame/blamed.ts';
import type { Arguments } from '../../../../ask/blame/arguments.ts';
import { contentsOf } from '../../../../ask/blame/final-text.ts';
import { only, piecesOf } from '../../../../ask/blame/segments.ts';
import { type Segment } from '../../../../ask/blame/blamed.ts';
import type { Bytes } from '../../../../ask/blame/porcelain.ts';
import { annotate, type Row } from './blame-annotations.ts';
import { authorOrAgent, Gutter } from './blame-gutter.ts';
import { authorOf, GitLayout, timeOf, type Layout } from './git-layout.ts';
import { gitWidth } from '../width.ts';
import type { Style } from './blame-style.ts';

/** Columns that git gives an author in the format of `-c`. */
const MIN_COMPAT_COLUMNS = 10;

/** Prepares the display of a piece in advance. */
export function prepareToShow(piece: Segment): void {
  authorOrAgent(piece, false);
  timeOf(piece.entry.commit);
}

/** `git blame`'s default layout, with the agent in place of the author and one annotation for each run. */
export function renderBlame(blamed: Blamed, args: Arguments, layout: Layout, style: Style): Buffer {
  const pieces = only(piecesOf(blamed), args);
  const gutter = new Gutter(pieces, layout, style);
  const names = pieces.map((piece) => gutter.name(piece));
  const columns = new GitLayout(layout, blamed.entries, new Set(names), blamed.path ?? '');
  const contentOf = contentsOf(blamed);
  const rows: Row[] = [];
  for (let n = 0; n < pieces.length; n++) {
    const piece = pieces[n]!;
    const name = names[n]!;
    const shown = gutter.shown(piece);
    const headerOf = columns.headers(piece.entry, name, shown);
    // without a limit the header's width is not needed
    const wider = style.columns === undefined || !layout.author ? 0 : gitWidth(name) - shown.length;
    for (let i = 0; i < piece.count; i++) {
      const header = headerOf(piece.line + i, piece.origLine + i);
      const content = contentOf(piece.line + i)?.slice(1) ?? '\n';
      rows.push({ header, width: header.length + wider, content, piece });
    }
  }
  return Buffer.from(annotate(rows, args, style), 'latin1');
}

/**
 * The same for layouts that only git renders (`-c`, `--date`, colours by age …): replaces the author of an agent's line by
 * the agent in git's output, and adds the annotations.
 * @param printed the output of `git blame` with the user's own options
 */
export function renderOver(printed: Bytes, blamed: Blamed, args: Arguments, layout: Layout, style: Style): Buffer {
  const all = piecesOf(blamed);
  const kept = new Set(only(all, args));
  const authors = blamed.entries.map(({ commit }) => gitWidth(authorOf(commit, layout.email)));
  const before = Math.max(0, ...authors);
  const gutter = new Gutter(all, layout, style);
  const byLine = new Map<number, Segment>();
  for (const piece of all) for (let i = 0; i < piece.count; i++) byLine.set(piece.line + i, piece);
  const lines = printed.split('\n');
  const rows: Row[] = [];
  for (const [i, { line, content }] of blamed.texts.entries()) {
    const piece = byLine.get(line);
    const text = content.slice(1);
    const whole = `${lines[i] ?? ''}\n`;
    if (!piece || !kept.has(piece)) continue;
    const gitHeader = whole.endsWith(text) ? whole.slice(0, whole.length - text.length) : whole.slice(0, -1);
    const header = exchange(gitHeader, piece, layout, before, gutter);
    const width = gitWidth(header.replaceAll(/\u001b\[[0-9;]*m/g, ''));
    rows.push({ header, width, content: whole.endsWith(text) ? text : '\n', piece });
  }
  const rest = lines.slice(blamed.texts.length).join('\n'); // the output of --show-stats
  return Buffer.from(annotate(rows, args, style) + rest, 'latin1');
}

// Replaces the author, padded by git to the longest one, by our name.
function exchange(header: Bytes, piece: Segment, layout: Layout, before: number, gutter: Gutter): Bytes {
  const author = authorOf(piece.entry.commit, layout.email);
  const compat = new RegExp(`\t\\( *${author.replaceAll(/[^A-Za-z0-9]/g, '\\$&')}\t`);
  const old = compat.exec(header);
  if (old) {
    const padding = ' '.repeat(Math.max(0, MIN_COMPAT_COLUMNS - gitWidth(gutter.name(piece).trimEnd())));
    return `${header.slice(0, old.index)}\t(${padding}${gutter.shown(piece).trimEnd()}\t${header.slice(old.index + old[0].length)}`;
  }
  const gitPart = `(${author}${' '.repeat(before - gitWidth(author))} `;
  const at = header.lastIndexOf(gitPart);
  if (at < 0) return header;
  const padding = ' '.repeat(gutter.width - gitWidth(gutter.name(piece)));
  return `${header.slice(0, at)}(${gutter.shown(piece)}${padding} ${header.slice(at + gitPart.length)}`;
}
