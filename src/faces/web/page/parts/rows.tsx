import type { ComponentChildren, HTMLAttributes, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows that are drawn beyond each edge of the window, so that fast scrolling shows no blank area. */
const ROWS_BEYOND_EDGE = 120;

export interface RowsProps {
  readonly count: number;
  /** Pixels; all rows are equally high. */
  readonly height: number;
  readonly row: (index: number) => ComponentChildren;
  /** A row to bring into the window when it changes. */
  readonly visible?: number | undefined;
  readonly box?: HTMLAttributes<HTMLDivElement>;
}

/** A long list of which only the rows near the window are in the page. */
export function Rows({ count, height, row, visible, box }: RowsProps) {
  const outer = useRef<HTMLDivElement>(null);
  const [from, to] = useWindow(outer, count, height);
  useLayoutEffect(() => {
    const element = outer.current;
    if (visible === undefined || !element) return;
    const top = visible * height;
    const room = element.clientHeight;
    if (top < element.scrollTop || top + height > element.scrollTop + room)
      element.scrollTop = Math.max(0, top - Math.floor(room / 3));
  }, [visible, height]);
  const rows: ComponentChildren[] = [];
  for (let at = from; at < to; at++) rows.push(row(at));
  return (
    <div ref={outer} {...box}>
      <div class="rows" role="presentation" style={{ height: `${count * height}px` }}>
        <div class="rows-shown" role="presentation" style={{ transform: `translateY(${from * height}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}

function useWindow(outer: RefObject<HTMLDivElement | null>, count: number, height: number): [from: number, to: number] {
  const [place, setPlace] = useState<[top: number, room: number]>([0, 1000]);
  useLayoutEffect(() => {
    const element = outer.current;
    if (!element) return;
    const measure = (): void => {
      const step = Math.floor(ROWS_BEYOND_EDGE / 3) * height; // a new window only after a third of what is beyond
      const top = Math.floor(element.scrollTop / step) * step;
      setPlace(([was, room]) =>
        was === top && room === element.clientHeight ? [was, room] : [top, element.clientHeight],
      );
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [height]);
  const [top, room] = place;
  const first = Math.floor(top / height);
  return [
    Math.max(0, first - ROWS_BEYOND_EDGE),
    Math.min(count, first + Math.ceil(room / height) + ROWS_BEYOND_EDGE + Math.floor(ROWS_BEYOND_EDGE / 3)),
  ];
}
