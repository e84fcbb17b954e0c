import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestAgent } from '../../helpers/agent.ts';
import type { Dice } from './dice.ts';
import { authorOf } from './ink.ts';
import { type Stage, textOf } from './stage.ts';

/** The person or agent that resolves a conflict; `either` leaves it to the dice. */
export type Solver = 'person' | 'agent' | 'either';

type Unfinished = 'rebase' | 'am' | 'cherry-pick' | 'revert' | 'merge';

/** The operation that git has in progress in this work tree. */
export function unfinished(stage: Stage): Unfinished | undefined {
  const dir = stage.repo.git('rev-parse', '--absolute-git-dir');
  const is = (name: string): boolean => existsSync(join(dir, name));
  if (is('rebase-merge')) return 'rebase';
  if (is('rebase-apply')) return is('rebase-apply/applying') ? 'am' : 'rebase';
  if (is('CHERRY_PICK_HEAD')) return 'cherry-pick';
  if (is('REVERT_HEAD')) return 'revert';
  if (is('sequencer/todo'))
    return readFileSync(join(dir, 'sequencer/todo'), 'utf8').startsWith('revert') ? 'revert' : 'cherry-pick';
  return is('MERGE_HEAD') ? 'merge' : undefined;
}

export const unmerged = (stage: Stage): string[] =>
  stage.repo.git('diff', '--name-only', '--diff-filter=U', '-z').split('\0').filter(Boolean);

/**
 * Completes git's operation, and resolves every conflict on the way. After a dozen conflicts it aborts.
 * @returns how many conflicts were resolved
 */
export function finish(stage: Stage, dice: Dice, solver: Solver = 'either'): number {
  let solved = 0;
  for (let round = 0; round < 12; round++) {
    const what = unfinished(stage);
    if (!what) return solved;
    const agent = solver === 'agent' || (solver === 'either' && dice.chance(40)) ? stage.agent(dice) : undefined;
    if (unmerged(stage).length > 0) {
      solve(stage, dice, agent);
      solved++;
    } else if (round > 0 || what !== 'rebase') {
      // Stopped without a conflict: the change has become empty.
      if (stage.git(what, what === 'merge' ? '--abort' : '--skip')) continue;
    }
    goOn(stage, what, agent);
  }
  const what = unfinished(stage);
  if (what) stage.git(what, '--abort');
  return solved;
}

function goOn(stage: Stage, what: Unfinished, agent: TestAgent | undefined): void {
  const command = what === 'merge' ? ['commit', '--no-edit'] : [what, '--continue'];
  if (!agent) {
    stage.git('add', '-A');
    return void stage.git(...command);
  }
  stage.repo.tick();
  stage.log.push(`${agent.session}$ git add -A && git ${command.join(' ')}`);
  agent.bash(`git add -A && git ${command.join(' ')}`);
}

/** Removes the markers of all conflicts: keeps both sides or one, and may add a new line. */
export function solve(stage: Stage, dice: Dice, agent?: TestAgent): void {
  for (const path of unmerged(stage)) {
    const lines = stage.lines(path);
    if (!lines.some((line) => line.startsWith('<<<<<<< '))) continue;
    const kept = keep(lines, dice.pick(['both', 'both', 'ours', 'theirs'] as const));
    const own = dice.chance(40) ? [stage.ink.line(agent?.session ?? 'human')] : [];
    const changed = kept.lines.toSpliced(kept.at, own.length > 0 && dice.chance(40) ? 1 : 0, ...own);
    stage.log.push(`${agent?.session ?? 'person'} solves ${path}`);
    if (!agent) stage.save(path, changed);
    else if (dice.chance(50)) agent.write(path, textOf(path, changed));
    else agent.edit(path, stage.repo.read(path), textOf(path, changed));
  }
}

// The lines without the markers, each one once, and the position of the first conflict.
function keep(lines: readonly string[], sides: 'both' | 'ours' | 'theirs'): { lines: string[]; at: number } {
  const kept: string[] = [];
  let side: 'both' | 'ours' | 'theirs' = 'both';
  let at = -1;
  for (const line of lines) {
    if (line.startsWith('<<<<<<< ')) {
      side = 'ours';
      if (at < 0) at = kept.length;
    } else if (side !== 'both' && line === '=======') side = 'theirs';
    else if (line.startsWith('>>>>>>> ')) side = 'both';
    else if ((side === 'both' || sides === 'both' || side === sides) && !(authorOf(line) && kept.includes(line)))
      kept.push(line);
  }
  return { lines: kept, at: Math.max(at, 0) };
}
