import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FileDiff, Hunk } from '../../contract.ts';
import { useTokens } from './code.tsx';
import { Code } from './code.tsx';
import { counted } from './words.ts';

/** What stands before an added line: who wrote it. */
export type Beside = (line: number) => ComponentChildren;

interface Line {
  readonly key: string;
  readonly sign: string;
  readonly old: number | undefined;
  readonly next: number | undefined;
  readonly text: string;
}

function linesOf({ oldStart, newStart, lines }: Hunk): Line[] {
  let [old, next] = [oldStart, newStart];
  return lines.map((line, at) => {
    const sign = line[0] ?? ' ';
    const text = line.slice(1);
    const key = `${oldStart}-${at}`;
    if (sign === '+') return { key, sign, old: undefined, next: next++, text };
    if (sign === '-') return { key, sign, old: old++, next: undefined, text };
    return sign === '\\'
      ? { key, sign, old: undefined, next: undefined, text }
      : { key, sign, old: old++, next: next++, text };
  });
}

/** The changes of one file. */
export function Diff({
  diff,
  beside,
  shows,
  onLine,
  chosen,
}: {
  readonly diff: FileDiff;
  readonly beside?: Beside | undefined;
  /** Which added lines to show; the others are dimmed. */
  readonly shows?: ((line: number) => boolean) | undefined;
  readonly onLine?: ((line: number) => void) | undefined;
  readonly chosen?: number | undefined;
}) {
  const lines = useMemo(() => diff.hunks.map(linesOf), [diff.hunks]);
  const texts = useMemo(() => lines.flatMap((hunk) => hunk.map(({ text }) => text)), [lines]);
  const tokens = useTokens(diff.path, texts);
  if (diff.binary) return <p class="quiet">Git shows no lines of this file.</p>;
  if (diff.hunks.length === 0) return <p class="quiet">No line changed.</p>;
  let at = 0;
  return (
    <div class="diff" tabIndex={0} role="group" aria-label={`Changes of ${diff.path}`}>
      {diff.hunks.map((hunk, number) => (
        <div key={hunk.newStart} class="hunk">
          <div class="hunk-head">
            line {hunk.newStart} {hunk.head}
          </div>
          {lines[number]!.map((line) => {
            const own = tokens?.[at++];
            const isAdded = line.sign === '+' && line.next !== undefined;
            const dim = isAdded && shows !== undefined && !shows(line.next!);
            const kind = line.sign === '+' ? 'added' : line.sign === '-' ? 'removed' : 'same';
            const can = isAdded && onLine !== undefined;
            return (
              <div
                key={line.key}
                class={`diff-line ${kind}${dim ? ' dim' : ''}${can ? ' can' : ''}${can && chosen === line.next ? ' chosen' : ''}`}
                onClick={can ? () => onLine(line.next!) : undefined}
              >
                <span class="number">{line.next ?? line.old ?? ''}</span>
                <span class="beside">{isAdded && beside ? beside(line.next!) : null}</span>
                <span class="sign" aria-label={kind === 'same' ? undefined : kind}>
                  {line.sign === '\\' ? '' : line.sign}
                </span>
                <code>
                  <Code text={line.text} tokens={own} />
                </code>
              </div>
            );
          })}
        </div>
      ))}
      {diff.left > 0 && <p class="quiet">{counted(diff.left, 'more line')}: git show shows them all.</p>}
    </div>
  );
}
