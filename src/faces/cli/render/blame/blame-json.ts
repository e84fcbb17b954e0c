import type { Arguments } from '../../../../ask/blame/arguments.ts';
import type { Blamed } from '../../../../ask/blame/blamed.ts';
import type { Referred } from '../../../../ask/blame/rationale.ts';
import { contentsOf } from '../../../../ask/blame/final-text.ts';
import { piecesOf } from '../../../../ask/blame/segments.ts';
import { type Segment } from '../../../../ask/blame/blamed.ts';
import { utf8, type Bytes } from '../../../../ask/blame/porcelain.ts';
import { evidenceBase } from '../../../../model/confidence.ts';
import type { Session } from '../../../../model/model.ts';
import { sayerJson } from '../../../../ask/find/json.ts';
import { only } from './blame.ts';
import { jsonText } from '../json-text.ts';

/** The name of this format. Fields may be added, but never changed or removed. */
export const BLAME_SCHEMA = 'git-prov/blame/1';

/** `--json`: one document, with one row for each line of the file. Bytes that are not UTF-8 become U+FFFD. */
export function renderJson(blamed: Blamed, args: Arguments): string {
  const pieces = only(piecesOf(blamed), args);
  const contentOf = contentsOf(blamed);
  const sessions: [string, Session][] = [];
  const nodes: [string, Referred][] = [];
  for (const { why } of pieces) {
    const known = why?.session && sessions.find(([id]) => id === why.session!.id);
    if (known) known[1] = { ...why.session!, ...known[1] }; // some agents report their model late
    else if (why?.session) sessions.push([why.session.id, why.session]);
    for (const referred of [why?.step, why?.decision, why?.goal])
      if (referred?.node) nodes.push([referred.id, referred]);
  }
  const head = {
    schema: BLAME_SCHEMA,
    path: blamed.path === undefined ? null : utf8(blamed.path),
    revision: blamed.revision ?? null,
    sessions: object(sessions, ({ agent, vendor, model, parent }) => ({
      agent,
      vendor: vendor ?? null,
      model: model ?? null,
      parent: parent ?? null,
    })),
    nodes: object(nodes, ({ node }) => nodeJson(node!)),
  };
  const lines = pieces.flatMap((piece) => linesOf(piece, contentOf));
  const start = jsonText(head, 1).replace(/\n\}$/, '');
  return `${start},\n "lines": [${lines.map((line) => `\n  ${jsonText(line)}`).join(',')}${lines.length ? '\n ' : ''}]\n}\n`;
}

const nodeJson = (node: NonNullable<Referred['node']>): object => ({
  kind: node.kind,
  summary: node.summary,
  ...sayerJson(node),
  at: new Date(node.at).toISOString(),
  ...(node.tool === undefined ? {} : { tool: node.tool }),
  ...(node.duration === undefined ? {} : { duration: node.duration }),
  ...(node.detail === undefined ? {} : { detail: node.detail }),
});

function linesOf(
  { entry, line, count, origLine, owner, why }: Segment,
  contentOf: (line: number) => Bytes | undefined,
): object[] {
  const same = {
    owner: owner.owner,
    session: why?.session?.id ?? null,
    model: why?.session?.model ?? null,
    node: owner.node ?? owner.likely ?? null,
    decision: why?.decision?.id ?? null,
    goal: why?.goal?.id ?? null,
    verification: (owner.node && why?.verification) ?? 'none',
    evidence: owner.evidence ?? null,
    confidence: owner.evidence === undefined ? null : evidenceBase(owner.evidence),
    ...(owner.standing && { standing: owner.standing }),
  };
  const origPath = utf8(entry.path);
  const author = utf8(entry.commit.headers.get('author') ?? '');
  return Array.from({ length: count }, (_, i) => ({
    line: line + i,
    commit: entry.commit.oid,
    origPath,
    origLine: origLine + i,
    author,
    text: utf8((contentOf(line + i) ?? '\t\n').slice(1, -1)),
    ...same,
  }));
}

// Without a prototype, because the keys come from notes.
function object<T>(entries: readonly [string, T][], to: (value: T) => object): object {
  const out = Object.create(null) as Record<string, object>;
  for (const [key, value] of new Map(entries)) out[key] = to(value);
  return out;
}
