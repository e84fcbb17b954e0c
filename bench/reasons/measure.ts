import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose } from '../../src/model/reasons/choose.ts';
import { rejectedFor } from '../../src/model/reasons/reject.ts';
import type { Said } from '../../src/model/reasons/talk.ts';
import { type Example, examplesOf, marker } from './examples.ts';
import { judge, print } from './judge.ts';
import { type Labelled, readSession, type Transcript } from './sessions.ts';
import { type Model, train } from './train.ts';

/** Chosen by cross-validation. */
const PENALTY = 0.0015;
const FOLDS = 8;
/** A weight that is nearer to nothing is left out. */
const SMALL = 0.05;

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
  if (options.has('--train')) write(root, train(examples, PENALTY));
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    train(
      examples.filter(({ session }) => foldOf(session) !== fold),
      PENALTY,
    ),
  );
  const wrong = (example: Example, said: readonly Said[]): void => {
    if (!options.has('--wrong')) return;
    for (const one of said.filter((sentence) => !example.isReason(sentence)))
      process.stdout.write(
        `  ${example.session.slice(0, 8)} ${example.call.slice(-6)} ${example.edit.paths.join(', ')}\n    ${one.place}: ${one.text}\n`,
      );
  };
  report(
    'tuned, cross-validated',
    judge(examples, ({ session }) => folds[foldOf(session)], undefined, wrong),
    tuned,
  );
  if (!options.has('--held')) return;
  const held = read.filter(({ transcript }) => transcript.label.held);
  report(
    'held out',
    judge(
      held.flatMap((one) => one.examples),
      () => undefined,
      undefined,
      wrong,
    ),
    held,
  );
}

function report(
  name: string,
  figures: Parameters<typeof print>[1],
  read: readonly { transcript: Transcript; examples: Example[] }[],
): void {
  const { wanted, found, shown, right } = rejectedIn(read);
  process.stdout.write(
    `${print(name, figures)}\n  rejected alternatives: ${found} of ${wanted} found; ${shown} shown, ${right} of them labelled\n`,
  );
}

function rejectedIn(
  read: readonly { transcript: Transcript; examples: Example[] }[],
): Record<'wanted' | 'found' | 'shown' | 'right', number> {
  const sum = { wanted: 0, found: 0, shown: 0, right: 0 };
  for (const { transcript, examples } of read) {
    const spans = transcript.label.rejected;
    const said = new Map(
      examples.flatMap(({ field }) => field.candidates.map((one) => [one.said.text, one.said] as const)),
    );
    const texts = new Set(examples.flatMap(({ field, edit }) => rejectedFor(field, [edit], choose(field, edit))));
    const isOne = marker(transcript, spans);
    sum.wanted += spans.length;
    sum.shown += texts.size;
    sum.right += [...texts].filter((text) => isOne(said.get(text)!)).length;
    for (const span of spans) {
      const isIt = marker(transcript, [span]);
      if ([...texts].some((text) => isIt(said.get(text)!))) sum.found++;
    }
  }
  return sum;
}

const foldOf = (session: string): number =>
  Number.parseInt(createHash('sha256').update(session).digest('hex').slice(0, 6), 16) % FOLDS;

function write(root: string, { bias, weights }: Model): void {
  const kept = Object.entries(weights)
    .filter(([, value]) => Math.abs(value) >= SMALL)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: ${Number(value.toFixed(3))},\n`);
  const text = `// Written by \`npm run campaign:reasons -- --train\` from bench/reasons/labels.json: not to be edited.

/** What speaks for a sentence without any of the features below: little. */
export const BIAS = ${Number(bias.toFixed(3))};

/** What a feature adds (logistic regression): more than 0 speaks for a reason. */
export const WEIGHTS: Readonly<Record<string, number>> = {
${kept.join('')}};
`;
  writeFileSync(join(root, 'src/model/reasons/weights.ts'), text);
}
