import { readFileSync, writeFileSync } from 'node:fs';
import { withoutSum, withSum } from '../../src/recorder/state/state-text.ts';

/** Changes `state.json` as git prov itself would: the new state is sound. */
export function changeState<T>(file: string, change: (state: T) => void): void {
  const state = JSON.parse(withoutSum(readFileSync(file, 'utf8'))) as T;
  change(state);
  writeFileSync(file, withSum(JSON.stringify(state)));
}
