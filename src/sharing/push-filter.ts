import type { Repo } from '../git/repository/repo.ts';
import type { Oid } from '../model/ids.ts';
import type { Note } from '../model/model.ts';
import type { NotesGate } from '../notes/transport/publication.ts';
import { ScanCache } from '../redact/scan-cache.ts';
import { ForgottenTexts } from '../redact/forgotten.ts';
import { whyItStays } from '../redact/leaving.ts';
import { withhold, type WithheldNote } from '../notes/withheld.ts';
import { provDirOf } from '../git/repository/local-files.ts';

/** Scans notes before they leave this clone, and remembers those that stay. */
export class Gate implements NotesGate {
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

  /** What was forgotten may be in any note, so with a forgotten text each note is read. */
  isCleared(commit: Oid, blob: Oid): boolean {
    return this.#forgotten.isEmpty && this.#cleared.hasNote(commit, blob);
  }

  /** Whether a note may leave: it contains nothing that looks like a secret, or that was forgotten here or elsewhere. */
  async mayLeave(commit: Oid, note: Note, blob?: Oid): Promise<boolean> {
    this.#held.delete(commit);
    const staying = await whyItStays(note, this.#cleared, this.#forgotten);
    if (staying) this.#held.set(commit, { commit, ...staying });
    else if (blob) this.#cleared.addNote(commit, blob);
    return !staying;
  }

  /** Saves the notes that stay, for `git prov status` and the next push. */
  save(remote: string): void {
    this.#cleared.save();
    withhold(this.#dir, remote, [...this.#held.values()]);
  }
}
