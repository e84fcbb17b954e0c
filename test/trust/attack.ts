import { join } from 'node:path';

import {
  NEW_SESSION,
  type NodeId,
  nodeId,
  type Oid,
  type RepoPath,
  type SessionId,
  sessionPrefix,
} from '../../src/model/ids.ts';
import { sessionId } from '../../src/model/ids.ts';
import type { Attribution, Edge, Graph, Node, Note } from '../../src/model/model.ts';
import { isDamaged, NoteStore } from '../../src/notes/notes.ts';
import { TestAgent } from '../helpers/agent.ts';
import { changeState } from '../helpers/change-state.ts';
import { withPrepared } from '../sharing/prepared.ts';
import { NOTES, type Site, type World } from '../sharing/world.ts';
import { signWithSsh } from './signed.ts';

/** The file that the victim's agent writes: twenty lines. */
export const FILE = 'f.txt' as RepoPath;
export const SESSION = '5eed5eed-aaaa-4bbb-8ccc-00000000001';
const TEXT = Array.from({ length: 20 }, (_, i) => `line ${i + 1} that the agent wrote\n`).join('');

/** A victim who recorded and pushed one commit, an attacker who can push notes, and a server between them. */
export interface Attacked {
  readonly world: World;
  readonly vera: Site;
  readonly eve: Site;
  readonly commit: Oid;
  /** Vera's agent, with a session that continues. */
  readonly agent: TestAgent;
  /** The note that Vera pushed. */
  readonly note: Note;
  /** The graph of Vera's session in it. */
  readonly graph: Graph;
  /** Eve pushes another note in place of Vera's. */
  push(note: Note, commit?: Oid): Promise<void>;
  /** A clone made after the attack. */
  fresh(): Promise<Site>;
}

export interface AttackOptions {
  readonly session?: string;
  /** Whether Vera signs, and every clone knows her key. */
  readonly signed?: boolean;
  /** Whether the session began under version 1 of the format. */
  readonly isOld?: boolean;
}

/** Runs an attack: Vera's agent writes twenty lines, and its check fails. */
export const attacked = (options: AttackOptions, story: (attacked: Attacked) => Promise<void>): Promise<void> =>
  attackedAfter('', options, () => Promise.resolve(), story);

/**
 * The same, with more that happens before the attack. It is done once, and every story begins with a copy.
 * @param key names what `prepare` does
 */
export function attackedAfter<T>(
  key: string,
  { session = SESSION, signed = false, isOld = false }: AttackOptions,
  prepare: (attacked: Attacked) => Promise<T>,
  story: (attacked: Attacked, prepared: T) => Promise<void>,
): Promise<void> {
  return withPrepared(
    JSON.stringify([key, session, signed, isOld]),
    async (world) => {
      const around = await recorded(world, session, signed, isOld);
      return { around, more: await prepare(around) };
    },
    ({ around, more }) => story(around, more),
  );
}

async function recorded(world: World, session: string, signed: boolean, isOld: boolean): Promise<Attacked> {
  const vera = await world.clone('vera');
  if (signed) signWithSsh(vera.repo);
  const agent = new TestAgent(vera.repo, session).start();
  if (isOld) beginOld(vera, session);
  agent.prompt('Write the file');
  agent.write(FILE, TEXT).bash('node --test nothing.js');
  const commit = vera.repo.commit('twenty lines');
  vera.prov('status');
  vera.git('push', '-q', 'origin', 'main');
  const eve = await world.clone('eve', { init: false });
  const fetchNotes = (): string => eve.git('fetch', '-q', 'origin', `+${NOTES}:${NOTES}`);
  fetchNotes();
  const note = await read(eve, commit);
  const knowing = (site: Site): Site => {
    if (signed) site.git('config', 'gpg.ssh.allowedSignersFile', join(vera.repo.home, 'allowed'));
    return site;
  };
  // A clone that has fetched no notes is the same before and after an attack on notes.
  const clone = knowing(await world.clone('fresh'));
  return {
    world,
    vera,
    eve,
    commit,
    agent,
    note,
    graph: note.graphs.find((one) => one.session.id === session)!,
    push: async (forged, of = commit) => {
      fetchNotes();
      const store = new NoteStore(await eve.repo.open());
      await store.update(new Map([[of, () => forged]]), 'forged');
      await store.close();
      eve.git('push', '-q', 'origin', NOTES);
    },
    fresh: async () => {
      const isCurrent = !clone.has('FETCH_HEAD') && clone.repo.oid('HEAD') === world.server.repo.oid('main');
      const site = isCurrent ? clone : knowing(await world.clone(`fresh${clones++}`));
      site.git('fetch', '-q');
      return site;
    },
  };
}

