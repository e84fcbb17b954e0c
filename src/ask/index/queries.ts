import { NODES_PER_GRAPH } from './build/schema.ts';

/** A condition on the graph of a place; '1' for no condition. */
export const whereGraph = (place: string, standing: string): string =>
  standing === '1' ? '' : `AND (SELECT ${standing} FROM graph g WHERE g.id = ${place} / ${NODES_PER_GRAPH})`;

/** A statement with its session. It is one question, because each question to SQLite takes longer than its answer. */
export const STATED = `SELECT place, node, s.name, g.agent, g.standing FROM statement
  JOIN graph g ON g.id = place / ${NODES_PER_GRAPH} JOIN session s ON s.id = g.session`;
/** On the JSON of a node: true for all that `mayBeProposal` accepts, and for few others. */
export const MAY_BE_PROPOSAL = `AND (instr(node, '"status":"proposed"') OR instr(node, '"source":"declared"'))`;

export const STARTING =
  'SELECT DISTINCT s.graph FROM span s JOIN graph g ON g.id = s.graph WHERE s.prefix BETWEEN ? AND ? AND s.last >= ? AND s.first <= ? ORDER BY g.standing > 0 DESC, graph DESC LIMIT ?';
// A graph of the highest standing, the newest of them, names the agent.
export const NAMED = `SELECT s.name, g.agent, max(g.standing * ${NODES_PER_GRAPH ** 2} + g.id) AS best, g.standing
  FROM session s JOIN graph g ON g.session = s.id
  WHERE (substr(s.name, 1, length(?1)) = ?1 OR s.short BETWEEN ?2 AND ?3) GROUP BY s.id`;
export const FAMILY = `SELECT g.id AS graph, s.short FROM session s JOIN graph g ON g.session = s.id
  WHERE s.name = ?1 OR substr(s.name, 1, length(?2)) = ?2
  UNION SELECT g.id, s.short FROM graph g JOIN session s ON s.id = g.session WHERE g.parent = ?1`;
export const NOTES_OF_GRAPH = 'SELECT n.oid FROM held h JOIN note n ON n.id = h.note WHERE h.graph = ?';
export const NOTES_WITH_LINES = 'SELECT n.oid FROM owned o JOIN note n ON n.id = o.note WHERE o.prefix = ?';
export const HOLDING = 'SELECT graph FROM span WHERE prefix = ?1 AND first <= ?2 AND last >= ?2';
export const HIGHER_SESSION =
  'SELECT 1 FROM span s JOIN graph g ON g.id = s.graph WHERE s.prefix = ? AND g.standing > 0 LIMIT 1';
export const HIGHER =
  'SELECT s.graph FROM span s JOIN graph g ON g.id = s.graph WHERE s.prefix = ?1 AND s.first <= ?2 AND s.last >= ?2 AND g.standing > ?3';
export const TOUCHING =
  'SELECT t.graph FROM touched t JOIN graph g ON g.id = t.graph WHERE t.thing = ? ORDER BY g.standing > 0 DESC, g.last DESC, t.graph DESC LIMIT ?';
export const BELOW = `SELECT DISTINCT t.graph FROM thing JOIN touched t ON t.thing = thing.id
  WHERE thing.name = ?1 OR (thing.name >= ?2 AND thing.name < ?3)`;
export const LINED = `SELECT h.graph FROM lined l JOIN held h ON h.note = l.note JOIN graph g ON g.id = h.graph
  WHERE l.thing = ? ORDER BY g.standing > 0 DESC LIMIT ?`;
export const CHANGING = 'SELECT graph FROM fate WHERE prefix = ? AND number = ?';
export const NOTES_HOLDING =
  'SELECT n.oid, g.standing FROM span s JOIN graph g ON g.id = s.graph JOIN held h ON h.graph = g.id JOIN note n ON n.id = h.note WHERE s.prefix = ?1 AND s.first <= ?2 AND s.last >= ?2';
export const SPEAKING = 'SELECT graph FROM mention WHERE prefix = ? AND number = ?';
export const HOLDER = `SELECT n.id, n.blobs, g.name, g.standing FROM held h JOIN note n ON n.id = h.note JOIN graph g ON g.id = h.graph WHERE h.graph = ? ORDER BY n.damaged, n.id LIMIT 1`;
