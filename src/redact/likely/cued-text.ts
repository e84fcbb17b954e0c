import type { Cue } from './cues.ts';

/** A line of a text, and what it says about every word on it. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly features: readonly string[];
}

/** A text with its cues. */
export interface CuedText {
  readonly text: string;
  readonly cues: readonly Cue[];
  /** The line that was looked at last. */
  line?: Line;
}
