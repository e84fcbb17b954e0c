/** Characters of all answers that are kept. */
const MAX_KEPT = 64_000_000;
/** Questions that are worked on at once; each starts several git processes. */
const MAX_AT_ONCE = 6;

/** Caches answers until the repository changes; the least recently used are dropped. */
export class AnswerCache {
  readonly #kept = new Map<string, Promise<string>>();
  readonly #waiting: (() => void)[] = [];
  #stamp = '';
  #size = 0;
  #running = 0;

  /**
   * @param stamp the state of the repository
   * @param isKept whether an answer may be given again
   */
  get(
    question: string,
    stamp: string,
    work: () => Promise<string>,
    isKept: (answer: string) => boolean = () => true,
  ): Promise<string> {
    if (stamp !== this.#stamp) {
      this.#kept.clear();
      this.#stamp = stamp;
      this.#size = 0;
    }
    const known = this.#kept.get(question);
    if (known) {
      this.#kept.delete(question);
      this.#kept.set(question, known);
      return known;
    }
    const answer = this.#limited(work);
    this.#kept.set(question, answer);
    answer.then(
      (text) => (isKept(text) ? this.#keep(question, answer, text.length) : this.#kept.delete(question)),
      () => this.#kept.delete(question),
    );
    return answer;
  }

  #keep(question: string, answer: Promise<string>, size: number): void {
    if (this.#kept.get(question) !== answer) return;
    this.#size += size;
    for (const [oldest] of this.#kept) {
      if (this.#size <= MAX_KEPT || oldest === question) break;
      this.#kept.delete(oldest);
      this.#size -= size;
    }
  }

  async #limited(work: () => Promise<string>): Promise<string> {
    if (this.#running >= MAX_AT_ONCE) await new Promise<void>((go) => this.#waiting.push(go));
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }
}
