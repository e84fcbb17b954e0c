import {
  aboutFeatures,
  compare,
  comparedFeatures,
  type Comparison,
  editFeatures,
  type Edits,
  editsOf,
} from './compare.ts';
import { type FileKind, fileKindOf } from './file-kind.ts';
import { both, namesIn, type Names } from './names.ts';
import { signsOf } from './signals.ts';
import type { SaidSentence, Talk } from './talk.ts';
import { weightOf, wordsOf } from './weigh.ts';

/** An edit that needs a reason. */
export interface Edited {
  /** Its position in the conversation, and its turn. */
  readonly at: number;
  readonly turn: number;
  readonly paths: readonly string[];
  /** Names in the text that it wrote. */
  readonly names: Names;
}

/** A sentence with everything that does not depend on the edit. */
export interface Candidate {
  readonly said: SaidSentence;
  readonly signs: readonly string[];
  readonly names: Names;
  /** Its features that do not depend on an edit: signs and words. */
  readonly own: readonly string[];
  /** The sum of their weights. */
  readonly weight: number;
  readonly lower: string;
  /** The files that it names. */
  readonly named: readonly string[];
  /** What came after its text: an edit, another call, or nothing. */
  readonly to: 'an edit' | 'a look' | 'an end';
}

/** Data about an edit that all sentences share. */
interface EditContext {
  readonly files: readonly string[];
  readonly kind: FileKind;
  /** The number of edits in its turn. */
  readonly turn: number;
  /** No sentence shortly before it has a sign of a reason. */
  readonly isSilent: boolean;
  /** The sentences that can be its reason at all, and how they compare. */
  readonly within: readonly Candidate[];
  readonly comparison: Comparison;
}

/** All sentences, and all edits that they may concern. */
export interface Field {
  readonly candidates: readonly Candidate[];
  readonly edits: readonly Edited[];
  /** The same, by their names. */
  readonly byName: Edits;
  /** In how many sentences and in how many edits a name occurs. */
  readonly inSentences: ReadonlyMap<number, number>;
  readonly inEdits: ReadonlyMap<number, number>;
  /** Positions of the texts, in order. */
  readonly texts: readonly number[];
  /** Positions of all calls, in order. */
  readonly calls: readonly number[];
  readonly surroundings: Map<Edited, EditContext>;
}

const FILE = /[\w-]+\.(?:[jt]sx?|go|rs|py|mdx?|json|ya?ml|css|sh|php|rb|swift|html|toml)\b/g;
const TEST = /\btests?\b|\bspec\b/;
const DOCS = /\b(?:docs?|documentation|readme|changelog|todo)\b/;
/** A name in at most this many sentences or edits identifies them. */
const MAX_USES = 3;

export function fieldOf({ said, calls }: Pick<Talk, 'said' | 'calls'>, edits: readonly Edited[]): Field {
  const places = calls.map(({ at }) => at);
  const edited = new Set(edits.map(({ at }) => at));
  const candidates = said.map((one): Candidate => {
    const lower = one.text.toLowerCase();
    const next = places.find((at) => at > one.at);
    const to = next === undefined ? 'an end' : edited.has(next) ? 'an edit' : 'a look';
    const signs = signsOf(one.text, one.signs);
    const own = [...signs.map((sign) => `is ${sign}`), ...wordsOf(lower)];
    return {
      said: one,
      signs,
      names: namesIn(one.text),
      own,
      weight: weightOf(own),
      lower,
      named: lower.match(FILE) ?? [],
      to,
    };
  });
  const texts = [...new Set(said.map(({ at }) => at))];
  return {
    candidates,
    edits,
    byName: editsOf(edits),
    inSentences: countIn(candidates),
    inEdits: countIn(edits),
    texts,
    calls: places,
    surroundings: new Map(),
  };
}

