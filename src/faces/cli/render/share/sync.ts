import type { Outcome } from '../../../../sharing/push.ts';
import type { Synced } from '../../../../sharing/remotes.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

/** The result of `git prov push`, `fetch` and `sync`. */
export function renderSynced({ remote, fetched, pushed }: Synced): string {
  const name = term(remote);
  const lines: string[] = [];
  if (fetched?.kind === 'done')
    lines.push(
      fetched.notes > 0 ? `${name}: ${counted(fetched.notes, 'note')} fetched` : `${name}: no new notes there`,
    );
  if (pushed?.kind === 'fresh') lines.push(`${name}: already has the notes of all its commits`);
  if (pushed?.kind === 'done') {
    lines.push(`${name}: ${counted(pushed.notes, 'note')} pushed`);
    if (pushed.damaged > 0)
      lines.push(`  ${counted(pushed.damaged, 'note')} that cannot be read stayed here; see git prov doctor`);
  }
  if (pushed && 'held' in pushed && pushed.held !== undefined)
    lines.push(`  ${counted(pushed.held, 'note')} that may hold secrets stayed here; see git prov status`);
  for (const one of [fetched, pushed]) if (one && isFailure(one)) lines.push(...failure(remote, one));
  return `${lines.join('\n')}\n`;
}

function failure(remote: string, { kind, why }: Extract<Outcome, { why: string }>): string[] {
  const failed = kind === 'refused' ? 'does not take the notes' : 'could not be reached';
  const todo =
    kind === 'refused'
      ? 'Ask its administrator to allow refs/notes/provenance, or set prov.notesRemote to another remote.'
      : `Nothing is lost; try again when git fetch ${term(remote)} works.`;
  return [`${term(remote)} ${failed}: ${term(why)}`, `  ${todo}`];
}

const isFailure = (one: Outcome): one is Extract<Outcome, { why: string }> => 'why' in one;
