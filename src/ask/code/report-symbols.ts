import { Outlines } from '../../code/outlines.ts';
import { type CodeSymbol, symbolId, symbolsIn, symbolsOfLines } from '../../code/symbols.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Attention } from '../report/attention.ts';
import type { Report } from '../report/report.ts';
import { outlineAt } from './located-symbol.ts';

/** Files that are parsed for the names. The most important lines come first. */
const MAX_FILES = 50;
/** Limit of names for each entry. */
const MAX_NAMES = 10;
/** Lines of one entry that are looked at. */
const MAX_LINES = 10_000;

/** The report with the functions and types around the lines that a reviewer should check. */
export async function withSymbols(repo: Repo, report: Report): Promise<Report> {
  const paths = [...new Set(report.attention.map(({ path }) => path))].slice(0, MAX_FILES);
  const place = { repo, cwd: repo.cwd, revision: report.range.head };
  const outlines = new Outlines(repo);
  const found = new Map<string, readonly CodeSymbol[]>();
  for (const path of paths) {
    const facts = await outlineAt(place, path, outlines);
    if (facts) found.set(path, symbolsIn(path, facts));
  }
  return { ...report, attention: report.attention.map((one) => named(one, found.get(one.path) ?? [])) };
}

function named(one: Attention, symbols: readonly CodeSymbol[]): Attention {
  const around = [...symbolsOfLines(symbols, one.ranges, MAX_LINES)].slice(0, MAX_NAMES);
  return { ...one, symbols: around.map((symbol) => ({ id: symbolId(symbol), name: symbol.name })) };
}
