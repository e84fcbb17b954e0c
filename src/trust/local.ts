import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ledgerName } from '../recorder/ledger/ledger.ts';
import type { SessionId } from '../model/ids.ts';
import type { VerifyFinding } from './finding.ts';
import type { KnownGraph } from './checks/graph-links.ts';
import { Recorded } from '../notes/standing/recorded.ts';
import { type ContextsOf, LedgerHeads } from './checks/ledger-heads.ts';
import { type LedgerReport, verifyLedger } from './checks/ledger.ts';
import { localFiles } from '../git/repository/local-files.ts';

/** A kept input or output with a hash that differs from the one it is stored under. */
export interface ContentFault {
  readonly file: string;
  readonly line: number;
}

/** What was found in one ledger, and where it differs from the notes. */
export interface LocalLedger {
  readonly report: LedgerReport;
  readonly findings: readonly VerifyFinding[];
}

/**
 * Verifies the ledgers of this clone in sequence, against themselves and against the notes.
 * @param provDir the folder of the local state
 * @param session only that session's
 * @param graphsOf the graphs that notes have of a session
 * @param contextsOf the rolling hashes after the steps of such a graph
 */
export async function* verifyLedgers(
  provDir: string,
  session: SessionId | undefined,
  graphsOf: (session: SessionId) => readonly KnownGraph[],
  contextsOf: ContextsOf,
): AsyncGenerator<LocalLedger> {
  const dir = localFiles(provDir).ledgers;
  if (!existsSync(dir)) return;
  const recorded = new Recorded(provDir);
  const names = session === undefined ? readdirSync(dir).sort() : [`${ledgerName(session)}.jsonl`];
  for (const name of names) {
    if (!name.endsWith('.jsonl') || !existsSync(join(dir, name))) continue;
    const heads = new LedgerHeads();
    const report = await verifyLedger(join(dir, name), (step, context) => heads.add(step, context));
    const isWhole = report.valid && report.gaps === 0;
    const graphs = report.session === undefined ? [] : graphsOf(report.session);
    const findings: VerifyFinding[] = [];
    for await (const one of heads.compare(graphs, isWhole, (graph) => recorded.hasGraph(graph), contextsOf))
      findings.push(one);
    yield { report, findings };
  }
}

/** Verifies stored inputs and outputs (`prov.capture = full`). A torn line is ignored. */
export async function* verifyContents(provDir: string): AsyncGenerator<ContentFault | 'fine'> {
  const dir = localFiles(provDir).contents;
  for (const name of existsSync(dir) ? readdirSync(dir).sort() : []) {
    let line = 0;
    for await (const text of createInterface({ input: createReadStream(join(dir, name), 'utf8') })) {
      line++;
      const kept = parse(text);
      if (kept) yield kept.sha256 === sha256(kept.text) ? 'fine' : { file: name, line };
    }
  }
}

function parse(line: string): { sha256: string; text: string } | undefined {
  try {
    const kept = JSON.parse(line) as { sha256?: unknown; text?: unknown };
    return typeof kept.sha256 === 'string' && typeof kept.text === 'string'
      ? { sha256: kept.sha256, text: kept.text }
      : undefined;
  } catch {
    return undefined;
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
