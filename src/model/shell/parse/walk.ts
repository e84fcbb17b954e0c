import { forEachChild, parse } from 'unbash';
import type { AndOr, Command, ParsedScript, Pipeline, Statement, SyntaxNode, Word } from 'unbash';
import { walkIf, walkLoop } from './branches.ts';
import { asksEmpty, checksOf, followChecks, forgetFolders, maskChecks, proveChecks } from './check-runs.ts';
import type { Directories, Flow } from './flow.ts';
import { changeDirectory, either, perhaps, quiet, stays, union } from './flow.ts';
import { lasts, lastsToo } from '../background.ts';
import { fails, heredocOf, printedWords } from './parts.ts';
import { markNodes } from './marks.ts';
import { asks, coverOutput, divertOutput, filterOutput, mayNotRun, noteOutput, runsAnywhere } from './pipes.ts';
import { readProgram } from './program.ts';
import { exitWith, stateChecks } from './statuses.ts';
import type { WriteTargets } from '../write-targets.ts';
import type { CommandVerdict, Effect } from '../verdict.ts';
import { NONE } from '../verdict.ts';
import { add, endOthers, ofTask, setOptions, walkRedirections } from './walk-effect.ts';
import { beginWalk, type TaskKinds, type ScriptWalk } from './walking.ts';
import { argOf } from './word.ts';
import type { Writings } from '../writing.ts';
import { wordsOf } from '../variables.ts';
import { printedBy } from './printed.ts';

const MAX_VISITS = 20_000;
const MAX_DEPTH = 64;
const MAX_SCRIPTS = 8;
const ENDS: ReadonlySet<string> = new Set(['wait', 'kill', 'pkill', 'killall']);

/** The results of walking a script. */
interface Walked {
  readonly verdict: CommandVerdict;
  readonly reach: WriteTargets;
  readonly writings: Writings;
}

/** Walks a parsed script. Throws on a syntax error and when the script is too large. @param behind see `readCommand` */
export function walkScript(script: ParsedScript, behind: boolean, tasks?: TaskKinds): Walked {
  const walk = beginWalk(behind, markNodes(script), tasks);
  const flow = walkNode(walk, script, ['']);
  const { kind, writes, commits, label, hasCommit, checks, lasting, reach, kills, fixes } = walk;
  const decisive = flow.checks && !flow.masked && !behind;
  const verdict: CommandVerdict = {
    kind,
    writes,
    commits,
    decisive,
    ...(hasCommit && checks && { checks }),
    ...(label !== undefined && { label }),
    ...checksOf(walk),
    ...(walk.byTask && { byTask: true as const }),
    ...(lasts(lasting) && { lasting }),
    ...(kills && { kills }),
    ...(fixes && { fixes }),
    ...(walk.branch && { branch: walk.branch }),
  };
  return { verdict, reach, writings: walk.writings.all() };
}

const MAYBE: ReadonlySet<string> = new Set('If While For Select ArithmeticFor Case Function Coproc'.split(' '));

function walkNode(walk: ScriptWalk, node: SyntaxNode, at: Directories): Flow {
  const from = walk.runs.length;
  const flow = walkDeeper(walk, node, at);
  if (MAYBE.has(node.type)) maskChecks(walk, from);
  return flow;
}

function walkDeeper(walk: ScriptWalk, node: SyntaxNode, at: Directories): Flow {
  if (++walk.visits > MAX_VISITS || walk.depth >= MAX_DEPTH) throw new RangeError('Too large a command.');
  walk.depth++;
  try {
    return walkInner(walk, node, at);
  } finally {
    walk.depth--;
  }
}

