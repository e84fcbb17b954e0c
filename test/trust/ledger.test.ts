import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '../../src/trust/checks/ledger.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'git-prov-ledger-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a record with neither a session nor hashes is a fault, although nothing can be computed for it', async () => {
  const file = join(dir, 'ledger.jsonl');
  writeFileSync(file, '{"step_id":"2ea8bf14-0","step_type":"","duration_ms":0,"parent_step_hash":null,"summary":""}\n');
  expect(await verifyLedger(file)).toMatchObject({ valid: false, fault: { line: 1, field: 'self_hash' } });
});
