import { isPathRevived } from '../model/format/forgotten-path.ts';
import type { Graph, Node, Note, Session } from '../model/model.ts';
import { type ForgottenTexts, isRevived } from './forgotten.ts';
import { mapTexts } from './note-texts.ts';
import type { Redactor } from './redact.ts';
import type { NoteSecret } from './rescan.ts';
import type { ScanCache } from './scan-cache.ts';

/** Places reported for each note. */
const MAX_PLACES = 5;

/** Why a note stays in this clone. */
export interface Staying {
  readonly why: 'forgotten' | 'secret';
  /** Where a secret may be; empty for a forgotten text. */
  readonly places: readonly string[];
}

/**
 * Why a note must stay in this clone: it contains what looks like a secret, or what was forgotten here or elsewhere. Fails closed.
 * @param cleared what needs no further check; what is clean is added
 * @returns undefined when it may leave
 */
export async function whyItStays(
  note: Note,
  cleared: ScanCache,
  forgotten: ForgottenTexts,
): Promise<Staying | undefined> {
  if (isRevived(note) || isPathRevived(note.lines) || (!forgotten.isEmpty && forgotten.isInNote(note)))
    return { why: 'forgotten', places: [] };
  if (cleared.hasAllOf(note)) return undefined;
  // The rules take longer to load than all the rest of a push of notes that were checked at their commit.
  const { hasSecretPath, secretsInNote } = await import('./rescan.ts');
  const secrets = await secretsInNote(note, cleared);
  const isInName = await hasSecretPath(note, cleared);
  if (secrets.length === 0 && !isInName) return undefined;
  return {
    why: 'secret',
    places: [...(isInName ? ['the name of a file'] : []), ...placesOf(secrets)].slice(0, MAX_PLACES),
  };
}

const placesOf = (secrets: readonly NoteSecret[]): string[] => [
  ...new Set(secrets.map(({ field, node }) => `${field} of ${node}`)),
];

/** The places in the texts of a note that may hold a secret. Names of files are not looked at: the commit has them. */
export async function secretPlaces(note: Note, cleared: ScanCache): Promise<readonly string[]> {
  if (note.graphs.every((graph) => cleared.has(graph))) return [];
  const { secretsInNote } = await import('./rescan.ts');
  return placesOf(await secretsInNote(note, cleared)).slice(0, MAX_PLACES);
}

/**
 * A note for an export: texts that may hold a secret are redacted. An older version or another program may have written them.
 * @returns undefined when the id of a session holds one: everything in the note is named by it
 */
export async function withoutSecrets(note: Note, cleared: ScanCache, redactor: Redactor): Promise<Note | undefined> {
  if (note.graphs.every((graph) => cleared.has(graph))) return note;
  const { secretsInNote } = await import('./rescan.ts');
  const secrets = await secretsInNote(note, cleared);
  if (secrets.length === 0) return note;
  if (secrets.some(({ field }) => field === 'session.id' || field === 'session.parent')) return undefined;
  const dirty = new Set(secrets.map(({ node, field }) => `${node}\0${field}`));
  const graphs: Graph[] = [];
  for (const graph of note.graphs)
    graphs.push({
      ...graph,
      session: await plainSession(graph.session, redactor),
      nodes: await plainNodes(graph.nodes, dirty, redactor),
      ...(graph.context && { context: await plainNodes(graph.context, dirty, redactor) }),
    });
  return { ...note, graphs };
}

async function plainSession(session: Session, redactor: Redactor): Promise<Session> {
  const { agent, vendor, model } = session;
  return {
    ...session,
    agent: await redactor.name(agent),
    ...(vendor !== undefined && { vendor: await redactor.name(vendor) }),
    ...(model !== undefined && { model: await redactor.name(model) }),
  };
}

async function plainNodes(nodes: readonly Node[], dirty: ReadonlySet<string>, redactor: Redactor): Promise<Node[]> {
  const plain: Node[] = [];
  for (const node of nodes) {
    const texts = new Map<string, string>();
    mapTexts(node, (text, field) => {
      if (dirty.has(`${node.id}\0${field}`)) texts.set(text, text);
      return text;
    });
    for (const text of texts.keys()) texts.set(text, await redactor.text(text, Number.POSITIVE_INFINITY));
    plain.push(texts.size === 0 ? node : mapTexts(node, (text) => texts.get(text) ?? text));
  }
  return plain;
}
