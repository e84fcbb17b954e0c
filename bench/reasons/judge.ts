import { choose } from '../../src/model/reasons/choose.ts';
import { type Candidate, featuresOf } from '../../src/model/reasons/relate.ts';
import { likely, weightOf } from '../../src/model/reasons/weigh.ts';
import type { SaidSentence } from '../../src/model/reasons/talk.ts';
import type { Example } from './examples.ts';
import type { Model } from './train.ts';

export interface Figures {
  readonly edits: number;
  readonly withReason: number;
  /** Of these, edits for which a reason is shown. */
  readonly found: number;
  /** Edits that show something, and of these the ones that show their reason. */
  readonly texts: number;
  readonly rightTexts: number;
  /** Sentences shown, and of these the ones that are a reason. */
  readonly shown: number;
  readonly right: number;
  readonly broken: number;
  readonly withoutReason: number;
  /** Of these, edits that show a sentence as their reason. */
  readonly claimed: number;
  readonly characters: number;
}

/** Sentences without a meaning of their own. */
const BROKEN = /^(?:i need to|i should|let me|now)[.:]?$|[,;(]$|^\W*\p{Ll}?\W*$/iu;

export function judge(
  examples: readonly Example[],
  modelOf: (example: Example) => Model | undefined,
  thresholds?: readonly [number, number],
  watch: (example: Example, said: readonly SaidSentence[]) => void = () => {},
  scoreOf: (example: Example) => ((one: Candidate) => number) | undefined = (example) => {
    const model = modelOf(example);
    return model && scoreBy(model, example.edit, example.field);
  },
): Figures {
  const sum = {
    edits: 0,
    withReason: 0,
    found: 0,
    texts: 0,
    rightTexts: 0,
    shown: 0,
    right: 0,
    broken: 0,
    withoutReason: 0,
    claimed: 0,
    characters: 0,
  };
  for (const example of examples) {
    const { edit, field } = example;
    const said = choose(field, edit, scoreOf(example), thresholds);
    watch(example, said);
    const right = said.filter(example.isReason).length;
    sum.edits++;
    if (said.length > 0) sum.texts++;
    if (right > 0) sum.rightTexts++;
    sum.shown += said.length;
    sum.right += right;
    sum.broken += said.filter(({ text }) => BROKEN.test(text) || text.split(' ').length < 4).length;
    sum.characters += said.reduce((all, { text }) => all + text.length, Math.max(0, said.length - 1));
    if (example.hasReason) {
      sum.withReason++;
      if (right > 0) sum.found++;
    } else {
      sum.withoutReason++;
      if (said.length > 0) sum.claimed++;
    }
  }
  return sum;
}

export const print = (name: string, f: Figures): string =>
  `${name}: edits ${f.edits}, recall ${pc(f.found, f.withReason)}, precision of texts ${pc(f.rightTexts, f.texts)}, of sentences ${pc(f.right, f.shown)}, broken ${pc(f.broken, f.shown)}, claimed ${f.claimed} of ${f.withoutReason}, characters ${Math.round(f.characters / Math.max(1, f.edits))}`;

/** The probability by other weights than the program's that a sentence states the reason of an edit. */
export const scoreBy =
  ({ weights, bias }: Model, edit: Example['edit'], field: Example['field']) =>
  (one: Candidate): number =>
    likely(weightOf([...one.own, ...featuresOf(one, edit, field)], weights), bias);

const pc = (part: number, all: number): string => `${part}/${all} = ${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
