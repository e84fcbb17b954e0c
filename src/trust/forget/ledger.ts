import { parseRecord, recordedHash, recordedNode, type LedgerRecord } from '../../recorder/spool/ledger-line.ts';
import type { SessionId } from '../../model/ids.ts';
import { GENESIS, isLedgerStep, stepHash } from '../../model/graph/ledger.ts';
import type { Node } from '../../model/model.ts';
import type { TextMatcher } from './text-matcher.ts';
import type { GraphRebuild, Standing } from './rebuild-graphs.ts';

/** The lines of a ledger without a text, with the resulting hashes. Invalid lines stay invalid. */
export function ledgerWithout(text: string, needle: TextMatcher, renewal: GraphRebuild): string {
  let old: Standing = { head: GENESIS, parent: null };
  let now = old;
  const lines = text.split('\n').map((line) => {
    const record = line === '' ? undefined : parseRecord(line);
    if (!record) return needle.replace(line);
    const node = recordedNode(record);
    if (!node || !isLedgerStep(node)) return written(line, withoutText(record, node, renewal, needle));
    const session = record['session_id'] as SessionId;
    const next = renewal.node(session, node);
    const self = recordedHash(record['self_hash']) ?? '';
    const isSame = next === node && now.head === old.head && now.parent === old.parent;
    const isTrue = isSame || hashOf(session, node, old.parent) === self;
    if (isSame || !isTrue) {
      const head = recordedHash(record['context_hash']) ?? '';
      old = { head, parent: self };
      now = { head: renewal.hash(head), parent: renewal.hash(self) };
      return written(line, withNode(record, node, next, needle));
    }
    const before = now.parent;
    ({ old, now } = renewal.step(session, node, next, old, now));
    return written(line, {
      ...withNode(record, node, next, needle),
      context_hash: `sha256:${now.head}`,
      parent_step_hash: before && `sha256:${before}`,
      self_hash: `sha256:${now.parent}`,
    });
  });
  return lines.join('\n');
}

const written = (line: string, record: LedgerRecord): string => {
  const next = JSON.stringify(record);
  return next === JSON.stringify(JSON.parse(line)) ? line : next;
};

function hashOf(session: SessionId, node: Node, parent: string | null): string | undefined {
  try {
    return stepHash(session, node, parent);
  } catch {
    return undefined; // a value that no step can have
  }
}

function withNode(record: LedgerRecord, node: Node, next: Node, needle: TextMatcher): LedgerRecord {
  if (next === node) return record;
  const { input_hash: input, output_hash: output, tool_call_id: call, ...rest } = record;
  return {
    ...rest,
    ...(call !== undefined && { tool_call_id: needle.replace(String(call)) }),
    ...(next.tool !== undefined && { tool_name: next.tool }),
    ...(next.input !== undefined && { input_hash: input }),
    ...(next.output !== undefined && { output_hash: output }),
    summary: next.summary,
    ...(next.detail && { detail: next.detail }),
  };
}

// Records other than steps: the end of the session, and nodes derived from steps. Their hashes refer to steps.
function withoutText(
  record: LedgerRecord,
  node: Node | undefined,
  renewal: GraphRebuild,
  needle: TextMatcher,
): LedgerRecord {
  const hashed = Object.fromEntries(
    Object.entries(record).map(([key, value]) => {
      const hash = typeof value === 'string' && key.endsWith('_hash') ? recordedHash(value) : undefined;
      return [key, hash ? String(value).replace(hash, renewal.hash(hash)) : value];
    }),
  );
  return node ? withNode(hashed, node, needle.inNode(node), needle) : hashed;
}
