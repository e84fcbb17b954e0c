import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { AnswerTo, Question, Start } from '../contract.ts';
import type { Source } from './source.ts';

/** What every view knows. */
export interface PageContext {
  readonly source: Source;
  readonly start: Start;
  /** Grows with each change of the repository. */
  readonly version: number;
  readonly go: (address: string, replace?: boolean) => void;
}

export const Page = createContext<PageContext>(undefined as unknown as PageContext);
export const usePage = (): PageContext => useContext(Page);

/** The state of a question. While a newer answer is on its way, the older one stays. */
export type Asked<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly data: T; readonly fresh: boolean }
  | { readonly state: 'failed'; readonly error: Error };

/**
 * Asks a question, and asks it again after each change of the repository. Undefined asks nothing.
 * @param again a new number asks it again
 */
export function useAnswer<Q extends Question>(question: Q | undefined, again = 0): Asked<AnswerTo<Q>> {
  const { source, version } = usePage();
  const key = JSON.stringify(question);
  const [kept, setKept] = useState<{ key: string | undefined; asked: Asked<AnswerTo<Q>> }>({
    key: undefined,
    asked: WAITING,
  });
  const latest = useRef(0);
  useEffect(() => {
    if (question === undefined) return;
    const turn = ++latest.current;
    const settle = (asked: Asked<AnswerTo<Q>>): void => {
      if (turn === latest.current) setKept({ key, asked });
    };
    source.ask(question).then(
      (data) => settle({ state: 'ready', data, fresh: true }),
      (error: unknown) => settle({ state: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
    );
  }, [key, version, again]);
  return kept.key === key ? kept.asked : WAITING;
}

const WAITING = { state: 'waiting' } as const;
