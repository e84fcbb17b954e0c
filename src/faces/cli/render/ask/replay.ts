import { numberOf, shortSession, type SessionId } from '../../../../model/ids.ts';
import { isoTime } from '../../../../ask/shapes/parts.ts';
import type { Played } from '../../../../ask/history/replay.ts';
import type { Tone } from '../color.ts';
import type { TextStyle } from '../fields.ts';
import { term } from '../term.ts';
import { textWidth } from '../width.ts';
import { clock, day, kindName } from '../words.ts';

/** The length of the longest common names of kinds. */
const KIND_COLUMNS = 12;
/** The length of the longest common names of tools. */
const TOOL_COLUMNS = 8;
const INDENT = '  ';
/** The maximum indentation, in levels. */
const MAX_INDENT_LEVELS = 8;

const TONES: Readonly<Record<string, Tone>> = {
  passed: 'passed',
  failed: 'failed',
  refused: 'stale',
  interrupted: 'stale',
};

/** A duration: `312ms`, `1.8s`, `2m05s`. */
export function lasted(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`;
}

/** Shows steps as they arrive. */
export class ReplayView {
  readonly #style: TextStyle;
  #day = '';
  #session: SessionId | undefined;

  constructor(style: TextStyle) {
    this.#style = style;
  }

  /** The line of a step, after the day and the session when these changed. */
  line(one: Played): string {
    const { node, started, depth, session } = one;
    const { paint } = this.#style;
    const indent = INDENT.repeat(Math.min(depth, MAX_INDENT_LEVELS));
    let head = '';
    // The time of a patch is its commit's, which a rebase or a person may have set.
    if (node.kind !== 'patch' && day(started) !== this.#day) head += `${paint('quiet', (this.#day = day(started)))}\n`;
    if (session.id !== this.#session) {
      if (this.#session !== undefined || depth > 0) head += this.#fork(one, indent);
      this.#session = session.id;
    }
    return head + this.#step(one, indent);
  }

  #fork({ session, depth }: Played, indent: string): string {
    const { paint } = this.#style;
    const what = depth > 0 ? 'sub-agent' : 'session';
    const agent = session.agent === '' ? '' : ` ${paint('agent', term(session.agent, 40))}`;
    return `${indent}${paint('quiet', what)}${agent} ${paint('quiet', `[session:${shortSession(session.id)}]`)}\n`;
  }

  #step({ node, started, outcome }: Played, indent: string): string {
    const { paint, columns, unicode } = this.#style;
    const time = node.kind === 'patch' ? ' '.repeat(10) : `[${clock(started, true)}]`;
    const number = String(numberOf(node.id)).padStart(4);
    const kind = padded(kindName(node.kind).toLowerCase(), KIND_COLUMNS);
    const tool = node.tool === undefined ? '' : `${padded(term(node.tool, 30), TOOL_COLUMNS)} `;
    const came = [
      ...(node.duration === undefined ? [] : [`(${lasted(node.duration)})`]),
      ...(outcome === undefined ? [] : [outcome]),
    ];
    const arrow = came.length > 0 ? `${unicode ? '→' : '->'} ` : '';
    const before = `${indent}${time} ${number}  ${kind} ${tool}${arrow}${came.join(' ')}`;
    const used = textWidth(before) + 2;
    const summary = term(node.summary, columns === undefined ? undefined : Math.max(1, columns - used));
    const tone = node.kind === 'goal' ? 'heading' : undefined;
    const painted = came.map((word) => (TONES[word] ? paint(TONES[word], word) : word)).join(' ');
    const gap = came.length > 0 ? '  ' : tool === '' ? '' : ' ';
    return `${indent}${paint('quiet', `${time} ${number}`)}  ${kind} ${tool}${arrow}${painted}${gap}${tone ? paint(tone, summary) : summary}\n`;
  }
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));

/** A step as a line of `git prov replay --json`. */
export const playedJson = ({ session, depth, node, started, outcome }: Played): object => ({
  schema: 'git-prov/replay/1',
  session: session.id,
  parent: session.parent ?? null,
  depth,
  step: node.id,
  kind: node.kind,
  tool: node.tool ?? null,
  started: isoTime(started),
  duration: node.duration ?? null,
  outcome: outcome ?? null,
  summary: node.summary,
  ...(node.input !== undefined && { input: node.input }),
  ...(node.output !== undefined && { output: node.output }),
  ...(node.detail !== undefined && { detail: node.detail }),
});
