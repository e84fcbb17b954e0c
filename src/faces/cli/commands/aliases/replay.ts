import { changesIn } from '../../../../recorder/worktree/watch-files.ts';
import { isEnabled, isPending } from '../../../../recorder/repo-state.ts';
import { LedgerTails, ledgerSessions, type Recorded } from '../../../../recorder/ledger/ledger-tail.ts';
import { ProvError } from '../../../../errors.ts';
import { isLedgerStep } from '../../../../model/graph/ledger.ts';
import type { NodeId, SessionId } from '../../../../model/ids.ts';
import { prefixesOf } from '../../../../model/ids.ts';
import type { Session } from '../../../../model/model.ts';
import { findSession } from '../../../../ask/find/find.ts';
import type { Sourced } from '../../../../ask/history/history.ts';
import { fromStep, type Played, played, replay, type Track } from '../../../../ask/history/replay.ts';
import { readSessionStory } from '../../../../ask/history/sessions.ts';
import { define } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { withSources } from '../../reading/with-graph.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import type { Output } from '../../output/output.ts';
import { finish, historyOf, onlyMeaning, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { ReplayView, playedJson } from '../../render/ask/replay.ts';
import { term } from '../../render/term.ts';
import { whyNotRecorded } from '../../reading/file-fault.ts';
import { jsonText } from '../../render/json-text.ts';
import { forgetAnswers } from '../../../../git/process/ask-once.ts';
import { localFiles, provDirOf } from '../../../../git/repository/local-files.ts';

export interface ReplayOptions {
  readonly session: string;
  /** The first step to show. */
  readonly fromStep?: string | undefined;
  readonly follow: boolean;
  readonly json: boolean;
}

/** How long to wait for another recording process, in milliseconds. Its steps then appear at the next check. */
const LOCK_TIMEOUT_MS = 300;

/**
 * `git prov replay`: the steps of a session in order, with its sub-agents where they were started.
 * @returns the exit code
 * @throws ProvError `data` or `usage` for a missing or ambiguous session or step
 */
export async function runReplay(options: ReplayOptions, ctx: ReadingContext): Promise<number> {
  const { follow, json } = options;
  const history = historyOf(ctx);
  const dir = isEnabled(ctx.repo) ? provDirOf(ctx.repo) : undefined;
  if (follow && dir === undefined)
    throw new ProvError('data', 'No session is recorded here yet.', { hint: 'Run git prov init.' });
  const { root, graphs } = await withSources(ctx, history, async (sourced) => {
    const id = await sessionOf(sourced, options.session, dir);
    return { root: id, graphs: (await readSessionStory(sourced, id))?.graphs ?? [] };
  });
  const tails = dir === undefined ? undefined : new LedgerTails(dir, root);
  const tracks = [...graphs, ...tracksOf(tails?.read() ?? [])];
  const steps = begun(replay(root, tracks), options.fromStep);
  const { output, style } = follow ? await openUnpaged(ctx, json) : await openFor('replay', ctx, json);
  const view = new ReplayView(style);
  const format = (one: Played): string => (json ? `${jsonText(playedJson(one))}\n` : view.line(one));
  for (const one of steps) await output.write(format(one));
  if (follow && tails) {
    const sessions = new Map(tracks.map(({ session }) => [session.id, session]));
    const seen = new Set(tracks.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
    await goOn({ ctx, output, tails, root, sessions, seen, format });
  }
  return finish(output, history, ctx);
}

async function sessionOf(history: Sourced, named: string, dir: string | undefined): Promise<SessionId> {
  const name = named.replace(/^session:/, '');
  const found = await findSession(history, name);
  if (found.kind === 'absent' && dir !== undefined) {
    // The ledger may be the only source, when notes were lost or never written.
    const kept = ledgerSessions(dir).filter((id) => id.startsWith(name) || prefixesOf(id)[1].startsWith(name));
    const tops = kept.filter((id) => !kept.some((other) => id.startsWith(`${other}/`)));
    if (name !== '' && tops.length === 1) return tops[0]!;
  }
  const one = onlyMeaning(found, named);
  if (one.kind === 'session') return one.session;
  throw new ProvError('data', `${JSON.stringify(named)} is not a session.`, { hint: 'See git prov sessions.' });
}

// A session that only the ledger knows. Its agent is unknown.
const unknown = (id: SessionId): Session => ({ id, agent: '' });

function tracksOf(recorded: readonly Recorded[]): Track[] {
  const tracks = new Map<SessionId, Recorded['node'][]>();
  for (const { session, node } of recorded)
    tracks
      .set(session, tracks.get(session) ?? [])
      .get(session)!
      .push(node);
  return [...tracks].map(([id, nodes]) => ({ session: unknown(id), nodes, edges: [] }));
}

function begun(steps: readonly Played[], from: string | undefined): readonly Played[] {
  if (from === undefined) return steps;
  const found = fromStep(steps, from);
  if (found.kind === 'found') return found.steps;
  const shown = `'${term(from, 80)}'`;
  if (found.could.length === 0)
    throw new ProvError('data', `The session has no step ${shown}.`, {
      hint: 'git prov replay SESSION shows them all.',
    });
  throw new ProvError('usage', `${shown} could be several steps.`, {
    hint: `Use one of these:${found.could
      .slice(0, 10)
      .map(({ id, summary }) => `\n    ${term(id)}  ${term(summary, 60)}`)
      .join('')}`,
  });
}

interface Following {
  readonly ctx: ReadingContext;
  readonly output: Output;
  readonly tails: LedgerTails;
  readonly root: SessionId;
  readonly sessions: ReadonlyMap<SessionId, Session>;
  readonly seen: Set<NodeId>;
  readonly format: (one: Played) => string;
}

// Runs until Ctrl-C or until the reader closes the pipe. It records spooled steps, because no other process may do so.
async function goOn({ ctx, output, tails, root, sessions, seen, format }: Following): Promise<void> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end);
  const dir = provDirOf(ctx.repo);
  try {
    for await (const _ of changesIn([localFiles(dir).spooled, localFiles(dir).ledgers], stop.signal)) {
      forgetAnswers(); // the user may have changed prov.capture
      await record(ctx);
      for (const { session, node } of tails.read()) {
        if (seen.has(node.id) || !isLedgerStep(node)) continue;
        seen.add(node.id);
        const depth = session.slice(root.length).split('/').length - 1;
        await output.write(format(played(sessions.get(session) ?? unknown(session), depth, node)));
      }
      if (output.isClosed()) return;
    }
  } finally {
    process.off('SIGINT', end);
  }
}

async function record({ repo, warn }: ReadingContext): Promise<void> {
  try {
    if (!isPending(repo)) return;
    const { drain } = await import('../../../../recorder/drain.ts');
    await drain(repo, { patience: LOCK_TIMEOUT_MS });
  } catch (error) {
    warn(`the latest events of agents could not be recorded: ${whyNotRecorded(error)}`);
  }
}

export const command = define({
  usage: 'replay <session>',
  example: '8f3a21c0',
  about: 'Print a session step by step (same as sessions --replay)',
  options: (c) =>
    c.positional('session', { type: 'string', demandOption: true, describe: 'A session (an id or a prefix)' }).options({
      'from-step': { type: 'string', describe: 'Begin at this step (an id or a number)' },
      follow: { type: 'boolean', default: false, describe: 'Wait for new steps, until Ctrl-C' },
      json: { type: 'boolean', default: false, describe: 'Print a line of JSON for each step' },
    }),
  run: async ({ fromStep, ...args }, ctx) => withReading(ctx, (read) => runReplay({ ...args, fromStep }, read)),
});
