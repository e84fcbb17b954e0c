import type { History } from '../history/history.ts';
import type { NodeInfo } from '../shapes/shapes.ts';
import type { ShownContent } from '../show/show-answer.ts';

/** The stored content with a hash; null without one. */
export const contentOf = async (history: History, hash: string | undefined): Promise<ShownContent | null> =>
  hash === undefined ? null : { hash, text: (await history.contentOf?.(hash)) ?? null };

/** The stored inputs and outputs of these steps, by hash. */
export async function contentsOf(
  history: History,
  steps: readonly Pick<NodeInfo, 'input' | 'output'>[],
): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const hash of new Set(steps.flatMap(({ input, output }) => [input, output]))) {
    const content = await contentOf(history, hash);
    if (content && content.text !== null) contents.set(content.hash, content.text);
  }
  return contents;
}