function walkInner(walk: ScriptWalk, node: SyntaxNode, at: Directories): Flow {
  switch (node.type) {
    case 'Script':
      if ((node as ParsedScript).errors?.length) throw new SyntaxError('The command does not parse.');
      return walkList(walk, node.commands, at);
    case 'CompoundList':
      return walkList(walk, node.commands, at);
    case 'Statement': {
      if (!node.background) return walkNode(walk, node.command, at);
      const flow = walkBehind(walk, node.command, at);
      return { ...stays(at, flow), masked: flow.checks };
    }
    case 'AndOr':
      return walkAndOr(walk, node, at);
    case 'Pipeline':
      return walkPipeline(walk, node, at);
    case 'Command':
      return walkCommand(walk, node, at);
    case 'Redirected': {
      walkRedirections(walk, node.redirects, at);
      const from = walk.runs.length;
      const flow = walkNode(walk, node.command, at);
      noteOutput(walk, from, node.redirects);
      return flow;
    }
    case 'BraceGroup':
      return walkNode(walk, node.body, at);
    case 'Subshell':
      return stays(at, walkNode(walk, node.body, at));
    case 'If':
      return walkIf(walk, node, at, (part, from) => walkNode(walk, part, from));
    case 'While':
      return walkParts(walk, [node.clause, node.body], at);
    case 'For':
    case 'Select':
      walkWords(walk, node.wordlist ?? [], at);
      return walkParts(
        walk,
        [node.body],
        at,
        node.wordlist?.some((word) => argOf(word).value !== undefined),
      );
    case 'ArithmeticFor':
      return walkParts(walk, [node.body], at);
    case 'Case': {
      walkWords(walk, [node.word], at);
      const from = walk.runs.length;
      const ends = node.items.map((item) => walkNode(walk, item.body, at));
      mayNotRun(walk, from);
      return perhaps(ends.reduce(either, quiet(at)), false);
    }
    case 'Function': {
      walk.functions.add(node.name.value);
      const from = walk.runs.length;
      // The function may be called from any directory, with any arguments, or never.
      const body = walkNode(walk, node.body, undefined);
      runsAnywhere(walk, from);
      return { ok: at, fail: at, checks: body.checks, masked: body.checks };
    }
    case 'Coproc': {
      const body = walkBehind(walk, node.body, at);
      return { ...stays(at, body), masked: body.checks };
    }
    default:
      walkExpansions(walk, node, at);
      return quiet(at);
  }
}

function walkBehind(walk: ScriptWalk, node: SyntaxNode, at: Directories): Flow {
  walk.behind++;
  const flow = walkNode(walk, node, at);
  walk.behind--;
  return flow;
}

function walkList(walk: ScriptWalk, statements: readonly Statement[], at: Directories): Flow {
  let flow: Flow = quiet(at);
  const from = walk.runs.length;
  let since = from;
  for (const [i, statement] of statements.entries()) {
    stateChecks(walk, since, statements[i - 1]?.command, statement.command);
    if (!walk.errexit) maskChecks(walk, from);
    exitWith(walk, since, statements[i - 1]?.command, statement.command);
    since = walk.runs.length;
    const next = walkNode(walk, statement, i === 0 ? at : union(flow.ok, flow.fail));
    // Without `set -e` only the last status counts.
    const lost = flow.checks && (flow.masked || !walk.errexit);
    flow = { ...next, checks: flow.checks || next.checks, masked: lost || next.masked };
  }
  return flow;
}

function walkAndOr(walk: ScriptWalk, node: AndOr, at: Directories): Flow {
  const from = walk.runs.length;
  let flow = walkNode(walk, node.commands[0]!, at);
  for (const [i, operator] of node.operators.entries()) {
    const right = node.commands[i + 1]!;
    const until = walk.runs.length;
    const next = walkNode(walk, right, operator === '&&' ? flow.ok : flow.fail);
    if (operator === '||' || asks(node.commands[i]!)) mayNotRun(walk, until, operator === '||');
    const checks = flow.checks || next.checks;
    if (operator === '&&') followChecks(walk, from, until, right);
    if (operator === '&&')
      flow = { ok: next.ok, fail: union(flow.fail, next.fail), checks, masked: flow.masked || next.masked };
    else {
      const lost = next.checks || (flow.checks && !fails(right));
      if (walk.marks.has(right)) proveChecks(walk, from, until, 'denied');
      maskChecks(walk, fails(right) ? until : from);
      flow = { ok: union(flow.ok, next.ok), fail: next.fail, checks, masked: flow.masked || lost };
    }
  }
  return flow;
}

function walkPipeline(walk: ScriptWalk, node: Pipeline, at: Directories): Flow {
  const from = walk.runs.length;
  const flows = node.commands.map((command, i) => {
    walk.fed = i > 0 ? printedWords(node.commands[i - 1]!) : undefined;
    const since = walk.runs.length;
    const flow = walkNode(walk, command, at);
    const rest = node.commands.slice(i + 1);
    if (rest.length > 0 && !walk.pipefail) maskChecks(walk, since);
    filterOutput(walk, since, rest, node.operators[i] === '|&');
    return flow;
  });
  const negated = node.prefixes.some((prefix) => prefix.type === 'Negation');
  if (negated) maskChecks(walk, from);
  const lost = flows.slice(0, -1).some((flow) => flow.checks) && !walk.pipefail;
  const checks = flows.some((flow) => flow.checks);
  const masked = lost || flows.some((flow) => flow.masked) || (negated && checks);
  // The parts of a real pipeline run in subshells; `! cd x` and `time cd x` do not.
  const only = flows.length === 1 ? flows[0] : undefined;
  return {
    ok: only ? (negated ? only.fail : only.ok) : at,
    fail: only ? (negated ? only.ok : only.fail) : at,
    checks,
    masked,
  };
}

