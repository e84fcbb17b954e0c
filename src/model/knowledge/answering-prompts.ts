/** Words of a prompt that only answers: "yes, let's do this", "2", "or no, do c", "Implement the plan". */
const ANSWERING = [
  'y yes yeah yep yup no not ok okay sure fine good great perfect cool nice right correct agreed lgtm looks sounds',
  'do go going keep carry ahead on until done continue proceed resume start begin finish implement apply fix try take pick',
  'a b c d it this that these those them the all both option plan step first second third last one two',
  "i i'd we you can could let's lets please thanks thank just again now then next and or to with",
].join(' ');
/** Words of a prompt that only has the work recorded or sent: "commit and push these changes". */
const RECORDING = 'commit commits push ship change changes main branch remote origin pr';
/** The commonest such words of other languages. */
const ELSEWHERE =
  'ja weiter mach bitte sí si vale dale oui continuer continuez sim да 继续 好 好的 はい 続けて 네 계속';

const WORDS: ReadonlySet<string> = new Set(`${ANSWERING} ${RECORDING} ${ELSEWHERE}`.split(' '));
/** A longer prompt says more. */
const MAX_WORDS = 8;
const MAX_CHARACTERS = 120;

/** Whether a prompt only answers, or only asks the agent to continue. An earlier prompt has the aim of the work. */
export function isAnswer(prompt: string): boolean {
  const text = prompt.trim();
  if (text === '' || text.length > MAX_CHARACTERS) return false;
  const words = text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[\s,.;:!?)。！]+/);
  if (words.at(-1) === '') words.pop();
  return words.length <= MAX_WORDS && words.every((word) => WORDS.has(word) || /^\d{1,2}$/.test(word));
}