/** Makes a session that has just begun one of version 1: its node ids have eight digits. */
function beginOld(site: Site, session: string): void {
  site.prov('status');
  changeState<{
    sessions: Record<
      string,
      { session: { digits?: number }; cursor: { prefix: string; session: { digits?: number } } }
    >;
  }>(join(site.provDir, 'state.json'), ({ sessions }) => {
    const { session: own, cursor } = sessions[session]!;
    delete own.digits;
    delete cursor.session.digits;
    cursor.prefix = cursor.prefix.slice(0, 8);
  });
}

/** Eve replaces the notes on the server by their present state, without a history. */
export function forgetHistory(eve: Site): void {
  const alone = eve.git('commit-tree', '-m', 'notes', `${NOTES}^{tree}`).trim();
  eve.git('update-ref', NOTES, alone);
  eve.git('push', '-q', '-f', 'origin', NOTES);
}

let clones = 0;

/** The note of a commit in a clone. */
export async function read(site: Site, commit: Oid): Promise<Note> {
  const store = new NoteStore(await site.repo.open());
  const found = (await store.read([commit])).get(commit)!;
  await store.close();
  if (isDamaged(found)) throw found.damaged;
  return found;
}

/** A line of `git prov blame --json`. */
export interface BlamedLine {
  readonly line: number;
  readonly owner: 'agent' | 'human' | 'unknown';
  readonly session: string | null;
  readonly node: string | null;
  readonly decision: string | null;
  readonly verification: string | null;
  readonly evidence: string | null;
  readonly standing?: string | null;
}

/** The lines of the file in blame's JSON. */
export function blame(site: Site, file: string = FILE): BlamedLine[] {
  const { code, stdout, stderr } = site.prov('blame', '--json', file);
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { lines: BlamedLine[] }).lines;
}

/** The count of each value of a field. */
export function count<K extends keyof BlamedLine>(lines: readonly BlamedLine[], field: K): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[String(line[field])] = (counts[String(line[field])] ?? 0) + 1;
  return counts;
}

/** The findings of verify, and its exit code. */
export function verify(site: Site, ...args: string[]): { code: number; words: string; report: VerifyJson } {
  const { code, stdout, stderr } = site.prov('verify', '--json', ...args);
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as VerifyJson;
  return {
    code,
    report,
    words: report.findings.map(({ kind, field, what }) => `${kind} ${field}: ${what}`).join('\n'),
  };
}

export interface VerifyJson {
  readonly faults: number;
  readonly gaps: number;
  readonly findings: { kind: string; field: string; what: string }[];
  readonly signatures: { vouched: number; strange: number; claimed: number };
}

/** A claim on all lines of the file. */
export const all = (
  node: NodeId | null,
  evidence: Attribution['evidence'],
  more: Partial<Attribution> = {},
): Attribution => ({
  start: 1,
  count: 20,
  node,
  evidence,
  ...more,
});

/** A graph without steps, so nothing in it has a hash. */
export const forgedGraph = (session: SessionId, context: Node[], edges: Edge[]): Graph => ({
  session: { id: session, agent: 'claude-code', ...NEW_SESSION },
  nodes: [],
  edges,
  context,
  explains: [],
  previous: null,
  chain: { start: '0'.repeat(64), head: '0'.repeat(64) },
});

/** The step that changed the file. */
export const changeIn = ({ nodes }: Graph): Node => nodes.find(({ kind }) => kind === 'commitment')!;

/** A node's id by its session's name and number, for a session that begins now. */
export const stepOf = (session: string, number: number): NodeId =>
  nodeId(`${sessionPrefix({ id: sessionId(session), ...NEW_SESSION })}-${number}`);

/** Two session ids with the same digits: a birthday search, which takes a moment. */
export function twins(): [string, string] {
  const seen = new Map<string, string>();
  for (let i = 0; ; i++) {
    const id = `5eed5eed-aaaa-4bbb-8ccc-${String(i).padStart(12, '0')}`;
    const prefix = sessionPrefix({ id: sessionId(id) });
    const other = seen.get(prefix);
    if (other !== undefined) return [other, id];
    seen.set(prefix, id);
  }
}
