import type { NodeId } from '../../model/ids.ts';
import type { Detail, Node } from '../../model/model.ts';

/** One parsed line of a ledger, not validated yet. */
export type LedgerRecord = Readonly<Record<string, unknown>>;

/** Parses a line of a ledger; undefined for a line that is not a record. */
export function parseRecord(line: string): LedgerRecord | undefined {
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === 'object' && record !== null ? (record as LedgerRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** A hash of a record, in hex; null where it is null, undefined where it is missing or damaged. */
export const recordedHash = (value: unknown): string | null | undefined =>
  typeof value === 'string' ? /^(?:hmac-)?sha256:([0-9a-f]{64})$/.exec(value)?.[1] : value === null ? null : undefined;

/** The node of a record, field by field; undefined for a record without one. */
export function recordedNode(record: LedgerRecord): Node | undefined {
  const { step_id: id, step_type: kind, summary, tool_name: tool, parent_step_id: parent, detail } = record;
  const { duration_ms: duration, started_at: started, input_hash: input, output_hash: output } = record;
  const from = typeof started === 'string' ? Date.parse(started) : Number.NaN;
  if (typeof id !== 'string' || typeof kind !== 'string' || typeof summary !== 'string' || typeof duration !== 'number')
    return undefined;
  return {
    id: id as NodeId,
    kind,
    at: from + duration,
    summary,
    ...(typeof tool === 'string' && { tool }),
    ...(record['untimed'] !== true && { duration }),
    ...(input !== undefined && { input: recordedHash(input) ?? '' }),
    ...(output !== undefined && { output: recordedHash(output) ?? '' }),
    ...(typeof parent === 'string' && { parent: parent as NodeId }),
    ...(typeof detail === 'object' && detail !== null && { detail: detail as Detail }),
  };
}
