import type { ObjectReader } from '../../../../git/objects/objects.ts';
import type { StatusOf } from '../../../../model/knowledge/declared-edges.ts';
import type { SessionId } from '../../../../model/ids.ts';
import { traceRecord } from '../../../../exchange/export/agent-trace.ts';
import { draw, type Drawing, type Room } from '../../../../exchange/export/drawing.ts';
import { gitAiNote } from '../../../../exchange/export/git-ai.ts';
import { graphsOf, type ExportedCommit } from '../../../../exchange/export/noted.ts';
import { Traces } from '../../../../exchange/export/otel.ts';
import { PREFIX, Provenance, SECTIONS } from '../../../../exchange/export/prov.ts';
import { noteRecord, statementRecord } from '../../../../exchange/export/note-records.ts';
import type { Output } from '../../output/output.ts';
import { MAX_MERMAID_CHARACTERS, renderDot, renderMermaid } from '../../render/tools/drawing.ts';
import { jsonText } from '../../render/json-text.ts';
import { Sections } from '../../output/sections.ts';

/** The context of an exporter. */
export interface Exporting {
  readonly output: Output;
  readonly objects: ObjectReader;
  /** Formats by graph export only this session and its sub-agents. */
  readonly session: SessionId | undefined;
  /** The notes. Every call starts from the first one. */
  readonly notes: () => AsyncIterable<ExportedCommit>;
  /** The status of declared edges, from all selected notes: a verdict may be in another note than its edge. */
  readonly statuses: () => Promise<StatusOf>;
  /** Reports the number of files with a name that the format cannot express. */
  readonly unnamed: (files: number) => void;
  /** Reports that not everything was drawn. */
  readonly cut: () => void;
}

/** Writes notes in one format. */
type Exporter = (exporting: Exporting) => Promise<void>;

const lines =
  (
    recordOf: (noted: ExportedCommit, exporting: Exporting) => object | undefined | Promise<object | undefined>,
  ): Exporter =>
  async (exporting) => {
    const { output, notes } = exporting;
    for await (const noted of notes()) {
      if (output.isClosed()) return;
      const record = await recordOf(noted, exporting);
      if (record) await output.write(`${jsonText(record)}\n`);
    }
  };

/** Graphviz needs minutes for a larger picture, and it would be unreadable. */
const DOT_ROOM: Room = { nodes: 2000, edges: 4000 };
/** Mermaid's limit of edges. */
const MERMAID_ROOM: Room = { nodes: 400, edges: 500 };

/** All formats, by their name on the command line. */
export const EXPORTERS = {
  'git-ai': lines((noted, { unnamed }) => {
    const note = gitAiNote(noted);
    unnamed(note.unnamed);
    return { commit: noted.commit.oid, note: note.text };
  }),
  'agent-trace': lines(async (noted, { objects, unnamed }) => {
    const trace = await traceRecord(noted, objects);
    unnamed(trace.unnamed);
    return trace.record;
  }),
  'prov-json': async ({ output, notes, session, statuses }) => {
    const provenance = new Provenance(session, await statuses());
    const sections = new Sections(SECTIONS);
    try {
      for await (const noted of notes()) for (const record of provenance.of(noted)) sections.add(...record);
      for (const record of provenance.end()) sections.add(...record);
      await sections.write(output, { prefix: PREFIX });
    } finally {
      sections.close();
    }
  },
  'in-toto': lines(statementRecord),
  otel: async (exporting) => {
    const traces = new Traces();
    await lines(({ note, commit }) => traces.of(graphsOf(note, exporting.session), commit.oid))(exporting);
  },
  json: async (exporting) => {
    const statusOf = await exporting.statuses();
    await lines((noted) => noteRecord(noted, statusOf))(exporting);
  },
  dot: (exporting) => picture(exporting, DOT_ROOM, Number.POSITIVE_INFINITY, renderDot),
  mermaid: (exporting) => picture(exporting, MERMAID_ROOM, MAX_MERMAID_CHARACTERS, renderMermaid),
} satisfies Record<string, Exporter>;

export type Format = keyof typeof EXPORTERS;

async function picture(
  exporting: Exporting,
  room: Room,
  longest: number,
  render: (drawing: Drawing) => string,
): Promise<void> {
  const { output, notes, session, cut } = exporting;
  const drawing = await draw(notes(), room, session, await exporting.statuses());
  const text = render(drawing);
  if (text.length > longest && room.nodes > 1) {
    const less = { nodes: Math.floor(room.nodes / 2), edges: Math.floor(room.edges / 2) };
    return picture(exporting, less, longest, render);
  }
  if (drawing.cut) cut();
  await output.write(text);
}
