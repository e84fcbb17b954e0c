import type { Payload } from '../../recorder/spool/event.ts';
import { parseLine } from '../../agents/common/jsonl.ts';

/** Bytes of one object. A pull request has some 25,000. */
const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

/** An object, or the fault of a part of the text. */
export type Parsed = { readonly object: Payload } | { readonly fault: string };

const [QUOTE, BACKSLASH, OPEN, CLOSE, COMMA] = ['"', '\\', '{', '}', ','].map((one) => one.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
];
const [LIST, END] = ['[', ']'].map((one) => one.charCodeAt(0)) as [number, number];
const BLANK: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x1e, 0x20, 0xef, 0xbb, 0xbf]); // also a byte order mark and RS

/**
 * Reads the objects of a JSON text in order: in a list, in lists of lists (`--slurp`), in several lists one behind the other
 * (`--paginate`), or one in each line. A part that is no JSON does not hide the objects behind it. Holds one object at a time.
 */
export async function* objectsIn(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Parsed> {
  const scanner = new Scanner();
  for await (const chunk of chunks) yield* scanner.take(chunk);
  yield* scanner.end();
}

class Scanner {
  #held: Uint8Array[] = [];
  #size = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Bytes outside of objects that belong to no list were found since the last object. */
  #stray = false;

  *take(chunk: Uint8Array): Generator<Parsed> {
    let from = this.#depth > 0 ? 0 : -1;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (this.#depth === 0) {
        if (byte === OPEN) {
          if (this.#stray) yield this.#strayed();
          [this.#depth, from] = [1, i];
        } else if (byte !== LIST && byte !== END && byte !== COMMA && !BLANK.has(byte)) this.#stray = true;
        continue;
      }
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN) this.#depth++;
      else if (byte === CLOSE && --this.#depth === 0) {
        this.#hold(chunk.subarray(from, i + 1));
        yield this.#whole();
        from = -1;
      }
    }
    if (from >= 0) this.#hold(chunk.subarray(from));
  }

  *end(): Generator<Parsed> {
    if (this.#depth > 0) yield { fault: 'objects that are cut off at the end' };
    else if (this.#stray) yield this.#strayed();
  }

  #hold(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > MAX_OBJECT_BYTES) this.#held = [];
    else this.#held.push(Uint8Array.from(bytes));
  }

  #whole(): Parsed {
    const [parts, size] = [this.#held, this.#size];
    [this.#held, this.#size] = [[], 0];
    if (size > MAX_OBJECT_BYTES) return { fault: 'objects over 16 MiB' };
    const object = parseLine(Buffer.concat(parts).toString('utf8'));
    return object ? { object } : { fault: 'objects that are no JSON' };
  }

  #strayed(): Parsed {
    this.#stray = false;
    return { fault: 'parts that are no JSON objects' };
  }
}
