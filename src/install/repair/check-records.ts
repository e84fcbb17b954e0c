import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerFile, ledgerName, Ledgers, SESSION_END, SESSION_GAP } from '../../recorder/ledger/ledger.ts';
import { withLock } from '../../recorder/spool/lock.ts';
import { isSoundEntry, OwnerCache } from '../../recorder/worktree/blob-owners.ts';
import { nameLost } from '../../recorder/state/state-schema.ts';
import { hasLedgers, saveState } from '../../recorder/state/state.ts';
import { loadState, peekState, readState } from '../../recorder/state/load-state.ts';
import { ProvError } from '../../errors.ts';
import type { SessionId } from '../../model/ids.ts';
import { fine, FIX, type DoctorFinding, type CheckContext } from './doctor-finding.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';

const LOCK_TIMEOUT_MS = 5000;

/** Checks the local records: the state, the line owners, and the ledgers of sessions. */
export function checkRecords({ dir }: CheckContext): DoctorFinding[] {
  const sessions = localFiles(dir).ledgers;
  const ledgers = existsSync(sessions) ? readdirSync(sessions).filter((name) => name.endsWith('.jsonl')) : [];
  const owners = lines(dir, 'owners.jsonl', isSoundEntry, 'Uncommitted lines may lose their owner.');
  const unread = ledgers.flatMap((name) =>
    lines(dir, join('sessions', name), isStep, 'Committed work is in the notes too.'),
  );
  const found = [
    ...state(dir),
    ...(owners.length > 0 ? owners : changedOwners(dir)),
    ...(unread.length > 0 ? unread : shortLedgers(dir)),
  ];
  return found.length > 0 ? found : [fine('records', 'The state, the owners of lines and the ledgers can be read.')];
}

function state(dir: string): DoctorFinding[] {
  const file = localFiles(dir).state;
  const aside = `${file}.damaged`;
  const found: DoctorFinding[] = [];
  let lost: readonly string[] = [];
  const why = existsSync(file) ? fault(() => ({ lost } = readState(readFileSync(file, 'utf8')))) : undefined;
  if (!existsSync(file) && hasLedgers(dir))
    found.push({
      name: 'records',
      state: 'problem',
      what: `${file} is missing, although sessions were recorded here.`,
      why: 'Uncommitted lines without a known writer will be unknown.',
      todo: `${FIX} Sessions continue where their ledgers end.`,
      mend: () => underLock(dir, () => saveState(dir, loadState(dir))),
    });
  if (why !== undefined)
    found.push({
      name: 'records',
      state: 'problem',
      what: `${file} is damaged, or of another version of git prov.`,
      why,
      todo: `${FIX} It is set aside, and sessions continue where their ledgers end.`,
      mend: () => underLock(dir, () => saveState(dir, loadState(dir))),
    });
  else if (lost.length > 0)
    found.push({
      name: 'records',
      state: 'problem',
      what: `Parts of ${file} are damaged or missing: ${nameLost(lost)}.`,
      why: 'Uncommitted lines without a known writer will be unknown.',
      todo: `${FIX} They are left out, and sessions continue where their ledgers end.`,
      mend: () => underLock(dir, () => saveState(dir, loadState(dir))),
    });
  else if (existsSync(aside))
    found.push({
      name: 'records',
      state: 'warning',
      what: `A damaged state was set aside as ${aside}.`,
      why: 'Recording continued from the ledgers and notes.',
      todo: 'git prov doctor --fix removes it.',
      mend: () => rmSync(aside, { force: true }),
    });
  return found;
}

function lines(dir: string, name: string, isSound: (line: string) => boolean, why: string): DoctorFinding[] {
  const file = join(dir, name);
  const wrong = existsSync(file) ? split(file).filter((line) => !isSound(line)).length : 0;
  if (wrong === 0) return [];
  return [
    {
      name: 'records',
      state: 'problem',
      what: `${wrong === 1 ? 'A line' : `${wrong} lines`} of ${file} cannot be read.`,
      why,
      todo: `${FIX} The file is kept as ${name}.damaged and rewritten without them.`,
      mend: () => underLock(dir, () => rewrite(dir, name, isSound)),
    },
  ];
}

