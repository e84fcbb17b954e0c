import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Layout, NODE_HEIGHT, NODE_WIDTH, type PlacedNode } from './layout.ts';

/** Pixels between a node and the edge of the window, when a node is brought into the window. */
const MARGIN = 24;
/** Below this scale a whole graph cannot be read: it then begins at its first node. */
const MIN_FIT = 0.25;

/** The part of a drawing that is seen. */
export interface Window {
  readonly view: ZoomTransform;
  readonly size: readonly [width: number, height: number];
  /** Shows the whole graph. */
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  /** Moves a node into the window, if it is outside. */
  readonly bringIn: (node: PlacedNode) => void;
}

/**
 * Moves and scales a drawing. Until the person moves it, the whole graph is shown, also after a change of the window's size or
 * of the record. A chosen node is always in the window.
 * @param focus a node to bring into the middle; a new object each time
 */
export function useWindow(
  svg: RefObject<SVGSVGElement | null>,
  layout: Layout,
  chosen: string | undefined,
  focus: { readonly id: string } | undefined,
): Window {
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  const now = useRef<ZoomTransform>(zoomIdentity);
  const isByHand = useRef(false);
  const isPlaced = useRef(false);
  const [view, setView] = useState<ZoomTransform>(zoomIdentity);
  const [size, setSize] = useState<readonly [width: number, height: number]>([0, 0]);
  useEffect(() => {
    const element = svg.current!;
    let frame = 0;
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.02, 2.5])
      .on('zoom', ({ transform, sourceEvent }: { transform: ZoomTransform; sourceEvent: unknown }) => {
        now.current = transform;
        if (sourceEvent) isByHand.current = true;
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => setView(transform));
      });
    behavior.current = zooming;
    select(element).call(zooming).on('dblclick.zoom', null);
    const observer = new ResizeObserver(() => setSize([element.clientWidth || 800, element.clientHeight || 500]));
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      select(element).on('.zoom', null);
    };
  }, []);
  const move = (to: ZoomTransform): void => void select(svg.current!).call(behavior.current!.transform, to);
  const fit = (): void => {
    const [w, h] = sizeOf(svg.current!);
    isByHand.current = false;
    const scale = Math.min(1, (w - 40) / Math.max(1, layout.width), (h - 40) / Math.max(1, layout.height));
    move(
      scale < MIN_FIT || !layout.whole
        ? zoomIdentity.translate(20, 20).scale(0.8)
        : zoomIdentity.translate((w - layout.width * scale) / 2, (h - layout.height * scale) / 2).scale(scale),
    );
  };
  const centre = (node: PlacedNode): void => {
    const [w, h] = sizeOf(svg.current!);
    isByHand.current = false;
    const scale = Math.max(0.7, Math.min(1.2, now.current.k));
    move(zoomIdentity.translate(w / 2 - node.x * scale, h / 2 - node.y * scale).scale(scale));
  };
  const bringIn = (node: PlacedNode): void => {
    const { k, x, y } = now.current;
    const [w, h] = sizeOf(svg.current!);
    const right = shift(node.x * k + x, (NODE_WIDTH * k) / 2 + MARGIN, w);
    const down = shift(node.y * k + y, (NODE_HEIGHT * k) / 2 + MARGIN, h);
    if (right !== 0 || down !== 0) move(zoomIdentity.translate(x + right, y + down).scale(k));
  };
  const node = chosen === undefined ? undefined : layout.byId.get(chosen);
  useEffect(() => {
    if (size[0] === 0) return; // not measured yet
    if (node && !isPlaced.current) centre(node);
    else if (node) bringIn(node);
    else if (!isByHand.current) fit();
    isPlaced.current = true;
  }, [layout, size[0], size[1], chosen]);
  useEffect(() => {
    const wanted = focus && layout.byId.get(focus.id);
    if (wanted) centre(wanted);
  }, [focus]);
  const zoomBy = (factor: number): void => {
    isByHand.current = true;
    select(svg.current!).call(behavior.current!.scaleBy, factor);
  };
  return { view, size: size[0] === 0 ? [800, 500] : size, fit, zoomBy, bringIn };
}

const sizeOf = ({ clientWidth, clientHeight }: SVGSVGElement): [width: number, height: number] => [
  clientWidth || 800,
  clientHeight || 500,
];

/** How far something of this half width must move to be inside; a window that is too small shows its middle. */
const shift = (middle: number, half: number, room: number): number =>
  half * 2 > room ? room / 2 - middle : middle < half ? half - middle : middle > room - half ? room - half - middle : 0;
