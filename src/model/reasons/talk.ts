import { type Doubt, doubtsIn, mayDoubt } from './doubts.ts';
import { type TalkItem, MAX_TEXT_CHARACTERS, namedPlace, type TextItem, type TextPlace } from './talk-item.ts';
import { refusedOptions } from './patterns/options.ts';
import { type Section, sentencesOf } from './sentences.ts';
import { isWorthKeeping, leadsTo, onlyAsks, signBits } from './signals.ts';

/** Sentences and calls kept for a session. */
const MAX_SENTENCES = 240;
const MAX_CALLS = 400;
const MAX_DOUBTS = 24;
/** Turns kept before the current one. */
const MAX_EARLIER_TURNS = 2;

/** A colon leads to what is not shown with it, and so does a conjunction before it ("…, but:"). */
const LEADS_ON = /(?:,? (?:and|but|because|since|so|while|where|that is))?:$/;

/** A sentence with its place. */
export interface SaidSentence {
  readonly text: string;
  readonly place: TextPlace;
  /** See `TextItem`. */
  readonly planned?: true;
  readonly request?: true;
  readonly turn: number;
  /** Its position in the conversation. */
  readonly at: number;
  /** Its index in its text, and the number of sentences there. */
  readonly nth: number;
  readonly of: number;
  /** See `signBits`. */
  readonly signs: number;
  /** What the end of its text announces: a change, or reading something. */
  readonly leads?: 'deed' | 'look';
  /** See `Sentence`. */
  readonly under?: Section;
  readonly against?: true;
  /** The words of an option in it that another sentence of its text refuses. */
  readonly refused?: string;
}

/** Whether the user said it: all of a prompt, except a plan of the agent that a person accepted. */
export const isByUser = ({ place, planned }: SaidSentence): boolean => place === 'prompt' && !planned;

/** A call, by its key. */
export interface Called {
  readonly call: string;
  readonly turn: number;
  readonly at: number;
}

/** The latest part of a session's conversation: plain data, never changed in place. */
export interface Talk {
  readonly next: number;
  readonly turn: number;
  readonly said: readonly SaidSentence[];
  readonly calls: readonly Called[];
  /** The last reasons in earlier graphs. */
  readonly reasons?: readonly string[];
  /** Doubts that no graph has yet. */
  readonly doubts?: readonly Doubt[];
  /** The talk comes from the transcript, so words from hooks are ignored. */
  readonly isRead?: true;
}

/**
 * Adds items to the conversation. Their texts are redacted already.
 * @param isBeside the items come from hooks, not from the transcript
 */
export function hear(talk: Talk, heard: readonly TalkItem[], isBeside = false): Talk {
  if (isBeside && talk.isRead) return talk;
  let { next, turn } = talk;
  const said: SaidSentence[] = [];
  const calls = [...talk.calls];
  const doubts = [...(talk.doubts ?? [])];
  for (const one of heard) {
    const at = next++;
    if ('call' in one) calls.push({ call: one.call, turn, at });
    else {
      if (one.place === 'prompt') turn++;
      said.push(...sayings(one, turn, at));
      doubts.push(...doubtsIn(namedPlace(one), one.text.slice(0, MAX_TEXT_CHARACTERS), turn, at));
    }
  }
  // A hook may report a prompt before the transcript contains it.
  const again = new Set(said.filter(({ place }) => place === 'prompt').map(({ text }) => text));
  // An agent sends its whole to-do list at each change.
  const planned = new Set(talk.said.filter(({ place }) => place === 'plan').map(({ text }) => text));
  const fresh = said.filter(
    ({ place, text }) => place !== 'plan' || (!planned.has(text) && planned.add(text).size > 0),
  );
  const kept = [...talk.said.filter((one) => one.place !== 'prompt' || !again.has(one.text)), ...fresh];
  return {
    next,
    turn,
    said: kept.filter((one) => one.turn >= turn - MAX_EARLIER_TURNS).slice(-MAX_SENTENCES),
    calls: calls.slice(-MAX_CALLS),
    ...(talk.reasons && { reasons: talk.reasons }),
    ...(doubts.length > 0 && { doubts: doubts.filter((one) => one.turn >= turn - 1).slice(-MAX_DOUBTS) }),
    ...(talk.isRead && { isRead: true }),
  };
}

/** Whether a text contains a sentence worth keeping. */
export const saysMuch = (text: string): boolean =>
  sentencesOf(text.slice(0, MAX_TEXT_CHARACTERS)).some((one) => isWorthKeeping(one.text)) ||
  mayDoubt(text.slice(0, MAX_TEXT_CHARACTERS));

/** Adds a part of the transcript. */
export const hearRecord = (talk: Talk, heard: readonly TalkItem[]): Talk =>
  heard.length === 0 ? talk : hear({ ...talk, isRead: true }, heard);

function sayings({ place, text: words, planned, request }: TextItem, turn: number, at: number): SaidSentence[] {
  const sentences = sentencesOf(words.slice(0, MAX_TEXT_CHARACTERS));
  const leads = leadsTo(sentences.at(-1)?.text ?? '');
  const refused = place === 'prompt' ? undefined : refusedOptions(words.slice(0, MAX_TEXT_CHARACTERS), sentences);
  return sentences.flatMap(({ text, under, against }, nth) =>
    isWorthKeeping(text) && !onlyAsks(text, place === 'prompt')
      ? [
          {
            text: text.replace(LEADS_ON, ''),
            place,
            ...(planned && { planned }),
            ...(request && { request }),
            turn,
            at,
            nth,
            of: sentences.length,
            signs: signBits(text),
            ...(leads && { leads }),
            ...(under && { under }),
            ...(against && { against }),
            ...(refused?.has(nth) && { refused: refused.get(nth)! }),
          },
        ]
      : [],
  );
}
