import { Writable } from 'node:stream';
import { parseArguments } from '../../../../ask/blame/arguments.ts';
import { blame } from '../../../../ask/blame/blame.ts';
import type { CodeKind } from '../../../../ask/code/code-kinds.ts';
import { agentOf } from '../../../../agents/registry.ts';
import { latestSession } from '../../../../recorder/declare.ts';
import { ProvError } from '../../../../errors.ts';
import type { Declarable } from '../../../../model/knowledge/kinds.ts';
import type { TaskState } from '../../../../model/knowledge/task-state.ts';
import { blameAnswer, type BlameLine } from '../../../../ask/blame/blame-answer.ts';
import { runsOf } from '../../../mcp/blamed-runs.ts';
import { serve } from '../../../mcp/server.ts';
import type { Arguments } from '../../../mcp/tool.ts';
import type { Direction } from '../../../../ask/knowledge/trace.ts';
import { isGroup } from '../../../../ask/review/waiting.ts';
import { locate } from '../../../../ask/find/locate.ts';
import { wholeFile } from '../../../../ask/find/location.ts';
import { refusal } from '../../../../ask/why/why.ts';
import { define } from '../../command.ts';
import { type CliContext, stdinOf, stdoutOf } from '../../context.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import { renderJson } from '../../render/blame/blame-json.ts';
import { withReading } from '../../reading/with-reading.ts';
import { declareAs } from '../knowledge/add.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';

/** Lines per call of blame. */
const MAX_BLAMED_LINES = 400;

/**
 * `git prov mcp`: serves the Model Context Protocol on standard input and output, with the JSON of the commands, until the
 * client disconnects.
 * @returns the exit code
 */
export async function runMcp(ctx: CliContext): Promise<number> {
  let warnings: string[] = [];
  const warn = (message: string): void => void (warnings.length < 20 && warnings.push(message));
  const take = (): string[] => {
    const heldWarnings = warnings;
    warnings = [];
    return heldWarnings;
  };
  const version = process.env['GIT_PROV_VERSION'] ?? 'unknown';
  const answer = (tool: string, args: Arguments): Promise<object> => answerTo(tool, args, { ...ctx, warn });
  await serve(answer, take, version, { input: stdinOf(ctx), output: stdoutOf(ctx) });
  return 0;
}

async function answerTo(tool: string, args: Arguments, ctx: CliContext): Promise<object> {
  const page = new Page();
  await withReading(ctx, async (read) => {
    const around: ReadingContext = { ...read, stdout: page };
    const run = TOOLS[tool];
    if (!run) throw new ProvError('bug', `Nothing answers ${tool}.`);
    return run(args, around);
  });
  return afterwards(tool, args, JSON.parse(page.text()) as Record<string, unknown>);
}

type CommandRun = (args: Arguments, ctx: ReadingContext) => Promise<number>;

const text = (args: Arguments, name: string): string | undefined => args[name] as string | undefined;
const number = (args: Arguments, name: string): number | undefined => args[name] as number | undefined;
const texts = (args: Arguments, name: string): string[] | undefined => args[name] as string[] | undefined;

