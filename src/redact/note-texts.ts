import type { Detail, Node, Scalar, Session } from '../model/model.ts';

/** A text of a node, and the name of its field. */
export interface NodeText {
  readonly field: string;
  readonly text: string;
}

/** Every text of a node that may contain words; ids, kinds and hashes are left out. */
export function* textsOf(node: Node): Generator<NodeText> {
  yield { field: 'summary', text: node.summary };
  if (node.tool !== undefined) yield { field: 'tool', text: node.tool };
  if (node.call !== undefined) yield { field: 'call', text: node.call };
  for (const [key, value] of Object.entries(node.detail ?? {})) {
    yield { field: 'detail', text: key };
    for (const one of Array.isArray(value) ? (value as readonly Scalar[]) : [value as Scalar])
      if (typeof one === 'string') yield { field: `detail.${key}`, text: one };
  }
}

/** Every text of a session. */
export function* textsOfSession({ id, agent, vendor, model, parent }: Session): Generator<NodeText> {
  for (const [field, text] of Object.entries({ id, agent, vendor, model, parent }))
    if (text !== undefined) yield { field: `session.${field}`, text };
}

/** The node with its texts mapped; the same object when nothing changes. */
export function mapTexts(node: Node, map: (text: string, field: string) => string): Node {
  let changed = false;
  const mapped = (text: string, field: string): string => {
    const next = map(text, field);
    changed ||= next !== text;
    return next;
  };
  const scalar = (value: Scalar, field: string): Scalar => (typeof value === 'string' ? mapped(value, field) : value);
  const detail: Detail | undefined =
    node.detail &&
    Object.fromEntries(
      Object.entries(node.detail).map(([key, value]) => [
        mapped(key, 'detail'),
        Array.isArray(value)
          ? (value as readonly Scalar[]).map((one) => scalar(one, `detail.${key}`))
          : scalar(value as Scalar, `detail.${key}`),
      ]),
    );
  const next: Node = {
    ...node,
    summary: mapped(node.summary, 'summary'),
    ...(node.tool !== undefined && { tool: mapped(node.tool, 'tool') }),
    ...(node.call !== undefined && { call: mapped(node.call, 'call') }),
    ...(detail && { detail }),
  };
  return changed ? next : node;
}
