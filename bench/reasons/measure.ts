import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose } from '../../src/model/reasons/choose.ts';
import { SAYS } from '../../src/model/reasons/weigh.ts';
import { ruledOutFor } from '../../src/model/reasons/reject.ts';
import type { SaidSentence } from '../../src/model/reasons/talk.ts';
import { type Example, examplesOf, marker } from './examples.ts';
import { judge, print, scoreBy } from './judge.ts';
import { type Labelled, readSession, type Transcript } from './sessions.ts';
import { sweep } from './sweep.ts';
import { type Model, train } from './train.ts';

/** Chosen by cross-validation. */
const PENALTY = 0.0012;
/** Weights closer to zero are left out. */
const SMALL = 0.05;
const SMALL_WORD = 0.03;
/** Characters in a row of a table. */
const ROW_CHARACTERS = 110;

interface Asked {
  readonly root: string;
  /** Git directories with transcripts. */
  readonly sources: readonly string[];
  readonly options: ReadonlySet<string>;
}

/** Reads the labelled sessions and prints how well their reasons are found. */
export async function measure({ root, sources, options }: Asked): Promise<void> {
  const labels = JSON.parse(readFileSync(join(root, 'bench/reasons/labels.json'), 'utf8')) as Labelled[];
  const read: { transcript: Transcript; examples: Example[] }[] = [];
  let missing = 0;
  for (const label of labels) {
    const transcript = await readSession(label, sources);
    if (transcript) read.push({ transcript, examples: examplesOf(transcript) });
    else missing++;
  }
  process.stdout.write(`${read.length} sessions${missing > 0 ? `, ${missing} are not in these clones` : ''}\n`);
  const tuned = read.filter(({ transcript }) => !transcript.label.held);
  const examples = tuned.flatMap((one) => one.examples);
  const isTrained = ({ transcript: { label } }: (typeof read)[number]): boolean => !label.last?.startsWith('fourth');
  if (options.has('--train'))
    write(
      root,
      train(
        read.filter(isTrained).flatMap((one) => one.examples),
        PENALTY,
      ),
    );
  const wrong = (example: Example, said: readonly SaidSentence[]): void => {
    if (!options.has('--wrong')) return;
    for (const one of said.filter((sentence) => !example.isReason(sentence)))
      process.stdout.write(
        `  ${example.session.slice(0, 8)} ${example.call.slice(-6)} ${example.edit.paths.join(', ')}\n    ${one.place}: ${one.text}\n`,
      );
  };
  if (!options.has('--fast')) report('tuned, cross-validated', crossValidated(examples, wrong), tuned);
  if (options.has('--sweep'))
    sweep(
      read.filter((one) => isTrained(one) && one.transcript.label.last !== 'language').flatMap((one) => one.examples),
      PENALTY,
    );
  if (!options.has('--held')) return;
  // The program's weights know every label, so the projects that are held out are judged by weights of the others.
  const judgeBy = (name: string, set: typeof read, model: Model): void =>
    report(
      name,
      judge(
        set.flatMap((one) => one.examples),
        () => model,
        undefined,
        wrong,
      ),
      set,
      model,
    );
  const older = read.filter(({ transcript }) => !transcript.label.newest && !transcript.label.last);
  const held = older.filter(({ transcript }) => transcript.label.held);
  judgeBy('held out', held, train(examples, PENALTY));
  const newest = read.filter(({ transcript }) => transcript.label.newest);
  const known = older.flatMap((one) => one.examples);
  judgeBy('held out, new projects', newest, train(known, PENALTY));
  const last = (...names: (string | undefined)[]): typeof read =>
    read.filter(({ transcript }) => names.includes(transcript.label.last));
  const of = (set: typeof read): Model =>
    train(
      set.flatMap((one) => one.examples),
      PENALTY,
    );
  const all = of(last(undefined));
  for (const name of ['projects', 'language', 'sessions', 'studied'] as const)
    judgeBy(`labelled last, ${name}`, last(name), all);
  const upTo = last(undefined, 'projects', 'language', 'sessions', 'studied');
  judgeBy('labelled last, blind', last('blind'), of(upTo));
  const strict = of([...upTo, ...last('blind')]);
  for (const name of ['strict studied', 'strict blind'] as const)
    judgeBy(`labelled strictly, ${name}`, last(name), strict);
  const fresh = of([...upTo, ...last('blind', 'strict studied', 'strict blind')]);
  for (const name of ['fresh studied', 'fresh held'] as const) judgeBy(`fresh projects, ${name}`, last(name), fresh);
  judgeBy('fresh projects, fresh blind', last('fresh blind'), fresh);
  const before = of(read.filter((one) => isTrained(one) && !one.transcript.label.last?.endsWith(' sight')));
  for (const name of ['first sight', 'second sight'] as const) judgeBy(name, last(name), before);
  const upToThird = of(read.filter((one) => isTrained(one) && one.transcript.label.last !== 'third sight'));
  judgeBy('third sight, random picks', last('third sight').map(atRandom), upToThird);
  judgeBy('fourth sight', last('fourth sight'), of(read.filter(isTrained)));
}

