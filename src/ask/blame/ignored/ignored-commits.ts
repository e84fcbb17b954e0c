import { ObjectReader } from '../../../git/objects/objects.ts';
import { openRepo } from '../../../git/repository/repo.ts';
import { isZero } from '../../../model/ids.ts';
import { splitLines } from '../../../lines/text.ts';
import { hasTokensOf } from '../../../lines/tokens.ts';
import { contentsOf, type Final } from '../final-text.ts';
import type { GitPlace } from '../git-blame.ts';
import type { NoteLoader } from '../note-loader.ts';
import { type OwnedRun, UNSURE } from '../ownership.ts';
import { type Bytes, type Entry, repoPath } from '../porcelain.ts';

/**
 * Git gives a line of an ignored commit to the commit of the line that it resembles most. Another person may have rewritten it in the
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
    const names = [...wanted].filter((name) => !this.#texts.has(name));
    if (names.length === 0) return;
    const objects = new ObjectReader(await openRepo(this.#place.cwd, this.#place.env));
    try {
      for (const [i, found] of (await objects.read(names)).entries())
        if (found && 'bytes' in found) this.#texts.set(names[i]!, splitLines(found.bytes));
    } finally {
      await objects.close();
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

const nameOf = ({ commit, path }: Entry): string => `${commit.oid}:${repoPath(path)}`;