const TOOLS: Readonly<Record<string, CommandRun>> = {
  blame: async (args, ctx) => blameLines(args, ctx),
  why: async (args, ctx) => {
    const { runWhy } = await import('../ask/why.ts');
    return runWhy({ place: text(args, 'place')!, rev: text(args, 'revision'), json: true }, ctx);
  },
  trace: (args, ctx) => traceOf(text(args, 'reference')!, args, ctx),
  memory_trace: (args, ctx) => traceOf(text(args, 'memory_ref')!, args, ctx),
  impact: async (args, ctx) => {
    const { runImpact } = await import('../ask/code/impact.ts');
    const [depth, minConfidence] = [number(args, 'depth') ?? 2, number(args, 'min_confidence')];
    const [what, rev] = [text(args, 'what'), text(args, 'revision')];
    return runImpact({ what, depth, minConfidence, rev, json: true }, ctx);
  },
  symbols: async (args, ctx) => {
    const { runCodeList } = await import('../ask/code/list-code.ts');
    const [path, name, session, rev] = ['path', 'name', 'session', 'revision'].map((one) => text(args, one));
    const unverified = args['unverified'] === true;
    const kind = (text(args, 'kind') ?? 'function') as CodeKind;
    const limit = number(args, 'limit') ?? 100;
    return runCodeList({ kind, path, name, session, unverified, rev, limit, json: true }, ctx);
  },
  uses: async (args, ctx) => {
    const { runCodeTrace } = await import('../ask/code/trace-code.ts');
    const [reference, rev] = [text(args, 'reference')!, text(args, 'revision')];
    const direction = (text(args, 'direction') ?? 'both') as Direction | 'both';
    const [depth, minConfidence] = [number(args, 'depth') ?? 2, number(args, 'min_confidence')];
    const how = { direction, depth, minConfidence, rev, json: true };
    const done = await runCodeTrace({ reference, ...how }, ctx);
    if (done !== undefined) return done;
    throw new ProvError('usage', `${JSON.stringify(reference.slice(0, 80))} is not part of the code.`, {
      hint: 'Use a form such as function:FILE#NAME; symbols lists the ids.',
    });
  },
  evidence: (args, ctx) => evidenceOf(text(args, 'reference')!, ctx),
  get_belief_evidence: (args, ctx) => {
    const id = text(args, 'belief_id')!;
    return evidenceOf(id.includes(':') ? id : `belief:${id}`, ctx);
  },
  search: async (args, ctx) => {
    const { runSearch } = await import('../ask/search.ts');
    const [kind, session, path, since] = ['kind', 'session', 'path', 'since'].map((name) => text(args, name));
    const choice = {
      kind,
      session,
      path,
      since,
      limit: number(args, 'limit'),
      minConfidence: number(args, 'min_confidence'),
      provenance: args['include_provenance'] === true,
    };
    return runSearch({ text: text(args, 'text')!, ...choice, json: true }, ctx);
  },
  context: async (args, ctx) => {
    const { runContext } = await import('../knowledge/context.ts');
    const session = text(args, 'session') ?? ownSession(ctx);
    const [budget, minConfidence] = [number(args, 'budget'), number(args, 'min_confidence')];
    return runContext({ session, paths: texts(args, 'paths'), budget, minConfidence, json: true }, ctx);
  },
  session: async (args, ctx) => {
    const { runSessions } = await import('../ask/sessions.ts');
    return runSessions({ session: text(args, 'session'), json: true }, ctx);
  },
  check: async (args, ctx) => {
    const { runCheck } = await import('../trust/check.ts');
    return runCheck({ range: text(args, 'range'), rules: text(args, 'rules'), json: true }, ctx);
  },
  review: async (args, ctx) => {
    const { runReview } = await import('../knowledge/review.ts');
    const of = text(args, 'of');
    if (of !== undefined && !isGroup(of))
      throw new ProvError('usage', `${JSON.stringify(of.slice(0, 80))} is not a group of proposals.`, {
        hint: 'Use session:ID or commit:REV, or leave it out.',
      });
    const choice = {
      references: of === undefined ? [] : [of],
      kind: text(args, 'kind'),
      words: args['words'] === true,
    };
    return runReview({ ...choice, accept: false, reject: false, json: true }, ctx);
  },
  decide: (args, ctx) =>
    declareAs(
      'decision',
      text(args, 'decision')!,
      'git prov mcp decide',
      { ...saying(args, ctx), ruledOut: texts(args, 'rejected'), risk: texts(args, 'risks') },
      ctx,
    ),
  complete: async (args, ctx) => {
    const { runComplete } = await import('../knowledge/change-entry.ts');
    const { because, session } = saying(args, ctx);
    return runComplete({ reference: text(args, 'reference')!, because, session, json: true }, ctx);
  },
  task: async (args, ctx) => {
    const { runState } = await import('../knowledge/change-entry.ts');
    const { because, session } = saying(args, ctx);
    const state = text(args, 'state') as TaskState;
    return runState({ reference: text(args, 'reference')!, state, because, session, json: true }, ctx);
  },
  propose: (args, ctx) =>
    declareAs(
      text(args, 'kind') as Declarable,
      text(args, 'text')!,
      'git prov mcp propose',
      { ...saying(args, ctx), proposed: true },
      ctx,
    ),
};

async function traceOf(reference: string, args: Arguments, ctx: ReadingContext): Promise<number> {
  const { runTrace } = await import('../ask/trace.ts');
  const direction = (text(args, 'direction') ?? 'both') as Direction | 'both';
  const [depth, minConfidence] = [number(args, 'depth') ?? 3, number(args, 'min_confidence')];
  return runTrace({ reference, direction, depth, minConfidence, json: true }, ctx);
}

