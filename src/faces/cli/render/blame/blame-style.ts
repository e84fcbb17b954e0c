import type { Mark } from './blame-legend.ts';
import type { Signs } from '../signs.ts';
import type { Paint } from '../color.ts';

/** The style of the default format. */
export interface Style {
  readonly signs: Signs;
  readonly paint: Paint;
  /** The terminal's width; undefined when nothing is cut. */
  readonly columns: number | undefined;
  /** Collects the displayed marks for the legend. */
  readonly marks?: Set<Mark>;
  /** Called when a run of lines has no room for its reason. */
  readonly crowded?: () => void;
}
