import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionId } from '../../src/model/ids.ts';
import { GENESIS, isLedgerStep, nextContext, stepHash } from '../../src/model/graph/ledger.ts';
import { parseRecord, recordedNode } from '../../src/recorder/spool/ledger-line.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const SESSION = '0b1e6c1e-0000-4000-8000-00000000000a';

let repo: TestRepo;
beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
});
afterEach(() => repo.cleanup());

function ledgerFile(): string {
  const dir = join(repo.dir, '.git/prov/sessions');
  return join(
    dir,
    readdirSync(dir).find((name) => name.endsWith('.jsonl'))!,
  );
}

const ledger = (): string => readFileSync(ledgerFile(), 'utf8').trimEnd();
const writeLedger = (text: string): void => writeFileSync(ledgerFile(), text);

/** Writes the ledger again, with all of its hashes, so that no check of the ledger alone can notice it. */
function forge(change: (summary: string) => string): void {
  let [context, last] = [GENESIS, null as string | null];
  const lines = ledger()
    .split('\n')
    .map((line) => {
      const record: Record<string, unknown> = { ...parseRecord(line)! };
      if (typeof record['step_id'] !== 'string') return line;
      record['summary'] = change(String(record['summary']));
      const node = recordedNode(record)!;
      if (!isLedgerStep(node)) return JSON.stringify(record);
      const self = stepHash(record['session_id'] as SessionId, node, last);
      record['parent_step_hash'] = last === null ? null : `sha256:${last}`;
      record['self_hash'] = `sha256:${self}`;
      context = nextContext(context, self);
      record['context_hash'] = `sha256:${context}`;
      last = self;
      return JSON.stringify(record);
    });
  writeLedger(`${lines.join('\n')}\n`);
}

interface Verified {
  readonly faults: number;
  readonly findings: { readonly kind: string; readonly field: string }[];
  readonly ledgers: { readonly valid: boolean; readonly truncated: boolean }[];
}
function verify(): Verified {
  try {
    return JSON.parse(prov(repo, 'verify', '--json')) as Verified;
  } catch (error) {
    // The command exits with 1, and `prov` has the output of a failed command in its error only as text.
    return { faults: Number(/exited with 1/.test(String(error))), findings: [], ledgers: [] };
  }
}

test('a ledger that was rewritten as a whole is found by the note of its session', () => {
  new TestAgent(repo, SESSION).prompt('Make it two').edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
  expect(verify()).toMatchObject({ faults: 0, ledgers: [{ valid: true }] });
  forge((summary) => summary); // the control: the same content has the same hashes
  expect(verify()).toMatchObject({ faults: 0, ledgers: [{ valid: true }] });
  forge((summary) => summary.replace('Make it two', 'Make it three'));
  expect(verify().faults).toBe(1);
});

test('a ledger that lost its end, as after a power cut, is a valid beginning and no forgery', () => {
  const agent = new TestAgent(repo, SESSION).prompt('Make it two').read('a.txt').edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
  agent.prompt('Make it three').read('a.txt').edit('a.txt', 'two', 'three');
  repo.git('commit', '-qam', 'three');
  const lines = ledger().split('\n');
  const steps = (from: number, to: number): string => `${lines.slice(from, to).join('\n')}\n`;
  writeLedger(steps(0, lines.length - 2));
  const gap = { kind: 'gap', field: 'chain.head' };
  expect(verify()).toMatchObject({ faults: 0, findings: [gap], ledgers: [{ valid: true, truncated: true }] });
  writeLedger(steps(0, 2));
  expect(verify()).toMatchObject({ faults: 0, findings: [gap, gap], ledgers: [{ valid: true, truncated: true }] });
  // Written anew before the lost part, it is still found.
  writeLedger(steps(0, lines.length - 2));
  forge((summary) => summary.replace('Make it two', 'Make it four'));
  expect(verify().faults).toBe(1);
});

test('steps after the last commit are not in any note yet, and need none', () => {
  const agent = new TestAgent(repo, SESSION).prompt('Make it two').edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
  agent.prompt('And now three').edit('a.txt', 'two', 'three');
  expect(verify()).toMatchObject({ faults: 0 });
});
