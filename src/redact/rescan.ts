import { sessionPrefix, type SessionId } from '../model/ids.ts';
import type { Graph, Note } from '../model/model.ts';
import type { ScanCache } from './scan-cache.ts';
import { SEPARATOR } from './forms/decodings.ts';
import { type NodeText, textsOf, textsOfSession } from './note-texts.ts';
import { isKnownByRule, secretsIn } from './redact.ts';

/** The place of a suspected secret in a note, without the secret itself. */
export interface NoteSecret {
  readonly session: SessionId;
  /** The id of the step; for a field of the session, the prefix of its steps. */
  readonly node: string;
  /** `summary`, `detail.command`, `session.model` … */
  readonly field: string;
  readonly rules: readonly string[];
}

interface Text {
  readonly session: SessionId;
  readonly node: string;
  readonly field: string;
  readonly text: string;
}

/** Fields that may look random: builds generate names of files, and agents the ids of sessions. */
const MAY_LOOK_RANDOM: ReadonlySet<string> = new Set(['detail.files', 'session.id', 'session.parent']);
/** Names of files that are checked together. */
const MAX_PATHS = 1000;
/** Replaces the rules when a text could not be checked. */
export const UNREADABLE_TEXT = 'unreadable';

/**
 * Checks a note before it leaves this clone. An older version with weaker rules or another program may have written it;
 * text redacted at recording time contains nothing. File names are checked too, but not for randomness: builds generate
 * such names, and the commit contains them anyway. Fails closed.
 * @param cleared graphs that need no further check; clean ones are added
 */
export async function secretsInNote(note: Note, cleared?: ScanCache): Promise<NoteSecret[]> {
  const graphs = cleared ? note.graphs.filter((graph) => !cleared.has(graph)) : note.graphs;
  if (graphs.length === 0) return [];
  const found = await secretsInGraphs(graphs);
  if (found.length === 0) for (const graph of graphs) cleared?.add(graph);
  return found;
}

/**
 * Whether a note names a file with a secret in its name. Names that only look random do not count, because builds generate
 * them. Fails closed.
 * @param cleared lists of names that need no further check; a clean one is added
 */
export async function hasSecretPath({ lines }: Note, cleared?: ScanCache): Promise<boolean> {
  const paths = [...lines.keys()];
  if (paths.length === 0 || cleared?.hasPaths(paths)) return false;
  try {
    for (let i = 0; i < paths.length; i += MAX_PATHS) {
      const secrets = await secretsIn(paths.slice(i, i + MAX_PATHS).join(SEPARATOR), false);
      if (secrets.some(isKnownByRule)) return true;
    }
  } catch {
    return true;
  }
  cleared?.addPaths(paths);
  return false;
}

async function secretsInGraphs(graphs: readonly Graph[]): Promise<NoteSecret[]> {
  const texts: Text[] = [];
  const seen = new Set<string>();
  const add = (session: SessionId, node: string, { field, text }: NodeText): void => {
    const key = `${node}\0${field}\0${text}`;
    if (seen.has(key)) return;
    seen.add(key);
    texts.push({ session, node, field, text });
  };
  for (const { session, nodes, context = [] } of graphs) {
    for (const one of textsOfSession(session)) add(session.id, sessionPrefix(session), one);
    for (const node of [...nodes, ...context]) for (const one of textsOf(node)) add(session.id, node.id, one);
  }
  try {
    return await lookAt(texts);
  } catch {
    const found: NoteSecret[] = [];
    for (const one of texts) {
      const { session, node, field } = one;
      const hits = await lookAt([one]).catch(() => [{ session, node, field, rules: [UNREADABLE_TEXT] }]);
      found.push(...hits);
    }
    return found;
  }
}

async function lookAt(texts: readonly Text[]): Promise<NoteSecret[]> {
  const starts: number[] = [];
  let whole = '';
  for (const { text } of texts) {
    starts.push(whole.length);
    whole += text + SEPARATOR;
  }
  const found: NoteSecret[] = [];
  for (const { from, rules } of await secretsIn(whole, false)) {
    const { session, node, field } = texts[starts.findLastIndex((start) => start <= from)]!;
    if (MAY_LOOK_RANDOM.has(field) && !isKnownByRule({ rules })) continue;
    found.push({ session, node, field, rules });
  }
  return found;
}
