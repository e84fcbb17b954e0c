import type { Browser } from 'playwright-core';
import type { Served } from '../served.ts';
import type { Watched } from './chromium.ts';
import type { Story } from './story.ts';

/** What the tests of the browser share: one browser, one repository and one server, because each takes seconds to start. */
export interface Shared {
  readonly browser: () => Browser;
  readonly story: () => Story;
  readonly served: () => Served;
  /** A page of the served repository. */
  readonly main: () => Watched;
}
