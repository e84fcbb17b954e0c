import type { NodeId, SessionId } from '../model/ids.ts';
import type { Graph, Note } from '../model/model.ts';
import type { ScanCache } from './scan-cache.ts';
import { SEPARATOR } from './forms/decodings.ts';
import { textsOf } from './note-texts.ts';
import { secretsIn } from './redact.ts';

/** The place of a suspected secret in a note, without the secret itself. */
export interface NoteSecret {
  readonly session: SessionId;
  readonly node: NodeId;
  /** `summary`, `detail.command` … */
  readonly field: string;
  readonly rules: readonly string[];
}

interface Text {
  readonly session: SessionId;
  readonly node: NodeId;
  readonly field: string;
  readonly text: string;
}

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
      if (secrets.some(({ rules }) => rules.some((rule) => rule !== 'random'))) return true;
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
  for (const { session, nodes, context = [] } of graphs)
    for (const node of [...nodes, ...context])
      for (const { field, text } of textsOf(node)) {
        const key = `${node.id}\0${field}\0${text}`;
        if (seen.has(key)) continue;
        seen.add(key);
        texts.push({ session: session.id, node: node.id, field, text });
      }
  try {
    return await lookAt(texts);
  } catch {
    const found: NoteSecret[] = [];
    for (const one of texts) {
      const { session, node, field } = one;
      const told = await lookAt([one]).catch(() => [{ session, node, field, rules: [UNREADABLE_TEXT] }]);
      found.push(...told);
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
    if (field === 'detail.files' && rules.every((rule) => rule === 'random')) continue;
    found.push({ session, node, field, rules });
  }
  return found;
}
