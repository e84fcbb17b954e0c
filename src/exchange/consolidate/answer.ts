import type { NodeId } from '../../model/ids.ts';
import type { Span, Turn } from './turn-record.ts';

/** Sizes of an answer. */
const MAX_DECISIONS = 10;
const MAX_ALTERNATIVES = 5;
const MAX_SENTENCE_CHARACTERS = 300;
const MAX_SPANS = 8;
const MAX_MODEL_CHARACTERS = 80;
/** Characters that no plain sentence has: control, bidirectional and invisible ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
/** A word that says something about the content. */
const WORD = /[\p{L}\p{N}_]{4,}/gu;

/** A decision from a model. Each sentence names spans of the turn. */
export interface Summarised {
  readonly changes: readonly NodeId[];
  readonly chose: string;
  readonly because: string | undefined;
  readonly ruledOut: readonly string[];
  /** The steps that its sentences rest on. */
  readonly from: readonly NodeId[];
}

/** What could be taken from an answer. */
export interface Answer {
  readonly decisions: readonly Summarised[];
  /** Sentences without spans that they rest on, or of a wrong form. */
  readonly dropped: number;
  /** The model, where the answer names it. */
  readonly model: string | undefined;
}

/**
 * Reads the answer of a command about a turn. Nothing of an answer of another form is used.
 * @param output what the command printed: the JSON, also inside a fence or inside the envelope of an agent's print mode
 * @returns why nothing can be used, as a sentence, where that is so
 */
export function readAnswer(output: string, turn: Turn): Answer | string {
  const { value, model } = unwrap(output);
  if (!isObject(value) || !hasOnly(value, ['decisions', 'model']))
    return 'The answer is not the JSON object that was asked for.';
  const { decisions } = value;
  if (!Array.isArray(decisions) || decisions.length > MAX_DECISIONS)
    return `decisions is not a list of at most ${MAX_DECISIONS}.`;
  const reading = new Reading(turn);
  const read: Summarised[] = [];
  for (const one of decisions) {
    if (!isObject(one) || !hasOnly(one, ['changes', 'chose', 'because', 'instead_of']))
      return 'A decision has fields that were not asked for.';
    const found = reading.decision(one);
    if (found) read.push(found);
  }
  const named = typeof value['model'] === 'string' ? value['model'] : model;
  return { decisions: read, dropped: reading.dropped, model: isPlain(named, MAX_MODEL_CHARACTERS) ? named : undefined };
}

class Reading {
  dropped = 0;
  readonly #spans: ReadonlyMap<string, Span>;
  readonly #changes: ReadonlySet<string>;

  constructor({ spans, changes }: Turn) {
    this.#spans = new Map(spans.map((span) => [span.id, span]));
    this.#changes = new Set(changes);
  }

  decision({ changes, chose, because, instead_of: instead }: Record<string, unknown>): Summarised | undefined {
    const from = new Set<NodeId>();
    const sentence = this.#sentence(chose, from);
    const why = because === undefined || because === null ? undefined : this.#sentence(because, from);
    const others = Array.isArray(instead)
      ? instead.slice(0, MAX_ALTERNATIVES)
      : instead === undefined
        ? []
        : [undefined];
    const ruledOut = others.flatMap((one) => this.#sentence(one, from) ?? []);
    const made = Array.isArray(changes) ? changes.filter((id) => typeof id === 'string' && this.#changes.has(id)) : [];
    if (sentence === undefined || made.length === 0) return undefined;
    return {
      changes: [...new Set(made as string[])].map((id) => this.#spans.get(id)!.node),
      chose: sentence,
      because: why,
      ruledOut,
      from: [...from],
    };
  }

  // A sentence must name spans of this turn, and share a word with them: otherwise it does not rest on them.
  #sentence(value: unknown, from: Set<NodeId>): string | undefined {
    const spans = isObject(value) && hasOnly(value, ['text', 'spans']) ? value['spans'] : undefined;
    const text = isObject(value) ? value['text'] : undefined;
    const named =
      Array.isArray(spans) && spans.length <= MAX_SPANS ? spans.map((id) => this.#spans.get(String(id))) : [];
    const known = named.filter((span) => span !== undefined);
    if (
      !isPlain(text, MAX_SENTENCE_CHARACTERS) ||
      known.length === 0 ||
      known.length < named.length ||
      !rests(text, known)
    ) {
      this.dropped++;
      return undefined;
    }
    for (const { node } of known) from.add(node);
    return text.trim();
  }
}

function rests(text: string, spans: readonly Span[]): boolean {
  const words = new Set(spans.flatMap((span) => span.text.toLowerCase().match(WORD) ?? []));
  return (text.toLowerCase().match(WORD) ?? []).some((word) => words.has(word));
}

// The print modes of agents put the answer into an envelope; models put it into a fence.
function unwrap(output: string): { value: unknown; model: string | undefined } {
  const whole = parsed(output.trim());
  if (isObject(whole) && !('decisions' in whole)) {
    const inner = ['result', 'response', 'text', 'content']
      .map((key) => whole[key])
      .find((one) => typeof one === 'string');
    const used = whole['modelUsage'];
    const model = isObject(used) ? Object.keys(used)[0] : undefined;
    if (typeof inner === 'string') return { value: innermost(inner), model };
  }
  return { value: whole ?? innermost(output), model: undefined };
}

function innermost(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([^]*?)\n\s*```/.exec(text)?.[1];
  return parsed(fenced ?? text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasOnly = (value: Record<string, unknown>, keys: readonly string[]): boolean =>
  Object.keys(value).every((key) => keys.includes(key));
const isPlain = (text: unknown, limit: number): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= limit && !UNSEEN.test(text);