function countIn(all: readonly { readonly names: Names }[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { names } of all)
    for (const name of [...names.code, ...names.words]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** An edit, and where a sentence is, seen from it. */
interface Position extends EditContext {
  readonly side: 'earlier' | 'before' | 'after';
  /** In texts and calls. */
  readonly distance: number;
  readonly near: 'next' | 'near' | 'away' | 'far';
}

/** The features of a sentence as the reason of an edit, beside its own; each has a weight. */
export function featuresOf(candidate: Candidate, edit: Edited, field: Field): string[] {
  const position = positionOf(candidate, edit, field);
  const { side, kind, comparison } = position;
  const { found: names, link } = nameFeatures(candidate, edit, field, position);
  return [
    ...placeFeatures(candidate, edit, field, position),
    ...names,
    ...cueFeatures(candidate, position, link),
    ...comparedFeatures(candidate, edit, comparison, side),
    ...aboutFeatures(candidate, edit, field.byName, side, kind),
    ...editFeatures(candidate, edit, field.byName, side),
    ...signFeatures(candidate, position),
  ];
}

function positionOf({ said }: Candidate, edit: Edited, field: Field): Position {
  const distance = Math.abs(said.at - edit.at);
  return {
    ...around(edit, field),
    side: said.turn < edit.turn ? 'earlier' : said.at > edit.at ? 'after' : 'before',
    distance,
    near: distance <= 2 ? 'next' : distance <= 6 ? 'near' : distance <= 16 ? 'away' : 'far',
  };
}

// Where the sentence is in its text, and the text in the conversation.
function placeFeatures({ said, to }: Candidate, edit: Edited, { edits, texts }: Field, position: Position): string[] {
  const { turn, isSilent, side, distance, near } = position;
  const [low, high] = [Math.min(said.at, edit.at), Math.max(said.at, edit.at)];
  const between = edits.filter(({ at }) => at > low && at < high).length;
  const parted = texts.filter((at) => at > low && at < high).length;
  const where = `${said.place} ${side}`;
  const found = [`in ${said.place}`, side, `${side} ${near}`, where, `${where} ${near}`];
  found.push(
    `${side} over ${between > 2 ? 'many' : between}`,
    `${where} of ${turn === 1 ? 'one' : turn < 5 ? 'few' : 'many'}`,
  );
  if (between === 0 && side === 'before') found.push(`unparted ${said.place}`);
  found.push(`${side} past ${parted > 3 ? 'many' : parted} texts`);
  found.push(`${said.place} before ${to}`, `${side} and before ${to}`);
  if (said.leads) found.push(`leads to a ${said.leads}`, `${side} leads to a ${said.leads}`);
  if (side !== 'before' || distance > 6) found.push(`${where} ${isSilent ? 'in silence' : 'beside reasons'}`);
  found.push(`${said.place} ${said.nth === 0 ? 'first' : said.nth < 3 ? 'early' : said.nth < 7 ? 'middle' : 'late'}`);
  if (said.nth === said.of - 1) found.push(`last in ${said.place}`);
  if (said.of > 12) found.push(`long ${where}`);
  return found;
}

// What the sentence shares with the edit: names, and words for its files. `link` is how closely both are related.
function nameFeatures(
  { names, lower, named }: Candidate,
  edit: Edited,
  { inSentences, inEdits, edits }: Field,
  { files, side, near }: Position,
): { found: string[]; link: string } {
  const isNamed = files.some(
    (file) => named.includes(file) || (file.length > 6 && lower.includes(file.replace(/\.\w+$/, ''))),
  );
  const code = both(names.code, edit.names.code);
  const words = both(names.words, edit.names.words);
  const part = names.words.length === 0 ? 0 : words.length / names.words.length;
  const link = code.length > 0 || isNamed ? 'strong' : part >= 0.3 ? 'some' : words.length > 0 ? 'weak' : 'no';
  const found = [`link ${link} ${side}`, `link ${link} ${near}`];
  if (code.length > 1) found.push('shares more names');
  if (part >= 0.5) found.push('shares most words');
  const rare = [...code, ...words].filter((name) => (inSentences.get(name) ?? 0) <= MAX_USES);
  if (rare.length > 0) found.push(`shares a rare name ${side}`);
  if (rare.length > 1) found.push('shares rare names');
  const own = [...code, ...words].filter((name) => (inEdits.get(name) ?? 0) <= 2);
  if (own.length > 0 && edits.length > MAX_USES) found.push(`shares its own name`, `shares its own name ${side}`);
  const others = [...names.code].filter((name) => inEdits.has(name)).length - code.length;
  if (others > 0 && code.length === 0) found.push('shares names of other edits');
  if (isNamed) found.push('names the file');
  else if (named.length > 0) found.push('names another file');
  const isTest = files.some((file) => /test|spec/.test(file));
  if (TEST.test(lower)) found.push(isTest ? 'tests of a test' : 'tests of no test');
  else if (isTest) found.push('no tests of a test');
  const isDocs = files.some((file) => /\.mdx?$/.test(file));
  if (DOCS.test(lower)) found.push(isDocs ? 'docs of docs' : 'docs of no docs');
  else if (isDocs) found.push('no docs of docs');
  return { found, link };
}

// The form of the sentence together with its place: whether it has a sign of a reason, its heading, and its kind of prompt.
function cueFeatures({ said, signs, to }: Candidate, position: Position, link: string): string[] {
  const { kind: written, isSilent, side, near } = position;
  const cue = signs.includes('cue') ? 'cue' : 'plain';
  const found = [`${cue} before ${to}`];
  if (said.leads) found.push(`${cue} leads to a ${said.leads}`);
  found.push(`${written} ${side}`, `${written} by ${said.place}`, `${written} ${cue}`, `${written} ${side} ${near}`);
  found.push(`${cue} ${side}`, `${cue} ${near}`, `${cue} link ${link}`, `${cue} ${said.place}`);
  if (said.under) found.push(`under ${said.under}`, `${cue} under ${said.under} ${side}`);
  if (said.place === 'prompt') {
    const kind = said.of > 12 ? 'plan' : said.of > 4 ? 'brief' : 'line';
    const part = said.nth < 1 ? 'first' : said.nth < 7 ? 'early' : 'late';
    if (said.under)
      found.push(
        `${kind} under ${said.under}`,
        `${cue} ${kind} under ${said.under}`,
        `${kind} under ${said.under} ${isSilent ? 'in silence' : 'beside reasons'}`,
      );
    found.push(`${cue} ${kind} ${part}`, `${kind} ${part}`);
    if (signs.includes('commands')) found.push(`${kind} commands`);
    found.push(...signed('prompt', signs, ['problem', 'present', 'needs', 'commands', 'negates']));
  }
  return found;
}

// Signs that count more right before an edit, or after it.
function signFeatures({ signs }: Candidate, { side, near }: Position): string[] {
  if (side === 'after') return signed('after', signs, ['reports', 'present', 'dashes', 'purpose', 'because']);
  if (side === 'earlier' || near !== 'next') return [];
  return signed('next', signs, ['announces', 'reports', 'thanks', 'checked', 'found']);
}

const signed = (what: string, signs: readonly string[], wanted: readonly string[]): string[] =>
  wanted.filter((sign) => signs.includes(sign)).map((sign) => `${what} is ${sign}`);

function around(edit: Edited, field: Field): EditContext {
  const known = field.surroundings.get(edit);
  if (known) return known;
  const within = field.candidates.filter((one) => isWithinReach(one, edit));
  const found = {
    files: edit.paths.map((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase()),
    kind: fileKindOf(edit.paths[0] ?? ''),
    turn: field.edits.filter((one) => one.turn === edit.turn).length,
    isSilent: !explainedNear(edit, field),
    within,
    comparison: compare(within, edit, (name) =>
      Math.log((field.candidates.length + 1) / ((field.inSentences.get(name) ?? 0) + 0.5)),
    ),
  };
  field.surroundings.set(edit, found);
  return found;
}

/** The sentences that can be the reason of an edit. */
export const within = (edit: Edited, field: Field): readonly Candidate[] => around(edit, field).within;

// Whether a sentence shortly before the edit has a sign of a reason.
function explainedNear(edit: Edited, { candidates }: Field): boolean {
  return candidates.some(
    ({ said, signs }) =>
      said.at < edit.at &&
      edit.at - said.at <= 6 &&
      said.turn === edit.turn &&
      said.place !== 'prompt' &&
      signs.includes('cue'),
  );
}

/** Distance in texts and calls. A sentence further away must share a name with the edit or be the prompt. */
const MAX_DISTANCE = 24;

/** Whether a sentence can be the reason of an edit at all. This is a cheap test before features are computed. */
export function isWithinReach({ said, names, lower }: Candidate, edit: Edited): boolean {
  if (said.turn > edit.turn || isOfEarlierCommit(said, edit)) return false;
  if (Math.abs(said.at - edit.at) <= MAX_DISTANCE || (said.place === 'prompt' && said.turn === edit.turn)) return true;
  if (both(names.code, edit.names.code).length > 0) return true;
  return edit.paths.some((path) => lower.includes(path.slice(path.lastIndexOf('/') + 1).toLowerCase()));
}

// A commit's message speaks of the work before it. It stands right before its command, which may also be what makes the edit.
const isOfEarlierCommit = ({ place, at }: SaidSentence, edit: Edited): boolean =>
  place === 'message' && at < edit.at - 1;
