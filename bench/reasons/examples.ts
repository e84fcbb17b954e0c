import { namesIn } from '../../src/model/reasons/names.ts';
import { type Edited, type Field, fieldOf } from '../../src/model/reasons/relate.ts';
import { sentencesOf } from '../../src/model/reasons/sentences.ts';
import { SILENCE } from '../../src/model/reasons/talk-item.ts';
import { hear, type SaidSentence, type Talk } from '../../src/model/reasons/talk.ts';
import { type Span, textName, type Transcript } from './sessions.ts';

/** A labelled edit with the sentences around it. */
export interface Example {
  readonly project: string;
  readonly session: string;
  readonly held: boolean;
  readonly call: string;
  readonly edit: Edited;
  readonly field: Field;
  /** Whether a sentence states the reason. */
  readonly hasReason: boolean;
  readonly isReason: (said: SaidSentence) => boolean;
}

/** The labelled edits of a session, each with the data at the end of its turn. */
export function examplesOf(transcript: Transcript): Example[] {
  const { label, heard, calls } = transcript;
  const found: Example[] = [];
  for (const { call, reasons } of label.edits) {
    const place = heard.findIndex((one) => 'call' in one && one.call === call);
    const known = calls.get(call);
    if (place < 0 || !known) continue;
    const next = heard.findIndex((one, i) => i > place && 'place' in one && one.place === 'prompt');
    const talk = hear(SILENCE, heard.slice(0, next < 0 ? heard.length : next));
    const edits = editsIn(talk, calls);
    const edit = edits.find((one) => one.call === call);
    if (!edit) continue;
    found.push({
      project: label.project,
      session: label.session,
      held: label.held,
      call,
      edit,
      field: fieldOf(talk, edits),
      hasReason: reasons.length > 0,
      isReason: marker(transcript, reasons),
    });
  }
  return found;
}

function editsIn(talk: Talk, calls: Transcript['calls']): (Edited & { readonly call: string })[] {
  return talk.calls.flatMap(({ call, at, turn }) => {
    const known = calls.get(call);
    return known?.action === 'edit' ? [{ call, at, turn, paths: known.paths, names: namesIn(known.input) }] : [];
  });
}

/** Returns a test: whether a sentence overlaps one of these spans, or has the same words. */
export function marker({ heard }: Transcript, spans: readonly Span[]): (said: SaidSentence) => boolean {
  const texts = new Map(heard.flatMap((one) => ('text' in one ? [[textName(one.text), one.text] as const] : [])));
  const same = new Set<string>();
  for (const [name, start, end] of spans)
    for (const one of sentencesOf((texts.get(name) ?? '').slice(start, end))) same.add(plain(one.text));
  return ({ at, nth, text }) => {
    if (same.has(plain(text))) return true;
    const one = heard[at]!;
    const sentence = 'text' in one ? sentencesOf(one.text)[nth] : undefined;
    if (!sentence || !('text' in one)) return false;
    const name = textName(one.text);
    return spans.some(
      ([of, start, end]) =>
        of === name &&
        Math.min(end, sentence.end) - Math.max(start, sentence.start) >
          0.5 * Math.min(end - start, sentence.end - sentence.start),
    );
  };
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