// The state counts their bytes: a file that was cut between two lines looks whole.
function changedOwners(dir: string): DoctorFinding[] {
  const file = localFiles(dir).owners;
  const { memoBytes, memoHash } = peekState(dir) ?? {};
  const { isShort, isDamaged } = new OwnerCache(file, memoBytes, memoHash);
  if (!isShort && !isDamaged) return [];
  return [
    {
      name: 'records',
      state: 'problem',
      what: isShort ? `The end of ${file} is lost, as after a power cut.` : `${file} is not as git prov wrote it.`,
      why: 'The writers of some uncommitted lines are lost with it.',
      todo: `${FIX} These lines are unknown then; all others keep their writer.`,
      mend: () => undefined, // the recording after every repair makes them unknown
    },
  ];
}

function shortLedgers(dir: string): DoctorFinding[] {
  const short = Object.values(peekState(dir)?.sessions ?? {})
    .map(({ session, ledgerBytes }) => ({ id: session.id, file: ledgerFile(dir, session.id), ledgerBytes }))
    .filter(({ file, ledgerBytes }) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) < ledgerBytes);
  return short.map(({ id, file }) => ({
    name: 'records',
    state: 'problem',
    what: `The end of ${file} is lost, as after a power cut.`,
    why: 'Its steps are in the notes, or in the state until their commit is made.',
    todo: `${FIX} The ledger then marks the gap.`,
    mend: () => underLock(dir, () => markGap(dir, id)),
  }));
}

function markGap(dir: string, id: SessionId): void {
  const state = loadState(dir);
  new Ledgers(dir).markGap(state.sessions, id);
  saveState(dir, state);
}

function rewrite(dir: string, name: string, isSound: (line: string) => boolean): void {
  const file = join(dir, name);
  copyFileSync(file, `${file}.damaged`);
  const gap = name === 'owners.jsonl' ? [] : [JSON.stringify({ step_type: SESSION_GAP })];
  const all = split(file);
  const text = all
    .slice(0, all.findLastIndex(isSound) + 1) // a torn end is no gap
    .flatMap((line) => (isSound(line) ? [line] : gap))
    .map((line) => `${line}\n`)
    .join('');
  replaceFile(file, text);
  // The state stores how much of the file counts.
  const known = loadState(dir);
  const bytes = statSync(file).size;
  known.damaged = true;
  if (name === 'owners.jsonl') {
    known.memoBytes = bytes;
    delete known.memoHash;
  } else
    for (const one of Object.values(known.sessions)) {
      if (name !== join('sessions', `${ledgerName(one.session.id)}.jsonl`)) continue;
      one.ledgerBytes = Math.max(bytes, one.ledgerBytes);
      new Ledgers(dir).markGap(known.sessions, one.session.id);
    }
  saveState(dir, known);
}

const split = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

function isStep(line: string): boolean {
  const why = fault(() => {
    const step = JSON.parse(line) as Record<string, unknown> | null;
    if (step?.['step_type'] === SESSION_GAP) return;
    const isNamed = typeof step?.['step_id'] === 'string' || step?.['step_type'] === SESSION_END;
    if (!isNamed || !/^sha256:[0-9a-f]{64}$/.test(String(step?.['context_hash']))) throw new Error('no step');
  });
  return why === undefined;
}

function fault(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Changes the local records while no other process records. @throws ProvError `data` when another one does not stop */
export async function underLock(dir: string, change: () => void | Promise<void>): Promise<void> {
  const done = await withLock(dir, LOCK_TIMEOUT_MS, async () => {
    await change();
    return true;
  });
  if (!done) throw new ProvError('data', 'Another process is recording.', { hint: 'Run git prov doctor --fix again.' });
}
