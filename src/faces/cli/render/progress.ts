import type { Writable } from 'node:stream';

/** Git's delay before it shows progress, in seconds. */
const PROGRESS_DELAY_S = 2;

/** Shows the progress of long work, in git's words. */
export interface Progress {
  /** Sets how much is done, and the total; undefined while the total is unknown. */
  at(found: number, all: number | undefined): void;
  /** Ends the display. */
  stop(): void;
}

/**
 * Shows the progress of work: `Blaming lines: 42% (2940/7000)`, as in `git blame`. It starts after two seconds (or the
 * value of GIT_PROGRESS_DELAY).
 * @param to the terminal's standard error
 * @param what a name for the work, such as `Blaming lines`
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
  const delay = Number(env['GIT_PROGRESS_DELAY'] || PROGRESS_DELAY_S);
  const timer = setTimeout(begin, 1000 * (delay >= 0 ? delay : PROGRESS_DELAY_S));
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

/** Shows the progress of work in parts, each with a line of its own. */
export interface PartsProgress {
  /** Sets which part is at work, how much of it is done, and its total. */
  readonly at: (what: string, done: number, all: number | undefined) => void;
  readonly stop: () => void;
}

/** Shows progress as `showProgress` does, for work in parts. Nothing is shown where standard error is no terminal. */
export function showParts(to: Writable & { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): PartsProgress {
  let [shown, progress]: [string, Progress | undefined] = ['', undefined];
  const stop = (): void => progress?.stop();
  return {
    at: (what, done, all) => {
      if (what !== shown && to.isTTY) {
        stop();
        [shown, progress] = [what, showProgress(to, env, what)];
      }
      progress?.at(done, all);
    },
    stop,
  };
}