// Leaves out the edits that were drawn because the program was not sure of them.
function atRandom<T extends { transcript: Transcript; examples: Example[] }>(one: T): T {
  const unsure = new Set(one.transcript.label.edits.flatMap(({ call, pick }) => (pick ? [call] : [])));
  return { ...one, examples: one.examples.filter(({ call }) => !unsure.has(call)) };
}

// Judges each project by weights of the others.
function crossValidated(examples: readonly Example[], watch: Parameters<typeof judge>[3]): Parameters<typeof print>[1] {
  const folds = new Map(
    [...new Set(examples.map(({ project }) => project))].map((project) => [
      project,
      train(
        examples.filter((one) => one.project !== project),
        PENALTY,
      ),
    ]),
  );
  return judge(examples, ({ project }) => folds.get(project), undefined, watch);
}

function report(
  name: string,
  figures: Parameters<typeof print>[1],
  read: readonly { transcript: Transcript; examples: Example[] }[],
  model?: Model,
): void {
  const { wanted, found, shown, right } = rejectedIn(read, model);
  process.stdout.write(
    `${print(name, figures)}\n  rejected alternatives: ${found} of ${wanted} found; ${shown} shown, ${right} of them labelled\n`,
  );
}

function rejectedIn(
  read: readonly { transcript: Transcript; examples: Example[] }[],
  model: Model | undefined,
): Record<'wanted' | 'found' | 'shown' | 'right', number> {
  const sum = { wanted: 0, found: 0, shown: 0, right: 0 };
  for (const { transcript, examples } of read) {
    const { rejected: spans, again = [] } = transcript.label;
    const shown = new Map(
      examples.flatMap(({ field, edit }) =>
        ruledOutFor(field, [edit], choose(field, edit, model && scoreBy(model, edit, field))).map(
          ({ said }) => [said.text, said] as const,
        ),
      ),
    );
    const isOne = marker(transcript, [...spans, ...again.flat()]);
    sum.wanted += spans.length;
    sum.shown += shown.size;
    sum.right += [...shown.values()].filter(isOne).length;
    for (const [i, span] of spans.entries()) {
      const isIt = marker(transcript, [span, ...(again[i] ?? [])]);
      if ([...shown.values()].some(isIt)) sum.found++;
    }
  }
  return sum;
}

function write(root: string, { bias, weights }: Model): void {
  const all = Object.entries(weights).sort(([a], [b]) => (a < b ? -1 : 1));
  const features = all.filter(([name, value]) => !name.startsWith(SAYS) && Math.abs(value) >= SMALL);
  const words = all
    .filter(([name, value]) => name.startsWith(SAYS) && Math.abs(value) >= SMALL_WORD)
    .map(([name, value]): [string, number] => [name.slice(SAYS.length), value]);
  const text = `// Generated by \`npm run campaign:reasons -- --train\` from bench/reasons/labels.json. Do not edit.

/** The score of a sentence without any of the features below. */
export const BIAS = ${Number(bias.toFixed(3))};

/** The contribution of each feature (logistic regression), in thousandths. A positive weight favours a reason. */
export const FEATURES = [
${tableOf(features, 100)}].join(';');

/** The contribution of each word, by its first letters, in thousandths. */
export const WORDS = [
${tableOf(words, 1000)}].join(';');
`;
  writeFileSync(join(root, 'src/model/reasons/weights.ts'), text);
}

/** Rows of weights, each rounded to this part of one. */
function tableOf(weights: readonly (readonly [string, number])[], part: number): string {
  const rows: string[] = [];
  for (const [name, value] of weights) {
    const one = `${name}:${(Math.round(value * part) * 1000) / part}`;
    const last = rows.at(-1);
    if (last === undefined || last.length + one.length >= ROW_CHARACTERS) rows.push(one);
    else rows[rows.length - 1] = `${last};${one}`;
  }
  return rows.map((row) => `  ${row.includes("'") ? JSON.stringify(row) : `'${row}'`},\n`).join('');
}
