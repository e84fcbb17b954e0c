import type { Mark } from './blame-legend.ts';
import type { Signs } from './signs.ts';
import type { Paint } from './color.ts';

/** How the default format is shown. */
export interface Style {
  readonly signs: Signs;
  readonly paint: Paint;
  /** The terminal's width; undefined where nothing is cut. */
  readonly columns: number | undefined;
  /** Collects the marks that are shown, for the legend. */
  readonly marks?: Set<Mark>;
}
