import type { Undecided } from '../graph/cursor.ts';
import type { NodeId } from '../ids.ts';
import { capital, oneLine } from '../one-line.ts';
import { choose } from './choose.ts';
import type { TextPlace } from './heard.ts';
import { type Edited, fieldOf } from './relate.ts';
import { ruledOutFor } from './reject.ts';
import type { Called, SaidSentence, Talk } from './talk.ts';

/** Characters of a reason, which is a single line. */
const MAX_CHARACTERS = 420;

/** A reason and all changes that it explains. */
export interface GivenReason {
  readonly edits: readonly Undecided[];
  readonly text: string;
  /** The place of its first sentence. */
  readonly place: TextPlace;
  /** Alternatives that were considered and ruled out. */
  readonly ruledOut: readonly string[];
}

export interface Explained {
  readonly reasons: readonly GivenReason[];
  readonly explained: ReadonlySet<NodeId>;
}

/** The reasons of these changes, in the order of the changes. */
export function explain(talk: Talk, undecided: readonly Undecided[]): Explained {
  if (undecided.length === 0 || talk.said.length === 0) return { reasons: [], explained: new Set() };
  const edits = undecided.map((one) => ({ one, edited: placed(one, talk.calls) }));
  const field = fieldOf(
    talk,
    edits.map(({ edited }) => edited),
  );
  const given = new Map<string, { edits: Undecided[]; edited: Edited[]; said: readonly SaidSentence[] }>();
  for (const { one, edited } of edits) {
    const said = choose(field, edited);
    if (said.length === 0) continue;
    const text = textOf(said);
    const known = given.get(text);
    if (known) {
      known.edits.push(one);
      known.edited.push(edited);
    } else given.set(text, { edits: [one], edited: [edited], said });
  }
  return {
    reasons: [...given].map(([text, { edits: of, edited, said }]) => ({
      edits: of,
      text,
      place: said[0]!.place,
      ruledOut: ruledOutFor(field, edited, said).map((one) => oneLine(one.text, MAX_CHARACTERS)),
    })),
    explained: new Set([...given.values()].flatMap(({ edits: of }) => of.map(({ id }) => id))),
  };
}

// Places a change at its call when the transcript contains the call.
function placed({ call, at, turn, paths, names }: Undecided, calls: readonly Called[]): Edited {
  const found = call === null ? undefined : calledIn(calls, call);
  return { at: found?.at ?? at, turn: found?.turn ?? turn, paths, names };
}

/** Finds a call by its key. The transcript does not number equal calls (see `numbered`). */
export function calledIn(calls: readonly Called[], key: string): Called | undefined {
  const common = key.replace(/^([0-9a-f]{24})\.\d+$/, '$1');
  return calls.findLast(({ call }) => call === key || call === common);
}

function textOf(said: readonly SaidSentence[]): string {
  const sentences = said.map(({ text }) => capital(text));
  return oneLine(
    sentences.map((one, i) => (i < sentences.length - 1 && !/[.!?:]$/.test(one) ? `${one}.` : one)).join(' '),
    MAX_CHARACTERS,
  );
}
