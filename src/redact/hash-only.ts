import { never } from '../errors.ts';
import { isNodeId } from '../model/ids.ts';
import type { Check } from '../model/checks/kind.ts';
import type { Detail, Scalar } from '../model/model.ts';
import { commitSummary } from '../model/patch.ts';
import { readCommand } from '../model/shell/parse/command.ts';
import { ANY, type CommandVerdict } from '../model/shell/verdict.ts';
import type { Step } from '../model/step.ts';

type ToolStep = Extract<Step, { type: 'tool' }>;

/** The form of a tool's or event's name. Anything else may be free text. */
const NAME = /^[\w.:/-]{1,128}$/;

/** The form of `detail.lines` of a commit, the hash over the session's lines, which `git prov verify` compares. See `claimsHash`. */
const LINES_HASH = /^lines [0-9a-f]{32}$/;

/**
 * A step without words: the action, the tool, the repository's files and the result. Removes prompts, commands, file
 * contents, reasons, and names of files that did not change. Declared knowledge stays, because a user or agent recorded it
 * on purpose.
 */
export function structural(step: Step): Step {
  switch (step.type) {
    case 'prompt':
      return { ...step, ...plainDetail(step), text: `prompt of ${step.text.length} characters`, wordless: true };
    case 'tool':
      return structuralTool(step);
    case 'gate':
      return { ...step, ...plainDetail(step), tool: name(step.tool, 'tool'), summary: '' };
    case 'commit':
      return { ...step, ...plainDetail(step, LINES_HASH), summary: commitSummary(step.oid) };
    case 'compaction':
      return { ...step, ...plainDetail(step), summary: 'conversation compacted' };
    case 'subagent':
      return { ...step, ...plainDetail(step), summary: 'start a sub-agent' };
    case 'raw': {
      const event = name(step.event, 'event');
      return { ...step, ...plainDetail(step), event, summary: event };
    }
    case 'model': // a name and numbers
    case 'knowledge':
    case 'change':
      return step;
    default:
      return never(step);
  }
}

function structuralTool(step: ToolStep): ToolStep {
  const { command, narration: _, names: __, ...rest } = step;
  return {
    ...rest,
    ...plainDetail(step),
    tool: name(step.tool, 'tool'),
    summary: objectOf(step),
    ...(step.action === 'shell' && { verdict: wordless(step.verdict ?? readCommand(command ?? step.summary)) }),
  };
}

// The purpose of the command, without its words and file names.
function wordless(verdict: CommandVerdict): CommandVerdict {
  const { lasting: _, fixes: __, runs, ...rest } = verdict;
  return {
    ...rest,
    writes: ANY,
    ...(verdict.label !== undefined && { label: 'a check' }),
    ...(runs && { runs: runs.map(unlabelled) }),
  };
}

function unlabelled(run: Check): Check {
  const { folder: _, packages: __, ...check } = run;
  return { ...check, label: 'a check' };
}

// The text after the verb, see `toolLabel`.
function objectOf({ action, changed, paths, outcome }: ToolStep): string {
  const [file] = changed.length > 0 || outcome !== 'ok' ? changed : paths;
  switch (action) {
    case 'edit':
      return file ?? 'a file';
    case 'read':
      return 'something';
    case 'shell':
      return 'run a command';
    case 'unknown':
      return changed[0] ?? '';
    case 'spawn':
    case 'plan':
      return '';
    default:
      return never(action);
  }
}

const name = (text: string, otherwise: string): string => (NAME.test(text) ? text : otherwise);

const isPlain = (value: Scalar | readonly Scalar[]): boolean =>
  typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && isNodeId(value));

// Facts, references to other steps, and fields that match `kept` as `name value`.
function plainDetail({ detail }: Step, kept?: RegExp): { detail: Detail } | Record<never, never> {
  if (!detail) return {};
  const plain = Object.entries(detail).filter(
    ([name, value]) => isPlain(value) || kept?.test(`${name} ${String(value)}`),
  );
  return { detail: Object.fromEntries(plain) };
}
