import type { Standing } from '../../../../model/knowledge/status.ts';

/** How an entry stands: its status, and the state of a task. A task that is accepted or completed only has its state. */
export function standingWords({ status, state }: Pick<Standing, 'status' | 'state'>): string {
  if (!state) return status;
  if (status !== 'proposed') return state;
  return state === 'open' ? status : `${status}, ${state}`;
}
