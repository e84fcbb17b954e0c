import type { Node } from '../../model/model.ts';
import type { History } from '../history/history.ts';

/** An input or output of a step. */
export interface Content {
  readonly hash: string;
  /** Undefined when this clone does not store it. */
  readonly text: string | undefined;
}

/** The stored content with a hash; undefined without one. */
export const contentOf = async (history: History, hash: string | undefined): Promise<Content | undefined> =>
  hash === undefined ? undefined : { hash, text: await history.contentOf?.(hash) };

/** The stored inputs and outputs of these steps, by hash. */
export async function contentsOf(history: History, steps: readonly Node[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const hash of new Set(steps.flatMap(({ input, output }) => [input, output]))) {
    const content = await contentOf(history, hash);
    if (content?.text !== undefined) contents.set(content.hash, content.text);
  }
  return contents;
}
