import type { Repo } from '../git/repository/repo.ts';
import type { Oid } from '../model/ids.ts';
import type { Note } from '../model/model.ts';
import { ScanCache } from '../redact/scan-cache.ts';
import { ForgottenTexts, isRevived } from '../redact/forgotten.ts';
import { isPathRevived } from '../model/format/forgotten-path.ts';
import { hasSecretPath, secretsInNote } from '../redact/rescan.ts';
import { withhold, type WithheldNote } from '../notes/withheld.ts';
import { provDirOf } from '../git/repository/local-files.ts';

/** Places reported for each note. */
const MAX_PLACES = 5;

/** Scans notes before they leave this clone, and remembers those that stay. */
export class Gate {
  readonly #dir: string;
  readonly #cleared: ScanCache;
  readonly #forgotten: ForgottenTexts;
  readonly #held = new Map<Oid, WithheldNote>();

  constructor(repo: Repo) {
    this.#dir = provDirOf(repo);
    this.#cleared = new ScanCache(this.#dir);
    this.#forgotten = new ForgottenTexts(this.#dir);
  }

  /** The number of notes that stay here. */
  get held(): number {
    return this.#held.size;
  }

  /** Whether a note may leave: it contains nothing that looks like a secret, or that was forgotten here or elsewhere. */
  readonly mayLeave = async (commit: Oid, note: Note): Promise<boolean> => {
    this.#held.delete(commit);
    if (isRevived(note) || isPathRevived(note.lines) || (!this.#forgotten.isEmpty && this.#forgotten.isInNote(note))) {
      this.#held.set(commit, { commit, why: 'forgotten', places: [] });
      return false;
    }
    const secrets = await secretsInNote(note, this.#cleared);
    const isInName = await hasSecretPath(note, this.#cleared);
    if (secrets.length === 0 && !isInName) return true;
    const places = [
      ...(isInName ? ['the name of a file'] : []),
      ...new Set(secrets.map(({ field, node }) => `${field} of ${node}`)),
    ].slice(0, MAX_PLACES);
    this.#held.set(commit, { commit, why: 'secret', places });
    return false;
  };

  /** Saves the notes that stay, for `git prov status` and the next push. */
  save(remote: string): void {
    this.#cleared.save();
    withhold(this.#dir, remote, [...this.#held.values()]);
  }
}
