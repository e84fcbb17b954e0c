import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Token } from '../syntax.ts';

/** Longer texts keep one colour: to read them would hold the page up. */
const MAX_COLORED = 1_500_000;

/** The coloured tokens of each line of a file, as soon as they are known. */
export function useTokens(path: string, lines: readonly string[]): readonly (readonly Token[])[] | undefined {
  const [tokens, setTokens] = useState<{
    readonly of: readonly string[];
    readonly lines: readonly (readonly Token[])[];
  }>();
  useEffect(() => {
    let wanted = true;
    if (lines.reduce((sum, line) => sum + line.length, 0) > MAX_COLORED) return;
    // The text is shown first.
    const clock = setTimeout(async () => {
      const { tokensOf } = await import('../syntax.ts');
      const found = tokensOf(path, lines);
      if (wanted && found) setTokens({ of: lines, lines: found });
    }, 0);
    return () => {
      wanted = false;
      clearTimeout(clock);
    };
  }, [path, lines]);
  return tokens?.of === lines ? tokens.lines : undefined;
}

/** A line of code. */
export const Code = ({
  text,
  tokens,
}: {
  readonly text: string;
  readonly tokens: readonly Token[] | undefined;
}): ComponentChildren =>
  tokens
    ? tokens.map(([tone, part], at) =>
        tone === '' ? (
          part
        ) : (
          <span key={at} class={tone}>
            {part}
          </span>
        ),
      )
    : text;
