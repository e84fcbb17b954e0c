import { git } from '../../../git/process/process.ts';
import { isZero } from '../../../model/ids.ts';
import { splitLines } from '../../../lines/text.ts';
import { hasTokensOf } from '../../../lines/tokens.ts';
import { contentsOf, type Final } from '../final-text.ts';
import type { GitPlace } from '../git-blame.ts';
import type { NoteLoader } from '../note-loader.ts';
import { type OwnedRun, UNSURE } from '../ownership.ts';
import { type Bytes, type Entry, repoPath } from '../porcelain.ts';

/**
 * Git gives a line of an ignored commit to the commit of the line that it resembles most. Somebody else may have written it anew in the
 * ignored commit. So a line is an agent's only if the line that the agent wrote has all its words.
 */
export class LinesBeforeIgnored {
  readonly #place: GitPlace;
  readonly #notes: NoteLoader;
  readonly #contentOf: (line: number) => Bytes | undefined;
  readonly #texts = new Map<string, readonly Bytes[]>();

  constructor(place: GitPlace, notes: NoteLoader, final: Pick<Final, 'texts'>) {
    this.#place = place;
    this.#notes = notes;
    this.#contentOf = contentsOf(final);
  }

  /** Reads the texts with lines of agents. Their notes are read already. */
  async load(entries: readonly Entry[]): Promise<void> {
    const wanted = new Set<string>();
    for (const entry of entries) {
      const runs = this.#notes.lookup(entry.commit.oid)?.owners(repoPath(entry.path), entry.origLine, entry.count);
      if (!isZero(entry.commit.oid) && runs?.some(({ owner }) => owner.owner === 'agent')) wanted.add(nameOf(entry));
    }
    const names = [...wanted].filter((name) => !this.#texts.has(name) && !name.includes('\n'));
    if (names.length === 0) return;
    const input = Buffer.from(names.map((name) => `${name}\n`).join(''), 'latin1');
    const { stdout } = await git(['cat-file', '--batch'], { ...this.#place, input });
    let at = 0;
    for (const name of names) {
      const end = stdout.indexOf('\n', at);
      const size = /^[0-9a-f]+ blob ([0-9]+)$/.exec(stdout.toString('latin1', at, end))?.[1];
      at = end + 1;
      if (size === undefined) continue; // git found none
      this.#texts.set(name, splitLines(stdout.subarray(at, at + Number(size))));
      at += Number(size) + 1;
    }
  }

  /** The owners of the lines of an entry: an agent keeps those that still have only words of the line that it wrote. */
  owners(entry: Entry, runs: readonly OwnedRun[]): OwnedRun[] {
    if (isZero(entry.commit.oid)) return [...runs];
    const text = this.#texts.get(nameOf(entry));
    return runs.flatMap((run): OwnedRun[] => {
      if (run.owner.owner !== 'agent') return [run];
      const found: { line: number; count: number; owner: OwnedRun['owner'] }[] = [];
      for (let line = run.line; line < run.line + run.count; line++) {
        const now = this.#contentOf(entry.line + line - entry.origLine);
        const isKept = now !== undefined && hasTokensOf(text?.[line - 1] ?? '', now);
        const owner = isKept ? run.owner : UNSURE;
        const last = found.at(-1);
        if (last?.owner === owner) last.count++;
        else found.push({ line, count: 1, owner });
      }
      return found;
    });
  }
}

const nameOf = ({ commit, path }: Entry): Bytes => `${commit.oid}:${path}`;
