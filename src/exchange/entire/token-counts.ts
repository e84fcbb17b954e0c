import { count, object, text } from '../../recorder/spool/json-fields.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import type { Usage } from '../../model/model.ts';
import type { TranscriptSession } from '../transcripts/transcript-session.ts';

/**
 * Divides the tokens of sessions among their checkpoints, so that their sum is what the session used. Checkpoints count from the
 * session's start, or from an earlier checkpoint, so their own numbers cannot be added. Ask for commits in their order.
 */
export class TokenCounts {
  /** How many entries of a session's record are counted. */
  readonly #counted = new Map<TranscriptSession, number>();
  readonly #messages = new Map<TranscriptSession, Map<string, Usage>>();
  /** The last count of a session without a record, by where it began to count. */
  readonly #last = new Map<string, { readonly start: string; readonly usage: Usage }>();

  /** The tokens of a session up to a time that no earlier call returned, by its agent's own record. */
  until(story: TranscriptSession, at: number): Usage | undefined {
    const from = this.#counted.get(story) ?? 0;
    const messages = this.#messages.get(story) ?? new Map<string, Usage>();
    this.#messages.set(story, messages);
    let next = from;
    let sum: Usage | undefined;
    for (; next < story.usage.length && story.usage[next]!.at <= at; next++) {
      const { id, used } = story.usage[next]!;
      sum = plus(sum, less(used, messages.get(id))); // a message may be reported again, with more
      messages.set(id, used);
    }
    this.#counted.set(story, next);
    return sum;
  }

  /** The tokens that a checkpoint's own numbers add to those of earlier checkpoints of the session. */
  since(session: string, metadata: Payload): Usage | undefined {
    const usage = usageOf(object(metadata, 'token_usage'));
    if (!usage) return undefined;
    const start = `${text(metadata, 'transcript_identifier_at_start')} ${count(metadata, 'transcript_lines_at_start')}`;
    const last = this.#last.get(session);
    this.#last.set(session, { start, usage });
    return last?.start === start ? less(usage, last.usage) : usage;
  }
}

function usageOf(from: Payload): Usage | undefined {
  const [input, output] = [count(from, 'input_tokens'), count(from, 'output_tokens')];
  if (input === undefined || output === undefined) return undefined;
  const [cacheRead, cacheWrite] = [count(from, 'cache_read_tokens'), count(from, 'cache_creation_tokens')];
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
}

const FIELDS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;

const each = (combine: (field: (typeof FIELDS)[number]) => number): Usage => ({
  input: combine('input'),
  output: combine('output'),
  cacheRead: combine('cacheRead'),
  cacheWrite: combine('cacheWrite'),
});

const plus = (a: Usage | undefined, b: Usage): Usage => each((field) => (a?.[field] ?? 0) + (b[field] ?? 0));
const less = (a: Usage, b: Usage | undefined): Usage =>
  each((field) => Math.max(0, (a[field] ?? 0) - (b?.[field] ?? 0)));
