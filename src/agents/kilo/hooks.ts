import type { Adapter } from '../../recorder/spool/event.ts';
import { forkOf } from '../opencode/hooks.ts';

/** Kilo's command line, a fork of opencode: the same plug-in, under its own name. */
export const kilo: Adapter = forkOf('kilo', 'KILO');
