import { joinNotes } from '../../src/model/graph/join.ts';
import { chainOf, GENESIS } from '../../src/model/graph/ledger.ts';
import { NEW_SESSION, type NodeId, sessionId } from '../../src/model/ids.ts';
import type { Attribution, Edge, Graph, Node, Note } from '../../src/model/model.ts';
import type { CommitStatement } from '../../src/trust/predicate.ts';
import { NOTES, type Site } from '../sharing/world.ts';
import { type Attacked, attackedAfter, blame, FILE, forgedGraph, SESSION, stepOf, verify } from './attack.ts';

/** The name of a session that an attacker invents. */
export const EVIL = 'a session of the attacker';
export const NOTHING: Note = { graphs: [], lines: new Map(), carried: [] };

/** A note with nothing but claims on the victim's file. */
export const claims = (...list: Attribution[]): Note => ({ ...NOTHING, lines: new Map([[FILE, list]]) });

/** A note with graphs beside those that it has. */
export const adding = (note: Note, ...graphs: Graph[]): Note => joinNotes(note, { ...NOTHING, graphs });

/** A graph with a right ledger. */
export function chained(
  given: Graph['session'],
  nodes: readonly Node[],
  edges: readonly Edge[] = [],
  begun: Pick<Graph['session'], 'digits'> = NEW_SESSION,
): Graph {
  const session = { ...given, ...begun };
  const { head } = chainOf(session.id, nodes, GENESIS, null);
  return { ...forgedGraph(session.id, [], [...edges]), session, nodes, chain: { start: GENESIS, head } };
}

/** A step of a session. */
export const step = (
  session: string,
  number: number,
  kind: Node['kind'],
  summary: string,
  more: Partial<Node> = {},
): Node => ({ id: stepOf(session, number), kind, at: Date.now(), summary, ...more });

export const edge = (from: NodeId, to: NodeId, kind: string, source: Edge['source'] = 'observed'): Edge => ({
  from,
  to,
  kind,
  source,
});

/** The attacker's own session, with one step of each kind that could improve another's. */
export const evil = (edges: readonly Edge[] = [], name: string = EVIL): Graph =>
  chained(
    { id: sessionId(name), agent: 'claude-code' },
    [
      step(name, 1, 'goal', 'the goal of the attacker'),
      step(name, 2, 'commitment', 'the change of the attacker', { parent: stepOf(name, 1) }),
      step(name, 3, 'verification', 'all tests pass', { detail: { passed: true }, parent: stepOf(name, 1) }),
      step(name, 4, 'decision', 'because the attacker says so', {
        detail: { source: 'declared' },
        parent: stepOf(name, 1),
      }),
      step(name, 5, 'human_gate', 'a person approved it', { parent: stepOf(name, 1) }),
    ],
    edges,
  );

/** Puts bytes at a path of the notes' tree, beside what is there, and pushes. */
export function put(eve: Site, path: string, bytes: Uint8Array, mode = '100644'): void {
  eve.git('fetch', '-q', 'origin', `+${NOTES}:${NOTES}`);
  const head = `commit ${NOTES}\ncommitter E <e@x> 1767225600 +0000\ndata 0\n\nfrom ${NOTES}^0\n`;
  const parts = [Buffer.from(`${head}M ${mode} inline ${path}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')];
  eve.repo.gitRaw(['fast-import', '--quiet', '--force'], Buffer.concat(parts));
  eve.git('push', '-q', 'origin', NOTES);
}

// What a clone shows about the victim's lines. A mark of the standing may appear.
const shown = (site: Site): unknown[] => blame(site).map((line) => ({ ...line, standing: undefined }));

interface Counted {
  readonly session: { readonly id: string };
  readonly standing: string;
}

const sessionsOf = (site: Site): readonly Counted[] =>
  (JSON.parse(site.prov('sessions', '--json').stdout) as { sessions: Counted[] }).sessions;

/** Everything that a clone says about the victim's work: the lines, the report, the commit, its session. */
function told(site: Site): Record<string, unknown> {
  let sessions: readonly Counted[] = [];
  // Marks of the standing may appear, and the time of the statistics passes.
  const output = (...args: string[]): string =>
    site.prov(...args).stdout.replaceAll(/,\s*"standing": "recorded"|"before": "[^"]*"/g, '');
  return {
    blame: shown(site),
    why: output('why', `${FILE}:1`),
    report: output('report', '--json', 'HEAD~1..HEAD'),
    show: output('show', '--json', 'HEAD'),
    evidence: output('evidence', '--json', 'commit:HEAD'),
    trace: output('trace', '--json', 'commit:HEAD'),
    attest: attested(site),
    log: output('log', '--json'),
    stats: output('stats', '--json'),
    session: (sessions = sessionsOf(site)).find(({ session }) => session.id === SESSION),
    // No other session may count as more than claimed.
    others: sessions.filter(({ session, standing }) => session.id !== SESSION && standing !== 'claimed'),
    story: output('sessions', '--json', SESSION),
  };
}

const COMMANDS = ['sessions', `blame ${FILE}`, 'status', 'trace HEAD', 'context', 'search attacker', 'attest HEAD'];

// The statement about a commit, without its time.
function attested(site: Site): object {
  const { payload } = JSON.parse(site.prov('attest', 'HEAD').stdout) as { payload: string };
  const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString()) as CommitStatement;
  return { ...predicate, attestedAt: undefined };
}

// The commands that print a stack trace, or a character that changes a terminal.
const unreadable = (site: Site): string[] =>
  COMMANDS.filter((words) => {
    const { code, stdout, stderr } = site.prov(...words.split(' '));
    // oxlint-disable-next-line no-control-regex
    const control = /[\u0000-\u0008\u000B-\u001F\u007F\u200B\u202A-\u202E\u2066-\u2069]/;
    return code !== 0 || stderr.includes('    at ') || control.test(stdout + stderr);
  });

/** Each attack runs some forty programs in three clones: on a busy machine that takes a minute. */
export const TIMEOUT_MS = 180_000;

export type Attack = (attack: Attacked) => Promise<void> | void;

/**
 * Runs an attack on a signed note. The clone that recorded it says the same as before. A clone that knows the signer says the same,
 * or names no person for the agent's lines and `verify` exits with 1. A clone without keys names no person for them, either.
 * @param isKept whether the note with the signature is still there; if not, only `verify` can report it
 * @returns the effects of the attack that it should not have
 */
export async function effectsOf(attack: Attack, isKept: boolean): Promise<unknown[]> {
  const effects: unknown[] = [];
  const prepare = async ({ vera, world }: Attacked): Promise<[Record<string, unknown>, Site]> => [
    told(vera),
    await world.clone('plain'),
  ];
  await attackedAfter('told', { signed: true }, prepare, async (around, [before, plain]) => {
    const { vera, fresh } = around;
    await attack(around);
    vera.git('fetch', '-q');
    for (const [name, value] of Object.entries(told(vera)))
      if (JSON.stringify(value) !== JSON.stringify(before[name])) effects.push({ name, before: before[name], value });
    const fred = await fresh();
    const now = shown(fred) as { owner: string }[];
    const isSame = JSON.stringify(now) === JSON.stringify(before['blame']);
    if (isKept) effects.push(...now.filter(({ owner }) => owner === 'human'));
    if (!isSame && verify(fred).code !== 1) effects.push('verify finds nothing');
    effects.push(...unreadable(fred));
    if (!isKept) return;
    plain.git('fetch', '-q');
    effects.push(...blame(plain).filter(({ owner }) => owner === 'human'));
  });
  return effects;
}