async function evidenceOf(reference: string, ctx: ReadingContext): Promise<number> {
  const { runEvidence } = await import('../aliases/evidence.ts');
  return runEvidence({ reference, json: true }, ctx);
}

// Git cuts a range at the end of the file, and refuses one that begins after it.
async function blameLines(args: Arguments, ctx: ReadingContext): Promise<number> {
  const [file, revision] = [text(args, 'file')!, text(args, 'revision')];
  await locate(ctx.repo, ctx.cwd, [wholeFile(file)], revision); // rejects an invalid file
  const from = number(args, 'from') ?? 1;
  const to = Math.min(number(args, 'to') ?? Number.MAX_SAFE_INTEGER, from + MAX_BLAMED_LINES - 1);
  if (to < from)
    throw new ProvError('usage', `Line ${to} comes before line ${from}.`, {
      hint: 'Use the first line as from, and the last as to.',
    });
  const words = [`-L${from},+${to - from + 1}`, ...(revision === undefined ? [] : [revision]), '--', file];
  const parsed = parseArguments(words);
  const blamed = await blame(parsed, ctx, undefined);
  if (!blamed) throw await refusal(words, ctx.cwd, ctx.env);
  ctx.stdout?.write(renderJson(blameAnswer(blamed, parsed)));
  return 0;
}

// Long answers are split into pages.
function afterwards(tool: string, args: Arguments, data: Record<string, unknown>): object {
  switch (tool) {
    case 'blame': {
      const lines = data['lines'] as BlameLine[];
      const last = lines.at(-1)?.line ?? 0;
      const { lines: _, ...rest } = data;
      const wanted = number(args, 'to') ?? Number.POSITIVE_INFINITY;
      return {
        ...rest,
        runs: runsOf(lines),
        next: lines.length === MAX_BLAMED_LINES && last < wanted ? last + 1 : null,
      };
    }
    case 'session':
      return pageOf(data, args);
    case 'context': {
      // The frame contains the text of both.
      const { items, summary: _, ...rest } = data;
      return {
        ...rest,
        items: (items as Record<string, unknown>[]).map(({ node, kind, status, state, changed }) => ({
          node,
          kind,
          status,
          state,
          changed,
        })),
      };
    }
    default:
      return data;
  }
}

function pageOf(data: Record<string, unknown>, args: Arguments): object {
  const [offset, limit] = [number(args, 'offset') ?? 0, number(args, 'limit') ?? 50];
  const name = 'sessions' in data ? 'sessions' : 'nodes';
  const all = data[name] as { readonly id?: string }[];
  const shown = all.slice(offset, offset + limit);
  const ids = new Set(shown.map(({ id }) => id));
  const edges = (data['edges'] as { from: string; to: string }[] | undefined)?.filter(({ to }) => ids.has(to));
  const next = offset + limit < all.length ? offset + limit : null;
  return { ...data, [name]: shown, ...(edges && { edges }), total: all.length, next };
}

const saying = (args: Arguments, ctx: ReadingContext) => ({
  because: text(args, 'because'),
  supports: texts(args, 'supports'),
  contradicts: texts(args, 'contradicts'),
  derivedFrom: texts(args, 'derived_from'),
  confidence: number(args, 'confidence'),
  session: sessionAtWork(ctx),
  json: true,
});

/** The session that a server works for; undefined if its environment names one, or no session is open. */
function ownSession({ repo, env }: ReadingContext): string | undefined {
  if (agentOf(env)) return undefined;
  return latestSession(provDirOf(repo), ({ session, over }) => session.parent === undefined && !over)?.id;
}

/**
 * The session of a call: the environment's (then undefined), else the one of this repository with the last
 * event that is still open. A server never acts for a person.
 * @throws ProvError `usage` without a session
 */
function sessionAtWork(ctx: ReadingContext): string | undefined {
  const found = ownSession(ctx);
  if (found !== undefined || agentOf(ctx.env)) return found;
  throw new ProvError('usage', 'No agent session is open in this repository.', {
    hint: 'Run git prov init here and start a session. A person uses git prov decide or add.',
  });
}

/** Collects the output of a command. */
class Page extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

export const command = define({
  usage: 'mcp',
  about: 'Serve agents over the Model Context Protocol, on standard input',
  options: (c) => c,
  run: async (_args, ctx) => runMcp(ctx),
});
