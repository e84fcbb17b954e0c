import { both, type Names, namesIn } from './names.ts';
import type { NamedPlace } from './talk-item.ts';
import { sentencesOf } from './sentences.ts';
import { leadsTo } from './signals.ts';

/** A sentence in which the agent doubts its work, or leaves a part of it for later. */
export interface Doubt {
  readonly text: string;
  readonly says: 'doubt' | 'deferred';
  readonly place: NamedPlace;
  readonly turn: number;
  /** Its position in the conversation. */
  readonly at: number;
}

/** Characters. Longer sentences say too much to be quoted. */
const MAX_CHARACTERS = 300;
const MIN_CHARACTERS = 12;

const DOUBT =
  /\b(?:(?:not|n(?:'|’)t) (?:entirely |completely |fully |quite |totally |100% )?(?:sure|certain|confident)|(?<!\b(?:when|if|where) )unsure|\bI(?:'|’)m uncertain|\b(?:is|are|remains?|stays?) (?:still )?uncertain|(?:^(?:(?:but|note that|however)[, ]+)?(?:this|that|it|my|the (?:change|fix|new)\b.{0,40}|(?:\w+ ){0,2}approach)|\bI\b.{0,60}) (?:might|may|could) (?:still |also |possibly )?(?:break|fail|not work|regress|be (?:wrong|racy|flaky|incorrect))|(?:have|has) ?(?:not|n(?:'|’)t) (?:been )?(?:able to )?(?:(?:\w+-)?tested|verified|checked|test|verify)|(?:I|we) (?:have ?(?:not|n(?:'|’)t)) (?:been able to )?run(?! any git)|(?<!\b(?:tool|matching|matcher)(?: \w+)? )could ?(?:not|n(?:'|’)t) (?:test|verify|reproduce|run|confirm)|(?:is|are|remains?|stays?|(?:left|ships?) it) (?:still |currently |completely |largely )?untested|no way to (?:test|verify)|(?:is|are|(?:'|’)s|feels?|seems?|looks?|stays?) (?:still |a bit |somewhat |quite |rather |very )?fragile|not (?:been )?(?:tested|verified) (?:yet|here|on|against|with)|(?:one|main|known|remaining|only) (?:caveat|limitation)(?! (?:I|we|to inherit)\b)(?=:|,? (?:is|are|here|that|which|with|remains|though|in|for|to|and|\()|\.$)|(?:one|main|known|remaining|only) risk(?=:| is\b| here\b| with\b)|the risk(?: is that (?:this|it|the (?:change|fix|new))\b|:))\b/i;
const DEFERRED =
  /\b(?:follow-?ups?\b(?! (?:call|turn|prompt|message|instruction))(?=.*\b(?:will|can|should|could|would|must)\b)|(?:in|as|for|to) (?:a|another) (?:follow-?up(?! (?:call|turn|prompt|message|instruction|to (?:the|it)))|later|future)|(?:in|as|for|to) (?:a|another) separate (?:PR|change|pull request|issue|task|release|patch)|(?:left|leave|leaving|logged|tracked) .{0,40}\b(?:for later|for now|as (?:a )?(?:todo|future work)|for a (?:follow-?up|later|future))|(?:will|can|should|could|must|needs? to) be (?:done|added|handled|fixed|addressed|implemented|removed|cleaned up|migrated) (?:later|separately|afterwards)|in (?:a )?future (?:versions?|releases?|PRs?)|out of scope|not yet (?:implemented|wired|hooked|connected|supported|done)|not implemented yet|deferred (?:to|until|for)(?! runtime)|(?:is|are|was|were|been|be|intentionally|currently) deferred|postponed)\b|(?:^|[-—:(,] )deferred(?=[:.;,)]|$)/i;
// Sentences about other people, denials, quotations, and the statement `defer` of Go.
const NOT_OWN =
  /\bdefer \w+\(|\bdeferred (?:to|until) (?:the )?(?:first|actual|next|prompt|render|startup|mount|init\w*|load\w*|call|commit)\b|\bneeds? to be deferred\b|\b(?:the|a) deferred\b|\bsent as a follow|\bfollow-?up (?:fix|ops?|calls?|requests?|commands?|question|work item)\b|\b(?:a|another) later (?:level|slot|process|turn|pass|call|moment|search|run|step)\b|["“'(`](?:\w+ ){0,4}not (?:yet (?:implemented|wired|supported|hooked)|implemented yet)|:$|^(?:no|well|hmm)?,? ?I(?:'|’)m not (?:sure|certain)\W*$|\b(?:remov|eliminat|fix|clos|drop)\w* .{0,60}(?:limitation|caveat|out of scope)\b|\bthe remaining caveat\b|\bthis was .{0,40}out of scope\b|\bnot yet supported enough\b|\bstand as a follow-?up|\bcaveat: (?:we|the \w+) should\b|\b(?:deliberately|intentionally) not (?:tested|verified) here\b|\ba later --|["“][^"”]*\b(?:deferred|not yet implemented)\b|\byou (?:probably|just|have ?n(?:'|’)t|haven(?:'|’)t)\b|\bnot sure there\b|^before:|^[\w./-]+\.\w{1,4}:\d|^(?:one )?(?:side )?finding|\bit(?:['’]s| is) just out of scope\b|\bdeferred (?:on line|call|func\w*|because)\b|\b(?:won(?:'|’)t|wasn(?:'|’)t) be deferred\b|["“](?:out of scope|deferred|untested)["”]|\b(?:if|when|whether|in case) (?:you|the user|users?|someone|anyone)\b|\byou(?:'|’)re\b|\bno follow-?ups?\b|\bnot deferred\b|^confirmed\b|\bno (?:longer|more) deferred\b/i;

/** The doubts in a text. Thoughts are left out: what an agent doubts there, it mostly goes on to check. */
export function doubtsIn(place: NamedPlace, text: string, turn: number, at: number): Doubt[] {
  if (place === 'prompt' || place === 'thinking') return [];
  return sentencesOf(text).flatMap((sentence): Doubt[] => {
    const says = kindOf(sentence.text);
    return says ? [{ text: sentence.text, says, place, turn, at }] : [];
  });
}

/** Whether a text contains a doubt. */
export const mayDoubt = (text: string): boolean => sentencesOf(text).some((one) => kindOf(one.text) !== undefined);

/** Whether an agent doubts its work in a sentence. Its thoughts are left out, as in `doubtsIn`. */
export const isDoubt = ({ place, text }: { readonly place: NamedPlace; readonly text: string }): boolean =>
  // The first pattern excludes nearly all sentences, and a commit need not compile the others.
  place !== 'prompt' && place !== 'thinking' && DOUBT.test(text) && kindOf(text) === 'doubt';

function kindOf(text: string): Doubt['says'] | undefined {
  if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS || /\?["')]*$/.test(text)) return undefined;
  const says = DEFERRED.test(text) ? 'deferred' : DOUBT.test(text) ? 'doubt' : undefined;
  return says === undefined || NOT_OWN.test(text) || leadsTo(text) === 'look' ? undefined : says;
}

/** A change to which doubts may belong. */
export interface Doubted {
  readonly at: number;
  readonly turn: number;
  readonly paths: readonly string[];
}

/**
 * The changes that a doubt is about: those of its turn with a file that it names; otherwise the one before it that shares most names
 * with it, the last of equals; otherwise the first one after it.
 * @param namesOf the names in what a change wrote, where they are still known
 */
export function aboutOf<T extends Doubted>(
  doubt: Doubt,
  changes: readonly T[],
  namesOf: (change: T) => Names | undefined,
): readonly T[] {
  const mine = changes.filter(({ turn }) => turn === doubt.turn);
  const named = mine.filter(({ paths }) =>
    paths.some((path) => doubt.text.includes(path.slice(path.lastIndexOf('/') + 1))),
  );
  if (named.length > 0) return named;
  const words = namesIn(doubt.text);
  const before = mine
    .filter(({ at }) => at < doubt.at)
    .map((one) => ({ one, shared: sharedWith(words, namesOf(one)) }));
  const nearest = before.reduce<(typeof before)[number] | undefined>(
    (a, b) => (a && (a.shared > b.shared || (a.shared === b.shared && a.one.at > b.one.at)) ? a : b),
    undefined,
  );
  const about = nearest?.one ?? mine[0];
  return about ? [about] : [];
}

/** What a change must share with a doubt: a name of the code, or two words. One word is in many changes. */
const MIN_SHARED = 2;

function sharedWith(words: Names, names: Names | undefined): number {
  const shared = names ? 2 * both(words.code, names.code).length + both(words.words, names.words).length : 0;
  return shared < MIN_SHARED ? 0 : shared;
}