const walkParts = (walk: ScriptWalk, parts: readonly SyntaxNode[], at: Directories, isRun = false): Flow =>
  walkLoop(walk, parts, at, isRun, (part, from) => walkNode(walk, part, from));

function walkCommand(walk: ScriptWalk, node: Command, at: Directories): Flow {
  const from = walk.runs.length;
  const inside = walkExpansions(walk, node, at);
  if (!asksEmpty(node)) maskChecks(walk, from);
  divertOutput(walk, from);
  const input = heredocOf(node.redirects);
  const { fed } = walk;
  walk.fed = undefined;
  const words = wordsOf(node, walk.variables);
  walkRedirections(walk, node.redirects, at, printedBy(words, input));
  const name = words[0]?.value;
  if (name === undefined && words.length === 0) return { ok: at, fail: at, checks: inside, masked: inside };
  if (name === 'cd' || name === 'pushd' || name === 'popd' || name === 'chdir')
    return { ...changeDirectory(words, at, walk.variables), checks: inside, masked: inside };
  // Nothing after it is reached
  if (name === 'exit' || name === 'return') return { ok: [], fail: [], checks: inside, masked: inside };
  if (name === 'set') setOptions(walk, words);
  if (name !== undefined && ENDS.has(name)) endOthers(walk, name);
  if (name !== undefined && walk.functions.has(name)) {
    if (walk.behind > 0) walk.lasting = lastsToo(walk.lasting, walk, walk.writes);
    return { ok: undefined, fail: undefined, checks: inside, masked: inside };
  }
  let masked = false;
  const script = (text: string, elsewhere = false): Effect => {
    const start = walk.runs.length;
    const flow = walkText(walk, text, elsewhere ? undefined : at);
    if (elsewhere) forgetFolders(walk, start);
    masked ||= flow.masked;
    return { kind: flow.checks ? 'verification' : 'exploration', writes: NONE, label: walk.label ?? '' };
  };
  const effect = ofTask(
    walk,
    readProgram(words, { input, script, fed, written: (path) => walk.written.get(path) }),
    at,
  );
  const isReader = effect.kind === 'verification' || effect.writes.kind === 'none';
  walk.writings.mention(
    words.map(({ value }) => value),
    isReader,
  );
  const detached = name === 'setsid' || name === 'daemonize' ? 1 : 0;
  walk.behind += detached;
  add(walk, effect, at);
  walk.behind -= detached;
  noteOutput(walk, from, node.redirects);
  // After its time limit nothing is at the end of the output.
  if (name === 'timeout' || name === 'gtimeout') coverOutput(walk, from);
  if (walk.marks.has(node)) walk.marked++;
  const checks = effect.kind === 'verification';
  return {
    ok: at,
    fail: at,
    checks: checks || inside,
    masked: inside || (checks && (masked || effect.masked === true)),
  };
}

function walkText(walk: ScriptWalk, text: string, at: Directories): Flow {
  if (++walk.scripts > MAX_SCRIPTS) throw new RangeError('Too many nested scripts.');
  const outer = { errexit: walk.errexit, pipefail: walk.pipefail };
  const flow = walkNode(walk, parse(text), at);
  Object.assign(walk, outer);
  return flow;
}

const walkWords = (walk: ScriptWalk, words: readonly Word[], at: Directories): void => {
  for (const word of words) walkExpansions(walk, word, at);
};

// Walks the command substitutions in a node, here-documents included. Returns whether one of them verifies.
function walkExpansions(walk: ScriptWalk, node: SyntaxNode, at: Directories): boolean {
  let checks = false;
  forEachChild(node, (child) => {
    if (child.type === 'Script') checks = walkNode(walk, child, at).checks || checks;
    else if (++walk.visits > MAX_VISITS) throw new RangeError('Too large a command.');
    else checks = walkExpansions(walk, child, at) || checks;
  });
  return checks;
}
