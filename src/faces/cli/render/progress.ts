import type { Writable } from 'node:stream';

/** How long git waits before it shows how far it is, in seconds. */
const GIT_DELAY = 2;

/** Shows how far long work is, in git's words. */
export interface Progress {
  /** Says how much is done, and of how much; undefined while that is not known. */
  at(found: number, all: number | undefined): void;
  /** The work is over: nothing is shown any more. */
  stop(): void;
}

/**
 * Watches work that may take long: `Blaming lines:  42% (2940/7000)`, as `git blame` says it, once it has taken two
 * seconds (or what GIT_PROGRESS_DELAY says).
 * @param to the terminal's standard error
 * @param what is done, such as `Blaming lines`
 */
export function showProgress(to: Writable, env: NodeJS.ProcessEnv, what: string): Progress {
  let [found, all, shown]: [number, number | undefined, number | undefined] = [0, undefined, undefined];
  let due = false;
  const show = (end: string): void => {
    if (!due || !all) return;
    const percent = Math.floor((100 * found) / all);
    if (percent === shown && end === '\r') return;
    shown = percent;
    to.write(`${what}: ${String(percent).padStart(3)}% (${found}/${all})${end}`);
  };
  const begin = (): void => {
    due = true;
    show('\r');
  };
  const delay = Number(env['GIT_PROGRESS_DELAY'] || GIT_DELAY);
  const timer = setTimeout(begin, 1000 * (delay >= 0 ? delay : GIT_DELAY));
  return {
    at: (lines, of) => {
      found = lines;
      all = of;
      show('\r');
    },
    stop: () => {
      clearTimeout(timer);
      if (shown !== undefined) show(', done.\n');
      due = false;
    },
  };
}
